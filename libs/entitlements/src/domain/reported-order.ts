import type { OrderItem } from './order-details.ts';
import { differingFacts, type ReportedFacts } from './purchase.ts';

/** The facts of an order that is reported again. */
export interface ReportedOrder extends ReportedFacts {
  /** The only product. */
  readonly productId?: string;
  /** The price of the only product. */
  readonly priceId?: string;
  readonly items?: readonly {
    readonly productId: string;
    readonly quantity: number;
    readonly amount?: number;
    readonly priceId?: string;
  }[];
  readonly subscriptionId?: string;
}

/** What is compared with a report. */
interface StoredOrder extends Stored {
  readonly productId: string;
  readonly furtherProductIds: readonly string[];
  readonly subscriptionId: string | null;
  readonly items: readonly OrderItem[];
}

type Stored = Parameters<typeof differingFacts>[1];

/** The names of what was reported differently the first time. */
export function differencesOf(order: StoredOrder, reported: ReportedOrder, isSameCustomer: boolean): string[] {
  const { productId, priceId, items, subscriptionId, ...facts } = reported;
  const isSameProduct =
    productId === undefined ||
    (order.subscriptionId === null && order.furtherProductIds.length === 0 && order.productId === productId);
  return [
    ...(isSameProduct ? [] : ['product']),
    ...(hasPrice(order.items, priceId) ? [] : ['price']),
    ...(items === undefined || hasSameItems(order, items) ? [] : ['items']),
    ...(order.subscriptionId === (subscriptionId ?? null) ? [] : ['subscription']),
    ...(isSameCustomer ? [] : ['customer']),
    ...differingFacts(facts, order),
  ];
}

/** True as well if no price is named. */
const hasPrice = (items: readonly OrderItem[], priceId: string | undefined): boolean =>
  priceId === undefined || items.some(({ price_id }) => price_id === priceId);

/** Whether the lines of the order are these. An amount that is left out is not compared. */
function hasSameItems(
  order: { readonly productId: string; readonly items: readonly OrderItem[] },
  reported: NonNullable<ReportedOrder['items']>,
): boolean {
  const byLine = Map.groupBy(order.items, ({ line = 0 }) => line);
  return (
    byLine.size === reported.length &&
    reported.every(({ productId, quantity, amount, priceId }, line) => {
      const stored = byLine.get(line)!;
      const total = stored.reduce((sum, item) => sum + item.amount, 0);
      const [first] = stored;
      const isSame = (first?.product_id ?? order.productId) === productId && (first?.quantity ?? 1) === quantity;
      return isSame && hasPrice(stored, priceId) && (amount === undefined || amount === total);
    })
  );
}
