import { BENEFIT_TYPES } from '#catalog/contract';
import {
  boolean,
  type Infer,
  integer,
  list,
  metadata,
  nullable,
  number,
  object,
  oneOf,
  optional,
  text,
  timestamp,
  uuid4,
} from '#platform/wire';
import { CustomerView } from '../contract/index.ts';

const time = () => nullable(timestamp());
const born = { id: uuid4(), created_at: timestamp(), modified_at: time() };
const whole = () => integer({ ge: 0, le: Number.MAX_SAFE_INTEGER });
const units = { meter_id: uuid4(), consumed_units: number(), credited_units: whole() };

const SubscriptionMeterView = object({ ...born, ...units, amount: whole() }, 'CustomerStateSubscriptionMeter');

const SubscriptionView = object(
  {
    ...born,
    custom_field_data: object({}),
    metadata: metadata(),
    status: oneOf(['active', 'trialing']),
    amount: integer(),
    currency: text(),
    recurring_interval: oneOf(['day', 'week', 'month', 'year']),
    current_period_start: timestamp(),
    current_period_end: timestamp(),
    trial_start: time(),
    trial_end: time(),
    cancel_at_period_end: boolean(),
    canceled_at: time(),
    started_at: time(),
    ends_at: time(),
    product_id: uuid4(),
    discount_id: nullable(uuid4()),
    seats: nullable(integer()),
    units: nullable(integer()),
    meters: list(SubscriptionMeterView),
  },
  'CustomerStateSubscription',
);

const GrantedBenefitView = object(
  {
    ...born,
    granted_at: timestamp(),
    benefit_id: uuid4(),
    benefit_type: oneOf(BENEFIT_TYPES),
    benefit_metadata: metadata(),
    properties: object({ license_key_id: optional(uuid4()), display_key: optional(text()) }),
  },
  'CustomerStateBenefitGrant',
);

const MeterView = object({ ...born, ...units, balance: number() }, 'CustomerStateMeter');

/** A customer with all that it has at this moment. */
export const CustomerStateView = object(
  {
    ...CustomerView.fields,
    active_subscriptions: list(SubscriptionView),
    granted_benefits: list(GrantedBenefitView),
    active_meters: list(MeterView),
  },
  'CustomerState',
);
export type CustomerStateView = Infer<typeof CustomerStateView>;
