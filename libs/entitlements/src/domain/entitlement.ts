import type { DomainEvent } from '#kernel';
import { isoTime } from '#support/days';
import { BenefitGrant } from './benefit-grant.ts';
import { BenefitGrantEvent, type BenefitTerms, type GrantDecision, type PurchaseOfGrants } from './benefit-grant.events.ts';

/** The purchase data that grants depend on. */
export interface GrantingPurchase {
  readonly organizationId: string;
  readonly customerId: string;
  readonly subscriptionId: string | null;
  readonly orderId: string | null;
  readonly seats: number | null;
  /** True while the customer is entitled to what was bought. */
  readonly entitles: boolean;
  /** When the purchase was made, if the seller reported that. */
  readonly purchasedAt: Date | null;
  /** Whether a new license key is mailed; null leaves it to the benefit. */
  readonly deliverByEmail: boolean | null;
}

/** A benefit that a purchase brings. */
export interface DueBenefit {
  readonly id: string;
  /** How many were bought of what brings it; 1 for a seat. */
  readonly quantity: number;
  /** Whether every piece has a grant of its own. */
  readonly isPerPiece: boolean;
  /** Whether it is a license key, for which a grant waits. */
  readonly bringsLicenseKey: boolean;
  /** The benefits that it replaces. */
  readonly replaces: readonly string[];
  /** The license key that is renewed instead of issuing another one for the first piece. */
  readonly renewsLicenseKeyId: string | null;
  /** What events tell of it. */
  readonly terms: BenefitTerms;
}

/** Events tell of all grants of a purchase unless they are more: as many events would each have all of them. */
export const MOST_TOLD_GRANTS = 10;

/** What is not granted piece by piece beyond this stays with the first grant. */
export const MOST_PIECES = 1000;

/** What is done with the license key of a grant, if anything: it was given to another customer, or it is used. */
export type GrantUse = 'passed_on' | 'in_use';

const NO_USES: ReadonlyMap<string, GrantUse> = new Map();

/** A purchase with the grants that one beneficiary has from it. They are decided together to keep them consistent. */
export class Entitlement {
  private readonly decided: BenefitGrant[];
  /** The terms of the benefits of the last decision, by their ids. */
  private terms: ReadonlyMap<string, BenefitTerms> = new Map();

  constructor(
    readonly purchase: GrantingPurchase,
    grants: readonly BenefitGrant[],
    /** The member who holds a seat; null for the customer as a whole. */
    private readonly seatHolderId: string | null = null,
  ) {
    this.decided = [...grants];
  }

  get grants(): readonly BenefitGrant[] {
    return this.decided;
  }

  /**
   * Grants these benefits while the purchase entitles to them, and revokes all others. Buyers of seats are granted nothing:
   * the benefits go to the members who claim the seats. New grants of the customer as a whole carry the owner, if one is given.
   * A benefit without a grant takes over the grants of one that it replaces and that is no longer due. Of the pieces of a benefit,
   * those beyond the quantity end, by the `uses` of their ids: first those without any, then those in use, last those that were passed
   * on; of equal ones the newest first.
   * `eventId` is the event after which the grants are updated.
   */
  sync(
    benefits: readonly DueBenefit[],
    eventId: number,
    now: Date,
    ownerId: string | null = null,
    uses: ReadonlyMap<string, GrantUse> = NO_USES,
  ): void {
    this.terms = new Map(benefits.map(({ id, terms }) => [id, terms]));
    const due = this.due(benefits);
    const entitled = new Set(due.map(({ id }) => id));
    for (const benefit of due) for (const grant of this.replacedGrants(benefit, entitled)) grant.moveTo(benefit.id, now);
    for (const grant of this.grants) if (!entitled.has(grant.benefitId)) grant.lapse(eventId, now);
    if (this.purchase.seats !== null && this.seatHolderId === null) return;
    for (const benefit of due) this.syncPieces(benefit, eventId, now, ownerId, uses);
  }

  /** The grants of which some will end: to choose them their uses have to be known. */
  grantsToChooseFrom(benefits: readonly DueBenefit[]): readonly string[] {
    return this.due(benefits).flatMap((benefit) => {
      const granted = this.grantsOf(benefit.id).filter(({ isGranted }) => isGranted);
      return granted.length > piecesOf(benefit) ? granted.map(({ id }) => id) : [];
    });
  }

  private due(benefits: readonly DueBenefit[]): readonly DueBenefit[] {
    return this.purchase.entitles ? benefits : [];
  }

  private grantsOf(benefitId: string): readonly BenefitGrant[] {
    return this.grants.filter((grant) => grant.benefitId === benefitId).sort(byOrdinal);
  }

  private syncPieces(
    benefit: DueBenefit,
    eventId: number,
    now: Date,
    ownerId: string | null,
    uses: ReadonlyMap<string, GrantUse>,
  ): void {
    const existing = this.grantsOf(benefit.id);
    const pieces = piecesOf(benefit);
    const kept = new Set(existing.toSorted((some, other) => byNeed(some, other, uses)).slice(0, pieces));
    const free = freeOrdinals(existing);
    let rest = Math.max(benefit.quantity - pieces, 0);
    const next = (taken?: number | null) => {
      const piece = { quantity: rest + 1, ordinal: benefit.isPerPiece ? (taken ?? free.next().value!) : null };
      rest = 0;
      return piece;
    };
    for (const grant of existing) {
      if (!kept.has(grant)) grant.lapse(eventId, now);
      else {
        grant.standFor(next(grant.ordinal), now);
        grant.grant(now);
      }
    }
    const grantee = { ...this.purchase, memberId: this.seatHolderId ?? ownerId };
    for (let count = existing.length; count < pieces; count++) {
      const renewsLicenseKeyId = count === 0 ? benefit.renewsLicenseKeyId : null;
      const { bringsLicenseKey } = benefit;
      this.decided.push(BenefitGrant.create(grantee, benefit.id, now, { ...next(), bringsLicenseKey, renewsLicenseKeyId }));
    }
  }

  /** The grants that this benefit takes over: those that are granted first, and no more than it has pieces. */
  private replacedGrants(benefit: DueBenefit, entitled: ReadonlySet<string>): readonly BenefitGrant[] {
    if (this.grants.some((grant) => grant.benefitId === benefit.id)) return [];
    return this.grants
      .filter((grant) => benefit.replaces.includes(grant.benefitId) && !entitled.has(grant.benefitId))
      .sort((some, other) => Number(other.isGranted) - Number(some.isGranted))
      .slice(0, piecesOf(benefit));
  }

  /** What was recorded, with what was decided about the purchase as a whole. */
  pullEvents(): DomainEvent[] {
    const purchase = this.toldPurchase();
    return this.grants.flatMap((grant) => {
      const terms = this.terms.get(grant.benefitId);
      const events = grant.pullEvents();
      if (!terms) return events;
      const decision = decisionOf(grant, terms, purchase);
      for (const event of events) if (event instanceof BenefitGrantEvent) event.tell(decision);
      return events;
    });
  }

  private toldPurchase(): PurchaseOfGrants {
    const { seats, purchasedAt, deliverByEmail } = this.purchase;
    const told = this.grants.toSorted(byAge).flatMap((grant) => {
      const terms = this.terms.get(grant.benefitId);
      return terms ? toldGrant(grant, terms) : [];
    });
    const areAllTold = told.length === this.grants.length && told.length <= MOST_TOLD_GRANTS;
    return {
      is_by_seats: seats !== null,
      purchased_at: purchasedAt && isoTime(purchasedAt),
      deliver_by_email: deliverByEmail,
      revision: this.grants.reduce((sum, { snapshot }) => sum + snapshot.revision, 0),
      ...(areAllTold ? { grants: told } : {}),
    };
  }
}

function toldGrant({ snapshot, isGranted }: BenefitGrant, terms: BenefitTerms) {
  const { type, modified_at: _modifiedAt, properties: _properties, ...flag } = terms;
  const { id, benefitId: benefit_id, renewsLicenseKeyId: renews_license_key_id } = snapshot;
  return { id, benefit_id, is_granted: isGranted, renews_license_key_id, type, ...flag };
}

function decisionOf({ snapshot, isGranted }: BenefitGrant, benefit: BenefitTerms, purchase: PurchaseOfGrants): GrantDecision {
  return {
    is_granted: isGranted,
    quantity: snapshot.quantity,
    ordinal: snapshot.ordinal,
    renews_license_key_id: snapshot.renewsLicenseKeyId,
    revision: snapshot.revision,
    state_revision: snapshot.stateRevision,
    expiry_revision: snapshot.expiryRevision,
    quantity_revision: snapshot.quantityRevision,
    key_status: snapshot.keyStatus,
    key_status_revision: snapshot.keyStatusRevision,
    transfer_event_id: snapshot.transferEventId,
    benefit,
    purchase,
  };
}

const piecesOf = ({ isPerPiece, quantity }: DueBenefit): number => (isPerPiece ? Math.min(quantity, MOST_PIECES) : 1);

function byAge({ snapshot: some }: BenefitGrant, { snapshot: other }: BenefitGrant): number {
  return some.createdAt.getTime() - other.createdAt.getTime() || (some.id < other.id ? -1 : 1);
}

const byOrdinal = (some: BenefitGrant, other: BenefitGrant): number => (some.ordinal ?? 0) - (other.ordinal ?? 0);

/**
 * Grants that were passed on come first, then those in use, then the oldest ones; what was revoked by hand before what has ended, and
 * what ended last before the rest.
 */
function byNeed(some: BenefitGrant, other: BenefitGrant, uses: ReadonlyMap<string, GrantUse>): number {
  const rank = ({ id, isGranted, keyStatus }: BenefitGrant): number => {
    if (isGranted) return ['passed_on', 'in_use', undefined].indexOf(uses.get(id));
    return keyStatus === 'revoked' ? 3 : 4;
  };
  const endedAt = ({ revokedAt }: BenefitGrant): number => revokedAt?.getTime() ?? 0;
  return rank(some) - rank(other) || endedAt(other) - endedAt(some) || byOrdinal(some, other);
}

/** The numbers that no grant has, from 1. */
function* freeOrdinals(grants: readonly BenefitGrant[]): Generator<number, never> {
  const taken = new Set(grants.map(({ ordinal }) => ordinal));
  for (let ordinal = 1; ; ordinal++) if (!taken.has(ordinal)) yield ordinal;
}
