import type { KeyStatus } from '../context.ts';
import { oneIn, type Search, textIn } from '../search-parameters.ts';

export const KEY_SORTS = ['-created_at', 'created_at', 'expires_at', '-expires_at'] as const;
export type KeySort = (typeof KEY_SORTS)[number];
export const EXPIRIES = ['ahead', 'past', 'week', 'month'] as const;
type Expiry = (typeof EXPIRIES)[number];
export const STATUSES = ['granted', 'disabled', 'revoked'] as const satisfies readonly KeyStatus[];

/** What the address of the list of keys says. */
export interface KeysSearch {
  readonly query?: string;
  readonly status?: KeyStatus;
  readonly benefit?: string;
  readonly customer?: string;
  readonly expiry?: Expiry;
  readonly limit?: 'over';
  readonly tag?: string;
  readonly sort?: KeySort;
}

export const readKeysSearch = (search: Search): KeysSearch => ({
  query: textIn(search['query']),
  status: oneIn(STATUSES, search['status']),
  benefit: textIn(search['benefit']),
  customer: textIn(search['customer']),
  expiry: oneIn(EXPIRIES, search['expiry']),
  limit: oneIn(['over'] as const, search['limit']),
  tag: textIn(search['tag']),
  sort: oneIn(KEY_SORTS, search['sort']),
});

const DAY_MS = 86_400_000;
/** How far ahead a range ends. */
const DAYS = { past: 0, week: 7, month: 30 };

/** The parameters of a search for keys. A range of expiry has its own order. */
export function keyFilter({ query, status, benefit, customer, expiry, limit, tag, sort }: KeysSearch, now: Date) {
  const at = (days: number): string => new Date(now.getTime() + days * DAY_MS).toISOString();
  const range = expiry && {
    ...(expiry === 'ahead' ? {} : { expires_before: at(DAYS[expiry]) }),
    ...(expiry === 'past' ? {} : { expires_after: at(0) }),
  };
  const over = limit && { is_over_limit: true };
  const sorting = expiry && !sort?.endsWith('expires_at') ? 'expires_at' : (sort ?? '-created_at');
  return {
    filter: {
      query,
      status,
      benefit_id: benefit,
      customer_id: customer,
      tag: tag === undefined ? undefined : [tag],
      ...range,
      ...over,
    },
    sorting: sorting satisfies KeySort,
  };
}
