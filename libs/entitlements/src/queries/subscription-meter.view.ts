import { MeterView } from '#metering/contract';
import {
  describeFields,
  describeResource,
  type Infer,
  integer,
  nullable,
  number,
  object,
  timestamp,
  uuid4,
} from '#platform/wire';

const exact = () => integer({ ge: 0, le: Number.MAX_SAFE_INTEGER });

const fields = describeFields(
  {
    id: uuid4(),
    created_at: timestamp(),
    modified_at: nullable(timestamp()),
    consumed_units: number(),
    credited_units: exact(),
    amount: exact(),
    meter_id: uuid4(),
  },
  {
    ...describeResource('subscription meter'),
    consumed_units: 'The units used in the current meter period.',
    credited_units: 'The units credited in the current meter period.',
    amount: 'The cost of use beyond the credits so far, in minor units of the currency.',
    meter_id: 'The ID of the meter.',
  },
);

/** Use, credits and cost of a meter that a subscription pays for. */
export const SubscriptionMeterView = object({ ...fields, meter: MeterView }, 'SubscriptionMeter', { meter: 'The meter.' });
export type SubscriptionMeterView = Infer<typeof SubscriptionMeterView>;

const { id, created_at, modified_at, name } = MeterView.fields;

/** A subscription meter as customers see it. */
export const PortalSubscriptionMeterView = object(
  { ...fields, meter: object({ id, created_at, modified_at, name }, 'CustomerSubscriptionMeterMeter') },
  'CustomerSubscriptionMeter',
  { meter: 'The meter.' },
);
