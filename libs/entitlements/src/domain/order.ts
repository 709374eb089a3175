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
import { type Offer, quote, seatTiersOf } from './offer.ts';
import { OrderCreated, OrderPaid, OrderUpdated } from './order.events.ts';
import {
  assertPast,
  assertPriced,
  assertSeats,
  assertTotal,
  differingFacts,
  type Metadata,
  productError,
  type PurchaseDetails,
  type ToldFacts,
} from './purchase.ts';
import { ExternalIdConflict } from './purchase.errors.ts';

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

/** The amount of one price of a product. Orders from before there were several products have no more than the first fields. */
export interface OrderItem {
  readonly id: string;
  readonly price_id: string | null;
  readonly amount: number;
  readonly product_id?: string;
  readonly label?: string;
  readonly quantity?: number;
  /** The position of the line. */
  readonly line?: number;
}

/** A product that is ordered. */
export interface OrderLine {
  readonly offer: Offer;
  /** The path of the line in the request, for field errors. Empty for the only product of an order. */
  readonly path: FieldError['path'];
  readonly quantity: number;
  /** For the quantity, in minor units, without tax. The price of the product by default. */
  readonly amount?: number;
  /** The name of the product by default. */
  readonly description?: string;
}

/** What all kinds of orders have. */
export interface OrderDetails extends PurchaseDetails {
  readonly currency?: string;
  /** When it was bought, if that was earlier. */
  readonly purchasedAt?: Date | null;
  readonly status?: OrderStatus;
}

export interface NewOrder extends OrderDetails {
  /** At least one. */
  readonly lines: readonly OrderLine[];
  /** `null` buys the minimum, if the product is sold by seats. */
  readonly seats: number | null;
}

/** What the seller charged for a subscription. */
export interface SubscriptionPayment extends OrderDetails {
  readonly organizationId: string;
  readonly subscriptionId: string;
  readonly productId: string;
  readonly priceId: string | null;
  /** The name of the product. */
  readonly description: string;
  readonly amount: number;
  readonly currency: string;
  readonly billingReason: BillingReason;
}

/** A `pending` order brings no benefits until it is paid. */
export type OrderStatus = 'paid' | 'pending';

/** Why an order was made: to buy a product, or to pay for a subscription. */
export type BillingReason = 'purchase' | 'subscription_create' | 'subscription_cycle' | 'subscription_update';

/** The facts of an order that is told again. */
export interface ToldOrder extends ToldFacts {
  /** The only product. */
  readonly productId?: string;
  readonly items?: readonly { readonly productId: string; readonly quantity: number; readonly amount?: number }[];
  readonly subscriptionId?: string;
}

interface OrderedThings {
  readonly organizationId: string;
  readonly productId: string;
  readonly furtherProductIds: readonly string[];
  readonly description: string;
  readonly items: readonly OrderItem[];
  readonly currency: string;
  readonly amount: number;
  readonly seats: number | null;
  readonly subscriptionId: string | null;
  readonly billingReason: BillingReason;
}

/** Products that were bought once, or a payment for a subscription. The payment itself is handled outside of this service. */
export class Order extends AggregateRoot {
  readonly id: string;
  readonly organizationId: string;
  readonly customerId: string;
  /** Who gets the benefits, if it is not the buyer. */
  readonly recipientId: string | null;
  readonly externalId: string | null;
  readonly externalSource: string;
  readonly toldCustomer: string | null;
  /** The first one. */
  readonly productId: string;
  readonly furtherProductIds: readonly string[];
  /** The subscription that is paid; null for products that were bought once. */
  readonly subscriptionId: string | null;
  readonly billingReason: BillingReason;
  readonly description: string;
  readonly items: readonly OrderItem[];
  readonly currency: string;
  /** Without tax. */
  readonly amount: number;
  readonly taxAmount: number;
  /** Whether license keys are mailed; null leaves it to their benefits. */
  readonly deliverByEmail: boolean | null;
  readonly seats: number | null;
  readonly metadata: Metadata;
  status: OrderStatus;
  billingName: string | null;
  billingAddress: Address | null;
  /** When it was bought, if that was before it was told. */
  readonly purchasedAt: Date | null;
  readonly createdAt: Date;
  modifiedAt: Date | null;

  private constructor(things: OrderedThings, details: OrderDetails, billedTo: BilledTo, now: Date) {
    super();
    this.id = newId();
    this.organizationId = things.organizationId;
    this.customerId = details.customerId;
    this.recipientId = details.recipientId ?? null;
    this.externalId = details.externalId?.id ?? null;
    this.externalSource = details.externalId?.source ?? '';
    this.toldCustomer = details.toldCustomer ?? null;
    this.productId = things.productId;
    this.furtherProductIds = things.furtherProductIds;
    this.subscriptionId = things.subscriptionId;
    this.billingReason = things.billingReason;
    this.description = things.description;
    this.items = things.items;
    this.currency = things.currency;
    this.amount = things.amount;
    this.taxAmount = details.taxAmount ?? 0;
    this.deliverByEmail = details.deliverByEmail ?? null;
    this.seats = things.seats;
    this.metadata = details.metadata;
    this.status = details.status ?? 'paid';
    this.billingName = billedTo.billingName;
    this.billingAddress = billedTo.billingAddress;
    this.purchasedAt = details.purchasedAt ?? null;
    this.createdAt = now;
    this.modifiedAt = null;
  }

  static create(order: NewOrder, billedTo: BilledTo, now: Date): Order {
    for (const line of order.lines) assertOrderable(line, order);
    return Order.placed(orderedThings(order), order, billedTo, now);
  }

  /** An order that pays for a subscription. It brings no benefits: the subscription does. */
  static ofSubscription(payment: SubscriptionPayment, billedTo: BilledTo, now: Date): Order {
    const { organizationId, subscriptionId, productId, priceId, description, amount, currency, billingReason } = payment;
    const items = [{ id: newId(), price_id: priceId, amount, product_id: productId, label: description, quantity: 1 }];
    const product = { organizationId, productId, furtherProductIds: [], description };
    const things = { ...product, items, currency, amount, seats: null, subscriptionId, billingReason };
    return Order.placed(things, payment, billedTo, now);
  }

  private static placed(things: OrderedThings, details: OrderDetails, billedTo: BilledTo, now: Date): Order {
    assertTotal(things.amount, details.taxAmount);
    if (details.purchasedAt) assertPast('purchasedAt', details.purchasedAt, now);
    const order = new Order(things, details, billedTo, now);
    order.record(new OrderCreated(order, now));
    if (order.status === 'paid') order.record(new OrderPaid(order, now));
    return order;
  }

  /** Who gets the benefits. */
  get beneficiaryId(): string {
    return this.recipientId ?? this.customerId;
  }

  get productIds(): readonly string[] {
    return [this.productId, ...this.furtherProductIds];
  }

  /** True while the customer is entitled to what was bought. */
  get entitles(): boolean {
    return this.status === 'paid' && this.subscriptionId === null;
  }

  /** The invoice was paid. Records nothing if the order is paid already. */
  markPaid(now: Date): void {
    if (this.status === 'paid') return;
    this.status = 'paid';
    this.modifiedAt = now;
    this.record(new OrderUpdated(this, now, ['status']));
    this.record(new OrderPaid(this, now));
  }

  /** Throws `ExternalIdConflict` if the order was told with other facts the first time. */
  assertToldAs(told: ToldOrder, isSameCustomer: boolean): void {
    const { productId, items, subscriptionId, ...facts } = told;
    const isSameProduct =
      productId === undefined || (this.subscriptionId === null && this.furtherProductIds.length === 0 && this.productId === productId);
    const differing = [
      ...(isSameProduct ? [] : ['product']),
      ...(items === undefined || this.hasItems(items) ? [] : ['items']),
      ...(this.subscriptionId === (subscriptionId ?? null) ? [] : ['subscription']),
      ...(isSameCustomer ? [] : ['customer']),
      ...differingFacts(facts, this),
    ];
    if (differing.length > 0) throw new ExternalIdConflict(differing);
  }

  private hasItems(told: NonNullable<ToldOrder['items']>): boolean {
    const byLine = Map.groupBy(this.items, ({ line = 0 }) => line);
    return (
      byLine.size === told.length &&
      told.every(({ productId, quantity, amount }, line) => {
        const stored = byLine.get(line)!;
        const total = stored.reduce((sum, item) => sum + item.amount, 0);
        const [first] = stored;
        const isSame = (first?.product_id ?? this.productId) === productId && (first?.quantity ?? 1) === quantity;
        return isSame && (amount === undefined || amount === total);
      })
    );
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

function assertOrderable({ offer, path, amount }: OrderLine, { seats, currency, lines }: NewOrder): void {
  const price = { amount, currency: currency ?? currencyOf(lines) };
  if (offer.recurring) throw productError('Product is a recurring product.', offer, path);
  if (path.length > 0) {
    if (seatTiersOf(offer)) throw productError('A product that is sold by seats is ordered with `product_id` and `seats`.', offer, path);
    if (amount === undefined && !hasPriceIn(offer, price.currency)) {
      throw productError(`The product has no price in ${price.currency}, so the amount has to be told.`, offer, path);
    }
    return;
  }
  assertPriced(offer, { amount, currency });
  assertSeats(offer, seats, price);
}

const hasPriceIn = ({ prices }: Offer, currency: string): boolean =>
  prices.length === 0 || prices.some((price) => price.currency === currency);

const currencyOf = ([first]: NewOrder['lines']): string => quote(first!.offer, null).currency;

function orderedThings({ lines, seats, currency = currencyOf(lines) }: NewOrder): OrderedThings {
  const quotes = lines.map(({ offer, amount }) => quote(offer, seats, { amount, currency }));
  const items = lines.flatMap(({ offer, quantity, amount: told, description }, line) =>
    quotes[line]!.parts.map(({ priceId, amount }) => ({
      id: newId(),
      price_id: priceId,
      amount: told === undefined ? amount * quantity : amount,
      product_id: offer.productId,
      label: description ?? offer.name,
      quantity,
      line,
    })),
  );
  const [{ offer }] = lines as readonly [OrderLine, ...OrderLine[]];
  return {
    organizationId: offer.organizationId,
    productId: offer.productId,
    furtherProductIds: [...new Set(lines.map((each) => each.offer.productId))].slice(1),
    description: lines.map((each) => each.description ?? each.offer.name).join(', '),
    items,
    currency,
    amount: items.reduce((sum, { amount }) => sum + amount, 0),
    seats: quotes[0]!.seats,
    subscriptionId: null,
    billingReason: 'purchase',
  };
}
