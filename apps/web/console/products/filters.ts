import { oneIn, pageIn, type Search, textIn } from '../search-parameters.ts';

export const STATES = ['archived', 'any'] as const;
export const KINDS = ['recurring', 'once'] as const;
export const PRODUCT_SORTS = ['-created_at', 'created_at', 'name', '-name', 'price_amount', '-price_amount'] as const;
export type ProductSort = (typeof PRODUCT_SORTS)[number];

/** What the address of the list of products says. Without a state, products that can be bought are shown. */
export interface ProductsSearch {
  readonly query?: string;
  readonly state?: (typeof STATES)[number];
  readonly kind?: (typeof KINDS)[number];
  readonly sort?: ProductSort;
  readonly page?: number;
}

export const readProductsSearch = (search: Search): ProductsSearch => ({
  query: textIn(search['query']),
  state: oneIn(STATES, search['state']),
  kind: oneIn(KINDS, search['kind']),
  sort: oneIn(PRODUCT_SORTS, search['sort']),
  page: pageIn(search['page']),
});

/** The parameters of the list of products. */
export const productFilter = ({ query, state, kind }: ProductsSearch) => ({
  query,
  is_archived: state === 'any' ? undefined : state === 'archived',
  is_recurring: kind && kind === 'recurring',
});
