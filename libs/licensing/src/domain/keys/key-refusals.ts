import type { Operation } from '../checks/check.ts';

/** What an application wanted to do with a key, and the code that it got instead. */
export interface KeyRefusal {
  readonly organizationId: string;
  readonly licenseKeyId: string;
  readonly operation: Operation;
  readonly code: string;
}

/**
 * Counts refused uses of keys, one entry for each operation and code of a key. A refusal changes no key, and counting costs its request
 * nothing: counts are added up in memory and stored together, so those of the last seconds are lost if the process is killed.
 */
export abstract class KeyRefusals {
  abstract count(refusal: KeyRefusal, at: Date): void;

  /** Stores what was counted so far. */
  abstract flush(): Promise<void>;
}
