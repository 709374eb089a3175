import { waitsForActivation } from '../policy/expiry-policy.ts';
import type { LicensePolicy, PolicyState } from '../policy/license-policy.ts';
import { renewableUpdates, updatesFrom, type UpdatesState } from '../policy/updates-policy.ts';
import { expiryAfter, type Lifetime } from './expiry.ts';
import type { Status } from './license-key.errors.ts';
import type { Purchase } from './purchased-quantity.ts';

/** What a purchase gives a key whose term it extends. */
export interface RenewedTerm {
  /** Null if the key does not expire while the purchase lasts. */
  readonly lifetime: Lifetime | null;
  /** The period of releases that it brings, if there is one. */
  readonly updates?: Lifetime;
}

/** A purchase that renews a key, and what became of that. The time is an ISO text: it is stored as JSON. */
interface Renewal extends RenewedTerm {
  readonly grantId: string;
  /** The last decision about the grant that was applied. */
  readonly grantRevision: number;
  /**
   * `given`, or `taken_back` when the purchase was. `waiting`: the purchase does not stand and never did. `refused`: the key could not be renewed, so the purchase brought another one.
   * `settled`: the term was decided otherwise since, so there is nothing to take back.
   */
  readonly state: 'given' | 'taken_back' | 'waiting' | 'refused' | 'settled';
  readonly at: string;
}

/** The renewals of a key, and the term that it had before those that count. Stored as JSON. */
export interface StoredRenewals {
  readonly expiresAt: string | null;
  readonly updates?: UpdatesState;
  readonly list: readonly Renewal[];
}

/** The grant of a purchase that renews a key, as it is now. */
export interface RenewingGrant extends Purchase {
  readonly id: string;
  readonly customerId: string;
  readonly benefitId: string;
  readonly isGranted: boolean;
  readonly revision: number;
  /** When it was bought, if that was earlier. */
  readonly purchasedAt: Date | null;
}

/** The key that a purchase may renew. */
interface RenewableKey {
  readonly customerId: string;
  readonly benefitId: string;
  readonly status: Status;
  readonly expiresAt: Date | null;
  readonly policy: LicensePolicy | null;
  readonly policyState: PolicyState | null;
}

interface Term {
  readonly expiresAt: Date | null;
  readonly updates?: UpdatesState;
}

/** What a decision about a renewing grant makes of the term of a key; `unchanged`, or `refused` for good. */
export type Renewed = 'refused' | 'unchanged' | { readonly term: Term; readonly isGiven: boolean };

const NONE: StoredRenewals = { expiresAt: null, list: [] };

/**
 * The renewals that were bought for a key. Its term is the one before them, extended by each that is given, in the order in which they
 * were bought: what a refund takes back is as if it had not been bought. A term that is another one was decided otherwise, by the seller or the benefit, after the renewals.
 */
export class TermRenewals {
  constructor(private readonly state: { renewals: StoredRenewals | null }) {}

  /** True if this end of the key is the one that its renewals made. */
  areInForce(expiresAt: Date | null): boolean {
    return this.count('given') > 0 && this.made(expiresAt);
  }

  /** Applies the current state of a grant. A purchase is counted from when it was made, or from the later end of the key. */
  follow(grant: RenewingGrant, offered: RenewedTerm, key: RenewableKey, now: Date): Renewed {
    const before = { expiresAt: key.expiresAt, updates: renewableUpdates(key) };
    const known = this.find(grant.id);
    if (known?.state === 'refused') return 'refused';
    if (grant.revision <= (known?.grantRevision ?? 0)) return 'unchanged';
    if (!known || known.state === 'waiting') {
      const at = (grant.purchasedAt ?? now).toISOString();
      const renewal = { ...offered, grantId: grant.id, grantRevision: grant.revision, at };
      if (!grant.isGranted) return this.keep({ ...renewal, state: 'waiting' });
      if (mayBeRenewed(key, grant)) return this.give({ ...renewal, state: 'given' }, before);
      this.write({ ...renewal, state: 'refused' });
      return 'refused';
    }
    const renewal = { ...known, grantRevision: grant.revision };
    if (grant.isGranted && known.state === 'taken_back') return this.give({ ...renewal, state: 'given' }, before);
    if (grant.isGranted || known.state !== 'given') return this.keep(renewal);
    if (!this.made(before.expiresAt)) return this.keep({ ...renewal, state: 'settled' });
    const updatesMade = this.termOf().updates;
    this.write({ ...renewal, state: 'taken_back' });
    return { term: this.since(before, updatesMade), isGiven: false };
  }

  private give(renewal: Renewal, before: Term): Renewed {
    if (!this.made(before.expiresAt)) this.settle(before);
    const updatesMade = this.termOf().updates;
    this.write(renewal);
    return { term: this.since(before, updatesMade), isGiven: true };
  }

  /** The term that the renewals make, but for updates that were decided otherwise. */
  private since(before: Term, updatesMade: UpdatesState | undefined): Term {
    const { expiresAt, updates } = this.termOf();
    return { expiresAt, updates: before.updates?.until === updatesMade?.until ? updates : before.updates };
  }

  private keep(renewal: Renewal): 'unchanged' {
    this.write(renewal);
    return 'unchanged';
  }

  /** Begins anew with the term that the key has. */
  private settle({ expiresAt, updates }: Term): void {
    const isOver = ({ state }: Renewal): boolean => state === 'given' || state === 'taken_back';
    const list = (this.state.renewals ?? NONE).list.map((each) => (isOver(each) ? { ...each, state: 'settled' as const } : each));
    this.state.renewals = { expiresAt: expiresAt?.toISOString() ?? null, ...(updates ? { updates } : {}), list };
  }

  private write(renewal: Renewal): void {
    const { list, ...rest } = this.state.renewals ?? NONE;
    const isKnown = this.find(renewal.grantId) !== undefined;
    const written = isKnown ? list.map((each) => (each.grantId === renewal.grantId ? renewal : each)) : [...list, renewal];
    this.state.renewals = { ...rest, list: written };
  }

  private find(grantId: string): Renewal | undefined {
    return this.state.renewals?.list.find((each) => each.grantId === grantId);
  }

  private count(state: Renewal['state']): number {
    return this.state.renewals?.list.filter((each) => each.state === state).length ?? 0;
  }

  /** Whether the renewals that count made this end. */
  private made(expiresAt: Date | null): boolean {
    return this.count('given') + this.count('taken_back') > 0 && this.termOf().expiresAt?.getTime() === expiresAt?.getTime();
  }

  private termOf(): Term {
    const { expiresAt, updates, list } = this.state.renewals ?? NONE;
    let end = expiresAt === null ? null : new Date(expiresAt);
    let period = updates;
    const given = list.filter(({ state }) => state === 'given');
    for (const each of given.sort((some, other) => (some.at < other.at ? -1 : 1))) {
      const at = new Date(each.at);
      end = end && each.lifetime && expiryAfter(later(end, at), each.lifetime);
      if (period && each.updates) period = updatesFrom({ period: each.updates }, later(new Date(period.until), at));
    }
    return { expiresAt: end, updates: period };
  }
}

/** A revoked key stays revoked, one without an end has none to extend, and a term that waits for the first activation has not begun. */
const mayBeRenewed = (key: RenewableKey, { customerId, benefitId }: RenewingGrant): boolean =>
  key.customerId === customerId &&
  key.benefitId === benefitId &&
  key.status !== 'revoked' &&
  key.expiresAt !== null &&
  !waitsForActivation(key);

const later = (some: Date, other: Date): Date => (some > other ? some : other);
