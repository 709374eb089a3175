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
   * `eventId` is the event after which the grants are updated.
   */
  sync(benefitIds: readonly string[], eventId: number, now: Date, ownerId: string | null = null): void {
    const entitled = new Set(this.purchase.entitles ? benefitIds : []);
    for (const grant of this.grants) if (!entitled.has(grant.benefitId)) grant.lapse(eventId, now);
    if (this.purchase.seats !== null && this.seatHolderId === null) return;
    const memberId = this.seatHolderId ?? ownerId;
    for (const benefitId of entitled) {
      const existing = this.grants.find((grant) => grant.benefitId === benefitId);
      if (existing) existing.grant(now);
      else this.grants.push(BenefitGrant.create({ ...this.purchase, memberId }, benefitId, now));
    }
  }

  override pullEvents(): DomainEvent[] {
    return this.grants.flatMap((grant) => grant.pullEvents());
  }
}
