import { endOfDay, startOfDay } from '../../../../libs/support/src/days/days.ts';
import type { TextSearch } from '../sales/text-filter.tsx';
import { dayIn, oneIn, pageIn, type Search, textIn } from '../search-parameters.ts';

export const ORDER_STATUSES = ['paid', 'pending', 'partially_refunded', 'refunded', 'void'] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];
/** The statuses of orders that revenue consists of. */
const EARNED: readonly OrderStatus[] = ['paid', 'partially_refunded', 'refunded'];
const BILLING_REASONS = [
  'purchase',
  'subscription_create',
  'subscription_cycle',
  'subscription_update',
  'subscription_meter_cycle',
] as const;
export const ORDER_SORTS = ['-purchased_at', 'purchased_at', '-total_amount', 'total_amount'] as const;

/** What the address of the list of orders says. */
export interface OrdersSearch extends TextSearch {
  readonly status?: OrderStatus | 'earned';
  readonly product?: string;
  readonly subscription?: string;
  readonly reason?: (typeof BILLING_REASONS)[number];
  /** The first and the last day on which they were bought, in the time zone of the organization. */
  readonly from?: string;
  readonly to?: string;
  readonly tag?: string;
  readonly sort?: (typeof ORDER_SORTS)[number];
  readonly page?: number;
}

export const readOrdersSearch = (search: Search): OrdersSearch => ({
  query: textIn(search['query']),
  customer: textIn(search['customer']),
  status: oneIn([...ORDER_STATUSES, 'earned'], search['status']),
  product: textIn(search['product']),
  subscription: textIn(search['subscription']),
  reason: oneIn(BILLING_REASONS, search['reason']),
  from: dayIn(search['from']),
  to: dayIn(search['to']),
  tag: textIn(search['tag']),
  sort: oneIn(ORDER_SORTS, search['sort']),
  page: pageIn(search['page']),
});

/** The parameters of a list of orders. */
export const orderFilter = (
  { customer, query, status, product, subscription, reason, from, to, tag }: OrdersSearch,
  timeZone: string,
) => ({
  customer_id: customer ? [customer] : undefined,
  query: customer ? undefined : query,
  status: status === 'earned' ? [...EARNED] : status && [status],
  product_id: product ? [product] : undefined,
  subscription_id: subscription ? [subscription] : undefined,
  billing_reason: reason && [reason],
  tag: tag === undefined ? undefined : [tag],
  purchased_after: from && startOfDay(from, timeZone),
  purchased_before: to && endOfDay(to, timeZone),
});
