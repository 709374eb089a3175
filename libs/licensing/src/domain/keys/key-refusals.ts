import type { Operation } from '../checks/check.ts';
import type { LicenseKeyActivationRefused } from './refusal.events.ts';

/** It is told at most once in so much time that a limit of a key refuses devices. */
export const TOLD_AFTER_MS = 3_600_000;

/** What an application wanted to do with a key, and the code that it got instead. */
export interface KeyRefusal {
  readonly organizationId: string;
  readonly licenseKeyId: string;
  readonly benefitId: string;
  readonly operation: Operation;
  readonly code: string;
}

/**
 * Counts refused uses of keys: one entry for each operation and code of a key, and one for each hour, benefit and code. A refusal changes no key, and counting costs its request
 * nothing: counts are added up in memory and stored together, so those of the last seconds are lost if the process is killed.
 * Of events about refusals, one for each key and hour is published with the counts.
 */
export abstract class KeyRefusals {
  abstract count(refusal: KeyRefusal, at: Date, event?: LicenseKeyActivationRefused): void;

  /** Stores what was counted so far. */
  abstract flush(): Promise<void>;
}
