import { AggregateRoot, type DomainEvent } from '#kernel';
import { BenefitGrant } from './benefit-grant.ts';

/** A purchase, as far as grants depend on it. */
export interface GrantingPurchase {
  readonly organizationId: string;
  readonly customerId: string;
  readonly subscriptionId: string | null;
  readonly orderId: string | null;
  readonly seats: number | null;
  /** Whether the customer has what was bought. */
  readonly entitles: boolean;
}

/** A purchase with the grants that one beneficiary has from it: decided together, so that they agree with it. */
export class Entitlement extends AggregateRoot {
  constructor(
    readonly purchase: GrantingPurchase,
    readonly grants: BenefitGrant[],
    /** Who holds a seat; null is the customer as a whole. */
    private readonly memberId: string | null = null,
  ) {
    super();
  }

  /**
   * Grants the benefits that the purchase brings now, and revokes all others. Who buys seats is granted nothing: what a
   * seat brings comes with its claim.
   */
  follow(benefitIds: readonly string[], now: Date): void {
    const wanted = new Set(this.purchase.entitles ? benefitIds : []);
    for (const grant of this.grants) if (!wanted.has(grant.benefitId)) grant.revoke(now);
    if (this.purchase.seats !== null && this.memberId === null) return;
    for (const benefitId of wanted) {
      const known = this.grants.find((grant) => grant.benefitId === benefitId);
      if (known) known.grant(now);
      else this.grants.push(BenefitGrant.of({ ...this.purchase, memberId: this.memberId }, benefitId, now));
    }
  }

  override pullEvents(): DomainEvent[] {
    return this.grants.flatMap((grant) => grant.pullEvents());
  }
}
