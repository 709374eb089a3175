import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type Access, Clock } from '#kernel';
import type { BillingCorrections } from '../domain/order.ts';
import { Orders } from '../domain/orders.ts';

/** Corrects the billing name and address of an order. */
export class UpdateOrderBilling extends Command<void> {
  constructor(
    readonly access: Access,
    readonly id: string,
    readonly corrections: BillingCorrections,
  ) {
    super();
  }
}

@CommandHandler(UpdateOrderBilling)
export class UpdateOrderBillingHandler implements ICommandHandler<UpdateOrderBilling> {
  constructor(
    private readonly orders: Orders,
    private readonly clock: Clock,
  ) {}

  execute({ access, id, corrections }: UpdateOrderBilling): Promise<void> {
    return this.orders.change({ id, organizations: access.visible }, (order) => {
      access.assertCanManage(order.organizationId);
      order.correctBilling(corrections, this.clock.now());
    });
  }
}
