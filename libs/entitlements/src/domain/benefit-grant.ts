import { AggregateRoot, newId } from '#kernel';
import { BenefitGrantCreated, BenefitGrantRevoked, BenefitGrantUpdated } from './benefit-grant.events.ts';

/** Who holds a grant, and the purchase it comes from: exactly one of subscription and order is set. */
export interface Grantee {
  readonly organizationId: string;
  readonly customerId: string;
  /** The member who holds it; null if the customer as a whole does. */
  readonly memberId: string | null;
  readonly subscriptionId: string | null;
  readonly orderId: string | null;
}

/** What was issued for a grant. Contains no secrets. */
export interface GrantProperties {
  readonly license_key_id?: string;
  readonly display_key?: string;
}

/** A benefit that a customer has through a purchase. One grant per benefit, purchase and holder; granted and revoked over time. */
export class BenefitGrant extends AggregateRoot {
  readonly id: string;
  readonly organizationId: string;
  readonly customerId: string;
  readonly memberId: string | null;
  readonly subscriptionId: string | null;
  readonly orderId: string | null;
  readonly benefitId: string;
  properties: GrantProperties & { readonly [name: string]: string };
  private grantedAt: Date | null;
  revokedAt: Date | null;
  /** Number of decisions about the grant. Subscribers receive events in any order and drop older revisions. */
  revision: number;
  /** The revision of the last decision that granted or revoked. */
  stateRevision: number;
  readonly createdAt: Date;
  modifiedAt: Date | null;

  private constructor(grantee: Grantee, benefitId: string, now: Date) {
    super();
    this.id = newId();
    this.organizationId = grantee.organizationId;
    this.customerId = grantee.customerId;
    this.memberId = grantee.memberId;
    this.subscriptionId = grantee.subscriptionId;
    this.orderId = grantee.orderId;
    this.benefitId = benefitId;
    this.properties = {};
    this.grantedAt = now;
    this.revokedAt = null;
    this.revision = 1;
    this.stateRevision = 1;
    this.createdAt = now;
    this.modifiedAt = null;
  }

  static create(grantee: Grantee, benefitId: string, now: Date): BenefitGrant {
    const grant = new BenefitGrant(grantee, benefitId, now);
    grant.record(new BenefitGrantCreated(grant, now));
    return grant;
  }

  get isGranted(): boolean {
    return this.grantedAt !== null;
  }

  grant(now: Date): void {
    if (this.isGranted) return;
    this.grantedAt = now;
    this.revokedAt = null;
    this.bumpRevision(now);
    this.record(new BenefitGrantCreated(this, now));
  }

  revoke(now: Date): void {
    if (!this.isGranted) return;
    this.grantedAt = null;
    this.revokedAt = now;
    this.bumpRevision(now);
    this.record(new BenefitGrantRevoked(this, now));
  }

  /** The terms of the benefit have changed; what was issued for the grant has to be updated. */
  renewTerms(now: Date): void {
    if (!this.isGranted) return;
    this.revision += 1;
    this.modifiedAt = now;
    this.record(new BenefitGrantUpdated(this, now, { termsRenewed: true }));
  }

  /** Stores what was issued for the grant. Records nothing if it was stored before. */
  setProperties(properties: GrantProperties, now: Date): void {
    const { license_key_id, display_key } = properties;
    if (this.properties.license_key_id === license_key_id && this.properties.display_key === display_key) return;
    this.properties = { ...this.properties, ...properties };
    this.modifiedAt = now;
    this.record(new BenefitGrantUpdated(this, now, { termsRenewed: false }));
  }

  /**
   * The status of the grant's key was changed by hand: the grant takes it over. Ignored if the key has not yet applied the
   * last decision about the grant.
   */
  applyKeyStatus(key: { readonly isRevoked: boolean; readonly appliedRevision: number }, mayGrant: boolean, now: Date): void {
    if (key.appliedRevision < this.stateRevision) return;
    if (key.isRevoked) this.revoke(now);
    else if (mayGrant) this.grant(now);
  }

  private bumpRevision(now: Date): void {
    this.revision += 1;
    this.stateRevision = this.revision;
    this.modifiedAt = now;
  }
}
