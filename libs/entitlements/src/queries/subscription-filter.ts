import { type RawBuilder, sql } from 'kysely';
import type { MetadataFilter } from '#platform/http';
import { anyOf, metadataMatches } from '#engine/persistence';
import { SUBSCRIPTION_STATUSES } from '../views/purchase-statuses.view.ts';
import { type FoundPurchases, isFoundPurchase } from './purchase-finder.ts';

/** Values of one filter are alternatives; different filters are combined with AND. */
export interface SubscriptionFilter {
  readonly organization_id?: readonly string[];
  readonly product_id?: readonly string[];
  readonly customer_id?: readonly string[];
  readonly external_customer_id?: readonly string[];
  readonly recipient_id?: readonly string[];
  readonly external_id?: string;
  readonly external_source?: string;
  readonly discount_id?: readonly string[];
  readonly active?: boolean;
  readonly status?: readonly string[];
  readonly cancel_at_period_end?: boolean;
  readonly customer_cancellation_reason?: readonly string[];
  readonly canceled_at_after?: Date;
  readonly canceled_at_before?: Date;
  readonly started_after?: Date;
  readonly started_before?: Date;
  readonly metadata?: MetadataFilter;
  /** A part of the number, of the name of the product, or of what is known of the customer. */
  readonly query?: string;
}

/** The filter with the organizations that the caller may see, and with the customers of both of its filters by customer. */
export interface WantedSubscriptions extends Omit<
  SubscriptionFilter,
  'organization_id' | 'customer_id' | 'external_customer_id' | 'query'
> {
  readonly organizations: readonly string[];
  readonly customer_id: readonly string[] | undefined;
  readonly found?: FoundPurchases | undefined;
  /** The subscriptions with the metadata, if they are few. */
  readonly ids?: readonly string[];
  /** What counts have of the subscriptions, if they have all that is asked. */
  readonly facets?: readonly string[] | undefined;
}

const CURRENT_STATUSES: ReadonlySet<string> = new Set(['active', 'trialing']);
const CURRENT = sql`status in ('active', 'trialing')`;

/** The conditions on a subscription that is wanted. */
export function conditionsOf(filter: WantedSubscriptions): RawBuilder<unknown> {
  const all: RawBuilder<unknown>[] = [anyOf('organization_id', filter.organizations)];
  if (filter.ids) all.push(anyOf('id', filter.ids));
  if (filter.product_id) all.push(anyOf('product_id', filter.product_id));
  if (filter.customer_id) all.push(anyOf('customer_id', filter.customer_id));
  if (filter.recipient_id) all.push(anyOf('recipient_id', filter.recipient_id));
  if (filter.external_id !== undefined) all.push(sql`external_id = ${filter.external_id}`);
  if (filter.external_source !== undefined) all.push(sql`external_source = ${filter.external_source}`);
  if (filter.discount_id) all.push(sql`false`);
  if (filter.active !== undefined) all.push(filter.active ? CURRENT : sql`not (${CURRENT})`);
  if (filter.status) all.push(sql`status = any(${filter.status}::text[])`);
  if (filter.cancel_at_period_end !== undefined) all.push(sql`cancel_at_period_end = ${filter.cancel_at_period_end}`);
  const reasons = filter.customer_cancellation_reason;
  if (reasons) all.push(sql`customer_cancellation_reason = any(${reasons}::text[])`);
  if (filter.canceled_at_after) all.push(sql`canceled_at >= ${filter.canceled_at_after}`);
  if (filter.canceled_at_before) all.push(sql`canceled_at <= ${filter.canceled_at_before}`);
  if (filter.started_after) all.push(sql`started_at >= ${filter.started_after}`);
  if (filter.started_before) all.push(sql`started_at <= ${filter.started_before}`);
  if (filter.metadata) all.push(metadataMatches(filter.metadata));
  if (filter.found) all.push(isFoundPurchase('subscriptions', filter.found, (ids) => anyOf('product_id', ids)));
  return sql.join(all, sql` and `);
}

/** The statuses that are asked for, by themselves or by activity; undefined for all. */
export function statusesOf({ active, status }: SubscriptionFilter): readonly string[] | undefined {
  if (active === undefined) return status && [...new Set(status)];
  return SUBSCRIPTION_STATUSES.filter((each) => CURRENT_STATUSES.has(each) === active && (!status || status.includes(each)));
}
