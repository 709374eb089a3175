import { updatesFrom, type UpdatesState } from '../policy/updates-policy.ts';
import { expiryAfter, type Lifetime } from '#support/periods';

/** What a purchase gives a key whose term it extends. */
export interface RenewedTerm {
  /** Null if the key does not expire while the purchase lasts. */
  readonly lifetime: Lifetime | null;
  /** The period of releases that it brings, if there is one. */
  readonly updates?: Lifetime;
}

/** A purchase that renews a key, and what became of that. The time is an ISO text: it is stored as JSON. */
export interface StoredRenewal extends RenewedTerm {
  readonly grantId: string;
  /** The last decision about the grant that was applied. */
  readonly grantRevision: number;
  /**
   * `given`, or `taken_back` when the purchase was. `waiting`: the purchase does not stand and never did. `refused`: the key could not be renewed, so the purchase brought another one.
   * `settled`: the term was decided otherwise since, so there is nothing to take back.
   */
  readonly state: 'given' | 'taken_back' | 'waiting' | 'refused' | 'settled';
  /** Whether the purchase of a settled renewal does not stand any more. */
  readonly hasEnded?: boolean;
  /** It was bought once and has no end. */
  readonly isForGood?: true;
  readonly at: string;
}

/** The renewals of a key, and the term that it had before those that count. Stored as JSON. */
export interface StoredRenewals {
  readonly expiresAt: string | null;
  readonly updates?: UpdatesState;
  /** The seller decided about that term. */
  readonly isSetByHand?: boolean;
  /** What the key was issued for has ended. */
  readonly issueHasEnded?: boolean;
  /** The term before the renewals does not count, because it ended with what the key was issued for. */
  readonly isWithoutTermBefore?: boolean;
  readonly list: readonly StoredRenewal[];
}

/** The term of a key. */
export interface KeyTerm {
  readonly expiresAt: Date | null;
  readonly updates?: UpdatesState;
}

export const NO_RENEWALS: StoredRenewals = { expiresAt: null, list: [] };

/** The term that the renewals make which are given, in the order in which they were bought. */
export function termOf(renewals: StoredRenewals): KeyTerm {
  const { expiresAt, updates, isWithoutTermBefore = false, list } = renewals;
  const given = list.filter(({ state }) => state === 'given').sort((some, other) => (some.at < other.at ? -1 : 1));
  // What is taken back entirely leaves the term as it was.
  const startsAnew = isWithoutTermBefore && given.length > 0;
  let end = startsAnew ? new Date(given[0]!.at) : expiresAt === null ? null : new Date(expiresAt);
  let period = updates;
  for (const [index, each] of given.entries()) {
    const at = new Date(each.at);
    end = end && each.lifetime && expiryAfter(later(end, at), each.lifetime);
    if (!period || !each.updates) continue;
    const start = startsAnew && index === 0 ? at : later(new Date(period.until), at);
    period = { ...updatesFrom({ period: each.updates }, start), ...(period.isSetByHand ? { isSetByHand: true } : {}) };
  }
  return { expiresAt: end, updates: period };
}
/** The grants of the purchases that renewed a key, also of those that do not stand any more. */
export const renewingGrants = (renewals: StoredRenewals | null): readonly string[] =>
  (renewals ?? NO_RENEWALS).list.filter(({ state }) => state !== 'waiting' && state !== 'refused').map(({ grantId }) => grantId);

/** Whether the purchase of a renewal stands. */
export const isStanding = ({ state, hasEnded }: StoredRenewal): boolean =>
  state === 'given' || (state === 'settled' && !hasEnded);

const later = (some: Date, other: Date): Date => (some > other ? some : other);
