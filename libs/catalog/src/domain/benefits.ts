import type { Sync } from '#kernel';
import type { Benefit } from './benefit.ts';

/** Which benefit: its id, if it belongs to one of the organizations. */
export interface WhichBenefit {
  readonly id: string;
  readonly organizations: readonly string[];
}

/** The benefits that are not deleted. */
export abstract class Benefits {
  abstract add(benefit: Benefit): Promise<void>;

  /** Throws `ResourceNotFound` where there is none. A refusal by `by` leaves no trace. */
  abstract change<T>(which: WhichBenefit, by: (benefit: Benefit) => Sync<T>): Promise<T>;
}
