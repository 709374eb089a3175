import type { Credit } from './credits.ts';

/** The meter of a customer. */
export interface WhichBalance {
  readonly organizationId: string;
  readonly customerId: string;
  readonly meterId: string;
}

/** A benefit grant that gives credits, as it stands. Its decisions are counted by `stateRevision`. */
export interface CreditingGrant extends WhichBalance {
  readonly id: string;
  readonly subscriptionId: string | null;
  readonly units: number;
  readonly rollover: boolean;
  readonly isGranted: boolean;
  readonly stateRevision: number;
}

/** What a window ends with: its credits, and what was used of the meter before the cutoff. */
export type RollOver = (credits: readonly Credit[], consumed: number) => number;

/** What customers have of each meter: credits on the one hand, use on the other. */
export abstract class Balances {
  /** Gives the grant's units, or takes back what was given; nothing where a later decision was followed already. */
  abstract follow(grant: CreditingGrant, now: Date): Promise<void>;

  /**
   * Ends the windows of a subscription's meters at the cutoff, unless they ended there before: use begins anew, what rolls
   * over is credited, and then what its grants give.
   */
  abstract cycle(
    subscription: { readonly id: string; readonly organizationId: string; readonly customerId: string },
    meterIds: readonly string[],
    units: ReadonlyMap<string, { readonly units: number; readonly rollover: boolean }>,
    cutoff: Date,
    rollOver: RollOver,
    now: Date,
  ): Promise<void>;
}
