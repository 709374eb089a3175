import { AggregateRoot, type DomainEvent } from '#kernel';
import { BenefitGrant } from './benefit-grant.ts';

/** The purchase data that grants depend on. */
export interface GrantingPurchase {
  readonly organizationId: string;
  readonly customerId: string;
  readonly subscriptionId: string | null;
  readonly orderId: string | null;
  readonly seats: number | null;
  /** True while the customer is entitled to what was bought. */
  readonly entitles: boolean;
}

/** The benefits that a benefit replaces, by its id. */
export type Replacements = ReadonlyMap<string, readonly string[]>;

const NO_REPLACEMENTS: Replacements = new Map();

/** A purchase with the grants that one beneficiary has from it. They are decided together to keep them consistent. */
export class Entitlement extends AggregateRoot {
  constructor(
    readonly purchase: GrantingPurchase,
    readonly grants: BenefitGrant[],
    /** The member who holds a seat; null for the customer as a whole. */
    private readonly seatHolderId: string | null = null,
  ) {
    super();
  }

  /**
   * Grants these benefits while the purchase entitles to them, and revokes all others. Buyers of seats are granted nothing:
   * the benefits go to the members who claim the seats. New grants of the customer as a whole carry the owner, if one is given.
   * A benefit without a grant takes over the grant of one that it replaces and that is no longer due.
   * `eventId` is the event after which the grants are updated.
   */
  sync(
    benefitIds: readonly string[],
    eventId: number,
    now: Date,
    ownerId: string | null = null,
    replacements: Replacements = NO_REPLACEMENTS,
  ): void {
    const entitled = new Set(this.purchase.entitles ? benefitIds : []);
    for (const benefitId of entitled) this.replacedGrant(benefitId, entitled, replacements)?.moveTo(benefitId, now);
    for (const grant of this.grants) if (!entitled.has(grant.benefitId)) grant.lapse(eventId, now);
    if (this.purchase.seats !== null && this.seatHolderId === null) return;
    const memberId = this.seatHolderId ?? ownerId;
    for (const benefitId of entitled) {
      const existing = this.grants.find((grant) => grant.benefitId === benefitId);
      if (existing) existing.grant(now);
      else this.grants.push(BenefitGrant.create({ ...this.purchase, memberId }, benefitId, now));
    }
  }

  /** The grant that this benefit takes over: one that is granted, if there are several. */
  private replacedGrant(benefitId: string, entitled: ReadonlySet<string>, replacements: Replacements): BenefitGrant | undefined {
    if (this.grants.some((grant) => grant.benefitId === benefitId)) return undefined;
    const replaced = replacements.get(benefitId) ?? [];
    const candidates = this.grants.filter((grant) => replaced.includes(grant.benefitId) && !entitled.has(grant.benefitId));
    return candidates.find(({ isGranted }) => isGranted) ?? candidates[0];
  }

  override pullEvents(): DomainEvent[] {
    return this.grants.flatMap((grant) => grant.pullEvents());
  }
}
