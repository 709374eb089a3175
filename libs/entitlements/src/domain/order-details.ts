import { type FieldError, newId } from '#kernel';
import { type Offer, type Quote, quote, seatTiersOf } from './offer.ts';
import { assertPrice, assertPriced, assertSeats, productError, type PurchaseDetails } from './purchase.ts';

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
  /** One of the product, in the currency of the order. */
  readonly priceId?: string;
  /** The name of the product by default. */
  readonly description?: string;
}

/** What all kinds of orders have. */
export interface OrderDetails extends PurchaseDetails {
  readonly currency?: string;
  /** When it was bought, if that was earlier. */
  readonly purchasedAt?: Date | null;
  readonly status?: 'paid' | 'pending';
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

/** Why an order was made: to buy a product, or to pay for a subscription. */
export type BillingReason = 'purchase' | 'subscription_create' | 'subscription_cycle' | 'subscription_update';

/** What an order is about, apart from people and payment. */
export interface OrderedThings {
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

type StoredThings = Pick<OrderedThings, 'productId' | 'furtherProductIds' | 'seats' | 'items'>;

function assertOrderable({ offer, path, quantity, amount, priceId }: OrderLine, { seats, currency, lines }: NewOrder): void {
  const price = { amount, currency: currency ?? currencyOf(lines) };
  if (offer.recurring) throw productError('Product is a recurring product.', offer, path);
  assertPrice(offer, { priceId, currency: price.currency }, path);
  if (path.length > 0) {
    if (seatTiersOf(offer))
      throw productError('A product that is sold by seats is ordered with `product_id` and `seats`.', offer, path);
    if (amount === undefined && !hasPriceIn(offer, price.currency)) {
      throw productError(`The product has no price in ${price.currency}, so the amount has to be reported.`, offer, path);
    }
    return;
  }
  assertPriced(offer, { amount, currency });
  assertSeats(offer, seats, { ...price, quantity });
}

const hasPriceIn = ({ prices }: Offer, currency: string): boolean =>
  prices.length === 0 || prices.some((price) => price.currency === currency);

const currencyOf = ([first]: NewOrder['lines']): string => quote(first!.offer, null, { priceId: first!.priceId }).currency;

/** Throws if a line cannot be ordered. */
export function orderedThings(order: NewOrder): OrderedThings {
  for (const line of order.lines) assertOrderable(line, order);
  const { lines, seats, currency = currencyOf(lines) } = order;
  const quotes = lines.map(({ offer, amount, priceId }) => quote(offer, seats, { amount, currency, priceId }));
  const items = lines.flatMap(({ offer, quantity, amount: reported, description }, line) =>
    partsOf(quotes[line]!, quantity).map(({ priceId, amount }) => ({
      id: newId('order-item'),
      price_id: priceId,
      amount: reported === undefined ? amount * quantity : amount,
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
    description: descriptionOf(lines),
    items,
    currency,
    amount: items.reduce((sum, { amount }) => sum + amount, 0),
    seats: quotes[0]!.seats,
    subscriptionId: null,
    billingReason: 'purchase',
  };
}

/** A product without a price has no parts, but a quantity has to be stored. */
const partsOf = ({ parts }: Quote, quantity: number): Quote['parts'] =>
  parts.length === 0 && quantity > 1 ? [{ priceId: null, amount: 0 }] : parts;

/** How many were ordered of each product: the sum of its lines, each of which may have several items. One of what is sold by seats. */
export function quantitiesOf({ productId, furtherProductIds, seats, items }: StoredThings): ReadonlyMap<string, number> {
  const lines = [...Map.groupBy(seats === null ? items : [], ({ line = 0 }) => line).values()].map(([first]) => first!);
  const ordered = (id: string): number =>
    lines.reduce((sum, { product_id = productId, quantity = 1 }) => sum + (product_id === id ? quantity : 0), 0);
  return new Map([productId, ...furtherProductIds].map((id) => [id, Math.max(ordered(id), 1)]));
}

/** What an order is about that pays for a subscription. */
export function paidThings(payment: SubscriptionPayment): OrderedThings {
  const { organizationId, subscriptionId, productId, priceId, description, amount, currency, billingReason } = payment;
  const items = [{ id: newId('order-item'), price_id: priceId, amount, product_id: productId, label: description, quantity: 1 }];
  const product = { organizationId, productId, furtherProductIds: [], description };
  return { ...product, items, currency, amount, seats: null, subscriptionId, billingReason };
}

const NAMED_LINES = 3;

/** The first lines, and how many more there are. */
function descriptionOf(lines: readonly OrderLine[]): string {
  const names = lines.slice(0, NAMED_LINES).map(({ description, offer }) => description ?? offer.name);
  const further = lines.length - names.length;
  return names.join(', ') + (further > 0 ? ` and ${further} more` : '');
}
