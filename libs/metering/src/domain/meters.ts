import type { Sync } from '#kernel';
import type { Meter } from './meter.ts';

/** Which meter: its id, if it belongs to one of the organizations. */
export interface WhichMeter {
  readonly id: string;
  readonly organizations: readonly string[];
}

/** All meters. While one is made or changed, no event of its organization arrives. */
export abstract class Meters {
  /** What happened before is a backlog, to be counted by `Backlogs`. */
  abstract add(meter: Meter): Promise<void>;

  /** Throws `ResourceNotFound` where there is none. A refusal by `by` leaves no trace. */
  abstract change<T>(which: WhichMeter, by: (meter: Meter, hasCounted: boolean) => Sync<T>): Promise<T>;

  /** Whose meter it is, which never changes. Throws `ResourceNotFound` where there is none. */
  abstract organizationOf(which: WhichMeter): Promise<string>;
}

/** Events that arrived before their meter was there to count them. */
export abstract class Backfills {
  /** Counts so many of them, of one meter or of any; false where there is nothing left. */
  abstract count(atMost: number, meterId?: string): Promise<boolean>;
}
