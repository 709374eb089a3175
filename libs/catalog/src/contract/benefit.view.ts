import {
  boolean,
  type Infer,
  integer,
  literal,
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

export const VISIBILITIES = ['draft', 'private', 'public'] as const;
export const BENEFIT_TYPES = ['custom', 'feature_flag', 'license_keys', 'meter_credit'] as const;

const common = {
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
};

export const CustomPropertiesView = object({ note: nullable(text()) }, 'BenefitCustomProperties');

export const FeatureFlagPropertiesView = object({}, 'BenefitFeatureFlagProperties');

/** How long keys live; said and shown alike. */
export const Expiration = object(
  { ttl: integer({ gt: 0 }), timeframe: oneOf(['year', 'month', 'day']) },
  'BenefitLicenseKeyExpirationProperties',
);

export const LicenseKeysPropertiesView = object(
  {
    prefix: nullable(text()),
    expires: nullable(Expiration),
    activations: nullable(
      object({ limit: integer(), enable_customer_admin: boolean() }, 'BenefitLicenseKeyActivationProperties'),
    ),
    limit_usage: nullable(integer()),
    deliver_by_email: optional(boolean()),
  },
  'BenefitLicenseKeysProperties',
);

export const MeterCreditPropertiesView = object(
  { units: integer(), rollover: boolean(), meter_id: uuid4() },
  'BenefitMeterCreditProperties',
);

/** Each type of benefit has a view of its own; `type` tells them apart. */
export const BenefitView = discriminatedUnion('type', {
  custom: object({ ...common, type: literal('custom'), properties: CustomPropertiesView }, 'BenefitCustom'),
  feature_flag: object({ ...common, type: literal('feature_flag'), properties: FeatureFlagPropertiesView }, 'BenefitFeatureFlag'),
  license_keys: object({ ...common, type: literal('license_keys'), properties: LicenseKeysPropertiesView }, 'BenefitLicenseKeys'),
  meter_credit: object({ ...common, type: literal('meter_credit'), properties: MeterCreditPropertiesView }, 'BenefitMeterCredit'),
});
export type BenefitView = Infer<typeof BenefitView>;
