import type { TextSearch } from '../sales/text-filter.tsx';
import { oneIn, pageIn, type Search, textIn } from '../search-parameters.ts';

export const SUBSCRIPTION_STATUSES = ['trialing', 'active', 'past_due', 'paused', 'canceled'] as const;
export type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number];
const ENDINGS = ['yes', 'no'] as const;
export const SUBSCRIPTION_SORTS = ['-started_at', 'started_at', 'current_period_end', '-ended_at', '-amount', 'amount'] as const;

/** What the address of the list of subscriptions says. */
export interface SubscriptionsSearch extends TextSearch {
  readonly status?: SubscriptionStatus;
  readonly product?: string;
  /** Whether they end with the current period. */
  readonly ending?: (typeof ENDINGS)[number];
  readonly sort?: (typeof SUBSCRIPTION_SORTS)[number];
  readonly page?: number;
}

export const readSubscriptionsSearch = (search: Search): SubscriptionsSearch => ({
  query: textIn(search['query']),
  customer: textIn(search['customer']),
  status: oneIn(SUBSCRIPTION_STATUSES, search['status']),
  product: textIn(search['product']),
  ending: oneIn(ENDINGS, search['ending']),
  sort: oneIn(SUBSCRIPTION_SORTS, search['sort']),
  page: pageIn(search['page']),
});
