import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '#kernel';
import { FollowRefunds } from '../contract/report-provided-purchases.ts';
import { Orders } from '../domain/orders.ts';

@CommandHandler(FollowRefunds)
export class FollowRefundsHandler implements ICommandHandler<FollowRefunds> {
  constructor(
    private readonly orders: Orders,
    private readonly clock: Clock,
  ) {}

  async execute({ organizationId, orderId, provided }: FollowRefunds): Promise<void> {
    await this.orders.changeWithRefunds({ id: orderId, organizations: [organizationId] }, (order, refunds) =>
      order.followRefunds(provided, refunds, this.clock.now()),
    );
  }
}
