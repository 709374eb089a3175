import { type CarriedValue, isCarried, signedKey, type SignedKeyFormat } from '#support/texts';
import type { Signer } from '../signing/signer.ts';
import type { KeyEntitlement } from './entitlement-parts.ts';
import type { StringOfKind } from './key-string.ts';

const DAY = 24 * 60 * 60 * 1000;

/** What a string says that proves itself. */
export interface SignedString {
  readonly prefix: string | null;
  readonly format: SignedKeyFormat;
  readonly benefitId: string;
  readonly serial: number;
  readonly expiresAt: Date | null;
  readonly entitlements: readonly KeyEntitlement[] | null;
}

/** The end of the key, or so many days after it was signed, whichever is earlier; null if there is neither. */
function endOf(expiresAt: Date | null, validDays: number | undefined, now: Date): Date | null {
  const limit = validDays === undefined ? null : new Date(now.getTime() + validDays * DAY);
  return limit && (!expiresAt || limit < expiresAt) ? limit : expiresAt;
}

/** The values that the string carries, in the order of the names. Of several with one name it carries the highest number. */
function carried(names: readonly string[], flags: readonly KeyEntitlement[]): ReadonlyMap<string, CarriedValue> {
  const valueOf = (name: string): CarriedValue | undefined =>
    flags
      .map(({ values }) => (Object.hasOwn(values, name) ? values[name] : undefined))
      .filter(isCarried)
      .toSorted((some, other) => Number(other) - Number(some))[0];
  return new Map(
    names.flatMap((name) => {
      const value = valueOf(name);
      return value === undefined ? [] : [[name, value] as const];
    }),
  );
}

/** A string that says what its key is for, and until when. It stays as it is when the key changes. */
export function signedString(
  { prefix, format, benefitId, serial, expiresAt, entitlements }: SignedString,
  signer: Signer,
  now: Date,
): StringOfKind {
  const { product = null, entitlements: names = [], validDays } = format;
  const endsAt = endOf(expiresAt, validDays, now);
  const facts = { serial, signedAt: now, endsAt, benefitId, product, entitlements: carried(names, entitlements ?? []) };
  return { key: signedKey(prefix, facts, (message) => signer.sign(message)), stringKind: 'generated' };
}
