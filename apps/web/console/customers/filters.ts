import { endOfDay, startOfDay } from '../../../../libs/support/src/days/days.ts';
import { dayIn, oneIn, pageIn, type Search, textIn } from '../search-parameters.ts';

const ACTIVITIES = ['active', 'inactive'] as const;
const CHANGES = ['new', 'lost'] as const;
export const CUSTOMER_SORTS = ['-created_at', 'created_at', 'name', 'email'] as const;

/** What the address of the list of customers says. */
export interface CustomersSearch {
  readonly query?: string;
  /** Whether they have an active subscription. */
  readonly activity?: (typeof ACTIVITIES)[number];
  /** Customers who bought for the first time, or lost their last subscription, in a period. */
  readonly change?: (typeof CHANGES)[number];
  /** The first and the last day of the period, in the time zone of the organization. */
  readonly from?: string;
  readonly to?: string;
  readonly tag?: string;
  readonly sort?: (typeof CUSTOMER_SORTS)[number];
  readonly page?: number;
}

export const readCustomersSearch = (search: Search): CustomersSearch => ({
  query: textIn(search['query']),
  activity: oneIn(ACTIVITIES, search['activity']),
  change: oneIn(CHANGES, search['change']),
  from: dayIn(search['from']),
  to: dayIn(search['to']),
  tag: textIn(search['tag']),
  sort: oneIn(CUSTOMER_SORTS, search['sort']),
  page: pageIn(search['page']),
});

/** The parameters of a list of customers. */
export function customerFilter({ query, activity, change, from, to, tag }: CustomersSearch, timeZone: string) {
  const [after, before] = [from && startOfDay(from, timeZone), to && endOfDay(to, timeZone)];
  return {
    query,
    tag: tag === undefined ? undefined : [tag],
    active: activity && activity === 'active',
    ...(change === 'new' ? { first_purchased_after: after, first_purchased_before: before } : {}),
    ...(change === 'lost' ? { lost_after: after, lost_before: before } : {}),
  };
}
