import { PriceView, ProductView } from '#catalog/contract';
import { CustomerView } from '#customer-portal/contract';
import {
  alwaysNull,
  boolean,
  type Infer,
  integer,
  list,
  metadata,
  nullable,
  object,
  oneOf,
  text,
  timestamp,
  uuid4,
} from '#platform/wire';
import { SubscriptionMeterView } from './subscription-meter.view.ts';

export const INTERVALS = ['day', 'week', 'month', 'year'] as const;
export const SUBSCRIPTION_STATUSES = [
  'incomplete',
  'incomplete_expired',
  'trialing',
  'active',
  'past_due',
  'canceled',
  'unpaid',
  'paused',
] as const;
export const CANCELLATION_REASONS = [
  'customer_service',
  'low_quality',
  'missing_features',
  'switched_service',
  'too_complex',
  'too_expensive',
  'unused',
  'other',
] as const;

const time = () => nullable(timestamp());

export const SubscriptionView = object(
  {
    id: uuid4(),
    created_at: timestamp(),
    modified_at: time(),
    amount: integer(),
    currency: text(),
    recurring_interval: oneOf(INTERVALS),
    recurring_interval_count: integer(),
    status: oneOf(SUBSCRIPTION_STATUSES),
    current_period_start: timestamp(),
    current_period_end: timestamp(),
    current_meter_period_start: time(),
    current_meter_period_end: time(),
    trial_start: time(),
    trial_end: time(),
    cancel_at_period_end: boolean(),
    canceled_at: time(),
    started_at: time(),
    ends_at: time(),
    ended_at: time(),
    past_due_at: time(),
    pause_at_period_end: boolean(),
    paused_at: time(),
    resumes_at: time(),
    customer_id: uuid4(),
    product_id: uuid4(),
    discount_id: alwaysNull(),
    checkout_id: alwaysNull(),
    seats: nullable(integer()),
    units: alwaysNull(),
    customer_cancellation_reason: nullable(oneOf(CANCELLATION_REASONS)),
    customer_cancellation_comment: nullable(text()),
    metadata: metadata(),
    custom_field_data: object({}),
    customer: CustomerView,
    product: ProductView,
    discount: alwaysNull(),
    prices: list(PriceView),
    meters: list(SubscriptionMeterView),
    pending_update: alwaysNull(),
  },
  'Subscription',
);
export type SubscriptionView = Infer<typeof SubscriptionView>;
