import { CommandBus, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { FindProducts } from '#catalog/contract';
import { Access } from '#kernel';
import { PlaceProvidedOrder, RecordProvidedPayment } from '../contract/report-provided-purchases.ts';
import { seatTiersOf } from '../domain/offer.ts';
import { PlaceOrder } from './place-order.ts';
import { RecordSubscriptionPayment } from './record-subscription-payment.ts';
import { mayRenew } from './renewed-license-key.ts';
import { offerOf } from './offer-of-product.ts';

const accessTo = (organizationId: string): Access => new Access([organizationId], [organizationId], 'purchases');

@CommandHandler(PlaceProvidedOrder)
export class PlaceProvidedOrderHandler implements ICommandHandler<PlaceProvidedOrder> {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  async execute({ order: { organizationId, customerId, items, ...order } }: PlaceProvidedOrder): Promise<string> {
    const [first] = items;
    const products = await this.queries.execute(new FindProducts([...new Set(items.map(({ productId }) => productId))]));
    const product = products.get(first!.productId);
    const isOfSeats = items.length === 1 && product !== undefined && seatTiersOf(offerOf(product)) !== null;
    const things = isOfSeats
      ? { productId: first!.productId, amount: first!.amount, seats: first!.quantity }
      : { items, seats: null };
    const { renewsLicenseKeyId: chosen, giftTo, ...facts } = order;
    const buyer = { organization_id: organizationId, id: customerId };
    const isOwn =
      chosen !== undefined && giftTo === undefined && (await mayRenew(this.queries, buyer, [...products.values()], chosen));
    const gift = giftTo === undefined ? {} : { recipient: { toEnsure: { email: giftTo } }, isGift: true };
    const renewal = { renewsLicenseKeyId: isOwn ? chosen : undefined };
    const input = { ...facts, ...things, customer: { id: customerId }, ...gift, ...renewal };
    return (await this.commands.execute(new PlaceOrder(accessTo(organizationId), input))).id;
  }
}

@CommandHandler(RecordProvidedPayment)
export class RecordProvidedPaymentHandler implements ICommandHandler<RecordProvidedPayment> {
  constructor(private readonly commands: CommandBus) {}

  async execute({ payment: { organizationId, reason, ...payment } }: RecordProvidedPayment): Promise<string> {
    const input = { ...payment, billingReason: reason };
    return (await this.commands.execute(new RecordSubscriptionPayment(accessTo(organizationId), input))).id;
  }
}
