import { CustomerView } from '#customer-portal/views';
import { describeFields, describeResource, type Infer, nullable, number, object, timestamp, uuid4 } from '#platform/wire';
import { MeterView } from './meter.view.ts';

/** Use, credits and balance of a customer. Amounts have the precision and range of JSON numbers. */
export const BALANCE_FIELDS = describeFields(
  {
    id: uuid4(),
    created_at: timestamp(),
    modified_at: nullable(timestamp()),
    customer_id: uuid4(),
    meter_id: uuid4(),
    consumed_units: number(),
    credited_units: number(),
    balance: number(),
  },
  {
    ...describeResource('customer meter'),
    customer_id: 'The ID of the customer.',
    meter_id: 'The ID of the meter.',
    consumed_units: 'The units used in the current period.',
    credited_units: 'The units credited in the current period.',
    balance: 'The credited units less the used units.',
  },
);

export const CustomerMeterView = object({ ...BALANCE_FIELDS, customer: CustomerView, meter: MeterView }, 'CustomerMeter', {
  customer: 'The customer.',
  meter: 'The meter.',
});
export type CustomerMeterView = Infer<typeof CustomerMeterView>;
