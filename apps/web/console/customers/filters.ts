import { oneIn, pageIn, type Search, textIn } from '../search-parameters.ts';

const ACTIVITIES = ['active', 'inactive'] as const;
export const CUSTOMER_SORTS = ['-created_at', 'created_at', 'name', 'email'] as const;

/** What the address of the list of customers says. */
export interface CustomersSearch {
  readonly query?: string;
  /** Whether they have an active subscription. */
  readonly activity?: (typeof ACTIVITIES)[number];
  readonly sort?: (typeof CUSTOMER_SORTS)[number];
  readonly page?: number;
}

export const readCustomersSearch = (search: Search): CustomersSearch => ({
  query: textIn(search['query']),
  activity: oneIn(ACTIVITIES, search['activity']),
  sort: oneIn(CUSTOMER_SORTS, search['sort']),
  page: pageIn(search['page']),
});
