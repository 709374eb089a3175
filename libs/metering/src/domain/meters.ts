import type { Sync } from '#kernel';
import type { Meter, MeterUses } from './meter.ts';

/** Selects a meter by id within the given organizations. */
export interface WhichMeter {
  readonly id: string;
  readonly organizations: readonly string[];
}

/** What the repository knows of the uses of a meter. */
export type KnownUses = Pick<MeterUses, 'hasCounted' | 'others'>;

/** The repository of meters. While one is added or changed, no events of its organization are ingested. */
export abstract class Meters {
  /**
   * Events ingested before are counted later, by `Backfills`. Throws `ValidationFailed` if the organization has too many meters;
   * of two meters that are added at once, the second one is checked with the first.
   */
  abstract add(meter: Meter): Promise<void>;

  /** Throws `ResourceNotFound`. If `by` throws, nothing is stored. */
  abstract change<T>(which: WhichMeter, by: (meter: Meter, known: KnownUses) => Sync<T>): Promise<T>;

  /** The organization of a meter, which never changes. Throws `ResourceNotFound`. */
  abstract organizationOf(which: WhichMeter): Promise<string>;
}

/** Events that a meter has not counted, because they were ingested before it was created or while it was archived. */
export abstract class Backfills {
  /** Counts at most `atMost` of them, for the given meter or for any meter. Returns false if none are left. */
  abstract run(atMost: number, meterId?: string): Promise<boolean>;
}
