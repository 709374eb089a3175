/**
 * What the audit log can have, besides the properties of the mappings, of what histories in the console are about: what is noted of an
 * action, and what no mapping describes.
 */
export const NOTED_FIELDS: Readonly<Record<string, readonly string[]>> = {
  activation: [],
  benefit_grant: [],
  customer: ['tags'],
  customer_meter: ['credited_units', 'consumed_units', 'reason'],
  customer_seat: [],
  customer_session: [],
  dispute: [],
  email_change: [],
  license_key: ['mail', 'held_places', 'trial', 'add_ons', 'entitlements_by_hand', 'tags'],
  member: [],
  order: ['tags'],
  refund: [],
  subscription: [],
  webhook_endpoint: ['test', 'redelivered_from', 'redelivered_to', 'only_failed'],
};
