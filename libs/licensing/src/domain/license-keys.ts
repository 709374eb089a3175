import type { Sync } from '#kernel';
import type { LicenseKeySnapshot } from './license-key.types.ts';
import type { LicenseKey } from './license-key.ts';

/** A key by the string that someone presents at a moment, or by its id. */
export type WhichLicenseKey = {
  /** The organizations that the caller sees; a key elsewhere does not exist. Left out where anyone may ask. */
  readonly within?: readonly string[];
  /** The activation that the change is about, to be brought along if it is this key's. */
  readonly activationId?: string | null;
  /** The device whose live activation is to be brought along. */
  readonly device?: string | null;
} & ({ readonly id: string; readonly within: readonly string[] } | PresentedKey);

/** Any string that opens the key at that moment: the current one, or one replaced by a rotation that still overlaps. */
export interface PresentedKey {
  readonly organizationId: string;
  readonly key: string;
  readonly at: Date;
}

/** Keys that no grant is behind: those of a customer, of one of its members alone, or those that a benefit gave their terms. */
export type DirectlyIssuedKeys = { readonly organizationId: string } & (
  { readonly customerId: string; readonly memberId?: string } | { readonly benefitId: string }
);

/** All license keys. */
export abstract class LicenseKeys {
  /**
   * Locks one key, lets `by` decide, and stores what came of it with its events, all or nothing. Throws
   * `LicenseKeyNotFound`. Concurrent changes share transactions, see `GroupCommit`.
   */
  abstract change<T>(which: WhichLicenseKey, by: (key: LicenseKey) => Sync<T>): Promise<T>;

  /**
   * Stores new keys, all or none. Throws `KeyStringsTaken` when a string already opens a key of the organization, and
   * `GrantHasKey` when one was already issued for a grant.
   */
  abstract addAll(keys: readonly LicenseKey[]): Promise<void>;

  /** A key as it stands, with its string; locks and writes nothing. Throws `LicenseKeyNotFound`. */
  abstract findSnapshot(id: string, within: readonly string[]): Promise<LicenseKeySnapshot & KeyOwner>;

  /** The key that was issued for a grant, by id; undefined where there is none yet. */
  abstract findIdByGrant(organizationId: string, grantId: string): Promise<string | undefined>;

  /** Some of the keys that were issued directly and are not revoked, by id; `after` the last one of them, the next ones. */
  abstract issuedDirectly(which: DirectlyIssuedKeys, after: string | null): Promise<string[]>;

  /** Whose a key is, and the benefit that it comes from. Throws `LicenseKeyNotFound`. */
  abstract ownerOf(id: string, within: readonly string[]): Promise<KeyOwner>;
}

/** What of a key never changes. */
export interface KeyOwner {
  readonly customerId: string;
  /** Null where the key is the customer's as a whole. */
  readonly memberId: string | null;
  readonly benefitId: string;
}

/** The positions of those keys whose string was already given away. */
export class KeyStringsTaken extends Error {
  constructor(readonly positions: readonly number[]) {
    super('License key strings are already taken');
  }
}

/** There is one key for each grant, and there it is. */
export class GrantHasKey extends Error {
  constructor() {
    super('A license key was already issued for this grant');
  }
}
