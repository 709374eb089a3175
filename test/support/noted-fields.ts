/**
 * What the audit log can have, besides the properties of the mappings, of what histories in the console are about: what is noted of an
 * action, and what no mapping describes.
 */
export const NOTED_FIELDS: Readonly<Record<string, readonly string[]>> = {
  activation: [],
  customer: [],
  customer_meter: ['credited_units', 'consumed_units', 'reason'],
  license_key: ['mail'],
  member: [],
  order: [],
  subscription: [],
  webhook_endpoint: ['test', 'redelivered_from', 'redelivered_to', 'only_failed'],
};
