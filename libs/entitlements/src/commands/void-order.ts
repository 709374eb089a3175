import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type Access, Clock } from '#kernel';
import { Orders } from '../domain/orders.ts';

/** Makes an order void, or takes that back. */
export class VoidOrder extends Command<void> {
  constructor(
    readonly access: Access,
    readonly id: string,
    readonly isVoid: boolean,
  ) {
    super();
  }
}

@CommandHandler(VoidOrder)
export class VoidOrderHandler implements ICommandHandler<VoidOrder> {
  constructor(
    private readonly orders: Orders,
    private readonly clock: Clock,
  ) {}

  execute({ access, id, isVoid }: VoidOrder): Promise<void> {
    return this.orders.change({ id, organizations: access.visible }, (order) => {
      access.assertCanManage(order.organizationId);
      const now = this.clock.now();
      if (isVoid) order.void(now);
      else order.unvoid(now);
    });
  }
}
