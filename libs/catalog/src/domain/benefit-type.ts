import type { FieldError } from '#kernel';
import * as custom from './custom-properties.ts';
import * as downloadables from './downloadables-properties.ts';
import * as featureFlag from './feature-flag-properties.ts';
import * as licenseKeys from './license-keys-properties.ts';
import * as meterCredit from './meter-credit-properties.ts';
import type { Visibility } from './visibility.ts';

/** The properties of each benefit type. To add a type, add a line here and one to `RULES`. */
export interface PropertiesOf {
  readonly custom: custom.CustomProperties;
  readonly downloadables: downloadables.DownloadablesProperties;
  readonly feature_flag: featureFlag.FeatureFlagProperties;
  readonly license_keys: licenseKeys.LicenseKeysProperties;
  readonly meter_credit: meterCredit.MeterCreditProperties;
}

export type BenefitType = keyof PropertiesOf;

/** A type with the properties of that type. */
export type TypedProperties = { [T in BenefitType]: { readonly type: T; readonly properties: PropertiesOf[T] } }[BenefitType];

interface Rules<P> {
  /** Default visibility of a new benefit. */
  readonly defaultVisibility: Visibility;
  /** Set if every benefit of the type has the default visibility. */
  readonly visibilityIsFixed?: boolean;
  /** Errors with paths relative to the properties. */
  errorsOf(properties: P): FieldError[];
  /** The canonical form of the properties, as it is stored. */
  normalized(properties: P): P;
  /** True if existing grants have to be updated. */
  termsDiffer(before: P, after: P): boolean;
  /** True if the expiry of what was granted has to be calculated anew. */
  expiryDiffers(before: P, after: P): boolean;
  /** True if existing purchases may have to bring more or fewer grants. Left out where a purchase brings one. */
  quantityDiffers?(before: P, after: P): boolean;
}

const RULES: { readonly [T in BenefitType]: Rules<PropertiesOf[T]> } = {
  custom,
  downloadables,
  feature_flag: featureFlag,
  license_keys: licenseKeys,
  meter_credit: meterCredit,
};

/** The rules of one type. Callers pass properties of the same type. */
export const rulesOf = (type: BenefitType): Rules<PropertiesOf[BenefitType]> => RULES[type] as Rules<PropertiesOf[BenefitType]>;
