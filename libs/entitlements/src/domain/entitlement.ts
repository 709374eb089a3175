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
    private readonly memberId: string | null = null,
  ) {
    super();
  }

  /**
   * Grants these benefits while the purchase entitles to them, and revokes all others. Buyers of seats are granted nothing:
   * the benefits go to the members who claim the seats.
   */
  sync(benefitIds: readonly string[], now: Date): void {
    const entitled = new Set(this.purchase.entitles ? benefitIds : []);
    for (const grant of this.grants) if (!entitled.has(grant.benefitId)) grant.revoke(now);
    if (this.purchase.seats !== null && this.memberId === null) return;
    for (const benefitId of entitled) {
      const existing = this.grants.find((grant) => grant.benefitId === benefitId);
      if (existing) existing.grant(now);
      else this.grants.push(BenefitGrant.create({ ...this.purchase, memberId: this.memberId }, benefitId, now));
    }
  }

  override pullEvents(): DomainEvent[] {
    return this.grants.flatMap((grant) => grant.pullEvents());
  }
}
