import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '#kernel';
import { Orders } from '../domain/orders.ts';
import type { PurchaseAccess } from './purchase-access.ts';

/** Asks the seller for the invoice of an order, which this service does not make. */
export class RequestInvoice extends Command<void> {
  constructor(
    readonly access: PurchaseAccess,
    readonly id: string,
  ) {
    super();
  }
}

@CommandHandler(RequestInvoice)
export class RequestInvoiceHandler implements ICommandHandler<RequestInvoice> {
  constructor(
    private readonly orders: Orders,
    private readonly clock: Clock,
  ) {}

  execute({ access, id }: RequestInvoice): Promise<void> {
    return this.orders.change({ id, organizations: access.visible }, (order) => {
      access.assertCanManage(order.organizationId, order.customerId);
      order.requestInvoice(this.clock.now());
    });
  }
}
