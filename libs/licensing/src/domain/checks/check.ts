import type { DomainError } from '#kernel';
import type { Activation } from '../activations/activation.ts';
import type { Application } from '../activations/application.ts';
import type { CheckOuts } from '../floating/check-outs.ts';
import type { Conditions } from '../activations/conditions.ts';
import type { Increment } from '../counters/counting.ts';
import type { UnitsRequest } from '../counters/leased-units.ts';
import type { DescribedDevice } from '../devices/described-device.ts';
import type { Devices } from '../devices/devices.ts';
import type { Leasing } from '../leases/leasing.ts';
import type { KeyEntitlement } from '../keys/entitlement-parts.ts';
import type { Status } from '../keys/license-key.errors.ts';
import type { LicensePolicy, PolicyState } from '../policy/license-policy.ts';
import type { NamedRelease } from './named-release.ts';

/** What an application wants to do with a key. */
export type Operation = 'activate' | 'validate' | 'heartbeat' | 'lease';

/** A key that does not pass is not found for those who use it, and refused to those who want a slot or a lease of it. */
export const isUse = (operation: Operation): boolean => operation === 'validate' || operation === 'heartbeat';

/** What checks look at in a key. */
export interface CheckedKey {
  readonly id: string;
  readonly organizationId: string;
  readonly customerId: string;
  readonly benefitId: string;
  readonly entitlements: readonly KeyEntitlement[] | null;
  readonly status: Status;
  /** Whether its customer was deleted, and it was not granted again after that. */
  readonly isOfDeletedCustomer: boolean;
  readonly expiresAt: Date | null;
  readonly limitActivations: number | null;
  /** The IDs of the devices on which the key may be used; null if it may be on any. */
  readonly allowedDevices: readonly string[] | null;
  /** Slots that activations take, without those that leases have left. Of a floating key, those that are checked out. */
  readonly takenSlots: number;
  readonly usage: number;
  /** Units of the usage that are reserved. */
  readonly reservedUnits: number;
  readonly limitUsage: number | null;
  /** Units of a counter that are reserved. */
  reservedOf(counter: string): number;
  readonly activations: readonly Activation[];
  readonly policy: LicensePolicy | null;
  readonly policyState: PolicyState | null;
  readonly createdAt: Date;
  readonly lastValidatedAt: Date | null;
  /** Loaded only for commands about leases. */
  readonly leasing?: Leasing;
  /** The check-outs of a floating key. */
  readonly checkOuts?: CheckOuts;
  /** Loaded only for commands that may activate a key with rules for devices. */
  readonly devices?: Devices;
  /**
   * How many places were taken before those of the activations that are loaded, where the devices activated last are refused. Known while a
   * key has more devices than are granted and its policy says what becomes of them; then the profiles of the devices were read as well.
   */
  readonly placesBefore?: ReadonlyMap<string, number>;
}

/** One attempt to use a key: the operation, and what the application sent that checks look at. */
export interface UseAttempt {
  readonly operation: Operation;
  readonly now: Date;
  /** The activation that the request names by its ID. */
  readonly activationId: string | null;
  /** The live activation with that ID or, if no ID was sent, that of the device; null if there is none. */
  readonly activation: Activation | null;
  /** Another installation of the device, whose place a new activation shares; null if the installation has an activation. */
  readonly neighbor: Activation | null;
  readonly conditions: Conditions;
  readonly benefitId: string | null;
  readonly customerId: string | null;
  /** The benefits of the product that was sent. */
  readonly benefitsOfProduct?: readonly string[] | null;
  /** The names of the entitlements that were sent. */
  readonly entitlements?: readonly string[] | null;
  readonly incrementUsage: number;
  /** What is added to a counter; null or left out if nothing. */
  readonly increment?: Increment | null;
  /** The units of counters that a lease is to have, and had; left out if the request says nothing about them. */
  readonly units?: UnitsRequest | undefined;
  /** The ID of the device that was sent. */
  readonly device: string | null;
  /** The ID of the installation on the device that was sent. */
  readonly installation: string | null;
  /** What the application says about the device; null if nothing. */
  readonly described: DescribedDevice | null;
  /** Whether the lease of a former activation holds a place for the device. It is known only where leases are loaded. */
  readonly hasOwnPlace: boolean;
  /** What the application says about itself; null if nothing. */
  readonly application: Application | null;
  /** The release that was sent, and what is known of it. */
  readonly release?: NamedRelease | null;
}

/** What a check is about: a section of the policy, or a part of the key or of the request. */
type Subject =
  | { readonly policy: keyof LicensePolicy }
  | { readonly key: 'limitUsage' | 'checkOuts' | 'allowedDevices' }
  | {
      readonly request:
        | 'activationId'
        | 'benefitId'
        | 'benefitsOfProduct'
        | 'customerId'
        | 'entitlements'
        | 'incrementUsage'
        | 'increment'
        | 'release'
        | 'units';
    };

/**
 * One reason for which a key can be refused. Checks run with every use of a key: they read what is given to them, and allocate
 * nothing unless they refuse.
 */
export interface Check {
  /** Identifies the check in explanations, in `snake_case`. */
  readonly name: string;
  readonly operations: readonly Operation[];
  /** What lets the key pass where it was refused: one sentence for the seller. */
  readonly help: string;
  /** Left out if the check always applies. The check is skipped `without` its subject, and the text says why. */
  readonly about?: Subject & { readonly without: string };
  /** Returns the refusal, a text that says why the check does not apply, or null if the key passes. Changes nothing. */
  run(key: CheckedKey, attempt: UseAttempt): DomainError | string | null;
}

/** The result of the check, which runs only if the key and the request have what it is about. */
export function resultOf(check: Check, key: CheckedKey, attempt: UseAttempt): DomainError | string | null {
  const { about } = check;
  if (about === undefined) return check.run(key, attempt);
  const subject = 'policy' in about ? key.policy?.[about.policy] : 'request' in about ? attempt[about.request] : key[about.key];
  return subject ? check.run(key, attempt) : about.without;
}
