import { AggregateRoot, newId } from '#kernel';
import {
  BenefitGrantCreated,
  BenefitGrantDecided,
  BenefitGrantRevoked,
  BenefitGrantTransferred,
  BenefitGrantUpdated,
} from './benefit-grant.events.ts';

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

/** The status that a seller sets on the license key of a grant. */
export type KeyStatus = 'granted' | 'disabled' | 'revoked';

/** One of the statuses set by hand, with its number among them. */
export interface KeyStatusDecision {
  readonly status: KeyStatus;
  readonly revision: number;
}

/** What of a purchase a grant stands for. */
export interface GrantedPiece {
  /** How many were bought of what the grant stands for. */
  readonly quantity: number;
  /** Its number among the grants of the benefit, if each piece has one; otherwise null. */
  readonly ordinal: number | null;
}

export interface NewGrantPiece extends GrantedPiece {
  /** Whether the benefit is a license key. */
  readonly bringsLicenseKey: boolean;
  /** The license key whose term the purchase extends, instead of bringing another key. */
  readonly renewsLicenseKeyId: string | null;
}

const ONE: NewGrantPiece = { quantity: 1, ordinal: null, bringsLicenseKey: false, renewsLicenseKeyId: null };

/**
 * A benefit that a customer has through a purchase. One grant per benefit, purchase and holder, or one per piece; granted and revoked
 * over time. One that brings a license key waits until that is known: only then is it published as created.
 */
export class BenefitGrant extends AggregateRoot {
  readonly id: string;
  readonly organizationId: string;
  customerId: string;
  memberId: string | null;
  readonly subscriptionId: string | null;
  readonly orderId: string | null;
  benefitId: string;
  quantity: number;
  ordinal: number | null;
  /** False for all grants from before grants waited for their license keys. */
  readonly bringsLicenseKey: boolean;
  readonly renewsLicenseKeyId: string | null;
  properties: GrantProperties & { readonly [name: string]: string };
  private grantedAt: Date | null;
  revokedAt: Date | null;
  /** Number of decisions about the grant. Subscribers receive events in any order and drop older revisions. */
  revision: number;
  /** The revision of the last decision that granted or revoked. */
  stateRevision: number;
  /** The revision of the last decision after which the expiry of what was issued starts anew; 0 if there was none. */
  expiryRevision: number;
  /** The revision of the last decision that changed the quantity; 0 if there was none. */
  quantityRevision: number;
  /** The last status of the key or the grant that was set by hand. `revoked` keeps the grant revoked until the next one. */
  keyStatus: KeyStatus | null;
  /** The number of that status among those set by hand, which arrive in any order. */
  keyStatusRevision: number;
  /** The event that published that status, or the last one before it. */
  private keyStatusEventId: number;
  /** The last event after which the benefit was no longer due; 0 if it is due. */
  private revokedEventId: number;
  /** The event after which the grant last got another customer with its license key; 0 if it never did. */
  private transferEventId: number;
  readonly createdAt: Date;
  modifiedAt: Date | null;

  private constructor(grantee: Grantee, benefitId: string, piece: NewGrantPiece, now: Date) {
    super();
    this.id = newId('benefit-grant');
    this.organizationId = grantee.organizationId;
    this.customerId = grantee.customerId;
    this.memberId = grantee.memberId;
    this.subscriptionId = grantee.subscriptionId;
    this.orderId = grantee.orderId;
    this.benefitId = benefitId;
    this.quantity = piece.quantity;
    this.ordinal = piece.ordinal;
    this.bringsLicenseKey = piece.bringsLicenseKey;
    this.renewsLicenseKeyId = piece.renewsLicenseKeyId;
    this.properties = {};
    this.grantedAt = now;
    this.revokedAt = null;
    this.revision = 1;
    this.stateRevision = 1;
    this.expiryRevision = 0;
    this.quantityRevision = 0;
    this.keyStatus = null;
    this.keyStatusRevision = 0;
    this.keyStatusEventId = 0;
    this.revokedEventId = 0;
    this.transferEventId = 0;
    this.createdAt = now;
    this.modifiedAt = null;
  }

  static create(grantee: Grantee, benefitId: string, now: Date, piece = ONE): BenefitGrant {
    const grant = new BenefitGrant(grantee, benefitId, piece, now);
    grant.noteGranted(now);
    return grant;
  }

  /** The decision: true also while the grant waits. */
  get isGranted(): boolean {
    return this.grantedAt !== null;
  }

  /** The license key that the grant brings is not known yet. */
  get isWaiting(): boolean {
    return this.isGranted && this.bringsLicenseKey && this.properties.license_key_id === undefined;
  }

  /** The purchase brings the benefit. What was revoked by hand stays revoked. */
  grant(now: Date): void {
    this.revokedEventId = 0;
    if (this.keyStatus !== 'revoked') this.markGranted(now);
  }

  /** The purchase no longer brings the benefit, as an event says. Ignored if it was granted by hand after that event. */
  lapse(eventId: number, now: Date): void {
    const wasDecidedLater = this.keyStatus !== null && this.keyStatus !== 'revoked' && eventId <= this.keyStatusEventId;
    if (!wasDecidedLater) this.revoke(eventId, now);
  }

  /** The benefit may no longer be granted, whatever was set by hand. */
  revoke(eventId: number, now: Date): void {
    this.revokedEventId = Math.max(this.revokedEventId, eventId);
    this.markRevoked(now);
  }

  /** Another benefit takes the place of this one: what was issued stays, at the terms of the other benefit. */
  moveTo(benefitId: string, now: Date): void {
    this.benefitId = benefitId;
    this.revision += 1;
    this.expiryRevision = this.revision;
    this.noteUpdate(true, now);
  }

  /** The purchase is of another quantity, or its pieces are numbered otherwise. */
  standFor({ quantity, ordinal }: GrantedPiece, now: Date): void {
    if (this.quantity === quantity && this.ordinal === ordinal) return;
    this.revision += 1;
    if (this.quantity !== quantity) this.quantityRevision = this.revision;
    this.quantity = quantity;
    this.ordinal = ordinal;
    this.noteUpdate(true, now);
  }

  /** The license key of the grant belongs to another customer, as an event says. What an older event says is ignored. */
  transferTo(customerId: string, eventId: number, now: Date): void {
    if (eventId <= this.transferEventId) return;
    this.transferEventId = eventId;
    const { customerId: previous } = this;
    if (customerId === previous) return;
    this.customerId = customerId;
    this.memberId = null;
    this.noteUpdate(false, now);
    this.record(new BenefitGrantTransferred(this, now, previous));
  }

  /** The terms of the benefit have changed; what was issued for the grant has to be updated. */
  renewTerms(expiryChanged: boolean, now: Date): void {
    if (!this.isGranted) return;
    this.revision += 1;
    if (expiryChanged) this.expiryRevision = this.revision;
    this.noteUpdate(true, now);
  }

  /** Stores what was issued for the grant, which completes one that waits. Records nothing if it was stored before. */
  setProperties(properties: GrantProperties, now: Date): void {
    const { license_key_id, display_key } = properties;
    if (this.properties.license_key_id === license_key_id && this.properties.display_key === display_key) return;
    const { isWaiting } = this;
    this.properties = { ...this.properties, ...properties };
    if (isWaiting) this.complete(now);
    else this.noteUpdate(false, now);
  }

  /** The key of the grant was changed by hand. A grant that does not know its key yet will be published with it. */
  noteKeyChange(now: Date): void {
    if (!this.isWaiting) this.noteUpdate(false, now);
  }

  private complete(now: Date): void {
    this.grantedAt = now;
    this.modifiedAt = now;
    this.record(new BenefitGrantCreated(this, now, { waitedForKey: true }));
  }

  private noteUpdate(termsRenewed: boolean, now: Date): void {
    this.modifiedAt = now;
    this.record(this.isWaiting ? new BenefitGrantDecided(this, now) : new BenefitGrantUpdated(this, now, { termsRenewed }));
  }

  private noteGranted(now: Date): void {
    this.record(
      this.isWaiting ? new BenefitGrantDecided(this, now) : new BenefitGrantCreated(this, now, { waitedForKey: false }),
    );
  }

  /**
   * The status of the grant's key was set by hand, as an event says. Older statuses are ignored. If the benefit lapsed after
   * that event, the grant stays revoked, and tells the key, which waits for the grant to apply its status.
   */
  applyKeyStatus({ status, revision }: KeyStatusDecision, eventId: number, mayGrant: boolean, now: Date): void {
    if (revision <= this.keyStatusRevision) return;
    this.keyStatusRevision = revision;
    this.decide(status, eventId, mayGrant, now);
  }

  /**
   * The seller grants or revokes the benefit by hand, after the event with this id. For a grant that has a license key the
   * decision is made about the key, which numbers it: `applyKeyStatus`.
   */
  decideByHand(status: 'granted' | 'revoked', eventId: number, now: Date): void {
    this.decide(status, eventId, true, now);
  }

  private decide(status: KeyStatus, eventId: number, mayGrant: boolean, now: Date): void {
    this.keyStatus = status;
    this.keyStatusEventId = eventId;
    if (status === 'revoked') this.markRevoked(now);
    else if (this.revokedEventId > eventId) this.confirmRevoked(now);
    else if (mayGrant) this.markGranted(now);
  }

  private markGranted(now: Date): void {
    if (this.isGranted) return;
    this.grantedAt = now;
    this.revokedAt = null;
    this.bumpRevision(now);
    this.noteGranted(now);
  }

  private markRevoked(now: Date): void {
    if (!this.isGranted) return;
    this.grantedAt = null;
    this.revokedAt = now;
    this.bumpRevision(now);
    this.record(new BenefitGrantRevoked(this, now));
  }

  private confirmRevoked(now: Date): void {
    this.bumpRevision(now);
    this.record(new BenefitGrantUpdated(this, now, { termsRenewed: false }));
  }

  private bumpRevision(now: Date): void {
    this.revision += 1;
    this.stateRevision = this.revision;
    this.modifiedAt = now;
  }
}
