import { fieldError, type FieldError } from '#kernel';
import type { BenefitRules } from './benefit-rules.ts';

type FlagValues = { readonly [name: string]: string | number | boolean };

/** Properties of a benefit of type `feature_flag`: programs check whether a customer has it. */
export interface FeatureFlagProperties {
  /** What applications read of the flag. Left out if there are none. */
  readonly values?: FlagValues;
}

/** Every response about a license key contains them. */
const MAX_BYTES = 2048;

function errorsOf({ values = {} }: FeatureFlagProperties): FieldError[] {
  if (Buffer.byteLength(JSON.stringify(values)) <= MAX_BYTES) return [];
  return [fieldError(['values'], `The values take at most ${MAX_BYTES} bytes as JSON.`, values)];
}

/** True if license keys that show the values have to be updated. */
function termsDiffer({ values: before = {} }: FeatureFlagProperties, { values: after = {} }: FeatureFlagProperties): boolean {
  const names = Object.keys(after);
  const isSame = (name: string): boolean => Object.hasOwn(before, name) && before[name] === after[name];
  return names.length !== Object.keys(before).length || !names.every(isSame);
}

export const featureFlagRules: BenefitRules<FeatureFlagProperties> = {
  /** Flags are for the seller's programs, so customers do not see them by default. */
  defaultVisibility: 'private',
  errorsOf,
  normalized: ({ values = {} }) => (Object.keys(values).length > 0 ? { values } : {}),
  termsDiffer,
  expiryDiffers: () => false,
};
