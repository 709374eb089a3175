import { defineRequest, LICENSE_DRY_RUN, LICENSE_NONCE, paging } from '#platform/http';
import { LOOKUP_TEXT, LONG_TEXT } from '#support/texts';
import {
  blankToNull,
  boolean,
  unionByKey,
  withDefault,
  described,
  describeFields,
  describeInput,
  type FieldsFor,
  type Infer,
  integer,
  list,
  metadata,
  nullable,
  object,
  oneOf,
  optional,
  text,
  timestamp,
  uuid4,
  strict,
} from '#platform/wire';
import { ASKED_BENEFIT, ASKED_ENTITLEMENTS, ASKED_RELEASE, VALIDATION_SCOPE } from './validation-scope.dto.ts';
import type { UpdateLicenseKey } from '../../commands/keys/update-license-key.ts';
import { DEVICE_ID } from '../../queries/device.view.ts';
import { APPLICATION, CLAIM_EMAIL, DESCRIBED_DEVICE, DEVICE, INSTALLATION } from './application.dto.ts';
import { AddedUnits, SET_COUNTERS } from './counters.dto.ts';

const none = () => ({});
const status = oneOf(['granted', 'revoked', 'disabled']);
const int32AboveZero = () => integer({ gt: 0 });
const texts = describeInput('license key');
const id = describeFields({ id: uuid4() }, texts.path);

export const PRESENTED = {
  key: { text: 'The license key.', example: 'ACME-1C285B2D-6CE6-4BC7-B8BE-ADB6A7E304DA' },
  organization_id: 'The ID of the organization that owns the license key.',
};
const LIMITS = {
  limit_activations: { text: 'The maximum number of activations. `null` if the license key cannot be activated.', example: 3 },
  limit_usage: { text: 'The maximum usage. `null` removes the limit.', example: 100 },
  expires_at: 'When the license key expires. `null` if it does not.',
  allowed_devices: {
    text: 'What applications on the devices on which the license key may be used send as `License-Device`. `null` if it may be used on any. An extension.',
    example: ['workstation-1', 'workstation-2'],
  },
};
const REMARKS = {
  metadata: texts.body.metadata,
  notes: {
    text: 'Notes of your own, which only sellers see. `null` or blank removes them. An extension.',
    example: 'Contract C-17',
  },
};

/** What a seller sets when issuing a key, and may change later. */
const sellerTerms = {
  limit_activations: optional(nullable(int32AboveZero())),
  limit_usage: optional(nullable(int32AboveZero())),
  expires_at: optional(nullable(timestamp())),
  allowed_devices: optional(nullable(list(text(DEVICE_ID), { min: 1, max: 100 }))),
  metadata: optional(metadata()),
  notes: optional(blankToNull({ max: 4000 })),
} satisfies FieldsFor<Omit<UpdateLicenseKey['terms'], 'status' | 'usage' | 'deviceSwaps' | 'counters'>>;

export const presented = { key: text(LOOKUP_TEXT), organization_id: uuid4() };

export const ActivateRequest = defineRequest({
  headers: {
    'license-device': DEVICE,
    'license-installation': INSTALLATION,
    'license-claim-email': CLAIM_EMAIL,
    ...LICENSE_NONCE,
    ...LICENSE_DRY_RUN,
  },
  body: object(
    {
      ...presented,
      label: text(LONG_TEXT),
      conditions: withDefault(metadata(), none),
      meta: withDefault(metadata(), none),
      benefit_id: optional(nullable(uuid4())),
      ...DESCRIBED_DEVICE,
      ...APPLICATION,
    },
    'LicenseKeyActivate',
    {
      ...PRESENTED,
      label: { text: 'A label for the activation, such as the name of the device.', example: "Jane's laptop" },
      conditions: {
        text: 'Conditions of the activation. A validation of the activation must send exactly the same conditions.',
        example: { major_version: 1 },
      },
      meta: { text: 'Additional data to store with the activation.', example: { ip: '192.0.2.1' } },
      benefit_id: ASKED_BENEFIT,
    },
  ),
});

export const ValidateRequest = defineRequest({
  headers: { ...LICENSE_NONCE, ...LICENSE_DRY_RUN },
  body: object(
    {
      ...presented,
      activation_id: optional(nullable(uuid4())),
      benefit_id: optional(nullable(uuid4())),
      product_id: optional(nullable(uuid4())),
      customer_id: optional(nullable(uuid4())),
      entitlements: ASKED_ENTITLEMENTS,
      release: ASKED_RELEASE,
      increment_usage: optional(nullable(integer({ ge: 0 }))),
      increment: optional(nullable(AddedUnits)),
      conditions: withDefault(metadata(), none),
      ...DESCRIBED_DEVICE,
      ...APPLICATION,
    },
    'LicenseKeyValidate',
    {
      ...PRESENTED,
      activation_id: 'The ID of the activation to validate. Without it only the license key is validated.',
      benefit_id: 'The ID of the benefit through which the license key must have been issued.',
      customer_id: 'The ID of the customer who must hold the license key.',
      ...VALIDATION_SCOPE,
      increment_usage: { text: 'The number of units to add to the usage. It cannot exceed the usage that is left.', example: 1 },
      increment: 'What to add to a counter of the license key. An extension.',
      conditions: { text: 'The conditions of the activation.', example: { major_version: 1 } },
    },
  ),
});

export const HeartbeatRequest = defineRequest({
  headers: { ...LICENSE_NONCE, ...LICENSE_DRY_RUN },
  body: strict(
    object({ ...presented, activation_id: uuid4() }, 'LicenseKeyHeartbeat', {
      ...PRESENTED,
      activation_id: 'The ID of the activation that holds the slot.',
    }),
  ),
});

export const GetOwnRequest = defineRequest({ path: id });

export const GetRequest = defineRequest({
  path: id,
  query: describeFields(
    { activations_page: optional(paging.page), activations_limit: optional(paging.limit) },
    {
      activations_page:
        'The page of activations. Without `activations_page` and `activations_limit` all activations are returned.',
      activations_limit: 'The number of activations per page. Values above 100 count as 100.',
    },
  ),
});

export const activationPath = { ...id, activation_id: described(uuid4(), 'The ID of the activation.') };

export const GetActivationRequest = defineRequest({ path: activationPath });

export const UpdateRequest = defineRequest({
  path: id,
  body: object(
    {
      status: optional(status),
      usage: optional(integer({ ge: 0 })),
      device_swaps: optional(integer({ ge: 0, le: 1000 })),
      counters: SET_COUNTERS,
      ...sellerTerms,
      updates_until: optional(timestamp()),
      follow_benefit: optional(list(oneOf(['limit_activations', 'limit_usage', 'expires_at', 'updates_until']), { max: 4 })),
    },
    'LicenseKeyUpdate',
    {
      ...LIMITS,
      ...REMARKS,
      follow_benefit: {
        text:
          'Limits and expiry that are set here no longer change when the benefit does. The fields in this list take their values from ' +
          'the benefit again and follow it; an expiry counts from the time when the license key was issued.',
        example: ['limit_activations'],
      },
      updates_until: 'Releases from before this time are included. It stays like limits that are set. An extension.',
      status: 'The new status. It stays until it is changed again.',
      usage: { text: 'The new usage, for example 0 to reset it.', example: 0 },
      device_swaps: {
        text: 'The new number of swaps of devices in the current period, for example 0 to reset it. Needs `policy.devices.swaps`. An extension.',
        example: 0,
      },
    },
  ),
});

const issueKey = strict(
  object(
    {
      customer_id: uuid4(),
      benefit_id: uuid4(),
      member_id: optional(nullable(uuid4())),
      key: optional(nullable(text({ min: 1, max: 255 }))),
      allow_short_key: optional(boolean()),
      ...sellerTerms,
    },
    'LicenseKeyCreate',
    {
      customer_id: 'The ID of the customer who gets the license key.',
      benefit_id: 'The ID of a `license_keys` benefit of the same organization.',
      member_id: 'The ID of the member of the customer who gets the license key.',
      key: {
        text:
          'A license key of your own, without control and format characters; however it is written, unique within the organization, of 16 to 255 characters or, with `allow_short_key`, of 1 to 255. ' +
          'Generated by default.',
        example: 'LEGACY-0001-7F3K-92QX',
      },
      allow_short_key:
        'Accepts a `key` of fewer than 16 characters. Such a license key can be guessed: use it only for keys that customers already have.',
      limit_activations:
        'The maximum number of activations. Left out: as the benefit says. `null` if the license key cannot be activated.',
      limit_usage: 'The maximum usage. Left out: as the benefit says. `null` if it is not limited.',
      expires_at: 'When the license key expires. Left out: as the benefit says. `null` if it does not.',
      allowed_devices: LIMITS.allowed_devices,
      ...REMARKS,
    },
  ),
);

export type IssueKeyBody = Infer<typeof issueKey>;

const batch = strict(
  object({ license_keys: list(issueKey, { min: 1, max: 1000 }) }, 'LicenseKeysCreate', {
    license_keys: 'The license keys to issue.',
  }),
);

export const IssueRequest = defineRequest({ body: unionByKey('license_keys', batch, issueKey) });
