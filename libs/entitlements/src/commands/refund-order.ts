import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type Access, Clock } from '#kernel';
import { Orders } from '../domain/orders.ts';
import type { NewRefund } from '../domain/refund.ts';
import { orderNotFoundAt } from './order-not-found.ts';

/** Records a refund of an order and returns its id. */
export class RefundOrder extends Command<string> {
  constructor(
    readonly access: Access,
    readonly orderId: string,
    readonly refund: NewRefund,
  ) {
    super();
  }
}

@CommandHandler(RefundOrder)
export class RefundOrderHandler implements ICommandHandler<RefundOrder> {
  constructor(
    private readonly orders: Orders,
    private readonly clock: Clock,
  ) {}

  execute({ access, orderId, refund }: RefundOrder): Promise<string> {
    return this.orders
      .change({ id: orderId, organizations: access.visible }, (order) => {
        access.assertCanManage(order.organizationId);
        return order.refund(refund, this.clock.now()).id;
      })
      .catch(orderNotFoundAt('orderId', orderId));
  }
}
