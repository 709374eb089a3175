import type { KeyHistory } from './license-key.types.ts';
import type { LicenseKey } from './license-key.ts';

/** For which key a string is reserved: that of a purchase and a benefit. */
export interface Reservation {
  readonly organizationId: string;
  readonly purchaseId: string;
  readonly benefitId: string;
}

/** A string for the key of a purchase, and what was used of it before. */
export interface ReservedString {
  readonly key: string;
  readonly history: KeyHistory | null;
}

export type ReservedKey = Reservation & ReservedString;

/** Stores new license keys, and the strings that purchases reserve for theirs. */
export abstract class KeyIssuance {
  /**
   * Stores new keys, all or none. Throws `KeyStringsTaken` if a string is already used by a key of the organization, and
   * `GrantHasKey` if a grant already has a key. `used` is the reservation of a string that a key now has; it is removed.
   */
  abstract addAll(keys: readonly LicenseKey[], used?: Reservation): Promise<void>;

  /**
   * Stores strings for the keys of purchases, all or none. Throws `KeyStringsTaken` if a string is used by a key of the
   * organization or given twice. A string can still be taken before the key is issued.
   */
  abstract reserve(keys: readonly ReservedKey[]): Promise<void>;

  /** Throws `KeyStringsTaken` like `reserve`, and stores nothing. */
  abstract assertFree(organizationId: string, strings: readonly string[]): Promise<void>;

  /** The reserved string; undefined if there is none. */
  abstract reservedFor(reservation: Reservation): Promise<ReservedString | undefined>;

  /**
   * Remembers the number of a decision about a grant that has no key, such as that it ended: earlier ones, which may arrive later, issue
   * none.
   */
  abstract noteDecision(organizationId: string, grantId: string, revision: number): Promise<void>;

  /** The number of the last decision that was remembered; 0 if none was. */
  abstract notedDecision(organizationId: string, grantId: string): Promise<number>;
}

/** Carries the positions of the keys whose strings are taken. */
export class KeyStringsTaken extends Error {
  constructor(readonly positions: readonly number[]) {
    super('License key strings are already taken');
  }
}

/** A grant has at most one key. */
export class GrantHasKey extends Error {
  constructor() {
    super('A license key was already issued for this grant');
  }
}
