import { type CountedRows, givenFilters } from '#engine/persistence';

/** Count by `all`, by `status …` and by `product …`. An order of several products has the facet of each. */
export const COUNTED_ORDERS: CountedRows = 'entitlements.counted_orders';
export const COUNTED_SUBSCRIPTIONS: CountedRows = 'entitlements.counted_subscriptions';
/** Counts by `granted` and `not granted`, and with a benefit by `… granted` and `… not granted`. */
export const COUNTED_GRANTS: CountedRows = 'entitlements.counted_grants';

interface PurchaseFilter {
  readonly status?: readonly string[] | undefined;
  readonly product_id?: readonly string[];
}

/** What counts have of the purchases; undefined if they have not all that is asked: purchases of several products could be counted twice. */
export function facetsOfPurchases(filter: PurchaseFilter): readonly string[] | undefined {
  const [given, ...others] = givenFilters(filter);
  if (given === undefined) return ['all'];
  if (others.length > 0) return undefined;
  if (given === 'status') return filter.status!.map((status) => `status ${status}`);
  return given === 'product_id' && filter.product_id!.length === 1
    ? [`product ${filter.product_id![0]!.toLowerCase()}`]
    : undefined;
}

interface GrantFilter {
  readonly benefit_id?: string;
  readonly is_granted?: boolean;
}

/** The same of benefit grants. */
export function facetsOfGrants(filter: GrantFilter): readonly string[] | undefined {
  if (!givenFilters(filter).every((name) => name === 'benefit_id' || name === 'is_granted')) return undefined;
  const states = [...(filter.is_granted === false ? [] : ['granted']), ...(filter.is_granted === true ? [] : ['not granted'])];
  return filter.benefit_id === undefined ? states : states.map((state) => `${filter.benefit_id!.toLowerCase()} ${state}`);
}
