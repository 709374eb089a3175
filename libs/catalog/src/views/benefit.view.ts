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
  uuid4,
  withDefault,
  strict,
} from '#platform/wire';
import { ActivationRulesView } from './activation-rules.view.ts';
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

export const FeatureFlagPropertiesView = object({}, 'BenefitFeatureFlagProperties');

/** What a purchase of several pieces brings. */
export const QUANTITY_RULES = ['one', 'each', 'devices'] as const;
/** What a purchase brings to a customer who has a license key already. */
export const REPURCHASE_RULES = ['new_key', 'renew'] as const;

/** How long license keys are valid, in requests and responses. */
export const Expiration = object(
  { ttl: integer({ gt: 0 }), timeframe: oneOf(['year', 'month', 'day']) },
  'BenefitLicenseKeyExpirationProperties',
  { ttl: { text: 'The number of years, months or days.', example: 1 }, timeframe: 'The unit of `ttl`.' },
);

const keyFormat = {
  alphabet: text({ max: 36 }),
  groups: integer({ ge: 1, le: 16 }),
  group_length: integer({ ge: 2, le: 16 }),
  check: oneOf(['none', 'luhn_mod_n']),
  accepts_typed_input: boolean(),
};
const KEY_FORMAT = {
  alphabet: {
    text: '10 to 36 different characters of `0-9` and `A-Z`; an even number with a check character.',
    example: '0123456789ABCDEFGHJKMNPQRSTVWXYZ',
  },
  groups: { text: 'The number of groups.', example: 5 },
  group_length: { text: 'The number of characters in each group.', example: 5 },
  check: 'How the last character is calculated: `luhn_mod_n`, or `none` if it is random.',
  accepts_typed_input:
    'Whether license keys are also found with `O` for `0`, `I` or `L` for `1`, or without hyphens. In another case, and with blanks or other dashes, they always are.',
};
const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** The form of generated license keys in a request. */
export const NewKeyFormat = strict(
  object(
    {
      ...keyFormat,
      alphabet: withDefault(keyFormat.alphabet, () => CROCKFORD),
      check: withDefault(keyFormat.check, () => 'luhn_mod_n' as const),
      accepts_typed_input: withDefault(keyFormat.accepts_typed_input, () => false),
    },
    'BenefitLicenseKeyFormatCreateProperties',
    KEY_FORMAT,
  ),
);

const KeyFormatView = object(keyFormat, 'BenefitLicenseKeyFormatProperties', KEY_FORMAT);

export const LicenseKeysPropertiesView = object(
  {
    prefix: nullable(text()),
    expires: nullable(Expiration),
    activations: nullable(ActivationRulesView),
    limit_usage: nullable(integer()),
    deliver_by_email: optional(boolean()),
    offline: optional(OfflinePolicyView),
    key_format: optional(KeyFormatView),
    policy: optional(LicensePolicyView),
    replaces_benefit_ids: optional(list(uuid4())),
    quantity: optional(oneOf(QUANTITY_RULES)),
    when_bought_again: optional(oneOf(REPURCHASE_RULES)),
  },
  'BenefitLicenseKeysProperties',
  {
    prefix: { text: 'The prefix of generated license keys, or `null`.', example: 'ACME' },
    expires: 'How long license keys are valid, or `null` if they do not expire.',
    activations: 'The rules for activations, or `null` if license keys cannot be activated.',
    limit_usage: 'The maximum usage of a license key, or `null` if usage is not limited.',
    deliver_by_email: 'Whether new license keys are sent to customers by e-mail.',
    offline: 'How license keys may be used without a network. Left out if they may not.',
    key_format: 'The form of generated license keys. Left out if they are UUIDs.',
    policy: 'Further rules for license keys. Left out if there are none.',
    replaces_benefit_ids: 'The IDs of the benefits whose license keys move here when a purchase brings this benefit instead.',
    quantity: 'What a purchase of several pieces brings. Left out if it is one license key.',
    when_bought_again: 'What a purchase brings to a customer who has a license key already. Left out if it is another one.',
  },
);

export const MeterCreditPropertiesView = object(
  { units: integer({ le: MAX_CREDITED_UNITS }), rollover: boolean(), meter_id: uuid4() },
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
    { ...common, type: literal('feature_flag'), properties: FeatureFlagPropertiesView, values: optional(FlagValues) },
    'BenefitFeatureFlag',
    {
      ...TYPE,
      values: {
        text: 'What applications read of the flag with their license key. Left out if there are none.',
        example: { max_pages: 500 },
      },
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
