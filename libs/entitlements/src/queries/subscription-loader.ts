import { Injectable } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { FindPriceViews, FindProductViews } from '#catalog/views';
import { FindCustomers } from '#customer-portal/contract';
import type { SubscriptionRow } from '../adapters/persistence/entitlements-tables.mapping.ts';
import { SubscriptionMeters } from './subscription-meters.ts';
import type { OrderSubscriptionView } from './order.view.ts';
import type { SubscriptionView } from './subscription.view.ts';

export const SUBSCRIPTION_COLUMNS = [
  'id',
  'customer_id',
  'recipient_id',
  'external_id',
  'external_source',
  'product_id',
  'price_ids',
  'currency',
  'amount',
  'tax_amount',
  'seats',
  'quantity',
  'renews_license_key_id',
  'metadata',
  'recurring_interval',
  'recurring_interval_count',
  'started_at',
  'trial_start',
  'trial_end',
  'status',
  'current_period_start',
  'current_period_end',
  'current_meter_period_start',
  'current_meter_period_end',
  'cancel_at_period_end',
  'canceled_at',
  'ends_at',
  'ended_at',
  'past_due_at',
  'pause_at_period_end',
  'paused_at',
  'resumes_at',
  'pending_update',
  'customer_cancellation_reason',
  'customer_cancellation_comment',
  'created_at',
  'modified_at',
] as const satisfies readonly (keyof SubscriptionRow)[];

export type SubscriptionColumns = Pick<SubscriptionRow, (typeof SUBSCRIPTION_COLUMNS)[number]>;

/** Fields of the reference API for features that do not exist here: discounts, checkouts. */
const WITHOUT = {
  discount_id: null,
  checkout_id: null,
  units: null,
  custom_field_data: {},
  discount: null,
};

/** A subscription without what belongs to it. */
export function toOrderSubscription({
  price_ids: _prices,
  pending_update: _pending,
  ...row
}: SubscriptionColumns): OrderSubscriptionView {
  const { custom_field_data: _data, discount: _discount, ...without } = WITHOUT;
  const reason = row.customer_cancellation_reason as OrderSubscriptionView['customer_cancellation_reason'];
  return { ...row, ...without, external_source: row.external_source || null, customer_cancellation_reason: reason };
}

/** Loads subscriptions with their customers, products, prices and meters, in a constant number of queries. */
@Injectable()
export class SubscriptionLoader {
  constructor(
    private readonly queries: QueryBus,
    private readonly meters: SubscriptionMeters,
  ) {}

  async of(rows: readonly SubscriptionColumns[]): Promise<SubscriptionView[]> {
    const people = rows.flatMap(({ customer_id, recipient_id }) => [customer_id, ...(recipient_id ? [recipient_id] : [])]);
    const [customers, products, prices] = await Promise.all([
      this.queries.execute(new FindCustomers([...new Set(people)])),
      this.queries.execute(new FindProductViews([...new Set(rows.map(({ product_id }) => product_id))])),
      this.queries.execute(new FindPriceViews([...new Set(rows.flatMap(({ price_ids }) => price_ids))])),
    ]);
    const meters = await this.meters.of(rows, prices);
    return rows.map(({ price_ids, pending_update, ...row }) => ({
      ...row,
      ...WITHOUT,
      external_source: row.external_source || null,
      customer_cancellation_reason: row.customer_cancellation_reason as SubscriptionView['customer_cancellation_reason'],
      customer: customers.get(row.customer_id)!,
      recipient: row.recipient_id === null ? null : customers.get(row.recipient_id)!,
      product: products.get(row.product_id)!,
      prices: price_ids.flatMap((id) => prices.get(id) ?? []),
      meters: [...meters.get(row.id)!],
      pending_update: pending_update && pendingUpdateOf(pending_update, row.current_period_end),
    }));
  }
}

/** A scheduled change is replaced, never modified, and applies at the end of the period whenever that is. */
const pendingUpdateOf = (
  { id, createdAt, offer, seats }: NonNullable<SubscriptionColumns['pending_update']>,
  applies_at: Date,
) => ({
  id,
  created_at: new Date(createdAt),
  modified_at: null,
  applies_at,
  product_id: offer?.productId ?? null,
  seats: seats ?? null,
  units: null,
});
