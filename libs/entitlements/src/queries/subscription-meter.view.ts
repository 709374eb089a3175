import {
  defineField,
  describeFields,
  describeResource,
  type Field,
  type Infer,
  integer,
  nullable,
  number,
  object,
  text,
  timestamp,
  uuid4,
} from '#platform/wire';
import type { ShownMeter } from '../needs/index.ts';

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

/** The meter, as the context of meters describes it in the OpenAPI document. */
const meter: Field<ShownMeter> = defineField({
  schema: { allOf: [{ $ref: '#/components/schemas/Meter' }] },
  read: (input) => input as ShownMeter,
});

/** Use, credits and cost of a meter that a subscription pays for. */
export const SubscriptionMeterView = object({ ...fields, meter }, 'SubscriptionMeter', { meter: 'The meter.' });
export type SubscriptionMeterView = Infer<typeof SubscriptionMeterView>;

const PortalMeterView = object(
  { id: uuid4(), created_at: timestamp(), modified_at: nullable(timestamp()), name: text() },
  'CustomerSubscriptionMeterMeter',
  { ...describeResource('meter'), name: { text: 'The name of the meter.', example: 'API requests' } },
);

/** A subscription meter as customers see it. */
export const PortalSubscriptionMeterView = object({ ...fields, meter: PortalMeterView }, 'CustomerSubscriptionMeter', {
  meter: 'The meter.',
});
