import {
  boolean,
  describeFields,
  describeResource,
  type Field,
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
  scalarMap,
  type Scalars,
  discriminatedUnion,
  text,
  timestamp,
  unionByKey,
  uuid4,
  strict,
} from '#platform/wire';
import { ActivationRulesView } from './activation-rules.view.ts';
import { KeyFormatView, SignedKeyFormatView } from './key-format.view.ts';
import { LicensePolicyView } from './license-policy.view.ts';
import { OfflinePolicyView } from './offline-policy.view.ts';

export const VISIBILITIES = ['draft', 'private', 'public'] as const;
export const BENEFIT_TYPES = ['custom', 'downloadables', 'feature_flag', 'license_keys', 'meter_credit'] as const;

/** Something for each type of benefits. */
export type ByBenefitType = Readonly<Record<(typeof BENEFIT_TYPES)[number], unknown>>;

/** What everybody sees of a benefit. */
export const BENEFIT_FIELDS = describeFields(
  {
    id: uuid4(),
    created_at: timestamp(),
    modified_at: nullable(timestamp()),
    description: text(),
    selectable: boolean(),
    deletable: boolean(),
    is_deleted: boolean(),
    organization_id: uuid4(),
  },
  {
    ...describeResource('benefit'),
    description: { text: 'The name of the benefit as customers read it.', example: 'License for the desktop app' },
    selectable: 'Whether the seller can add the benefit to products and remove it. `false` for benefits created by the service.',
    deletable: 'Whether the seller can delete the benefit. `false` for benefits created by the service.',
    is_deleted: 'Whether the benefit is deleted. Grants of deleted benefits still name them.',
  },
);

const common = {
  ...BENEFIT_FIELDS,
  ...describeFields(
    { metadata: metadata(), visibility: oneOf(VISIBILITIES), visibility_configurable: boolean() },
    {
      ...describeResource('benefit'),
      visibility: 'Who sees the benefit: `public` benefits appear in the customer portal, `private` and `draft` ones do not.',
      visibility_configurable: 'Whether the seller can change the visibility.',
    },
  ),
};

const TYPE = {
  type: 'The type of the benefit. It determines `properties`.',
  properties: 'The settings of this type of benefit.',
};

export const CustomPropertiesView = object({ note: nullable(text()) }, 'BenefitCustomProperties', {
  note: 'A note shown to customers who have the benefit, or `null`.',
});

/** The most files that a `downloadables` benefit has. */
export const MAX_FILES = 100;
export const MAX_CREDITED_UNITS = 1_000_000_000_000_000;

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

/** What applications read of a flag, in requests and responses. */
export const FlagValues = scalarMap({ pairs: 20, key: 40 }) as Field<Scalars>;

/** What becomes of a value of a flag that a license key has already. */
export const CombineRule = oneOf(['sum', 'max', 'replace']);

/** Which license keys show a flag, in requests and responses. */
export const AttachRuleView = discriminatedUnion('to', {
  own_key: strict(object({ to: literal('own_key') }, 'BenefitAttachToOwnKey', { to: 'The license keys of the same purchase.' })),
  key_of: strict(
    object({ to: literal('key_of'), benefit_id: uuid4() }, 'BenefitAttachToKeyOf', {
      to: 'The newest usable license key of another benefit that the customer has.',
      benefit_id: 'The ID of that benefit, of type `license_keys`.',
    }),
  ),
  choose: strict(object({ to: literal('choose') }, 'BenefitAttachToChosenKey', { to: 'The license key that is chosen for it.' })),
});

export const FeatureFlagPropertiesView = object({}, 'BenefitFeatureFlagProperties');

/** What a purchase of several pieces brings. */
export const QUANTITY_RULES = ['one', 'each', 'devices'] as const;
/** What a purchase brings to a customer who has a license key already. */
export const REPURCHASE_RULES = ['new_key', 'renew'] as const;

/** What happens to a license key that was found in public. */
export const LEAK_RULES = ['tell', 'rotate', 'disable'] as const;

/** How long license keys are valid, in requests and responses. */
export const Expiration = object(
  { ttl: integer({ gt: 0 }), timeframe: oneOf(['year', 'month', 'day']) },
  'BenefitLicenseKeyExpirationProperties',
  { ttl: { text: 'The number of years, months or days.', example: 1 }, timeframe: 'The unit of `ttl`.' },
);

export const LicenseKeysPropertiesView = object(
  {
    prefix: nullable(text()),
    expires: nullable(Expiration),
    activations: nullable(ActivationRulesView),
    limit_usage: nullable(integer()),
    deliver_by_email: optional(boolean()),
    first_steps: optional(text()),
    offline: optional(OfflinePolicyView),
    key_format: optional(unionByKey('type', SignedKeyFormatView, KeyFormatView)),
    policy: optional(LicensePolicyView),
    replaces_benefit_ids: optional(list(uuid4())),
    quantity: optional(oneOf(QUANTITY_RULES)),
    when_bought_again: optional(oneOf(REPURCHASE_RULES)),
    when_leaked: optional(oneOf(LEAK_RULES)),
  },
  'BenefitLicenseKeysProperties',
  {
    prefix: { text: 'The prefix of generated license keys, or `null`.', example: 'ACME' },
    expires: 'How long license keys are valid, or `null` if they do not expire.',
    activations: 'The rules for activations, or `null` if license keys cannot be activated.',
    limit_usage: 'The maximum usage of a license key, or `null` if usage is not limited.',
    deliver_by_email: 'Whether new license keys are sent to customers by e-mail.',
    first_steps: 'What customers do first, as the mail with the license key says it. Left out if there is nothing.',
    offline: 'How license keys may be used without a network. Left out if they may not.',
    key_format: 'The form of generated license keys, or `signed`. Left out if they are UUIDs.',
    policy: 'Further rules for license keys. Left out if there are none.',
    replaces_benefit_ids: 'The IDs of the benefits whose license keys move here when a purchase brings this benefit instead.',
    quantity: 'What a purchase of several pieces brings. Left out if it is one license key.',
    when_bought_again: 'What a purchase brings to a customer who has a license key already. Left out if it is another one.',
    when_leaked: 'What happens to a license key that was found in public. Left out if only the seller is told.',
  },
);

export const MeterCreditPropertiesView = object(
  {
    units: integer({ le: MAX_CREDITED_UNITS }),
    rollover: boolean(),
    meter_id: uuid4(),
    priority: optional(integer({ ge: 0 })),
    expires_after_days: optional(integer({ ge: 1 })),
  },
  'BenefitMeterCreditProperties',
  {
    units: 'The number of units credited in every period.',
    rollover: 'Whether unused units carry over to the next period.',
    meter_id: 'The ID of the meter that is credited.',
    priority: { text: 'Credits with a lower priority are used first. Left out if the units have none.', example: 10 },
    expires_after_days: {
      text: 'The days until what is left of the units is taken away. Left out if they have no end of their own.',
      example: 90,
    },
  },
);

const FLAG = { values: optional(FlagValues), attach: optional(AttachRuleView), combine: optional(CombineRule) };

/** Every type of benefit has its own view, discriminated by `type`. */
export const BenefitView = discriminatedUnion('type', {
  custom: object({ ...common, type: literal('custom'), properties: CustomPropertiesView }, 'BenefitCustom', TYPE),
  downloadables: object(
    { ...common, type: literal('downloadables'), properties: DownloadablesPropertiesView },
    'BenefitDownloadables',
    TYPE,
  ),
  feature_flag: object(
    { ...common, type: literal('feature_flag'), properties: FeatureFlagPropertiesView, ...FLAG },
    'BenefitFeatureFlag',
    {
      ...TYPE,
      values: {
        text: 'What applications read of the flag with their license key. Left out if there are none.',
        example: { max_pages: 500 },
      },
      attach: 'Which license keys show the flag. Left out if they always were those of the same purchase.',
      combine: 'What becomes of a value that the license key has already. Left out if both are shown.',
    },
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
} satisfies ByBenefitType);
export type BenefitView = Infer<typeof BenefitView>;
