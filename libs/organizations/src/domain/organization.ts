import { AggregateRoot, ValidationFailed, newId, NotPermitted } from '#kernel';
import { type Feature, type FeatureChanges, Features } from './features.ts';
import {
  DisputeAutoAcceptNotEnabled,
  InvalidStatusTransitionError,
  LastOwner,
  UserNotMemberOfOrganization,
} from './organization.errors.ts';
import { OrganizationUpdated } from './organization.events.ts';
import { type Capabilities, CAPABILITIES, isAllowedTransition, type OrganizationStatus } from './organization-status.ts';
import { Profile, type ProfileChanges } from './profile.ts';
import type { Members, Role } from './roles.ts';
import { slugFrom } from './slug.ts';

type Document = { readonly [key: string]: unknown };

export interface NewOrganization {
  readonly slug: string;
  readonly ownerId: string;
  /** In the sandbox organizations start as active and need no review. */
  readonly sandbox: boolean;
  readonly profile: ProfileChanges & { readonly name: string };
  readonly features?: FeatureChanges;
  /** The seller's description of the business, for the operator's review. */
  readonly details?: Document;
  readonly legalEntity?: Document;
}

/** `undefined` leaves a value unchanged. */
export interface OrganizationChanges {
  readonly profile: ProfileChanges;
  readonly features?: FeatureChanges;
  /** In minor units of the currency; `null` for never. */
  readonly acceptDisputesBelow?: number | null;
  readonly details?: Document;
  readonly ssoEnforced?: boolean;
}

/** Turnover in cents at which the first review is due. */
const FIRST_REVIEW_THRESHOLD = 1000;

/** The seller, and the tenant that all other data belongs to. */
export class Organization extends AggregateRoot {
  readonly id: string;
  readonly slug: string;
  readonly accountId: string;
  profile: Profile;
  features: Features;
  disputeSettings: { readonly auto_accept_below_amount: number | null };
  details: Document | null;
  detailsSubmittedAt: Date | null;
  readonly legalEntity: Document | null;
  members: Members;
  status: OrganizationStatus;
  capabilities: Capabilities;
  /** Null until the first change of status. */
  statusChangedAt: Date | null;
  readonly nextReviewThreshold: number;

  private constructor({ slug, ownerId, sandbox, profile, features, details, legalEntity }: NewOrganization, now: Date) {
    super();
    this.id = newId('organization');
    this.slug = slugFrom(slug);
    this.accountId = newId('account');
    this.profile = Profile.create(profile);
    this.features = Features.create(features);
    this.disputeSettings = { auto_accept_below_amount: null };
    this.details = details ?? null;
    this.detailsSubmittedAt = details ? now : null;
    this.legalEntity = legalEntity ?? null;
    this.members = { [ownerId]: 'owner' };
    this.status = sandbox ? 'active' : 'created';
    this.capabilities = CAPABILITIES[this.status];
    this.statusChangedAt = null;
    this.nextReviewThreshold = FIRST_REVIEW_THRESHOLD;
  }

  static create(attributes: NewOrganization, now: Date): Organization {
    const organization = new Organization(attributes, now);
    organization.checkProration(attributes.profile);
    return organization;
  }

  update({ profile, features = {}, acceptDisputesBelow, details, ssoEnforced }: OrganizationChanges, now: Date): void {
    if (ssoEnforced) throw new NotPermitted('Enforcing single sign-on needs a session that was signed in through it.');
    if (acceptDisputesBelow && !this.features.allowDisputeAutoAccept) throw new DisputeAutoAcceptNotEnabled();
    this.checkProration(profile);
    const [nextFeatures, nextProfile] = [this.features.changed(features), this.profile.changed(profile)];

    this.features = nextFeatures;
    this.profile = nextProfile;
    if (acceptDisputesBelow !== undefined) this.disputeSettings = { auto_accept_below_amount: acceptDisputesBelow };
    if (details) {
      this.details = details;
      this.detailsSubmittedAt = now;
    }
    this.recordUpdate(now);
  }

  moveTo(status: OrganizationStatus, now: Date): void {
    if (status === this.status) return;
    if (!isAllowedTransition(this.status, status)) throw new InvalidStatusTransitionError(this.status, status);

    this.status = status;
    this.capabilities = CAPABILITIES[status];
    this.statusChangedAt = now;
    this.recordUpdate(now);
  }

  /** For operators: turns a feature on or off that the organization cannot change itself. */
  setFeature(feature: Feature, on: boolean, now: Date): void {
    this.features = this.features.with(feature, on);
    this.recordUpdate(now);
  }

  /** Adds a user as a member, or changes the role of a member. */
  setMemberRole(userId: string, role: Role): void {
    if (role !== 'owner') this.checkOwnerRemains(userId);
    this.members = { ...this.members, [userId]: role };
  }

  removeMember(userId: string): void {
    const { [userId]: role, ...members } = this.members;
    if (!role) throw new UserNotMemberOfOrganization();
    this.checkOwnerRemains(userId);
    this.members = members;
  }

  private checkOwnerRemains(leaving: string): void {
    const owners = Object.keys(this.members).filter((userId) => this.members[userId] === 'owner');
    if (owners.length === 1 && owners[0] === leaving) throw new LastOwner();
  }

  private checkProration({ subscriptionSettings }: ProfileChanges): void {
    if (subscriptionSettings?.proration_behavior === 'reset' && !this.features.allowProrationReset) {
      const message = 'This proration behavior is not enabled for this organization.';
      throw ValidationFailed.at(['subscriptionSettings', 'prorationBehavior'], message, 'reset');
    }
  }

  private recordUpdate(now: Date): void {
    this.record(new OrganizationUpdated(this.id, now, { slug: this.slug, status: this.status }));
  }
}
