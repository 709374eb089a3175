import type { Sync } from '#kernel';
import type { DescribedDevice } from '../devices/described-device.ts';
import type { LicenseKeySnapshot } from './license-key-fields.ts';
import type { LicenseKey } from './license-key.ts';
import type { LoadedFor, Purpose } from './loaded-with-key.ts';
import type { PresentedLicenseKey } from './presented-license-key.ts';

/** Selects a key by its ID, with the installation that the command is about. */
export type WhichLicenseKey<P extends Purpose = Purpose> = IdentifiedLicenseKey & NamedInstallation & { readonly to?: P };

/** Selects a key by a string that is valid at a moment, with the installation that the request is about. */
export type WhichPresentedKey<P extends Purpose = Purpose> = PresentedKey & NamedInstallation & { readonly to?: P };

/** How a request names an installation. */
export interface NamedInstallation {
  /** The activation is loaded if it belongs to the key. */
  readonly activationId?: string | null;
  /** The live activation of this device is loaded. */
  readonly device?: string | null;
  /** What the request says about its device. What is known about it is loaded with the activations. */
  readonly described?: DescribedDevice | null;
}

export interface IdentifiedLicenseKey {
  readonly id: string;
  /** Organizations visible to the caller; a key of another one is not found. */
  readonly within: readonly string[];
  /** These activations are loaded too, if they belong to the key. */
  readonly activationIds?: readonly string[];
}

/** The current string of a key, or a replaced one that is still valid `at` that moment. */
export interface PresentedKey {
  readonly organizationId: string;
  readonly key: string;
  readonly at: Date;
  /** Left out for unauthenticated callers. */
  readonly within?: readonly string[];
  /** True if a key that exists must not be found sooner than one that does not. */
  readonly hidesExistence?: boolean;
}

/** What is done with a key while it is locked. */
export type KeyChange<Key, P extends Purpose, T> = (key: Key & LoadedFor<P>) => Sync<T>;

/** The repository of license keys: one at a time. */
export abstract class LicenseKeys {
  /**
   * Locks one key, calls `by`, and stores the changed key with its events in one transaction. Throws `LicenseKeyNotFound`.
   * Concurrent changes share transactions, see `GroupCommit`.
   */
  abstract change<T, P extends Purpose = 'use'>(which: WhichLicenseKey<P>, by: KeyChange<LicenseKey, P, T>): Promise<T>;

  /**
   * Changes a key that somebody presents, which is loaded in part. Throws `LicenseKeyNotFound`, and `LicenseKeyStringReplaced` for a
   * string that a rotation has ended, unless the existence of keys is hidden.
   */
  abstract changePresented<T, P extends Purpose = 'use'>(
    which: WhichPresentedKey<P>,
    by: KeyChange<PresentedLicenseKey, P, T>,
  ): Promise<T>;

  /** Like `change`, with a copy of the key, in turn with the changes that are made at the same time. Nothing is stored. */
  abstract preview<T, P extends Purpose = 'use'>(which: WhichLicenseKey<P>, by: KeyChange<LicenseKey, P, T>): Promise<T>;

  /** Like `changePresented`, with a copy of the key. Nothing is stored. */
  abstract previewPresented<T, P extends Purpose = 'use'>(
    which: WhichPresentedKey<P>,
    by: KeyChange<PresentedLicenseKey, P, T>,
  ): Promise<T>;

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
  /** The number of decisions about the grants of its purchases after which it has its flags. */
  readonly entitlementsRevision: number;
  /** The grants of the purchases that renewed it, also of those that do not stand any more. */
  readonly renewedBy: readonly string[];
}

/** To whom a key belongs, and by which benefit. */
export interface KeyOwner {
  readonly customerId: string;
  /** Null if the key belongs to the customer as a whole. */
  readonly memberId: string | null;
  readonly benefitId: string;
}
