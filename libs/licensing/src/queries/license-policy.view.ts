import { ExpiryPolicy, Expiration, LicensePolicy } from '#catalog/contract';
import { boolean, deeplySnakeCased, type Infer, object, optional, timestamp } from '#platform/wire';

const KeyExpiryPolicy = object({ ...ExpiryPolicy.fields, lifetime: optional(Expiration) }, 'LicenseKeyExpiryPolicy', {
  lifetime: 'How long the license key is valid, once that begins. Left out if it does not expire.',
});

const { trial: _ofDevices, ...sections } = LicensePolicy.fields;

/** The policy of a key: that of its benefit, with the lifetime. */
export const LicenseKeyPolicyView = object({ ...sections, expiry: optional(KeyExpiryPolicy) }, 'LicenseKeyPolicy', {
  expiry: 'When the lifetime begins, and what comes after its end.',
});

const ExpiryState = object(
  { first_activated_at: optional(timestamp()), is_set_by_hand: optional(boolean()) },
  'LicenseKeyExpiryState',
  {
    first_activated_at: 'When the license key was activated for the first time.',
    is_set_by_hand: 'Whether the expiry was set by hand, so that the first activation does not set it.',
  },
);

const UpdatesState = object({ from: timestamp(), until: timestamp() }, 'LicenseKeyUpdatesState', {
  from: 'When the update period began, or its last renewal.',
  until: 'Releases from before this time are included.',
});

const CheckInState = object({ granted_at: optional(timestamp()) }, 'LicenseKeyCheckInState', {
  granted_at: 'When the license key was granted again, from which the days count anew.',
});

const UsagePeriodState = object({ started_at: timestamp(), ends_at: timestamp() }, 'LicenseKeyUsagePeriodState', {
  started_at: 'When the period began in which `usage` was counted.',
  ends_at: 'When `usage` counts from 0 again.',
});

/** What has happened so far that the policy depends on. */
export const LicenseKeyPolicyStateView = object(
  {
    expiry: optional(ExpiryState),
    updates: optional(UpdatesState),
    check_in: optional(CheckInState),
    usage_period: optional(UsagePeriodState),
  },
  'LicenseKeyPolicyState',
  {
    expiry: 'When the lifetime began.',
    updates: 'Which releases are included.',
    check_in: 'From when the days until the next validation count, if not from the last one.',
    usage_period: 'The period of usage.',
  },
);

interface PolicyFields {
  readonly policy: Infer<typeof LicenseKeyPolicyView> | undefined;
  readonly policyState: Infer<typeof LicenseKeyPolicyStateView> | undefined;
}

const NONE: PolicyFields = { policy: undefined, policyState: undefined };

/** What a key has stored about its policy, as views show it. Times are ISO texts already. */
export const policyFields = (policy: object | null, state: object | null): PolicyFields =>
  policy === null
    ? NONE
    : ({ policy: deeplySnakeCased(policy), policyState: state === null ? undefined : deeplySnakeCased(state) } as PolicyFields);
