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
  /** Those of a floating key. */
  readonly checkOuts?: CheckOuts;
  /** Those of a key with rules for devices. */
  readonly devices?: Devices;
  /** Read while the key is locked. Also read with a key that has reservations. */
  readonly databaseTime?: Date;
}
