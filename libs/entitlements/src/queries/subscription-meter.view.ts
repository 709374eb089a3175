import { MeterView } from '#metering/contract';
import { type Infer, integer, nullable, number, object, timestamp, uuid4 } from '#platform/wire';

const exact = () => integer({ ge: 0, le: Number.MAX_SAFE_INTEGER });

const fields = {
  id: uuid4(),
  created_at: timestamp(),
  modified_at: nullable(timestamp()),
  consumed_units: number(),
  credited_units: exact(),
  amount: exact(),
  meter_id: uuid4(),
};

/** What the customer has of a meter that a subscription pays for, and what use beyond the credits costs by now, in minor units. */
export const SubscriptionMeterView = object({ ...fields, meter: MeterView }, 'SubscriptionMeter');
export type SubscriptionMeterView = Infer<typeof SubscriptionMeterView>;

const { id, created_at, modified_at, name } = MeterView.fields;

/** The same as customers see it. */
export const PortalSubscriptionMeterView = object(
  { ...fields, meter: object({ id, created_at, modified_at, name }, 'CustomerSubscriptionMeterMeter') },
  'CustomerSubscriptionMeter',
);
