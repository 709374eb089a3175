import { ExpiryPolicy, Expiration, LicensePolicyView, OverLimitRules, ProcessesRules } from '#catalog/views';
import { boolean, type Infer, integer, object, optional, timestamp } from '#platform/wire';
import { deeplySnakeCased } from '#support/texts';

const KeyExpiryPolicy = object({ ...ExpiryPolicy.fields, lifetime: optional(Expiration) }, 'LicenseKeyExpiryPolicy', {
  lifetime: 'How long the license key is valid, once that begins. Left out if it does not expire.',
});

const {
  trial: _ofDevices,
  alerts: _ofSellers,
  expiry_notices: _ofExpiry,
  refusal_notices: _ofRefusals,
  ...sections
} = LicensePolicyView.fields;

const FloatingPolicy = object(
  { checkout_seconds: integer({ gt: 0 }), overdraft: integer({ ge: 0 }), processes: optional(ProcessesRules) },
  'LicenseKeyFloatingPolicy',
  {
    checkout_seconds: { text: 'For how many seconds a slot is checked out without a heartbeat.', example: 600 },
    overdraft: { text: 'How many slots beyond `limit_activations` can be checked out.', example: 0 },
    processes: 'How processes of one device share its place. Left out if all of them share one.',
  },
);

const NodeLockedPolicy = object({ overdraft: integer({ ge: 1 }) }, 'LicenseKeyNodeLockedPolicy', {
  overdraft: { text: 'How many activations beyond `limit_activations` are granted.', example: 1 },
});

/** The policy of a key: that of its benefit, with the lifetime, and how slots are checked out. */
export const LicenseKeyPolicyView = object(
  {
    ...sections,
    expiry: optional(KeyExpiryPolicy),
    floating: optional(FloatingPolicy),
    node_locked: optional(NodeLockedPolicy),
    over_limit: optional(OverLimitRules),
  },
  'LicenseKeyPolicy',
  {
    expiry: 'When the lifetime begins, and what comes after its end.',
    floating: 'How slots are checked out. Left out if the license key is node-locked.',
    node_locked:
      'How many activations beyond the limit are granted. Left out if there are none, or if the license key is floating.',
    over_limit: 'What becomes of devices beyond the limit after it was lowered. Left out if they keep their places.',
  },
);

const ExpiryState = object(
  { first_activated_at: optional(timestamp()), is_set_by_hand: optional(boolean()) },
  'LicenseKeyExpiryState',
  {
    first_activated_at: 'When the license key was activated for the first time.',
    is_set_by_hand: 'Whether the expiry was set by hand, so that the first activation does not set it.',
  },
);

const UpdatesState = object(
  { from: timestamp(), until: timestamp(), is_set_by_hand: optional(boolean()) },
  'LicenseKeyUpdatesState',
  {
    from: 'When the update period began, or its last renewal.',
    until: 'Releases from before this time are included.',
    is_set_by_hand: 'Whether the end was set by hand, so that it does not follow the benefit.',
  },
);

const CheckInState = object({ granted_at: optional(timestamp()) }, 'LicenseKeyCheckInState', {
  granted_at: 'When the license key was granted again, from which the days count anew.',
});

const UsagePeriodState = object({ started_at: timestamp(), ends_at: timestamp() }, 'LicenseKeyUsagePeriodState', {
  started_at: 'When the period began in which `usage` was counted.',
  ends_at: 'When `usage` counts from 0 again.',
});

const DevicesState = object(
  { started_at: timestamp(), ends_at: timestamp(), devices: integer({ ge: 0 }), swaps: integer({ ge: 0 }) },
  'LicenseKeyDevicesState',
  {
    started_at: 'When the period of swaps began.',
    ends_at: 'When devices are counted anew.',
    devices: { text: 'On how many different devices the license key was active in the period.', example: 4 },
    swaps: { text: 'How many of them took the place of others.', example: 1 },
  },
);

const OverLimitState = object({ since: timestamp(), ends_at: timestamp() }, 'LicenseKeyLimitExceededState', {
  since: 'Since when the license key has more devices than are granted.',
  ends_at: 'When some of them are refused or deactivated, unless there are fewer by then.',
});

/** What has happened so far that the policy depends on. */
export const LicenseKeyPolicyStateView = object(
  {
    expiry: optional(ExpiryState),
    updates: optional(UpdatesState),
    check_in: optional(CheckInState),
    usage_period: optional(UsagePeriodState),
    devices: optional(DevicesState),
    over_limit: optional(OverLimitState),
  },
  'LicenseKeyPolicyState',
  {
    expiry: 'When the lifetime began.',
    updates: 'Which releases are included.',
    check_in: 'From when the days until the next validation count, if not from the last one.',
    usage_period: 'The period of usage.',
    devices: 'The devices in the period of swaps.',
    over_limit: 'That the license key has more devices than are granted, if its policy says what becomes of them.',
  },
);

interface PolicyFields {
  readonly policy: Infer<typeof LicenseKeyPolicyView> | undefined;
  readonly policyState: Infer<typeof LicenseKeyPolicyStateView> | undefined;
  readonly isTrial: true | undefined;
}

const NONE: PolicyFields = { policy: undefined, policyState: undefined, isTrial: undefined };

export const LeakSuspectedView = object(
  { at: timestamp(), devices: integer({ ge: 0 }), networks: integer({ ge: 0 }) },
  'LicenseKeyLeakSuspected',
  {
    at: 'When the license key was suspected last.',
    devices: {
      text: 'On how many devices it had been activated on that day. Counted only if the benefit limits them.',
      example: 6,
    },
    networks: { text: 'From how many networks it had been used on that day.', example: 3 },
  },
);

interface AlertsState {
  readonly alerts?: { readonly suspected?: { readonly at: string; readonly devices: number; readonly networks: number } };
}

/** The last suspicion that the key has leaked, if any. */
export const leakSuspectedIn = (state: AlertsState | null): Infer<typeof LeakSuspectedView> | undefined => {
  const suspected = state?.alerts?.suspected;
  return suspected && { ...suspected, at: new Date(suspected.at) };
};

/**
 * What a key has stored and its view has not: alerts are shown to sellers only, trials and increments by themselves, notices with the benefit,
 * payment and renewal in the header `License-Standing`.
 */
type Hidden = (typeof HIDDEN)[number];
const HIDDEN = ['alerts', 'isTrial', 'expiryNotices', 'refusalNotices', 'payment', 'renewal', 'keptIncrements'] as const;

const isPartlyHidden = (given: object): boolean => {
  for (const name of HIDDEN) if (name in given) return true;
  return false;
};

/** Undefined if there is nothing else. */
function withoutHidden<T extends object>(given: T | null): Omit<T, Hidden> | undefined {
  if (given === null || !isPartlyHidden(given)) return given ?? undefined;
  const {
    alerts: _alerts,
    isTrial: _isTrial,
    expiryNotices: _expiryNotices,
    refusalNotices: _refusalNotices,
    payment: _payment,
    renewal: _renewal,
    keptIncrements: _keptIncrements,
    ...others
  } = given as T & Record<Hidden, unknown>;
  return Object.keys(others).length > 0 ? (others as Omit<T, Hidden>) : undefined;
}

/** Counters are shown by themselves. Null if there is nothing else. */
function withoutCounters(state: object): object | null {
  const { counters: _counters, ...others } = state as { readonly counters: unknown };
  return Object.keys(others).length > 0 ? others : null;
}

/** What a key has stored about its policy, as views show it. Times are ISO texts already. */
export const policyFields = (given: object | null, state: object | null): PolicyFields => {
  if (given === null && state === null) return NONE;
  const shownState = state && 'counters' in state ? withoutCounters(state) : state;
  const [policy, policyState] = [withoutHidden(given), withoutHidden(shownState)];
  return {
    policy: policy && deeplySnakeCased(policy),
    policyState: policyState && deeplySnakeCased(policyState),
    isTrial: state && 'isTrial' in state ? true : undefined,
  } as PolicyFields;
};
