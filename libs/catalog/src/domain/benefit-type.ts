import type { FieldError } from '#kernel';
import * as custom from './custom-properties.ts';
import * as featureFlag from './feature-flag-properties.ts';
import * as licenseKeys from './license-keys-properties.ts';
import * as meterCredit from './meter-credit-properties.ts';
import type { Visibility } from './visibility.ts';

/** What each type of benefit promises. A further type is one line here and its rules below. */
export interface PropertiesOf {
  readonly custom: custom.CustomProperties;
  readonly feature_flag: featureFlag.FeatureFlagProperties;
  readonly license_keys: licenseKeys.LicenseKeysProperties;
  readonly meter_credit: meterCredit.MeterCreditProperties;
}

export type BenefitType = keyof PropertiesOf;

/** A type together with properties of that type. */
export type Promised = { [T in BenefitType]: { readonly type: T; readonly properties: PropertiesOf[T] } }[BenefitType];

interface Rules<P> {
  /** Where a new benefit is seen unless the seller says otherwise. */
  readonly visibleAtFirst: Visibility;
  /** What is wrong with the properties; `at` is within them. */
  problemsOf(properties: P): FieldError[];
  /** The one form that is kept of equal properties. */
  normalized(properties: P): P;
  /** True where what was granted before would have to follow the change. */
  termsDiffer(before: P, after: P): boolean;
}

const RULES: { readonly [T in BenefitType]: Rules<PropertiesOf[T]> } = {
  custom,
  feature_flag: featureFlag,
  license_keys: licenseKeys,
  meter_credit: meterCredit,
};

/** The rules of one type, to be used with properties of that type: whoever has a type has properties that belong to it. */
export const rulesOf = (type: BenefitType): Rules<PropertiesOf[BenefitType]> => RULES[type] as Rules<PropertiesOf[BenefitType]>;
