import { boolean, type Infer, integer, nullable, number, object, timestamp, uuid4 } from '#platform/wire';

const CREDIT = {
  id: uuid4(),
  created_at: timestamp(),
  units: number(),
  units_left: number(),
  priority: integer({ ge: 0 }),
  expires_at: nullable(timestamp()),
  rollover: boolean(),
};

const TEXTS = {
  id: 'The ID of the credit.',
  created_at: 'When the units were credited.',
  units: { text: 'The credited units; in a later billing period, those that rolled over.', example: 100 },
  units_left: { text: 'The units that are left of them.', example: 60 },
  priority: { text: 'Credits with a lower priority are used first. Those without one have 50.', example: 50 },
  expires_at: 'Until when the units can be used, or `null` if they have no end.',
  rollover: 'Whether unused units stay when a billing period ends.',
};

export const PortalCreditView = object(CREDIT, 'CustomerCustomerMeterCredit', TEXTS);
export type PortalCreditView = Infer<typeof PortalCreditView>;

export const CustomerMeterCreditView = object({ ...CREDIT, benefit_grant_id: nullable(uuid4()) }, 'CustomerMeterCreditRead', {
  ...TEXTS,
  benefit_grant_id: 'The ID of the benefit grant that credited the units, or `null` if you did.',
});
export type CustomerMeterCreditView = Infer<typeof CustomerMeterCreditView>;
