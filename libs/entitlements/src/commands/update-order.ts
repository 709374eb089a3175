import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '#kernel';
import type { BillingCorrections } from '../domain/billing-details.ts';
import type { DocumentChanges } from '../domain/order-document.ts';
import { Orders } from '../domain/orders.ts';
import type { PurchaseAccess } from './purchase-access.ts';

/** Corrects the billing name and address of an order, and records its documents and that it was paid. */
export class UpdateOrder extends Command<void> {
  constructor(
    readonly access: PurchaseAccess,
    readonly id: string,
    readonly changes: BillingCorrections & { readonly isPaid: boolean; readonly documents: DocumentChanges },
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

  execute({ access, id, changes: { isPaid, documents, ...corrections } }: UpdateOrder): Promise<void> {
    return this.orders.change({ id, organizations: access.visible }, (order) => {
      access.assertCanManage(order.organizationId, order.customerId);
      const now = this.clock.now();
      order.correctBilling(corrections, now);
      order.setDocuments(documents, now);
      if (isPaid) order.markPaid(now);
    });
  }
}
