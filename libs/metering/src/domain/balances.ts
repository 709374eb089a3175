import type { Credit } from './credits.ts';
import type { KnownCustomer } from './usage-event.ts';

/** A number of units of a meter. */
export interface Units {
  readonly meterId: string;
  readonly units: number;
  readonly rollover: boolean;
}

/** The current state of a benefit grant that credits units. `stateRevision` counts its grants and revocations. */
export interface CreditingGrant extends Units {
  readonly id: string;
  readonly benefitId: string;
  readonly subscriptionId: string | null;
  readonly isGranted: boolean;
  readonly stateRevision: number;
}

/** The change of a subscription from one period to the next. */
export interface Cycle {
  readonly subscriptionId: string;
  /** Meters of the subscription's prices, in addition to those it has credits for. */
  readonly meterIds: readonly string[];
  /** The units to credit in the new window, by benefit id. */
  readonly credits: ReadonlyMap<string, Units>;
  /** Usage from this moment on belongs to the new window. */
  readonly cutoff: Date;
  /** Number of units to roll over from a window with these credits and this consumption before the cutoff. */
  rollOver(credits: readonly Credit[], consumed: number): number;
}

/** The repository of customers' balances per meter: credited and consumed units. */
export abstract class Balances {
  /** Credits the units of an active grant, or takes back those of a revoked one. Ignores outdated states. */
  abstract syncCredits(grant: CreditingGrant, customer: KnownCustomer, now: Date): Promise<void>;

  /** Ids of the benefits that currently credit units to the subscription. */
  abstract creditingBenefits(subscriptionId: string): Promise<string[]>;

  /**
   * Starts new windows of the subscription's meters, unless they have started: resets consumption, credits the units that roll
   * over, then those of the grants.
   */
  abstract cycle(customer: KnownCustomer, cycle: Cycle, now: Date): Promise<void>;
}
