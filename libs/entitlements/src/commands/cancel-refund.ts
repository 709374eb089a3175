import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type Access, Clock } from '#kernel';
import { Orders } from '../domain/orders.ts';

/** Takes back a refund that was recorded by mistake. */
export class CancelRefund extends Command<void> {
  constructor(
    readonly access: Access,
    readonly id: string,
  ) {
    super();
  }
}

@CommandHandler(CancelRefund)
export class CancelRefundHandler implements ICommandHandler<CancelRefund> {
  constructor(
    private readonly orders: Orders,
    private readonly clock: Clock,
  ) {}

  async execute({ access, id }: CancelRefund): Promise<void> {
    const organizations = access.visible;
    const order = await this.orders.orderOfRefund({ id, organizations });
    await this.orders.changeWithRefunds({ id: order, organizations }, (found, refunds) => {
      access.assertCanManage(found.organizationId);
      found.cancelRefund(id, refunds, this.clock.now());
    });
  }
}
