import { type Address, AggregateRoot, ValidationFailed, newId, type FieldError, invalidState, withKnownState } from '#kernel';
import { quote } from './offer.ts';
import { OrderCreated, OrderPaid, OrderUpdated } from './order.events.ts';
import { assertSeats, type Metadata, type NewPurchase, productProblem } from './purchase.ts';

/** Whom the bill of an order names; it stays, whatever becomes of the customer. */
export interface BilledTo {
  readonly billingName: string | null;
  readonly billingAddress: Address | null;
}

/** What is undefined or null stays as it is. */
export interface BillCorrections {
  readonly billingName?: string | null;
  /** Replaces the whole one before it. */
  readonly billingAddress?: Address | null;
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
  readonly billingAddress!: Address | null;
  readonly createdAt!: Date;
  readonly modifiedAt!: Date | null;

  static place({ customerId, offer, seats, metadata }: NewPurchase, billedTo: BilledTo, now: Date): Order {
    const { organizationId, productId, name, recurring } = offer;
    if (recurring) throw productProblem('Product is a recurring product.', offer);
    assertSeats(offer, seats);
    const { parts, ...agreed } = quote(offer, seats);
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
      modifiedAt: null,
    });
    order.record(new OrderCreated(order, now));
    order.record(new OrderPaid(order, now));
    return order;
  }
  /** Corrects whom the bill names. Country and state stay, once they are known. What is the same as before is told to nobody. */
  correctBill({ billingName, billingAddress: sent }: BillCorrections, at: Date): void {
    const address = sent ? withKnownState(sent) : this.billingAddress;
    if (address === undefined) throw new ValidationFailed([invalidState(sent!)]);
    const problems = this.problemsOfMoveTo(address);
    if (problems.length > 0) throw new ValidationFailed(problems);
    const isRenamed = (billingName ?? this.billingName) !== this.billingName;
    const isMoved = JSON.stringify(partsOf(address)) !== JSON.stringify(partsOf(this.billingAddress));
    if (!isRenamed && !isMoved) return;
    Object.assign(this, { billingName: billingName ?? this.billingName, billingAddress: address, modifiedAt: at });
    const changed = [...(isRenamed ? (['billing_name'] as const) : []), ...(isMoved ? (['billing_address'] as const) : [])];
    this.record(new OrderUpdated(this, at, changed));
  }

  private problemsOfMoveTo(address: Address | null): FieldError[] {
    return (['country', 'state'] as const)
      .filter((part) => (this.billingAddress?.[part] ?? address?.[part]) !== address?.[part])
      .map((part) => ({
        at: ['billingAddress', part],
        message: `The ${part} of an order cannot be changed.`,
        type: 'value_error',
        input: address?.[part],
      }));
  }
}

const partsOf = (address: Address | null) =>
  address && [address.line1, address.line2, address.postalCode, address.city, address.state, address.country];
