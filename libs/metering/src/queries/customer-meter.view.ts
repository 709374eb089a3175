import { CustomerView } from '#customer-portal/contract';
import { type Infer, nullable, number, object, timestamp, uuid4 } from '#platform/wire';
import { MeterView } from '../contract/meter.view.ts';

/** What a customer has of a meter. Amounts are as exact as JSON numbers, and no larger than the largest of them. */
export const CustomerMeterView = object(
  {
    id: uuid4(),
    created_at: timestamp(),
    modified_at: nullable(timestamp()),
    customer_id: uuid4(),
    meter_id: uuid4(),
    consumed_units: number(),
    credited_units: number(),
    balance: number(),
    customer: CustomerView,
    meter: MeterView,
  },
  'CustomerMeter',
);
export type CustomerMeterView = Infer<typeof CustomerMeterView>;
