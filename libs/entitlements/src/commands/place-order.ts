import { Command, CommandBus, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { MarkProductSold } from '#catalog/contract';
import { BecomeTeam, type CustomerView } from '#customer-portal/contract';
import { type Access, Clock } from '#kernel';
import { type BilledTo, Order } from '../domain/order.ts';
import { Orders } from '../domain/orders.ts';
import { resolvePurchase, type PurchaseInput } from './resolve-purchase.ts';

/** Creates an order and returns its id. */
export class PlaceOrder extends Command<string> {
  constructor(
    readonly access: Access,
    readonly input: PurchaseInput,
  ) {
    super();
  }
}

@CommandHandler(PlaceOrder)
export class PlaceOrderHandler implements ICommandHandler<PlaceOrder> {
  constructor(
    private readonly orders: Orders,
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly clock: Clock,
  ) {}

  async execute({ access, input }: PlaceOrder): Promise<string> {
    const { offer, customer } = await resolvePurchase(this.queries, access, input);
    const { seats, metadata } = input;
    const order = Order.create({ offer, customerId: customer.id, seats, metadata }, billedTo(customer), this.clock.now());
    await this.commands.execute(new MarkProductSold(offer.organizationId, offer.productId));
    await this.orders.add(order);
    if (order.seats !== null) await this.commands.execute(new BecomeTeam(order.organizationId, order.customerId));
    return order.id;
  }
}

function billedTo({ billing_name, billing_address }: CustomerView): BilledTo {
  if (!billing_address) return { billingName: billing_name, billingAddress: null };
  const { postal_code, ...rest } = billing_address;
  return { billingName: billing_name, billingAddress: { ...rest, postalCode: postal_code } };
}
