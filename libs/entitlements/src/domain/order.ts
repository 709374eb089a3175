import {
  type Address,
  AggregateRoot,
  fieldError,
  ValidationFailed,
  newId,
  type FieldError,
  invalidState,
  withKnownState,
} from '#kernel';
import { quote } from './offer.ts';
import { OrderCreated, OrderPaid, OrderUpdated } from './order.events.ts';
import { assertSeats, type Metadata, type NewPurchase, productError } from './purchase.ts';

/** Name and address on the invoice. Kept with the order, independently of the customer. */
export interface BilledTo {
  readonly billingName: string | null;
  readonly billingAddress: Address | null;
}

/** `undefined` and `null` leave a value unchanged. */
export interface BillingCorrections {
  readonly billingName?: string | null;
  /** Replaces the address as a whole. */
  readonly billingAddress?: Address | null;
}

/** The amount of one price of the product. */
export interface OrderItem {
  readonly id: string;
  readonly price_id: string;
  readonly amount: number;
}

/** A one-time purchase of a product. The payment itself is handled outside of this service. */
export class Order extends AggregateRoot {
  readonly id: string;
  readonly organizationId: string;
  readonly customerId: string;
  readonly productId: string;
  readonly description: string;
  readonly items: readonly OrderItem[];
  readonly currency: string;
  readonly amount: number;
  readonly seats: number | null;
  readonly metadata: Metadata;
  readonly status: 'paid';
  billingName: string | null;
  billingAddress: Address | null;
  readonly createdAt: Date;
  modifiedAt: Date | null;

  private constructor({ customerId, offer, seats, metadata }: NewPurchase, billedTo: BilledTo, now: Date) {
    super();
    const agreed = quote(offer, seats);
    this.id = newId('order');
    this.organizationId = offer.organizationId;
    this.customerId = customerId;
    this.productId = offer.productId;
    this.description = offer.name;
    this.items = agreed.parts.map(({ priceId, amount }) => ({ id: newId('order-item'), price_id: priceId, amount }));
    this.currency = agreed.currency;
    this.amount = agreed.amount;
    this.seats = agreed.seats;
    this.metadata = metadata;
    this.status = 'paid';
    this.billingName = billedTo.billingName;
    this.billingAddress = billedTo.billingAddress;
    this.createdAt = now;
    this.modifiedAt = null;
  }

  static create(purchase: NewPurchase, billedTo: BilledTo, now: Date): Order {
    const { offer, seats } = purchase;
    if (offer.recurring) throw productError('Product is a recurring product.', offer);
    assertSeats(offer, seats);
    const order = new Order(purchase, billedTo, now);
    order.record(new OrderCreated(order, now));
    order.record(new OrderPaid(order, now));
    return order;
  }

  /** Updates the billing details. Country and state cannot change once they are known. Records nothing if no value changes. */
  correctBilling({ billingName, billingAddress: sent }: BillingCorrections, now: Date): void {
    const address = sent ? withKnownState(sent) : this.billingAddress;
    if (address === undefined) throw new ValidationFailed([invalidState(sent!)]);
    ValidationFailed.throwIfAny(this.errorsOfAddress(address));
    const isRenamed = (billingName ?? this.billingName) !== this.billingName;
    const changesRegion = JSON.stringify(partsOf(address)) !== JSON.stringify(partsOf(this.billingAddress));
    if (!isRenamed && !changesRegion) return;
    this.billingName = billingName ?? this.billingName;
    this.billingAddress = address;
    this.modifiedAt = now;
    const changed = [...(isRenamed ? (['billing_name'] as const) : []), ...(changesRegion ? (['billing_address'] as const) : [])];
    this.record(new OrderUpdated(this, now, changed));
  }

  private errorsOfAddress(address: Address | null): FieldError[] {
    return (['country', 'state'] as const)
      .filter((part) => (this.billingAddress?.[part] ?? address?.[part]) !== address?.[part])
      .map((part) => fieldError(['billingAddress', part], `The ${part} of an order cannot be changed.`, address?.[part]));
  }
}

const partsOf = (address: Address | null) =>
  address && [address.line1, address.line2, address.postalCode, address.city, address.state, address.country];
