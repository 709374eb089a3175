import type { FieldKinds } from '../nested-values.ts';

/** How the properties of benefits are read from a form. */
export const BENEFIT_KINDS: FieldKinds = {
  units: 'number',
  rollover: 'boolean',
  'expires.ttl': 'number',
  limit_usage: 'number',
  deliver_by_email: 'boolean',
  'activations.limit': 'number',
  'activations.enable_customer_admin': 'boolean',
  'activations.checkout_seconds': 'duration',
  'activations.overdraft': 'number',
  'offline.lease_seconds': 'duration',
  'offline.grace_seconds': 'duration',
  'offline.max_offline_devices': 'number',
  'key_format.groups': 'number',
  'key_format.group_length': 'number',
  'key_format.accepts_typed_input': 'boolean',
  'policy.expiry.grace_seconds': 'duration',
  'policy.updates.period.ttl': 'number',
  'policy.check_in.every_days': 'number',
  'policy.trial.days': 'number',
  'policy.devices.match.at_least': 'number',
  'policy.devices.classes.*.limit': 'number',
  'policy.devices.swaps.limit': 'number',
  'policy.alerts.devices_per_day': 'number',
  'policy.alerts.networks_per_day': 'number',
};
