import {
  CustomPropertiesView,
  FeatureFlagPropertiesView,
  LicenseKeysPropertiesView,
  MeterCreditPropertiesView,
} from '#catalog/contract';
import { PortalCustomerView } from '#customer-portal/contract';
import { SellerView } from '#organizations/contract';
import { boolean, type Infer, literal, nullable, object, discriminatedUnion, text, timestamp, uuid4 } from '#platform/wire';
import { grantFields } from './benefit-grant.view.ts';

const common = {
  id: uuid4(),
  created_at: timestamp(),
  modified_at: nullable(timestamp()),
  description: text(),
  selectable: boolean(),
  deletable: boolean(),
  is_deleted: boolean(),
  organization_id: uuid4(),
  organization: SellerView,
};

/** A benefit as those see it who have it. */
const PortalBenefitView = discriminatedUnion('type', {
  custom: object({ ...common, type: literal('custom'), properties: CustomPropertiesView }, 'BenefitCustomSubscriber'),
  feature_flag: object(
    { ...common, type: literal('feature_flag'), properties: FeatureFlagPropertiesView },
    'BenefitFeatureFlagSubscriber',
  ),
  license_keys: object(
    { ...common, type: literal('license_keys'), properties: LicenseKeysPropertiesView },
    'BenefitLicenseKeysSubscriber',
  ),
  meter_credit: object(
    { ...common, type: literal('meter_credit'), properties: MeterCreditPropertiesView },
    'BenefitMeterCreditSubscriber',
  ),
});
export type PortalBenefitView = Infer<typeof PortalBenefitView>;

export const PortalBenefitGrantView = object(
  { ...grantFields, customer: PortalCustomerView, benefit: PortalBenefitView },
  'CustomerBenefitGrant',
);
export type PortalBenefitGrantView = Infer<typeof PortalBenefitGrantView>;
