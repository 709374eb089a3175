import {
  boolean,
  describeFields,
  describeResource,
  type Infer,
  integer,
  list,
  literal,
  mapOf,
  metadata,
  nullable,
  object,
  oneOf,
  optional,
  discriminatedUnion,
  text,
  timestamp,
  uuid4,
} from '#platform/wire';
import { LicensePolicy } from './license-policy.view.ts';

export const VISIBILITIES = ['draft', 'private', 'public'] as const;
export const BENEFIT_TYPES = ['custom', 'downloadables', 'feature_flag', 'license_keys', 'meter_credit'] as const;

const common = describeFields(
  {
    id: uuid4(),
    created_at: timestamp(),
    modified_at: nullable(timestamp()),
    description: text(),
    selectable: boolean(),
    deletable: boolean(),
    is_deleted: boolean(),
    organization_id: uuid4(),
    metadata: metadata(),
    visibility: oneOf(VISIBILITIES),
    visibility_configurable: boolean(),
  },
  {
    ...describeResource('benefit'),
    description: { text: 'The name of the benefit as customers read it.', example: 'License for the desktop app' },
    selectable: 'Whether the seller can add the benefit to products and remove it. `false` for benefits created by the service.',
    deletable: 'Whether the seller can delete the benefit. `false` for benefits created by the service.',
    is_deleted: 'Whether the benefit is deleted. Grants of deleted benefits still name them.',
    visibility: 'Who sees the benefit: `public` benefits appear in the customer portal, `private` and `draft` ones do not.',
    visibility_configurable: 'Whether the seller can change the visibility.',
  },
);

const TYPE = {
  type: 'The type of the benefit. It determines `properties`.',
  properties: 'The settings of this type of benefit.',
};

export const CustomPropertiesView = object({ note: nullable(text()) }, 'BenefitCustomProperties', {
  note: 'A note shown to customers who have the benefit, or `null`.',
});

/** The most files that a `downloadables` benefit has. */
export const MAX_FILES = 100;

/** Which files of a benefit are archived, in requests and responses. */
export const ArchivedFiles = mapOf(uuid4(), boolean(), { max: MAX_FILES });

export const DownloadablesPropertiesView = object(
  { archived: ArchivedFiles, files: list(uuid4()) },
  'BenefitDownloadablesProperties',
  {
    archived: 'By the ID of a file: whether customers no longer get it.',
    files: 'The IDs of the files, in the order in which customers see them.',
  },
);

export const FeatureFlagPropertiesView = object({}, 'BenefitFeatureFlagProperties');

/** How long license keys are valid, in requests and responses. */
export const Expiration = object(
  { ttl: integer({ gt: 0 }), timeframe: oneOf(['year', 'month', 'day']) },
  'BenefitLicenseKeyExpirationProperties',
  { ttl: { text: 'The number of years, months or days.', example: 1 }, timeframe: 'The unit of `ttl`.' },
);

/** How license keys may be used without a network, in requests and responses. */
export const OfflinePolicy = object(
  {
    lease_seconds: integer({ ge: 60, le: 31_622_400 }),
    grace_seconds: integer({ ge: 0, le: 7_776_000 }),
    max_offline_devices: integer({ ge: 1, le: 1000 }),
  },
  'BenefitLicenseKeyOfflineProperties',
  {
    lease_seconds: { text: 'For how many seconds a lease is valid: one minute to 366 days.', example: 604800 },
    grace_seconds: { text: 'For how many seconds after a lease applications may go on: up to 90 days.', example: 86400 },
    max_offline_devices: { text: 'How many devices can have a lease of a license key at the same time.', example: 3 },
  },
);

export const LicenseKeysPropertiesView = object(
  {
    prefix: nullable(text()),
    expires: nullable(Expiration),
    activations: nullable(
      object(
        {
          limit: integer(),
          enable_customer_admin: boolean(),
          mode: optional(literal('floating')),
          checkout_seconds: optional(integer()),
          overdraft: optional(integer()),
        },
        'BenefitLicenseKeyActivationProperties',
        {
          limit: 'The maximum number of activations of a license key; of floating license keys, of those that are checked out.',
          enable_customer_admin: 'Whether customers see and remove activations in the customer portal.',
          mode: 'Left out if license keys are node-locked. An extension.',
          checkout_seconds:
            'For how many seconds a slot is checked out without a heartbeat. Left out if license keys are node-locked.',
          overdraft: 'How many slots beyond `limit` can be checked out. Left out if license keys are node-locked.',
        },
      ),
    ),
    limit_usage: nullable(integer()),
    deliver_by_email: optional(boolean()),
    offline: optional(OfflinePolicy),
    policy: optional(LicensePolicy),
    replaces_benefit_ids: optional(list(uuid4())),
  },
  'BenefitLicenseKeysProperties',
  {
    prefix: { text: 'The prefix of generated license keys, or `null`.', example: 'ACME' },
    expires: 'How long license keys are valid, or `null` if they do not expire.',
    activations: 'The rules for activations, or `null` if license keys cannot be activated.',
    limit_usage: 'The maximum usage of a license key, or `null` if usage is not limited.',
    deliver_by_email: 'Whether new license keys are sent to customers by e-mail.',
    offline: 'How license keys may be used without a network. Left out if they may not.',
    policy: 'Further rules for license keys. Left out if there are none.',
    replaces_benefit_ids: 'The IDs of the benefits whose license keys move here when a purchase brings this benefit instead.',
  },
);

export const MeterCreditPropertiesView = object(
  { units: integer(), rollover: boolean(), meter_id: uuid4() },
  'BenefitMeterCreditProperties',
  {
    units: 'The number of units credited in every period.',
    rollover: 'Whether unused units carry over to the next period.',
    meter_id: 'The ID of the meter that is credited.',
  },
);

/** Every type of benefit has its own view, discriminated by `type`. */
export const BenefitView = discriminatedUnion('type', {
  custom: object({ ...common, type: literal('custom'), properties: CustomPropertiesView }, 'BenefitCustom', TYPE),
  downloadables: object(
    { ...common, type: literal('downloadables'), properties: DownloadablesPropertiesView },
    'BenefitDownloadables',
    TYPE,
  ),
  feature_flag: object(
    { ...common, type: literal('feature_flag'), properties: FeatureFlagPropertiesView },
    'BenefitFeatureFlag',
    TYPE,
  ),
  license_keys: object(
    { ...common, type: literal('license_keys'), properties: LicenseKeysPropertiesView },
    'BenefitLicenseKeys',
    TYPE,
  ),
  meter_credit: object(
    { ...common, type: literal('meter_credit'), properties: MeterCreditPropertiesView },
    'BenefitMeterCredit',
    TYPE,
  ),
});
export type BenefitView = Infer<typeof BenefitView>;
