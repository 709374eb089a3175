import type { Sync } from '#kernel';
import type { LicenseKeySnapshot } from './license-key.types.ts';
import type { LicenseKey } from './license-key.ts';

/** What is loaded with a key, because the command is about it. */
export interface LoadedWithKey {
  /** Load this activation too, if it belongs to the key. */
  readonly activationId?: string | null;
  /** Load the live activation of this device too. */
  readonly device?: string | null;
  /** Load what is known about the device of the activations above too: the request describes its device. */
  readonly describesDevice?: boolean;
  /** Load the leases of the activations above too, and what else `Leasing` has. */
  readonly leases?: boolean;
  /** The command may take a slot: count the check-outs of a floating key, and load the devices of a key with rules for them. */
  readonly checksOut?: boolean;
  /** Also read the time of the database: the command is about reservations of usage. */
  readonly reserves?: boolean;
}

/** Selects a key by id, or by a string that is valid at a moment. */
export type WhichLicenseKey = LoadedWithKey & {
  /** Organizations visible to the caller; a key of another one is not found. Left out for unauthenticated callers. */
  readonly within?: readonly string[];
} & (IdentifiedWithActivations | PresentedKey);

interface IdentifiedWithActivations {
  readonly id: string;
  readonly within: readonly string[];
  /** Load these activations too, if they belong to the key. */
  readonly activationIds?: readonly string[];
}

/** The current string of a key, or a replaced one that is still valid `at` that moment. */
export interface PresentedKey {
  readonly organizationId: string;
  readonly key: string;
  readonly at: Date;
  /** True if a key that exists must not be found sooner than one that does not. */
  readonly hidesExistence?: boolean;
}

/**
 * The customer of a key as responses embed it, as JSON text: read together with a key that is found by its string. Null if it has to be
 * looked up.
 */
export type EmbeddedCustomer = string | null;

/** The repository of license keys: one at a time. */
export abstract class LicenseKeys {
  /**
   * Locks one key, calls `by`, and stores the changed key with its events in one transaction. Throws `LicenseKeyNotFound`, and
   * `LicenseKeyStringReplaced` for a string that a rotation has ended, unless the existence of keys is hidden.
   * Concurrent changes share transactions, see `GroupCommit`.
   */
  abstract change<T>(which: WhichLicenseKey, by: (key: LicenseKey, customer: EmbeddedCustomer) => Sync<T>): Promise<T>;

  /**
   * Calls `by` with a copy of one key, in turn with the changes that are made at the same time. Nothing is stored. Throws
   * `LicenseKeyNotFound`.
   */
  abstract preview<T>(which: WhichLicenseKey, by: (key: LicenseKey, customer: EmbeddedCustomer) => Sync<T>): Promise<T>;

  /**
   * The string that somebody meant who presents one that no key has, by its normal form; also the one presented. Undefined if there is
   * none that works, or if several have the form.
   */
  abstract meant(typed: PresentedKey): Promise<MeantString | undefined>;

  /** The key to which a string belongs or ever belonged, however it is written; undefined if there is none. */
  abstract findByString(key: string, within: readonly string[]): Promise<FoundString | undefined>;

  /** Reads a key with its string, without a lock. Throws `LicenseKeyNotFound`. */
  abstract findSnapshot(id: string, within: readonly string[]): Promise<LicenseKeySnapshot & KeyOwner>;

  /** The key that was issued for a grant; undefined if there is none. */
  abstract findByGrant(organizationId: string, grantId: string): Promise<KeyOfGrant | undefined>;

  /** The ids of live activations of a key, the oldest first; no more than `most`. */
  abstract activationsOf(organizationId: string, id: string, most: number): Promise<string[]>;

  /** Owner and benefit of a key. Throws `LicenseKeyNotFound`. */
  abstract ownerOf(id: string, within: readonly string[]): Promise<KeyOwner>;
}

/** A string that a key has or had. */
export interface FoundString {
  readonly organizationId: string;
  readonly id: string;
  /** Until when a replaced string works or worked; null for the current string. */
  readonly validUntil: Date | null;
}

/** A string as it is stored. */
export interface MeantString {
  readonly key: string;
  /** Whether the service made it. */
  readonly isGenerated: boolean;
}

export interface KeyOfGrant {
  readonly id: string;
  /** The number of decisions about the grants of its purchase after which it has its flags. */
  readonly entitlementsRevision: number;
}

/** To whom a key belongs, and by which benefit. */
export interface KeyOwner {
  readonly customerId: string;
  /** Null if the key belongs to the customer as a whole. */
  readonly memberId: string | null;
  readonly benefitId: string;
}
