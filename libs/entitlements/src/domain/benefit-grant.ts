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

export interface BenefitGrantState {
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
  grantedAt: Date | null;
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
  keyStatusEventId: number;
  /** The last event after which the benefit was no longer due; 0 if it is due. */
  revokedEventId: number;
  /** The event after which the grant last got another customer, with its license key or its purchase; 0 if it never did. */
  transferEventId: number;
  readonly createdAt: Date;
  modifiedAt: Date | null;
}

/**
 * A benefit that a customer has through a purchase. One grant per benefit, purchase and holder, or one per piece; granted and revoked
 * over time. One that brings a license key waits until that is known: only then is it published as created.
 */
export class BenefitGrant extends AggregateRoot<BenefitGrantState> {
  static create(grantee: Grantee, benefitId: string, now: Date, piece = ONE): BenefitGrant {
    const { organizationId, customerId, memberId, subscriptionId, orderId } = grantee;
    const grant = new BenefitGrant({
      id: newId('benefit-grant'),
      organizationId,
      customerId,
      memberId,
      subscriptionId,
      orderId,
      benefitId,
      ...piece,
      properties: {},
      grantedAt: now,
      revokedAt: null,
      revision: 1,
      stateRevision: 1,
      expiryRevision: 0,
      quantityRevision: 0,
      keyStatus: null,
      keyStatusRevision: 0,
      keyStatusEventId: 0,
      revokedEventId: 0,
      transferEventId: 0,
      createdAt: now,
      modifiedAt: null,
    });
    grant.noteGranted(now);
    return grant;
  }

  get customerId(): string {
    return this.state.customerId;
  }

  get benefitId(): string {
    return this.state.benefitId;
  }

  get ordinal(): number | null {
    return this.state.ordinal;
  }

  get keyStatus(): KeyStatus | null {
    return this.state.keyStatus;
  }

  get revokedAt(): Date | null {
    return this.state.revokedAt;
  }

  /** The decision: true also while the grant waits. */
  get isGranted(): boolean {
    return this.state.grantedAt !== null;
  }

  /** The license key that the grant brings is not known yet. */
  get isWaiting(): boolean {
    return this.isGranted && this.state.bringsLicenseKey && this.state.properties.license_key_id === undefined;
  }

  /** The purchase brings the benefit. What was revoked by hand stays revoked. */
  grant(now: Date): void {
    this.state.revokedEventId = 0;
    if (this.state.keyStatus !== 'revoked') this.markGranted(now);
  }

  /** The purchase no longer brings the benefit, as an event says. Ignored if it was granted by hand after that event. */
  lapse(eventId: number, now: Date): void {
    const wasDecidedLater =
      this.state.keyStatus !== null && this.state.keyStatus !== 'revoked' && eventId <= this.state.keyStatusEventId;
    if (!wasDecidedLater) this.revoke(eventId, now);
  }

  /** The benefit may no longer be granted, whatever was set by hand. */
  revoke(eventId: number, now: Date): void {
    this.state.revokedEventId = Math.max(this.state.revokedEventId, eventId);
    this.markRevoked(now);
  }

  /** Another benefit takes the place of this one: what was issued stays, at the terms of the other benefit. */
  moveTo(benefitId: string, now: Date): void {
    this.state.benefitId = benefitId;
    this.state.revision += 1;
    this.state.expiryRevision = this.state.revision;
    this.noteUpdate(true, now);
  }

  /** The purchase is of another quantity, or its pieces are numbered otherwise. */
  standFor({ quantity, ordinal }: GrantedPiece, now: Date): void {
    if (this.state.quantity === quantity && this.state.ordinal === ordinal) return;
    this.state.revision += 1;
    if (this.state.quantity !== quantity) this.state.quantityRevision = this.state.revision;
    this.state.quantity = quantity;
    this.state.ordinal = ordinal;
    this.noteUpdate(true, now);
  }

  /** The license key of the grant belongs to another customer, as an event says. What an older event says is ignored. */
  transferTo(customerId: string, eventId: number, now: Date): void {
    if (eventId <= this.state.transferEventId) return;
    this.state.transferEventId = eventId;
    const { customerId: previous } = this.state;
    if (customerId === previous) return;
    this.state.customerId = customerId;
    this.state.memberId = null;
    this.noteUpdate(false, now);
    this.record(new BenefitGrantTransferred(this.facts, now, { customerId: previous, isWithPurchase: false }));
  }

  /** The purchase got another holder, as an event says. The license key and whatever else was issued for the grant follow. */
  moveWithPurchase(holder: Pick<Grantee, 'customerId' | 'memberId'>, eventId: number, now: Date): void {
    const { customerId: previous } = this.state;
    this.state.transferEventId = Math.max(this.state.transferEventId, eventId);
    this.state.customerId = holder.customerId;
    this.state.memberId = holder.memberId;
    this.state.revision += 1;
    this.noteUpdate(false, now);
    this.record(new BenefitGrantTransferred(this.facts, now, { customerId: previous, isWithPurchase: true }));
  }

  /** The terms of the benefit have changed; what was issued for the grant has to be updated. */
  renewTerms(expiryChanged: boolean, now: Date): void {
    if (!this.isGranted) return;
    this.state.revision += 1;
    if (expiryChanged) this.state.expiryRevision = this.state.revision;
    this.noteUpdate(true, now);
  }

  /** Stores what was issued for the grant, which completes one that waits. Records nothing if it was stored before. */
  setProperties(properties: GrantProperties, now: Date): void {
    const { license_key_id, display_key } = properties;
    if (this.state.properties.license_key_id === license_key_id && this.state.properties.display_key === display_key) return;
    const { isWaiting } = this;
    this.state.properties = { ...this.state.properties, ...properties };
    if (isWaiting) this.complete(now);
    else this.noteUpdate(false, now);
  }

  /** Stores the key that belongs to the grant. What is known of that key already may be newer, and stays. */
  linkKey(key: GrantProperties & { readonly license_key_id: string }, now: Date): void {
    if (this.state.properties.license_key_id !== key.license_key_id) this.setProperties(key, now);
  }

  /** The key of the grant was changed by hand. A grant that does not know its key yet will be published with it. */
  noteKeyChange(now: Date): void {
    if (!this.isWaiting) this.noteUpdate(false, now);
  }

  /** What events tell. */
  private get facts() {
    const { isGranted, isWaiting } = this;
    return { ...this.state, isGranted: isGranted && !isWaiting };
  }

  private complete(now: Date): void {
    this.state.grantedAt = now;
    this.state.modifiedAt = now;
    this.record(new BenefitGrantCreated(this.facts, now, { waitedForKey: true }));
  }

  private noteUpdate(termsRenewed: boolean, now: Date): void {
    this.state.modifiedAt = now;
    this.record(
      this.isWaiting ? new BenefitGrantDecided(this.facts, now) : new BenefitGrantUpdated(this.facts, now, { termsRenewed }),
    );
  }

  private noteGranted(now: Date): void {
    this.record(
      this.isWaiting
        ? new BenefitGrantDecided(this.facts, now)
        : new BenefitGrantCreated(this.facts, now, { waitedForKey: false }),
    );
  }

  /**
   * The status of the grant's key was set by hand, as an event says. Older statuses are ignored. If the benefit lapsed after
   * that event, the grant stays revoked, and tells the key, which waits for the grant to apply its status.
   */
  applyKeyStatus({ status, revision }: KeyStatusDecision, eventId: number, mayGrant: boolean, now: Date): void {
    if (revision <= this.state.keyStatusRevision) return;
    this.state.keyStatusRevision = revision;
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
    this.state.keyStatus = status;
    this.state.keyStatusEventId = eventId;
    if (status === 'revoked') this.markRevoked(now);
    else if (this.state.revokedEventId > eventId) this.confirmRevoked(now);
    else if (mayGrant) this.markGranted(now);
  }

  private markGranted(now: Date): void {
    if (this.isGranted) return;
    this.state.grantedAt = now;
    this.state.revokedAt = null;
    this.bumpRevision(now);
    this.noteGranted(now);
  }

  private markRevoked(now: Date): void {
    if (!this.isGranted) return;
    this.state.grantedAt = null;
    this.state.revokedAt = now;
    this.bumpRevision(now);
    this.record(new BenefitGrantRevoked(this.facts, now));
  }

  private confirmRevoked(now: Date): void {
    this.bumpRevision(now);
    this.record(new BenefitGrantUpdated(this.facts, now, { termsRenewed: false }));
  }

  private bumpRevision(now: Date): void {
    this.state.revision += 1;
    this.state.stateRevision = this.state.revision;
    this.state.modifiedAt = now;
  }
}
