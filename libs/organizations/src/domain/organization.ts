import { AggregateRoot, ValidationFailed, newId, NotPermitted } from '#kernel';
import { type Feature, type FeatureChanges, Features } from './features.ts';
import {
  DisputeAutoAcceptNotEnabled,
  InvalidStatusTransitionError,
  LastOwner,
  UserNotMemberOfOrganization,
} from './organization.errors.ts';
import { OrganizationUpdated } from './organization.events.ts';
import { type Capabilities, CAPABILITIES, mayFollow, type OrganizationStatus } from './organization-status.ts';
import { Profile, type ProfileChanges } from './profile.ts';
import type { Members, Role } from './roles.ts';
import { slugFrom } from './slug.ts';

type Document = { readonly [key: string]: unknown };

export interface NewOrganization {
  readonly slug: string;
  readonly ownerId: string;
  /** In the sandbox nothing is real: organizations start active and need no review. */
  readonly sandbox: boolean;
  readonly profile: ProfileChanges & { readonly name: string };
  readonly features?: FeatureChanges;
  /** How the seller describes the business to whoever runs the service. */
  readonly details?: Document;
  readonly legalEntity?: Document;
}

/** What is undefined stays as it is. */
export interface OrganizationChanges {
  readonly profile: ProfileChanges;
  readonly features?: FeatureChanges;
  /** In minor units of the currency; null for never. */
  readonly acceptDisputesBelow?: number | null;
  readonly details?: Document;
  readonly ssoEnforced?: boolean;
}

/** Cents of turnover at which a first look is due. */
const FIRST_REVIEW_THRESHOLD = 1000;

/** The seller: the tenant to whom everything else belongs, with its people, its settings and its standing here. */
export class Organization extends AggregateRoot {
  readonly id: string;
  readonly slug: string;
  readonly accountId: string;
  readonly profile: Profile;
  readonly features: Features;
  readonly disputeSettings: { readonly auto_accept_below_amount: number | null };
  readonly details: Document | null;
  readonly detailsSubmittedAt: Date | null;
  readonly legalEntity: Document | null;
  readonly members: Members;
  readonly status: OrganizationStatus;
  readonly capabilities: Capabilities;
  /** Null while it has the status that it started with. */
  readonly statusChangedAt: Date | null;
  readonly nextReviewThreshold: number;

  constructor({ slug, ownerId, sandbox, profile, features, details, legalEntity }: NewOrganization, at: Date) {
    super();
    this.id = newId();
    this.slug = slugFrom(slug);
    this.accountId = newId();
    this.profile = Profile.first(profile);
    this.features = Features.first(features);
    this.disputeSettings = { auto_accept_below_amount: null };
    this.details = details ?? null;
    this.detailsSubmittedAt = details ? at : null;
    this.legalEntity = legalEntity ?? null;
    this.members = { [ownerId]: 'owner' };
    this.status = sandbox ? 'active' : 'created';
    this.capabilities = CAPABILITIES[this.status];
    this.statusChangedAt = null;
    this.nextReviewThreshold = FIRST_REVIEW_THRESHOLD;
  }

  static create(birth: NewOrganization, at: Date): Organization {
    const organization = new Organization(birth, at);
    organization.checkProration(birth.profile);
    return organization;
  }

  update({ profile, features = {}, acceptDisputesBelow, details, ssoEnforced }: OrganizationChanges, at: Date): void {
    if (ssoEnforced) throw new NotPermitted('Enforcing single sign-on needs a session that was signed in through it.');
    if (acceptDisputesBelow && !this.features.allowDisputeAutoAccept) throw new DisputeAutoAcceptNotEnabled();
    this.checkProration(profile);
    this.become({
      features: this.features.changed(features),
      profile: this.profile.changed(profile),
      ...(acceptDisputesBelow !== undefined && { disputeSettings: { auto_accept_below_amount: acceptDisputesBelow } }),
      ...(details && { details, detailsSubmittedAt: at }),
    });
    this.recordUpdate(at);
  }

  moveTo(status: OrganizationStatus, at: Date): void {
    if (status === this.status) return;
    if (!mayFollow(this.status, status)) throw new InvalidStatusTransitionError(this.status, status);
    this.become({ status, capabilities: CAPABILITIES[status], statusChangedAt: at });
    this.recordUpdate(at);
  }

  /** For whoever runs the service: turns a feature on or off that the organization cannot turn itself. */
  turn(feature: Feature, on: boolean, at: Date): void {
    this.become({ features: this.features.turned(feature, on) });
    this.recordUpdate(at);
  }

  /** Takes a user in, or gives a member another role. */
  appoint(userId: string, role: Role): void {
    if (role !== 'owner') this.checkOwnerRemains(userId);
    this.become({ members: { ...this.members, [userId]: role } });
  }

  dismiss(userId: string): void {
    const { [userId]: dismissed, ...members } = this.members;
    if (!dismissed) throw new UserNotMemberOfOrganization();
    this.checkOwnerRemains(userId);
    this.become({ members });
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

  private become(next: Partial<Organization>): void {
    Object.assign(this, next);
  }

  private recordUpdate(at: Date): void {
    this.record(new OrganizationUpdated(this.id, at, { slug: this.slug, status: this.status }));
  }
}
