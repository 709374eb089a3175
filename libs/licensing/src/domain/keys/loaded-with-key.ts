import type { Devices } from '../devices/devices.ts';
import type { CheckOuts } from '../floating/check-outs.ts';
import type { Leasing } from '../leases/leasing.ts';

/** The customer of a key as responses embed it, as JSON text; null if it has to be looked up. */
export type EmbeddedCustomer = string | null;

/** What is read beside the row of a key and its activations. */
export interface LoadedWithKey {
  /** Read with a key that is found by its string. */
  readonly embeddedCustomer?: EmbeddedCustomer;
  readonly leasing?: Leasing;
  /** The check-outs of a floating key. */
  readonly checkOuts?: CheckOuts;
  /** The devices of a key with rules for them. */
  readonly devices?: Devices;
  /**
   * How many places were taken before those of the activations that are loaded, where the devices activated last are refused. Known while a
   * key has more devices than are granted and its policy says what becomes of them; then the profiles of the devices were read as well.
   */
  readonly placesBefore?: ReadonlyMap<string, number>;
  /** Read while the key is locked. Also read with a key that has reservations. */
  readonly databaseTime?: Date;
}

interface Needs {
  /** The leases of the activations that the request names, and what else `Leasing` has. */
  readonly leases?: true;
  /** The number of check-outs of a floating key, and the devices of a key with rules for them: the command may take a slot. */
  readonly slots?: true;
  /** What is known about the devices of the activations, also if the request describes none. */
  readonly profiles?: true;
  /** The time of the database. */
  readonly time?: true;
}

/** What is read beside a key for what a command is about to do with it. */
export const NEEDS_OF = {
  use: {},
  activate: { slots: true },
  /** Leases that are over give their slots back first. */
  activateInSlotOfLease: { slots: true, leases: true },
  lease: { slots: true, leases: true },
  deactivate: { leases: true },
  /** The devices that were seen longest ago. */
  release: { leases: true, profiles: true },
  reserve: { time: true },
  explain: { slots: true, leases: true, profiles: true },
} as const satisfies Readonly<Record<string, Needs>>;

export type Purpose = keyof typeof NEEDS_OF;

/** What a key certainly has that was loaded for a purpose. */
export type LoadedFor<P extends Purpose> = (typeof NEEDS_OF)[P] extends { readonly leases: true }
  ? { readonly leasing: Leasing }
  : object;
