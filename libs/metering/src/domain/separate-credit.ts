import type { BenefitUnits, CreditTerms } from './balances.ts';
import { Decimal } from './decimal.ts';

/** Credits with a lower priority are used first. */
export const DEFAULT_PRIORITY = 50;
export const LAST_PRIORITY = 100;

const DAY_MS = 86_400_000;

export const hasTerms = ({ expiresAt, priority }: CreditTerms): boolean => expiresAt !== null || priority !== DEFAULT_PRIORITY;

/** The terms of units that a benefit brings at this time. */
export const termsOf = ({ priority, expiresAfterDays }: Omit<BenefitUnits, 'meterId'>, at: Date): CreditTerms => ({
  priority: priority ?? DEFAULT_PRIORITY,
  expiresAt: expiresAfterDays === undefined ? null : new Date(at.getTime() + expiresAfterDays * DAY_MS),
});

/** A credit with an end or a priority of its own: how much of it is used is stored. */
export interface SeparateCredit extends CreditTerms {
  readonly id: string;
  readonly units: Decimal;
  /** The units that were used of it. */
  readonly drawn: Decimal;
  readonly rollover: boolean;
  readonly at: Date;
  /** The grant that brought it; null if the seller gave it. */
  readonly grantId: string | null;
  /** When what was left of it was taken away. What was used of it stays credited. */
  readonly endedAt: Date | null;
}

/** A credit that has ended, and the units that were left of it. */
export interface EndedCredit {
  readonly credit: SeparateCredit;
  readonly rest: Decimal;
  readonly at: Date;
}

/** Credits that usage draws from: a separate one, or all others together. */
export interface Pot extends CreditTerms {
  readonly id: string;
  readonly units: Decimal;
  readonly rollover: boolean;
  readonly at: Date;
  drawn: Decimal;
}

const LAST = 8.64e15;
export const endOf = ({ expiresAt }: Pick<Pot, 'expiresAt'>): number => expiresAt?.getTime() ?? LAST;

/** The order in which credits are used: by priority, then by the earliest end, those that do not roll over before others, then by age. */
export const compareUse = (a: Omit<Pot, 'drawn'>, b: Omit<Pot, 'drawn'>): number =>
  a.priority - b.priority ||
  endOf(a) - endOf(b) ||
  Number(a.rollover) - Number(b.rollover) ||
  a.at.getTime() - b.at.getTime() ||
  (a.id < b.id ? -1 : 1);

export const leftOf = ({ units, drawn, endedAt }: SeparateCredit): Decimal => (endedAt ? Decimal.ZERO : units.minus(drawn));
