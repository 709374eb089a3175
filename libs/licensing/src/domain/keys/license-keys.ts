import type { Sync } from '#kernel';
import type { KeyHistory, LicenseKeySnapshot } from './license-key.types.ts';
import type { LicenseKey } from './license-key.ts';

/** Selects a key by id, or by a string that is valid at a moment. */
export type WhichLicenseKey = {
  /** Organizations visible to the caller; a key of another one is not found. Left out for unauthenticated callers. */
  readonly within?: readonly string[];
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
} & ({ readonly id: string; readonly within: readonly string[] } | PresentedKey);

/** The current string of a key, or a replaced one that is still valid `at` that moment. */
export interface PresentedKey {
  readonly organizationId: string;
  readonly key: string;
  readonly at: Date;
  /** True if a key that exists must not be found sooner than one that does not. */
  readonly hidesExistence?: boolean;
}

/** Keys that were issued without a grant: of a customer, of one member only, or of a benefit. */
export type DirectlyIssuedKeys = { readonly organizationId: string } & (
  { readonly customerId: string; readonly memberId?: string } | { readonly benefitId: string }
);

/** For which key a string is reserved: that of a purchase and a benefit. */
export interface Reservation {
  readonly organizationId: string;
  readonly purchaseId: string;
  readonly benefitId: string;
}

/** The trial of a benefit on a device. */
export interface Trial {
  readonly organizationId: string;
  readonly benefitId: string;
  readonly device: string;
}

/** A string for the key of a purchase, and what was used of it before. */
export interface ReservedString {
  readonly key: string;
  readonly history: KeyHistory | null;
}

export type ReservedKey = Reservation & ReservedString;

/**
 * The customer of a key as responses embed it, as JSON text: read together with a key that is found by its string. Null if it has to be
 * looked up.
 */
export type EmbeddedCustomer = string | null;

/** A key and the member who holds it, if any. */
export interface HeldKey {
  readonly id: string;
  readonly memberId: string | null;
}

/** An activation of a floating key whose check-out may have expired long ago. */
export interface SilentActivation {
  readonly organizationId: string;
  readonly licenseKeyId: string;
  readonly activationId: string;
}

/** The repository of license keys. */
export abstract class LicenseKeys {
  /**
   * Locks one key, calls `by`, and stores the changed key with its events in one transaction. Throws `LicenseKeyNotFound`.
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

  /**
   * Stores new keys, all or none. Throws `KeyStringsTaken` if a string is already used by a key of the organization, and
   * `GrantHasKey` if a grant already has a key. `used` is the reservation of a string that a key now has; it is removed.
   */
  abstract addAll(keys: readonly LicenseKey[], used?: Reservation): Promise<void>;

  /** Stores the trial key of a device. Throws `KeyStringsTaken`, and `DeviceHasTrial` if the device has one of the benefit. */
  abstract addTrial(key: LicenseKey, device: string): Promise<void>;

  /** The id of the trial key of a device; undefined if it has none of the benefit. */
  abstract findIdOfTrial(trial: Trial): Promise<string | undefined>;

  /**
   * Stores strings for the keys of purchases, all or none. Throws `KeyStringsTaken` if a string is used by a key of the
   * organization or given twice. A string can still be taken before the key is issued.
   */
  abstract reserve(keys: readonly ReservedKey[]): Promise<void>;

  /** Throws `KeyStringsTaken` like `reserve`, and stores nothing. */
  abstract assertFree(organizationId: string, strings: readonly string[]): Promise<void>;

  /** The reserved string; undefined if there is none. */
  abstract reservedFor(reservation: Reservation): Promise<ReservedString | undefined>;

  /** Reads a key with its string, without a lock. Throws `LicenseKeyNotFound`. */
  abstract findSnapshot(id: string, within: readonly string[]): Promise<LicenseKeySnapshot & KeyOwner>;

  /** The id of the key that was issued for a grant; undefined if there is none. */
  abstract findIdByGrant(organizationId: string, grantId: string): Promise<string | undefined>;

  /** One page of the ids of directly issued keys that are not revoked. `after` is the last id of the page before. */
  abstract issuedDirectly(which: DirectlyIssuedKeys, after: string | null): Promise<string[]>;

  /** From now on the keys of the customer are loaded as those of a deleted one. Does nothing if it was recorded before. */
  abstract recordDeletion(organizationId: string, customerId: string): Promise<void>;

  /** One page of a customer's keys: their ids, and the members who hold them. `after` is the last id of the page before. */
  abstract ofCustomer(organizationId: string, customerId: string, after: string | null): Promise<HeldKey[]>;

  /**
   * Erases metadata and notes of these keys, and label, conditions, additional data and device of one batch of their activations,
   * deactivated ones included.
   * Returns the number of activations erased.
   */
  abstract eraseActivations(organizationId: string, ids: readonly string[]): Promise<number>;

  /** Some of the activations whose check-outs are due to be looked at, of all organizations or of one, the earliest first. */
  abstract someSilent(organizationId?: string): Promise<SilentActivation[]>;

  /** Some of the keys whose reservations have all expired, the earliest first. */
  abstract someExpiredReservations(): Promise<{ readonly organizationId: string; readonly id: string }[]>;

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

/** To whom a key belongs, and by which benefit. */
export interface KeyOwner {
  readonly customerId: string;
  /** Null if the key belongs to the customer as a whole. */
  readonly memberId: string | null;
  readonly benefitId: string;
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

/** A device gets one trial key of a benefit. */
export class DeviceHasTrial extends Error {
  constructor() {
    super('The device has a trial key already');
  }
}
