import { AggregateRoot, newId } from '#kernel';
import { BenefitGrantCreated, BenefitGrantRevoked, BenefitGrantUpdated } from './benefit-grant.events.ts';

/** Whose benefit it is, and the purchase that it comes from: exactly one of subscription and order. */
export interface Grantee {
  readonly organizationId: string;
  readonly customerId: string;
  /** The member who holds it; null where it is the customer's as a whole. */
  readonly memberId: string | null;
  readonly subscriptionId: string | null;
  readonly orderId: string | null;
}

/** What a grant knows of what was made for it. No secrets. */
export interface GrantProperties {
  readonly license_key_id?: string;
  readonly display_key?: string;
}

/** That a customer has a benefit through a purchase. There is one for each of them, granted and revoked as things go. */
export class BenefitGrant extends AggregateRoot {
  readonly id!: string;
  readonly organizationId!: string;
  readonly customerId!: string;
  readonly memberId!: string | null;
  readonly subscriptionId!: string | null;
  readonly orderId!: string | null;
  readonly benefitId!: string;
  readonly properties!: GrantProperties & { readonly [name: string]: string };
  private grantedAt!: Date | null;
  readonly revokedAt!: Date | null;
  /** Counts the decisions about the grant, for those who follow them and may hear of them in any order. */
  readonly revision!: number;
  /** The revision of the last decision to grant or to revoke. */
  readonly stateRevision!: number;
  readonly createdAt!: Date;
  readonly modifiedAt!: Date | null;

  static of(grantee: Grantee, benefitId: string, now: Date): BenefitGrant {
    const { organizationId, customerId, memberId, subscriptionId, orderId } = grantee;
    const grant = Object.create(BenefitGrant.prototype) as BenefitGrant;
    Object.assign(grant, {
      id: newId(),
      organizationId,
      customerId,
      memberId,
      subscriptionId,
      orderId,
      benefitId,
      properties: {},
      grantedAt: null,
      revokedAt: null,
      revision: 0,
      stateRevision: 0,
      createdAt: now,
      modifiedAt: null,
    });
    grant.grant(now);
    return Object.assign(grant, { modifiedAt: null });
  }

  get isGranted(): boolean {
    return this.grantedAt !== null;
  }

  grant(now: Date): void {
    if (this.isGranted) return;
    Object.assign(this, { grantedAt: now, revokedAt: null });
    this.bumpRevision(now);
    this.record(new BenefitGrantCreated(this, now));
  }

  revoke(now: Date): void {
    if (!this.isGranted) return;
    Object.assign(this, { grantedAt: null, revokedAt: now });
    this.bumpRevision(now);
    this.record(new BenefitGrantRevoked(this, now));
  }

  /** The benefit's terms have changed: whatever was made for the grant has to follow. */
  renewTerms(now: Date): void {
    if (!this.isGranted) return;
    Object.assign(this, { revision: this.revision + 1, modifiedAt: now });
    this.record(new BenefitGrantUpdated(this, now, { termsRenewed: true }));
  }

  /** Keeps what is said of it, and tells those who follow; nothing where it was known. */
  setProperties(properties: GrantProperties, now: Date): void {
    const { license_key_id, display_key } = properties;
    if (this.properties.license_key_id === license_key_id && this.properties.display_key === display_key) return;
    Object.assign(this, { properties: { ...this.properties, ...properties }, modifiedAt: now });
    this.record(new BenefitGrantUpdated(this, now, { termsRenewed: false }));
  }

  /**
   * A key that has followed every decision so far was given another status by hand: the grant goes along. One that still has
   * a decision to follow says nothing.
   */
  applyKeyStatus(key: { readonly isRevoked: boolean; readonly followed: number }, mayGrant: boolean, now: Date): void {
    if (key.followed < this.stateRevision) return;
    if (key.isRevoked) this.revoke(now);
    else if (mayGrant) this.grant(now);
  }

  private bumpRevision(now: Date): void {
    const revision = this.revision + 1;
    Object.assign(this, { revision, stateRevision: revision, modifiedAt: now });
  }
}
