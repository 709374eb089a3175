import { type RawBuilder, sql } from 'kysely';
import type { PurchaseViews } from '../needs/find-purchase-views.ts';

/** The customers of a period, both ends included: those whose first purchase was in it, and those who were lost in it. */
export interface PeriodFilter {
  readonly first_purchased_after?: Date;
  readonly first_purchased_before?: Date;
  readonly lost_after?: Date;
  /** Always with `lost_after`. */
  readonly lost_before?: Date;
}

type Sql = RawBuilder<unknown>;

/** Whether the customer has a row of a view, on which all conditions hold. */
const has = (view: string, ...conditions: readonly Sql[]): Sql => sql`exists (select from ${sql.table(view)} as f
  where f.organization_id = customers.organization_id and f.customer_id = customers.id and ${sql.join(conditions, sql` and `)})`;

function within(column: string, after: Date | undefined, before: Date | undefined): Sql[] {
  const value = sql.ref(column);
  return [
    ...(after ? [sql`${value} >= ${after}::timestamptz`] : []),
    ...(before ? [sql`${value} <= ${before}::timestamptz`] : []),
  ];
}

/** Paid orders count. */
function firstPurchased({ first_purchased_after: after, first_purchased_before: before }: PeriodFilter, orders: string): Sql[] {
  if (!after && !before) return [];
  const bought = has(orders, ...within('f.purchased_at', after, before));
  return after ? [bought, sql`not ${has(orders, sql`f.purchased_at < ${after}::timestamptz`)}`] : [bought];
}

/** A subscription of theirs ceased to be active in the period, and none is active at its end. */
function lost({ lost_after: after, lost_before: before }: PeriodFilter, subscriptions: string): Sql[] {
  if (!before) return [];
  const ceased = has(subscriptions, ...within('f.inactive_at', after, before));
  const isActive = sql`f.started_at <= ${before}::timestamptz and (f.inactive_at is null or f.inactive_at > ${before}::timestamptz)`;
  return [ceased, sql`not ${has(subscriptions, isActive)}`];
}

/** The conditions on a customer of a period. */
export const ofPeriod = (filter: PeriodFilter, { paidOrders, subscriptions }: PurchaseViews): Sql[] => [
  ...firstPurchased(filter, paidOrders),
  ...lost(filter, subscriptions),
];
