import type { WhichCustomerMeter } from './reservable-meters.ts';
import type { KnownCustomer } from './usage-event.ts';

/** Units credited to a customer within a billing window; negative if they were taken back. */
export interface Credit {
  readonly units: number;
  readonly rollover: boolean;
  readonly at: Date;
}

/** The sum of the credits, added in the order of time. The sum never falls below 0. */
export const creditedUnits = (credits: readonly Credit[]): number =>
  credits.toSorted((a, b) => a.at.getTime() - b.at.getTime()).reduce((sum, { units }) => Math.max(0, sum + units), 0);

/** Units that roll over to the next billing window. Credits without rollover are consumed first; a negative balance does not roll over. */
export function rolloverUnits(credits: readonly Credit[], consumed: number): number {
  const rolling = credits.filter(({ rollover }) => rollover).reduce((sum, { units }) => sum + units, 0);
  return Math.max(0, Math.min(Math.floor(creditedUnits(credits) - consumed), rolling));
}

/** Units of a meter that are credited; negative if they are taken back. */
export interface Units {
  readonly meterId: string;
  readonly units: number;
  readonly rollover: boolean;
}

/** Units of a benefit, which may have an end and a priority. */
export interface BenefitUnits extends Units {
  readonly priority?: number;
  readonly expiresAfterDays?: number;
}

/** The current state of a benefit grant that credits units. `stateRevision` counts its grants and revocations. */
export interface CreditingGrant extends BenefitUnits {
  readonly id: string;
  readonly benefitId: string;
  readonly subscriptionId: string | null;
  readonly isGranted: boolean;
  readonly stateRevision: number;
  /** The event after which the grant last got another customer; 0 if it never did. */
  readonly transferEventId: number;
}

/** A crediting grant that went from a customer to another one. */
export interface MovedCredits {
  readonly grant: Pick<CreditingGrant, 'id' | 'isGranted' | 'stateRevision' | 'transferEventId'>;
  /** The customer who has the credits, as `holderOf` says. */
  readonly holderId: string;
  /** That customer, or the one that it was merged into. */
  readonly from: KnownCustomer;
  readonly to: KnownCustomer;
}

/** The start of new billing windows when a period of a subscription ends. */
export interface Cycle {
  readonly subscriptionId: string;
  /** Meters of the subscription's prices, in addition to those it has credits for. */
  readonly meterIds: readonly string[];
  /** The units to credit in the new billing window, by benefit id. */
  readonly credits: ReadonlyMap<string, BenefitUnits>;
  /** Usage from this time on belongs to the new billing window. */
  readonly cutoff: Date;
  /** Returns the units to roll over from a billing window with these credits and this consumption before the cutoff. */
  rollOver(credits: readonly Credit[], consumed: number): number;
}

/** When a credit ends, if it does, and before which others it is used. */
export interface CreditTerms {
  readonly expiresAt: Date | null;
  readonly priority: number;
}

/**
 * Credits units, takes units back that are left of credits without terms, or what is left of one with terms; or sets the usage back to 0,
 * which keeps or removes the credits. The reason is for people: only the audit log has it.
 */
export type ChangeByHand = { readonly reason: string } & (
  | ({ readonly kind: 'credit' } & Omit<Units, 'meterId'> & CreditTerms)
  | { readonly kind: 'debit'; readonly units: number }
  | { readonly kind: 'revoke'; readonly creditId: string }
  | { readonly kind: 'reset'; readonly credits: 'keep' | 'remove' }
);

/** Whose credits have ended. */
export interface EndedCredits {
  readonly organizationId: string;
  readonly subjectId: string;
}

/** The repository of customers' balances per meter: credited and consumed units. */
export abstract class Balances {
  /** Credits the units of an active grant, or takes back those of a revoked one. Ignores outdated states. */
  abstract syncCredits(grant: CreditingGrant, customer: KnownCustomer, now: Date): Promise<void>;

  /** The id of the customer who has the credits of a grant; undefined if it credited nothing. */
  abstract holderOf(grantId: string): Promise<string | undefined>;

  /**
   * What is left of the credits of a grant goes to another customer. Ignores outdated states. Returns false if somebody else has them
   * meanwhile.
   */
  abstract moveCredits(moved: MovedCredits, now: Date): Promise<boolean>;

  /** Ids of the benefits that currently credit units to the subscription. */
  abstract creditingBenefits(subscriptionId: string): Promise<string[]>;

  /**
   * Starts new billing windows of the subscription's meters, unless they have started: resets consumption, credits the units that roll
   * over, then those of the grants.
   */
  abstract cycle(customer: KnownCustomer, cycle: Cycle, now: Date): Promise<void>;

  /** Returns the id of the customer meter, which is created if it is missing. */
  abstract open(customer: KnownCustomer, meterId: string, now: Date): Promise<string>;

  /** Does what a seller wants, without a purchase or an event. Throws `ResourceNotFound`. */
  abstract changeByHand(which: WhichCustomerMeter, change: ChangeByHand, now: Date): Promise<void>;

  /** Some of those who have credits whose end has come, in all organizations or in one. */
  abstract someWithEndedCredits(at: Date, organizationId?: string): Promise<readonly EndedCredits[]>;

  /** Takes away what is left of credits whose end has come, and publishes it. */
  abstract endCredits(ended: EndedCredits, now: Date): Promise<void>;
}
