import { BENEFIT_TYPES } from '#catalog/views';
import { CustomerView } from '#customer-portal/views';
import {
  boolean,
  describeFields,
  describeResource,
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

const time = () => nullable(timestamp());
const identity = { id: uuid4(), created_at: timestamp(), modified_at: time() };
const whole = () => integer({ ge: 0, le: Number.MAX_SAFE_INTEGER });
const units = describeFields(
  { meter_id: uuid4(), consumed_units: number(), credited_units: whole() },
  {
    meter_id: 'The ID of the meter.',
    consumed_units: 'The units used in the current period.',
    credited_units: 'The units credited in the current period.',
  },
);

const SubscriptionMeterView = object({ ...identity, ...units, amount: whole() }, 'CustomerStateSubscriptionMeter', {
  ...describeResource('subscription meter'),
  amount: 'The cost of use beyond the credits, in minor units of the currency.',
});

const SubscriptionView = object(
  {
    ...identity,
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
  {
    ...describeResource('subscription'),
    custom_field_data: 'Always empty: values of custom fields are not stored.',
    status: 'The status of the subscription.',
    amount: 'The amount per billing period in minor units of the currency.',
    currency: 'The currency (ISO 4217, lower case).',
    recurring_interval: 'The unit of the billing period.',
    current_period_start: 'When the current billing period started.',
    current_period_end: 'When the current billing period ends.',
    trial_start: 'When the trial started, or `null`.',
    trial_end: 'When the trial ends, or `null`.',
    cancel_at_period_end: 'Whether the subscription ends with the current period.',
    canceled_at: 'When the subscription was canceled, or `null`.',
    started_at: 'When the subscription started.',
    ends_at: 'When the subscription ends, or `null`.',
    product_id: 'The ID of the product.',
    discount_id: 'Always `null`: there are no discounts.',
    seats: 'The number of seats, or `null` if the product is not sold by seats.',
    units: 'Always `null`: products are not sold by units.',
    meters: 'The meters that the subscription pays for.',
  },
);

const GrantedBenefitView = object(
  {
    ...identity,
    granted_at: timestamp(),
    benefit_id: uuid4(),
    benefit_type: oneOf(BENEFIT_TYPES),
    benefit_metadata: metadata(),
    properties: object({ license_key_id: optional(uuid4()), display_key: optional(text()) }, undefined, {
      license_key_id: 'The ID of the license key that was issued.',
      display_key: 'The masked license key.',
    }),
  },
  'CustomerStateBenefitGrant',
  {
    ...describeResource('benefit grant'),
    granted_at: 'When the benefit was granted.',
    benefit_id: 'The ID of the benefit.',
    benefit_type: 'The type of the benefit.',
    benefit_metadata: 'The metadata of the benefit.',
    properties: 'What was granted: for `license_keys` the license key, otherwise empty.',
  },
);

const MeterView = object({ ...identity, ...units, balance: number() }, 'CustomerStateMeter', {
  ...describeResource('customer meter'),
  balance: 'The credited units less the used units.',
});

/** A customer with everything it currently has. */
export const CustomerStateView = object(
  {
    ...CustomerView.fields,
    active_subscriptions: list(SubscriptionView),
    granted_benefits: list(GrantedBenefitView),
    active_meters: list(MeterView),
  },
  'CustomerState',
  {
    active_subscriptions: 'The active and trialing subscriptions.',
    granted_benefits: 'The benefits that are granted.',
    active_meters: 'The meters of the customer.',
  },
);
export type CustomerStateView = Infer<typeof CustomerStateView>;
