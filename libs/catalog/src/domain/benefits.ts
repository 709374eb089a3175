import type { Sync } from '#kernel';
import type { Benefit } from './benefit.ts';

/** Selects a benefit by id within the given organizations. */
export interface WhichBenefit {
  readonly id: string;
  readonly organizations: readonly string[];
}

/** The repository of benefits that are not deleted. */
export abstract class Benefits {
  abstract add(benefit: Benefit): Promise<void>;

  /** Throws `ResourceNotFound`. If `by` throws, nothing is stored. */
  abstract change<T>(which: WhichBenefit, by: (benefit: Benefit) => Sync<T>): Promise<T>;
}
