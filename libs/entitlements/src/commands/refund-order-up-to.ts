import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '#kernel';
import { RefundOrderUpTo } from '../contract/report-provided-purchases.ts';
import { Orders } from '../domain/orders.ts';

@CommandHandler(RefundOrderUpTo)
export class RefundOrderUpToHandler implements ICommandHandler<RefundOrderUpTo> {
  constructor(
    private readonly orders: Orders,
    private readonly clock: Clock,
  ) {}

  async execute({ organizationId, orderId, total }: RefundOrderUpTo): Promise<void> {
    await this.orders.change({ id: orderId, organizations: [organizationId] }, (order) =>
      order.refundUpTo(total, this.clock.now()),
    );
  }
}
