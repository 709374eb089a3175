import { fieldError, type FieldError } from '#kernel';
import { type KeyFormat, LONGEST_KEY, type SignedKeyFormat, signedKeyLength } from '#support/texts';
import { type LicensePolicy, normalizedPolicy, policyDiffers, policyErrors } from './license-policy.ts';
import { type ActivationRules, activationErrors, activationsDiffer, normalizedActivations } from './activation-rules.ts';
import type { BenefitRules } from './benefit-rules.ts';

const ALPHABET = /^[0-9A-Z]{10,36}$/;
/** Keys that can be guessed are no secrets. */
const MIN_BITS = 100;

const isWithin = (value: number, lowest: number, highest: number): boolean =>
  Number.isInteger(value) && value >= lowest && value <= highest;

/** The randomness of a key. The check character follows from the others. */
const bitsOf = ({ alphabet, groups, groupLength, check }: KeyFormat): number =>
  Math.floor((groups * groupLength - (check === 'none' ? 0 : 1)) * Math.log2(alphabet.length));

/** Errors with paths relative to the properties. */
function keyFormatErrors(format: KeyFormat): FieldError[] {
  const error = (field: keyof KeyFormat, message: string): FieldError => fieldError(['keyFormat', field], message, format[field]);
  const { alphabet, groups, groupLength, check } = format;
  const errors: FieldError[] = [];
  if (!ALPHABET.test(alphabet) || new Set(alphabet).size !== alphabet.length) {
    errors.push(error('alphabet', 'An alphabet has 10 to 36 different characters of 0-9 and A-Z.'));
  } else if (check !== 'none' && alphabet.length % 2 !== 0) {
    errors.push(error('alphabet', 'With a check character, an alphabet has an even number of characters.'));
  }
  if (!isWithin(groups, 1, 16)) errors.push(error('groups', 'A key has 1 to 16 groups.'));
  if (!isWithin(groupLength, 2, 16)) errors.push(error('groupLength', 'A group has 2 to 16 characters.'));
  if (errors.length > 0) return errors;
  const bits = bitsOf(format);
  if (bits >= MIN_BITS) return [];
  return [error('groups', `A key of this format has ${bits} bits of randomness; it needs at least ${MIN_BITS}.`)];
}

/** A name that a signed key carries. */
const CARRIED = /^[A-Za-z0-9._-]+$/;
const [LONGEST_PRODUCT, LONGEST_NAME, MOST_NAMES] = [40, 32, 16];
const MAX_VALID_DAYS = 36_500;

const isCarriedName = (name: string, longest: number): boolean => CARRIED.test(name) && name.length <= longest;

/** Errors of keys that prove themselves, with paths relative to the properties. Whatever a key carries, it has to fit. */
function signedKeyErrors({ prefix, expires, policy }: LicenseKeysProperties, format: SignedKeyFormat): FieldError[] {
  const error = (field: keyof SignedKeyFormat, message: string): FieldError =>
    fieldError(['keyFormat', field], message, format[field]);
  const { product, entitlements = [], validDays } = format;
  const errors: FieldError[] = [];
  if (product !== undefined && !isCarriedName(product, LONGEST_PRODUCT)) {
    errors.push(error('product', `A product has up to ${LONGEST_PRODUCT} characters of A-Z, a-z, 0-9, '.', '_' and '-'.`));
  }
  const areNames = entitlements.every((name) => isCarriedName(name, LONGEST_NAME));
  if (!areNames || entitlements.length > MOST_NAMES || new Set(entitlements).size !== entitlements.length) {
    const message = `A key carries up to ${MOST_NAMES} different names of up to ${LONGEST_NAME} characters of A-Z, a-z, 0-9, '.', '_' and '-'.`;
    errors.push(error('entitlements', message));
  }
  if (validDays !== undefined && !isWithin(validDays, 1, MAX_VALID_DAYS)) {
    errors.push(error('validDays', `A key is valid for 1 to ${MAX_VALID_DAYS} days.`));
  } else if (validDays === undefined && expires && policy?.expiry?.begins === 'first_activation') {
    errors.push(
      error('validDays', 'A key whose lifetime begins with its first activation cannot say when it ends: it needs `valid_days`.'),
    );
  }
  if (errors.length > 0) return errors;
  const characters = signedKeyLength(prefix, format);
  if (characters <= LONGEST_KEY) return [];
  const message = `A key of this benefit has up to ${characters} characters; ${LONGEST_KEY} are possible.`;
  return [fieldError(['keyFormat'], message, characters)];
}

const formatErrors = (properties: LicenseKeysProperties, format: KeyFormat | SignedKeyFormat): FieldError[] =>
  'type' in format ? signedKeyErrors(properties, format) : keyFormatErrors(format);

export type Timeframe = 'year' | 'month' | 'day';

/** What a purchase of several pieces brings: one key, a key for each piece, or one key with the devices of all. */
export type QuantityRule = 'one' | 'each' | 'devices';
/** What happens to a key that was found in public. */
export type LeakRule = 'tell' | 'rotate' | 'disable';
/** What a purchase brings to a customer who has a key of the benefit already. */
export type RepurchaseRule = 'new_key' | 'renew';

/** Properties of a benefit of type `license_keys`: the terms of its keys. `null` stands for no prefix, expiry or limit. */
export interface LicenseKeysProperties {
  readonly prefix: string | null;
  readonly expires: { readonly ttl: number; readonly timeframe: Timeframe } | null;
  readonly activations: ActivationRules | null;
  readonly limitUsage: number | null;
  /** Send new keys to their owners by e-mail. Left out if false. */
  readonly deliverByEmail?: boolean;
  /** What customers do first, as the mail with the key says it. Left out if blank. */
  readonly firstSteps?: string | null;
  /** How keys may be used without a network. Left out if they may not. */
  readonly offline?: OfflinePolicy | null;
  /** The form of generated keys, or that they prove themselves. Left out if they are UUIDs. */
  readonly keyFormat?: KeyFormat | SignedKeyFormat | null;
  /** Further rules for keys. Left out if there are none. */
  readonly policy?: LicensePolicy | null;
  /** When a purchase brings this benefit instead of one of these, their key becomes a key of this benefit. Left out if empty. */
  readonly replacesBenefitIds?: readonly string[];
  /** Left out if it is `one`. */
  readonly quantity?: QuantityRule;
  /** Left out if it is `new_key`. */
  readonly whenBoughtAgain?: RepurchaseRule;
  /** Left out if it is `tell`. */
  readonly whenLeaked?: LeakRule;
}

export interface OfflinePolicy {
  readonly leaseSeconds: number;
  readonly graceSeconds: number;
  readonly maxOfflineDevices: number;
  /** Until when the lease of a deactivated device holds its place. Left out: it is released at once. */
  readonly held?: 'until_lease_ends' | 'until_renewal_is_due' | 'released_at_once' | undefined;
  /** How many places are released before their leases are over. Left out: 3 in 30 days. */
  readonly moves?: { readonly limit: number; readonly periodDays: number } | undefined;
}

const MAX_TTL: Record<Timeframe, number> = { year: 457, month: 1200, day: 36_500 };
const HIGHEST = 2_147_483_647;

const MINUTE = 60;
const DAY = 24 * 60 * MINUTE;
/** Limits of an offline policy. What was leased cannot be taken back before it is over. */
const OFFLINE_LIMITS = {
  leaseSeconds: [MINUTE, 366 * DAY],
  graceSeconds: [0, 90 * DAY],
  maxOfflineDevices: [1, 1000],
} as const;

const outside = (value: number, highest: number): boolean => !Number.isInteger(value) || value < 1 || value > highest;

function errorsOf(properties: LicenseKeysProperties): FieldError[] {
  const { expires, activations, limitUsage, offline, keyFormat } = properties;
  const errors = [
    ...policyErrors(properties),
    ...activationErrors(activations),
    ...(keyFormat ? formatErrors(properties, keyFormat) : []),
  ];
  if (expires && outside(expires.ttl, MAX_TTL[expires.timeframe])) {
    const message = `A key can live for 1 to ${MAX_TTL[expires.timeframe]} ${expires.timeframe}s.`;
    errors.push(fieldError(['expires', 'ttl'], message, expires.ttl));
  }
  if (activations && outside(activations.limit, HIGHEST)) {
    errors.push(fieldError(['activations', 'limit'], `The limit must be between 1 and ${HIGHEST}.`, activations.limit));
  }
  if (limitUsage !== null && outside(limitUsage, HIGHEST)) {
    errors.push(fieldError(['limitUsage'], `The limit must be between 1 and ${HIGHEST}.`, limitUsage));
  }
  for (const [name, [lowest, highest]] of Object.entries(OFFLINE_LIMITS)) {
    const value = offline?.[name as keyof typeof OFFLINE_LIMITS];
    if (value === undefined || (Number.isInteger(value) && value >= lowest && value <= highest)) continue;
    errors.push(fieldError(['offline', name], `The value must be between ${lowest} and ${highest}.`, value));
  }
  return errors;
}

/** Trims the prefix; a blank one becomes null. Extensions that say nothing are left out. */
const normalized = ({
  deliverByEmail,
  firstSteps,
  replacesBenefitIds = [],
  quantity,
  whenBoughtAgain,
  whenLeaked,
  offline,
  policy,
  keyFormat,
  ...given
}: LicenseKeysProperties): LicenseKeysProperties => {
  const rules = normalizedPolicy(policy);
  return {
    ...given,
    activations: normalizedActivations(given.activations),
    prefix: given.prefix?.trim() || null,
    ...(deliverByEmail ? { deliverByEmail } : {}),
    ...(firstSteps?.trim() ? { firstSteps: firstSteps.trim() } : {}),
    ...(offline ? { offline } : {}),
    ...(rules ? { policy: rules } : {}),
    ...(keyFormat ? { keyFormat } : {}),
    ...(replacesBenefitIds.length > 0 ? { replacesBenefitIds: [...new Set(replacesBenefitIds)] } : {}),
    ...(quantity && quantity !== 'one' ? { quantity } : {}),
    ...(whenBoughtAgain === 'renew' ? { whenBoughtAgain } : {}),
    ...(whenLeaked && whenLeaked !== 'tell' ? { whenLeaked } : {}),
  };
};

/** A change of another term does not restart the lifetime of existing keys. */
const expiryDiffers = (before: LicenseKeysProperties, after: LicenseKeysProperties): boolean =>
  before.expires?.ttl !== after.expires?.ttl || before.expires?.timeframe !== after.expires?.timeframe;

/** True if existing purchases have to bring another number of keys, or keys with another limit. */
const quantityDiffers = (before: LicenseKeysProperties, after: LicenseKeysProperties): boolean =>
  before.quantity !== after.quantity;

/** True if existing keys have to be updated. Prefix and format apply to new keys only. */
const termsDiffer = (before: LicenseKeysProperties, after: LicenseKeysProperties): boolean =>
  before.limitUsage !== after.limitUsage ||
  policyDiffers(before.policy, after.policy) ||
  expiryDiffers(before, after) ||
  quantityDiffers(before, after) ||
  activationsDiffer(before.activations, after.activations);

export const licenseKeysRules: BenefitRules<LicenseKeysProperties> = {
  defaultVisibility: 'public',
  errorsOf,
  normalized,
  termsDiffer,
  expiryDiffers,
  quantityDiffers,
};
