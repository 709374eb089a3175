import { defineRequest, repeatable, metadataFilter, paging, sorting } from '#platform/http';
import {
  withDefault,
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
import { BENEFIT_TYPES, VISIBILITIES } from '../../contract/benefit.view.ts';
import { BENEFIT_ORDERS } from '../../queries/list-benefits.ts';
import { CustomProperties, FeatureFlagProperties, MeterCreditProperties } from './benefit-properties.dto.ts';
import { LicenseKeysProperties } from './license-keys-properties.dto.ts';

const description = text({ min: 3, max: 42 });
const visibility = nullable(oneOf(VISIBILITIES));
const path = { id: uuid4() };

const newBenefit = <T extends string, P>(type: T, properties: Field<P>, name: string) =>
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
  );

const benefitChanges = <T extends string, P>(type: T, properties: Field<P>, name: string) =>
  object(
    {
      type: literal(type),
      description: optional(nullable(description)),
      properties: optional(nullable(properties)),
      visibility: optional(visibility),
      metadata: optional(metadata()),
    },
    name,
  );

export const CreateBenefitRequest = defineRequest({
  body: discriminatedUnion('type', {
    custom: newBenefit('custom', CustomProperties, 'BenefitCustomCreate'),
    feature_flag: newBenefit('feature_flag', FeatureFlagProperties, 'BenefitFeatureFlagCreate'),
    license_keys: newBenefit('license_keys', LicenseKeysProperties, 'BenefitLicenseKeysCreate'),
    meter_credit: newBenefit('meter_credit', MeterCreditProperties, 'BenefitMeterCreditCreate'),
  }),
});

export const UpdateBenefitRequest = defineRequest({
  path,
  body: discriminatedUnion('type', {
    custom: benefitChanges('custom', CustomProperties, 'BenefitCustomUpdate'),
    feature_flag: benefitChanges('feature_flag', FeatureFlagProperties, 'BenefitFeatureFlagUpdate'),
    license_keys: benefitChanges('license_keys', LicenseKeysProperties, 'BenefitLicenseKeysUpdate'),
    meter_credit: benefitChanges('meter_credit', MeterCreditProperties, 'BenefitMeterCreditUpdate'),
  }),
});

export const OneBenefitRequest = defineRequest({ path });

export const ListBenefitsRequest = defineRequest({
  query: {
    organization_id: repeatable(uuid4()),
    type: repeatable(oneOf(BENEFIT_TYPES)),
    id: repeatable(uuid4()),
    exclude_id: repeatable(uuid4()),
    query: optional(text()),
    metadata: metadataFilter(),
    sorting: sorting(BENEFIT_ORDERS, ['-created_at']),
    ...paging,
  },
});
