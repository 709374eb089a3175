import { type CountedRows, givenFilters } from '#engine/persistence';

/** Count by `all`, by `status …` and by `product …`. An order of several products has the facet of each. */
export const COUNTED_ORDERS: CountedRows = 'entitlements.counted_orders';
export const COUNTED_SUBSCRIPTIONS: CountedRows = 'entitlements.counted_subscriptions';
/** Counts by `all` and by `benefit …`. */
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

/** The same of benefit grants. */
export function facetsOfGrants(filter: { readonly benefit_id?: string }): readonly string[] | undefined {
  const [given, ...others] = givenFilters(filter);
  if (given === undefined) return ['all'];
  return given === 'benefit_id' && others.length === 0 ? [`benefit ${filter.benefit_id!.toLowerCase()}`] : undefined;
}
