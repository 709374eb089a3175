import type { TextSearch } from '../sales/text-filter.tsx';
import { oneIn, type Search, textIn } from '../search-parameters.ts';

const PURCHASES = ['subscription', 'order'] as const;
export type PurchaseKind = (typeof PURCHASES)[number];
export const POOL_SORTS = ['-created_at', 'created_at'] as const;

/** What the address of the list of seat pools says. */
export interface SeatsSearch extends TextSearch {
  readonly purchase?: PurchaseKind;
  readonly sort?: (typeof POOL_SORTS)[number];
}

export const readSeatsSearch = (search: Search): SeatsSearch => ({
  query: textIn(search['query']),
  customer: textIn(search['customer']),
  purchase: oneIn(PURCHASES, search['purchase']),
  sort: oneIn(POOL_SORTS, search['sort']),
});

/** The kind of purchase in the path of a pool. */
export const purchaseIn = (text: string): PurchaseKind => oneIn(PURCHASES, text) ?? 'subscription';
