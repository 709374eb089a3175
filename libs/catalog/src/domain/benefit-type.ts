import type { Problem } from '#kernel';
import * as licenseKeys from './license-keys-properties.ts';

/** What each type of benefit promises. A further type is one line here and its rules below. */
export interface PropertiesOf {
  readonly license_keys: licenseKeys.LicenseKeysProperties;
}

export type BenefitType = keyof PropertiesOf;

/** A type together with properties of that type. */
export type Promised = { [T in BenefitType]: { readonly type: T; readonly properties: PropertiesOf[T] } }[BenefitType];

interface Rules<P> {
  /** What is wrong with the properties; `at` is within them. */
  problemsOf(properties: P): Problem[];
  /** The one form that is kept of equal properties. */
  normalized(properties: P): P;
  /** True where what was granted before would have to follow the change. */
  termsDiffer(before: P, after: P): boolean;
}

const RULES: { readonly [T in BenefitType]: Rules<PropertiesOf[T]> } = { license_keys: licenseKeys };

export const rulesOf = <T extends BenefitType>(type: T): Rules<PropertiesOf[T]> => RULES[type];
