import type { LicenseKey } from '../keys/license-key.ts';
import type { Recognition } from './recognition.ts';

/** The trial of a benefit that a device asks for. */
export interface Trial {
  readonly organizationId: string;
  readonly benefitId: string;
  /** The ID that the application sent. */
  readonly device: string;
  /** Left out if the device is known by its ID only. */
  readonly recognition?: Recognition | undefined;
}

export interface FoundTrial {
  readonly licenseKeyId: string;
  /** Whether components of the device are stored. */
  readonly isRecognizable: boolean;
}

/** The license key of a trial. */
export interface KeyOfTrial {
  readonly organizationId: string;
  readonly id: string;
  readonly customerId: string;
}

/** Which devices had a trial. Only keyed digests of their IDs and components are stored. */
export abstract class Trials {
  /** The trial that the device had: by its ID, else by its components; undefined if it had none of the benefit. */
  abstract find(trial: Trial): Promise<FoundTrial | undefined>;

  /**
   * Stores a new key as the trial of a device. Throws `KeyStringsTaken`, and `DeviceHasTrial` if the device has one of the benefit. Of
   * several requests of a device at the same time one succeeds, also if they have different IDs.
   */
  abstract add(key: LicenseKey, trial: Trial): Promise<void>;

  /** Stores the components of a device whose trial has none yet. */
  abstract describe(trial: Trial, licenseKeyId: string): Promise<void>;

  /** Forgets the device that had the trial, which can have another one. Nothing happens if that was done before. */
  abstract forget(key: KeyOfTrial): Promise<void>;
}

/** A device gets one trial key of a benefit. */
export class DeviceHasTrial extends Error {
  constructor() {
    super('The device has a trial key already');
  }
}
