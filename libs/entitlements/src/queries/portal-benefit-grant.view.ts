import {
  BENEFIT_FIELDS,
  type ByBenefitType,
  CustomPropertiesView,
  FeatureFlagPropertiesView,
  FlagValues,
  LicenseKeysPropertiesView,
  MeterCreditPropertiesView,
} from '#catalog/views';
import { PortalCustomerView } from '#customer-portal/views';
import { SellerView } from '#organizations/views';
import { type Infer, list, literal, object, optional, discriminatedUnion, uuid4, described } from '#platform/wire';
import { grantFields } from './benefit-grant.view.ts';

const common = { ...BENEFIT_FIELDS, organization: described(SellerView, 'The organization that grants the benefit.') };

const TYPE = {
  type: 'The type of the benefit. It determines `properties`.',
  properties: 'The settings of this type of benefit.',
};

const OwnDownloadablesPropertiesView = object({ active_files: list(uuid4()) }, 'BenefitDownloadablesSubscriberProperties', {
  active_files: 'The IDs of the files that are not archived, in their order.',
});

/** A benefit as customers who have it see it. */
const PortalBenefitView = discriminatedUnion('type', {
  custom: object({ ...common, type: literal('custom'), properties: CustomPropertiesView }, 'BenefitCustomSubscriber', TYPE),
  downloadables: object(
    { ...common, type: literal('downloadables'), properties: OwnDownloadablesPropertiesView },
    'BenefitDownloadablesSubscriber',
    TYPE,
  ),
  feature_flag: object(
    { ...common, type: literal('feature_flag'), properties: FeatureFlagPropertiesView, values: optional(FlagValues) },
    'BenefitFeatureFlagSubscriber',
    { ...TYPE, values: 'What applications read of the flag with their license key. Left out if there are none.' },
  ),
  license_keys: object(
    { ...common, type: literal('license_keys'), properties: LicenseKeysPropertiesView },
    'BenefitLicenseKeysSubscriber',
    TYPE,
  ),
  meter_credit: object(
    { ...common, type: literal('meter_credit'), properties: MeterCreditPropertiesView },
    'BenefitMeterCreditSubscriber',
    TYPE,
  ),
} satisfies ByBenefitType);
export type PortalBenefitView = Infer<typeof PortalBenefitView>;

export const PortalBenefitGrantView = object(
  { ...grantFields, customer: PortalCustomerView, benefit: PortalBenefitView },
  'CustomerBenefitGrant',
  { customer: 'The customer.', benefit: 'The benefit.' },
);
export type PortalBenefitGrantView = Infer<typeof PortalBenefitGrantView>;
