import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type Access, Clock } from '#kernel';
import type { BillingCorrections } from '../domain/billing-details.ts';
import { Orders } from '../domain/orders.ts';

/** Corrects the billing name and address of an order, and records that it was paid. */
export class UpdateOrder extends Command<void> {
  constructor(
    readonly access: Access,
    readonly id: string,
    readonly changes: BillingCorrections & { readonly isPaid: boolean },
  ) {
    super();
  }
}

@CommandHandler(UpdateOrder)
export class UpdateOrderHandler implements ICommandHandler<UpdateOrder> {
  constructor(
    private readonly orders: Orders,
    private readonly clock: Clock,
  ) {}

  execute({ access, id, changes: { isPaid, ...corrections } }: UpdateOrder): Promise<void> {
    return this.orders.change({ id, organizations: access.visible }, (order) => {
      access.assertCanManage(order.organizationId);
      const now = this.clock.now();
      order.correctBilling(corrections, now);
      if (isPaid) order.markPaid(now);
    });
  }
}
