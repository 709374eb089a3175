import { defineRequest, repeatable, metadataFilter, paging, sorting } from '#platform/http';
import { LOOKUP_TEXT } from '#support/texts';
import {
  withDefault,
  describeFields,
  describeInput,
  type Field,
  literal,
  metadata,
  nullable,
  object,
  oneOf,
  optional,
  discriminatedUnion,
  text,
  uuid4,
} from '#platform/wire';
import {
  AttachRuleView,
  BENEFIT_TYPES,
  type ByBenefitType,
  CombineRule,
  FlagValues,
  VISIBILITIES,
} from '../../views/benefit.view.ts';
import { BENEFIT_ORDERS } from '../../queries/list-benefits.ts';
import {
  CustomPropertiesInput,
  DownloadablesPropertiesInput,
  FeatureFlagPropertiesInput,
  MeterCreditPropertiesInput,
} from './benefit-properties.dto.ts';
import { LicenseKeysPropertiesInput } from './license-keys-properties.dto.ts';

const description = text({ min: 3, max: 42 });
const visibility = nullable(oneOf(VISIBILITIES));
const texts = describeInput('benefit');
const path = describeFields({ id: uuid4() }, texts.path);

const CREATE = {
  ...texts.body,
  type: 'The type of the benefit. It determines `properties` and cannot be changed later.',
  description: { text: 'The name of the benefit as customers read it.', example: 'License for the desktop app' },
  properties: 'The settings of this type of benefit.',
  visibility: 'Who sees the benefit. `private` by default for `feature_flag`, `public` for other types.',
};
const UPDATE = {
  ...CREATE,
  type: 'The type of the benefit. It must be the existing one.',
  properties: 'Replaces all existing settings.',
  visibility: 'Who sees the benefit.',
};

const FLAG = { values: optional(FlagValues), attach: optional(AttachRuleView), combine: optional(nullable(CombineRule)) };
const FLAG_TEXTS = {
  values: {
    text:
      'What applications read of the flag with their license key: at most 2,048 bytes as JSON. Replaces all existing values. ' +
      'An extension.',
    example: { max_pages: 500 },
  },
  attach:
    'Which license keys show the flag: `own_key` those of the same purchase, which is the default; `key_of` the newest usable license key ' +
    'of another benefit that the customer has already; `choose` the one that is chosen for it. An extension.',
  combine:
    'What becomes of a value that the license key has already: it adds to it, the highest counts, or it replaces it. `null`, the default, shows both. An extension.',
};

const newBenefit = <T extends string, P>(type: T, properties: Field<P>, name?: string) =>
  object(
    {
      type: literal(type),
      description,
      properties,
      organization_id: optional(nullable(uuid4())),
      visibility: optional(visibility),
      metadata: withDefault(metadata(), () => ({})),
    },
    name,
    CREATE,
  );

const changesOf = <T extends string, P>(type: T, properties: Field<P>) => ({
  type: literal(type),
  description: optional(nullable(description)),
  properties: optional(nullable(properties)),
  metadata: optional(metadata()),
});

const benefitChanges = <T extends string, P>(type: T, properties: Field<P>, name?: string) =>
  object({ ...changesOf(type, properties), visibility: optional(visibility) }, name, UPDATE);

export const CreateBenefitRequest = defineRequest({
  body: discriminatedUnion('type', {
    custom: newBenefit('custom', CustomPropertiesInput, 'BenefitCustomCreate'),
    downloadables: newBenefit('downloadables', DownloadablesPropertiesInput, 'BenefitDownloadablesCreate'),
    feature_flag: object(
      { ...newBenefit('feature_flag', FeatureFlagPropertiesInput).fields, ...FLAG },
      'BenefitFeatureFlagCreate',
      FLAG_TEXTS,
    ),
    license_keys: newBenefit('license_keys', LicenseKeysPropertiesInput, 'BenefitLicenseKeysCreate'),
    meter_credit: newBenefit('meter_credit', MeterCreditPropertiesInput, 'BenefitMeterCreditCreate'),
  } satisfies ByBenefitType),
});

export const UpdateBenefitRequest = defineRequest({
  path,
  body: discriminatedUnion('type', {
    custom: benefitChanges('custom', CustomPropertiesInput, 'BenefitCustomUpdate'),
    downloadables: object(changesOf('downloadables', DownloadablesPropertiesInput), 'BenefitDownloadablesUpdate', UPDATE),
    feature_flag: object(
      { ...benefitChanges('feature_flag', FeatureFlagPropertiesInput).fields, ...FLAG },
      'BenefitFeatureFlagUpdate',
      FLAG_TEXTS,
    ),
    license_keys: benefitChanges('license_keys', LicenseKeysPropertiesInput, 'BenefitLicenseKeysUpdate'),
    meter_credit: benefitChanges('meter_credit', MeterCreditPropertiesInput, 'BenefitMeterCreditUpdate'),
  } satisfies ByBenefitType),
});

export const OneBenefitRequest = defineRequest({ path });

export const FilesOfBenefitRequest = defineRequest({ path, query: paging });

export const ListBenefitsRequest = defineRequest({
  query: {
    ...describeFields(
      {
        organization_id: repeatable(uuid4()),
        type: repeatable(oneOf(BENEFIT_TYPES), { choices: 'BenefitType' }),
        id: repeatable(uuid4()),
        exclude_id: repeatable(uuid4()),
        query: optional(text(LOOKUP_TEXT)),
      },
      {
        ...texts.filters,
        type: 'Returns only benefits of these types. Can be repeated.',
        exclude_id: 'Leaves out benefits with these IDs. Can be repeated.',
        query: 'Returns only benefits whose description contains this text, ignoring case.',
      },
    ),
    metadata: metadataFilter(),
    sorting: sorting(BENEFIT_ORDERS, ['-created_at']),
    ...paging,
  },
});
