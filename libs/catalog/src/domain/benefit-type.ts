import type { BenefitRules } from './benefit-rules.ts';
import { type CustomProperties, customRules } from './custom-properties.ts';
import { type DownloadablesProperties, downloadablesRules } from './downloadables-properties.ts';
import { type FeatureFlagProperties, featureFlagRules } from './feature-flag-properties.ts';
import { type LicenseKeysProperties, licenseKeysRules } from './license-keys-properties.ts';
import { type MeterCreditProperties, meterCreditRules } from './meter-credit-properties.ts';

/** The properties of each benefit type. To add a type, add a line here and one to `RULES`. */
export interface PropertiesOf {
  readonly custom: CustomProperties;
  readonly downloadables: DownloadablesProperties;
  readonly feature_flag: FeatureFlagProperties;
  readonly license_keys: LicenseKeysProperties;
  readonly meter_credit: MeterCreditProperties;
}

export type BenefitType = keyof PropertiesOf;

/** A type with the properties of that type. */
export type TypedProperties = { [T in BenefitType]: { readonly type: T; readonly properties: PropertiesOf[T] } }[BenefitType];

const RULES: { readonly [T in BenefitType]: BenefitRules<PropertiesOf[T]> } = {
  custom: customRules,
  downloadables: downloadablesRules,
  feature_flag: featureFlagRules,
  license_keys: licenseKeysRules,
  meter_credit: meterCreditRules,
};

/** The rules of one type. Callers pass properties of the same type. */
export const rulesOf = (type: BenefitType): BenefitRules<PropertiesOf[BenefitType]> =>
  RULES[type] as BenefitRules<PropertiesOf[BenefitType]>;
