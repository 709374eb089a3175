import { fieldError, type FieldError } from '#kernel';
import type { BenefitRules } from './benefit-rules.ts';

type FlagValues = { readonly [name: string]: string | number | boolean };

/** The license key that shows a flag: those of the same purchase, one of another benefit that the customer has already, or one that is chosen. */
export type AttachRule =
  { readonly to: 'own_key' } | { readonly to: 'key_of'; readonly benefitId: string } | { readonly to: 'choose' };

/** What becomes of a value that the key has already. */
type CombineRule = 'sum' | 'max' | 'replace';

/** Properties of a benefit of type `feature_flag`: programs check whether a customer has it. */
export interface FeatureFlagProperties {
  /** What applications read of the flag. Left out if there are none. */
  readonly values?: FlagValues;
  /** Left out if it never was anything but `own_key`. */
  readonly attach?: AttachRule;
  readonly combine?: CombineRule | null;
}

/** Every response about a license key contains them. */
const MAX_BYTES = 2048;

function errorsOf({ values = {} }: FeatureFlagProperties): FieldError[] {
  if (Buffer.byteLength(JSON.stringify(values)) <= MAX_BYTES) return [];
  return [fieldError(['values'], `The values take at most ${MAX_BYTES} bytes as JSON.`, values)];
}

/** True if license keys that show the flag have to be updated. */
function termsDiffer(before: FeatureFlagProperties, after: FeatureFlagProperties): boolean {
  return !haveSameValues(before, after) || !isSameRule(before.attach, after.attach) || before.combine !== after.combine;
}

function haveSameValues({ values: before = {} }: FeatureFlagProperties, { values: after = {} }: FeatureFlagProperties): boolean {
  const names = Object.keys(after);
  const isSame = (name: string): boolean => Object.hasOwn(before, name) && before[name] === after[name];
  return names.length === Object.keys(before).length && names.every(isSame);
}

const isSameRule = (before: AttachRule | undefined, after: AttachRule | undefined): boolean =>
  before?.to === after?.to && benefitOf(before) === benefitOf(after);

const benefitOf = (rule: AttachRule | undefined): string | null => (rule?.to === 'key_of' ? rule.benefitId : null);

export const featureFlagRules: BenefitRules<FeatureFlagProperties> = {
  /** Flags are for the seller's programs, so customers do not see them by default. */
  defaultVisibility: 'private',
  errorsOf,
  merged: (before, sent) => ({ ...before, ...sent }),
  normalized: ({ values = {}, attach, combine }) => ({
    ...(Object.keys(values).length > 0 ? { values } : {}),
    ...(attach ? { attach } : {}),
    ...(combine ? { combine } : {}),
  }),
  termsDiffer,
  expiryDiffers: () => false,
};
