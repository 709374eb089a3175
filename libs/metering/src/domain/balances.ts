import type { Credit } from './credits.ts';
import type { KnownCustomer } from './usage-event.ts';

/** So many units of a meter. */
export interface Units {
  readonly meterId: string;
  readonly units: number;
  readonly rollover: boolean;
}

/** A benefit grant that gives credits, as it stands. Its decisions are counted by `stateRevision`. */
export interface CreditingGrant extends Units {
  readonly id: string;
  readonly benefitId: string;
  readonly subscriptionId: string | null;
  readonly isGranted: boolean;
  readonly stateRevision: number;
}

/** The end of a subscription's period, and the beginning of the next. */
export interface Cycle {
  readonly subscriptionId: string;
  /** The meters that the subscription pays for, beside those that it has credits of. */
  readonly meterIds: readonly string[];
  /** What its benefits give from now on, by their id. */
  readonly credits: ReadonlyMap<string, Units>;
  /** What is used from then on belongs to the new window. */
  readonly cutoff: Date;
  /** What goes over from a window with these credits, and so much used of the meter before the cutoff. */
  rollOver(credits: readonly Credit[], consumed: number): number;
}

/** What customers have of each meter: credits on the one hand, use on the other. */
export abstract class Balances {
  /** Gives the grant's units, or takes back what it gave; nothing where a later decision was followed already. */
  abstract syncCredits(grant: CreditingGrant, customer: KnownCustomer, now: Date): Promise<void>;

  /** The benefits through which a subscription has credits now. */
  abstract creditingBenefits(subscriptionId: string): Promise<string[]>;

  /**
   * Begins new windows of the subscription's meters, unless they began already: use starts anew, what rolls over is
   * credited, then what its grants give.
   */
  abstract cycle(customer: KnownCustomer, cycle: Cycle, now: Date): Promise<void>;
}
