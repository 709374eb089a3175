import { AggregateRoot, newId } from '#kernel';
import { bargain } from './offer.ts';
import { OrderCreated, OrderPaid } from './order.events.ts';
import { demandSeats, type Metadata, type NewPurchase, productProblem } from './purchase.ts';

/** Whom the bill of an order names; it stays, whatever becomes of the customer. */
export interface BilledTo {
  readonly billingName: string | null;
  readonly billingAddress: object | null;
}

/** What one price of the product came to. */
export interface OrderItem {
  readonly id: string;
  readonly price_id: string;
  readonly amount: number;
}

/** A product that a customer has bought once, and keeps. The sale itself happened elsewhere. */
export class Order extends AggregateRoot {
  readonly id!: string;
  readonly organizationId!: string;
  readonly customerId!: string;
  readonly productId!: string;
  readonly description!: string;
  readonly items!: readonly OrderItem[];
  readonly currency!: string;
  readonly amount!: number;
  readonly seats!: number | null;
  readonly metadata!: Metadata;
  readonly status!: 'paid';
  readonly billingName!: string | null;
  readonly billingAddress!: object | null;
  readonly createdAt!: Date;

  static place({ customerId, offer, seats, metadata }: NewPurchase, billedTo: BilledTo, now: Date): Order {
    const { organizationId, productId, name, recurring } = offer;
    if (recurring) throw productProblem('Product is a recurring product.', offer);
    demandSeats(offer, seats);
    const { parts, ...agreed } = bargain(offer, seats);
    const order = Object.create(Order.prototype) as Order;
    Object.assign(order, {
      id: newId(),
      organizationId,
      customerId,
      productId,
      description: name,
      metadata,
      ...agreed,
      items: parts.map(({ priceId, amount: cost }) => ({ id: newId(), price_id: priceId, amount: cost })),
      ...billedTo,
      status: 'paid',
      createdAt: now,
    });
    order.record(new OrderCreated(order, now));
    order.record(new OrderPaid(order, now));
    return order;
  }
}
