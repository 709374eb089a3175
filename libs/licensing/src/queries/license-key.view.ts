import { FlagValues } from '#catalog/views';
import { ActivationDeviceView, CustomerView } from '#customer-portal/views';
import {
  boolean,
  describeFields,
  describeResource,
  type Infer,
  integer,
  list,
  literal,
  metadata,
  nullable,
  object,
  oneOf,
  optional,
  text,
  timestamp,
  uuid4,
} from '#platform/wire';
import { counters } from './counters.view.ts';
import { InstallationView } from './installation.view.ts';
import { SHOWS_MEMBER, SHOWS_PURCHASE } from './license-key-changes.ts';
import { CHECK_OUTS, checkOuts, HELD_PLACES, heldPlaces, PLACES, places } from './license-key-places.view.ts';
import { REVOCATION_CAUSES, revocationCauses } from './revocation-cause.view.ts';
import { LeakSuspectedView, LicenseKeyPolicyStateView, LicenseKeyPolicyView } from './license-policy.view.ts';

const ACTIVATION = {
  id: 'The ID of the activation.',
  license_key_id: 'The ID of the license key.',
  label: { text: 'The label of the activation.', example: "Jane's laptop" },
  meta: 'Additional data that was sent with the activation.',
  created_at: 'When the license key was activated.',
  modified_at: 'When the activation was last modified, or `null` if it never was.',
  checkout_expires_at:
    'Until when the activation holds a slot of a floating license key without a heartbeat. Left out if it has checked none out. An extension.',
  device: 'What is known about the device. Left out if nothing is. An extension.',
  last_heartbeat_at: 'When the slot was checked out or last renewed. Left out like `checkout_expires_at`. An extension.',
};

const LICENSE_KEY = {
  ...describeResource('license key'),
  customer_id: 'The ID of the customer who holds the license key.',
  customer: 'The customer who holds the license key.',
  benefit_id: 'The ID of the benefit through which the license key was issued.',
  ordinal:
    'The number of the license key among those of its purchase, if each piece brings one. Left out otherwise. An extension.',
  key: { text: 'The license key.', example: 'ACME-1C285B2D-6CE6-4BC7-B8BE-ADB6A7E304DA' },
  display_key: { text: 'The masked license key.', example: '****-E304DA' },
  limit_activations: { text: 'The maximum number of activations, or `null` if the license key cannot be activated.', example: 3 },
  usage: { text: 'The usage so far.', example: 12 },
  limit_usage: { text: 'The maximum usage, or `null` if it is not limited.', example: 100 },
  validations: { text: 'The number of successful validations.', example: 42 },
  last_validated_at: 'When the license key was last validated successfully, or `null`.',
  expires_at: 'When the license key expires, or `null` if it does not.',
  status: 'The status of the license key. Only a `granted` license key that has not expired is valid.',
  entitlements: 'The flags that came with the purchase of the license key, oldest first. Left out if it has none.',
  allowed_devices: {
    text: 'The devices on which the license key may be used, by what their applications send as `License-Device`. Left out if it may be used on any. An extension.',
    example: ['workstation-1', 'workstation-2'],
  },
  metadata: 'Key-value pairs of the seller, stored with the license key. Left out if there are none.',
  notes: { text: 'Notes of the seller. Left out if there are none.', example: 'Contract C-17' },
  leak_suspected: 'When and why it was last suspected that the license key has leaked. Left out if it never was. An extension.',
  policy: 'Further rules of the license key. Left out if there are none. An extension.',
  policy_state: 'What has happened so far that `policy` depends on. Left out if nothing has. An extension.',
  is_trial: 'Whether it is the trial of a device. Left out if not. An extension.',
  activations: 'The current activations, oldest first.',
};
const GRANTED = 'Always `granted`: other license keys are rejected.';

/** Activations look the same in all views of a key. */
const activation = describeFields(
  {
    id: uuid4(),
    license_key_id: uuid4(),
    label: text(),
    meta: metadata(),
    created_at: timestamp(),
    modified_at: nullable(timestamp()),
    checkout_expires_at: optional(timestamp()),
    last_heartbeat_at: optional(timestamp()),
    device: optional(ActivationDeviceView),
  },
  ACTIVATION,
);

/** Keys without a policy look as if there were none. */
const policy = {
  policy: optional(LicenseKeyPolicyView),
  policy_state: optional(LicenseKeyPolicyStateView),
  is_trial: optional(boolean()),
  ...counters,
};

/** What everybody sees of a key; the fields of a response keep their order. */
const issued = {
  id: uuid4(),
  created_at: timestamp(),
  modified_at: nullable(timestamp()),
  organization_id: uuid4(),
  customer_id: uuid4(),
  customer: CustomerView,
  benefit_id: uuid4(),
};
const shown = {
  key: text(),
  display_key: text(),
  limit_activations: nullable(integer({ gt: 0 })),
  usage: integer({ ge: 0 }),
  limit_usage: nullable(integer({ gt: 0 })),
  validations: integer({ ge: 0, le: Number.MAX_SAFE_INTEGER }),
  last_validated_at: nullable(timestamp()),
  expires_at: nullable(timestamp()),
};

const status = oneOf(['granted', 'revoked', 'disabled']);

const entitlements = optional(
  list(
    object({ benefit_id: uuid4(), values: FlagValues }, 'LicenseKeyEntitlement', {
      benefit_id: 'The ID of the `feature_flag` benefit.',
      values: { text: 'The values of the benefit. Empty if it has none.', example: { max_pages: 500 } },
    }),
  ),
);

export const ActivationView = object(activation, 'LicenseKeyActivationBase');
export type ActivationView = Infer<typeof ActivationView>;

/** A device, by its oldest installation. */
const ListedActivationView = object(
  { ...activation, installations: optional(list(InstallationView)) },
  'LicenseKeyListedActivation',
  { installations: 'The installations of the device, oldest first. Left out if there is only one. An extension.' },
);
export type ListedActivationView = Infer<typeof ListedActivationView>;

/** What sellers see of a key. */
export const LicenseKeyView = object(
  {
    ...issued,
    ordinal: optional(integer({ ge: 1 })),
    ...shown,
    status,
    entitlements,
    allowed_devices: optional(list(text())),
    metadata: optional(metadata()),
    notes: optional(text()),
    leak_suspected: optional(LeakSuspectedView),
    ...policy,
  },
  'LicenseKeyRead',
  LICENSE_KEY,
  [SHOWS_MEMBER],
);
export type LicenseKeyView = Infer<typeof LicenseKeyView>;

const { key: _key, allowed_devices: _devices, ...announced } = LicenseKeyView.fields;

/** What webhooks tell of a key. */
export const AnnouncedLicenseKeyView = object(announced, 'AnnouncedLicenseKey', {}, [SHOWS_MEMBER]);
export type AnnouncedLicenseKeyView = Infer<typeof AnnouncedLicenseKeyView>;

export const LicenseKeyWithActivationsView = object(
  {
    ...LicenseKeyView.fields,
    activations: list(ListedActivationView),
    ...checkOuts,
    ...places,
    ...heldPlaces,
    ...revocationCauses,
  },
  'LicenseKeyWithActivations',
  {
    ...LICENSE_KEY,
    ...CHECK_OUTS,
    ...PLACES,
    ...HELD_PLACES,
    ...REVOCATION_CAUSES,
  },
  [SHOWS_MEMBER],
);
export type LicenseKeyWithActivationsView = Infer<typeof LicenseKeyWithActivationsView>;

export const ActivationWithKeyView = object({ ...activation, license_key: LicenseKeyView }, 'LicenseKeyActivationRead', {
  license_key: 'The license key.',
});
export type ActivationWithKeyView = Infer<typeof ActivationWithKeyView>;

export const IssuedLicenseKeysView = object({ items: list(LicenseKeyView) }, 'IssuedLicenseKeys', {
  items: 'The license keys, in the order of the request.',
});

/** What customers who have signed in see of their own keys. */
export const PortalLicenseKeyView = object(
  {
    ...issued,
    ordinal: optional(integer({ ge: 1 })),
    ...shown,
    status,
    entitlements,
    ...policy,
  },
  'PortalLicenseKey',
  LICENSE_KEY,
  [SHOWS_MEMBER],
);
export type PortalLicenseKeyView = Infer<typeof PortalLicenseKeyView>;

export const PortalLicenseKeyWithActivationsView = object(
  { ...PortalLicenseKeyView.fields, activations: list(ListedActivationView), ...places, ...heldPlaces },
  'PortalLicenseKeyWithActivations',
  { ...LICENSE_KEY, ...PLACES, ...HELD_PLACES },
  [SHOWS_MEMBER],
);
export type PortalLicenseKeyWithActivationsView = Infer<typeof PortalLicenseKeyWithActivationsView>;

/** What a caller sees who presents a key string to validate or activate it: an application, without credentials. */
export const PublicLicenseKeyView = object(
  {
    ...issued,
    ...shown,
    status: literal('granted'),
    entitlements,
    ...policy,
  },
  'GrantedLicenseKey',
  { ...LICENSE_KEY, status: GRANTED },
  [SHOWS_MEMBER, SHOWS_PURCHASE],
);

export const ValidatedLicenseKeyView = object(
  { ...PublicLicenseKeyView.fields, activation: nullable(ActivationView), grace_until: optional(timestamp()) },
  'ValidatedLicenseKey',
  {
    activation: 'The activation that was validated, or `null` if the request named none.',
    grace_until: 'Until when the license key, which has expired, can still be validated. Left out otherwise. An extension.',
  },
  [SHOWS_MEMBER, SHOWS_PURCHASE],
);

export const CreatedActivationView = object({ ...activation, license_key: PublicLicenseKeyView }, 'LicenseKeyActivationCreated', {
  license_key: 'The license key.',
});
