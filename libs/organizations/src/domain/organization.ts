import { AggregateRoot, applyChanges, NotPermitted, ValidationFailed, newId } from '#kernel';
import { MEMBER_INVITATION_LIFETIME } from '#support/credentials';
import type { Sender } from '#support/mails';
import {
  OrganizationMemberInvited,
  OrganizationMemberJoined,
  OrganizationMemberRemoved,
  OrganizationMemberUpdated,
} from './member.events.ts';
import {
  InvitationNotFound,
  isPending,
  type MemberInvitation,
  MOST_INVITATIONS,
  OnlyOwners,
  TooManyInvitations,
  UserAlreadyMember,
} from './member-invitation.ts';
import {
  allowsDisputeAutoAccept,
  allowsProrationReset,
  changedFeatures,
  type Feature,
  type FeatureChanges,
  type FeaturesState,
  initialFeatures,
} from './features.ts';
import {
  DisputeAutoAcceptNotEnabled,
  InvalidStatusTransitionError,
  LastOwner,
  SandboxNotFound,
  UserNotMemberOfOrganization,
} from './organization.errors.ts';
import { OrganizationUpdated } from './organization.events.ts';
import { type Capabilities, CAPABILITIES, isAllowedTransition, type OrganizationStatus } from './organization-status.ts';
import { changedProfile, initialProfile, type ProfileChanges, type ProfileState, senderOf } from './profile.ts';
import type { Members, Role } from './roles.ts';
import { assertEnforceable, assertMayStopEnforcing, type SingleSignOnState } from './single-sign-on-enforcement.ts';
import { slugFrom } from './slug.ts';

type Document = { readonly [key: string]: unknown };

export interface NewOrganization {
  readonly slug: string;
  readonly ownerId: string;
  /** In the sandbox organizations start as active and need no review. */
  readonly sandbox: boolean;
  /** The organization that it is a sandbox of. */
  readonly sandboxOf?: string;
  readonly profile: ProfileChanges & { readonly name: string };
  readonly features?: FeatureChanges;
  /** All features of another organization, also those that only operators turn on. */
  readonly copiedFeatures?: FeaturesState;
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
  readonly singleSignOn?: SingleSignOnState;
}

export interface OrganizationState extends ProfileState, FeaturesState {
  readonly id: string;
  slug: string;
  readonly accountId: string;
  /** The first owner, on whose quota it is, whoever owns it later. Null for organizations of before there were quotas. */
  creatorId: string | null;
  /** The organization that it is a sandbox of; null for all others. */
  readonly sandboxOf: string | null;
  /** When the sandbox was deleted: what it has goes afterwards. Null for all others. */
  deletedAt: Date | null;
  disputeSettings: { readonly auto_accept_below_amount: number | null };
  /** Whether members have to sign in through its provider, but for owners with a second factor. */
  ssoEnforced: boolean;
  details: Document | null;
  detailsSubmittedAt: Date | null;
  readonly legalEntity: Document | null;
  members: Members;
  /** When an owner ended the sessions and tokens of a member: what they signed in with by then does not reach the organization. */
  credentialsEndedAt: { readonly [userId: string]: Date };
  /** Pending invitations, and those that have expired since the last change. */
  invitations: readonly MemberInvitation[];
  status: OrganizationStatus;
  capabilities: Capabilities;
  /** Null until the first change of status. */
  statusChangedAt: Date | null;
  readonly nextReviewThreshold: number;
}

type Changeable = ProfileState & FeaturesState & Pick<OrganizationState, 'ssoEnforced' | 'disputeSettings' | 'details'>;

/** Turnover in cents at which the first review is due. */
const FIRST_REVIEW_THRESHOLD = 1000;

/** The seller, and the tenant that all other data belongs to. */
export class Organization extends AggregateRoot<OrganizationState> {
  static create(given: NewOrganization, now: Date): Organization {
    const { slug, ownerId, sandbox, sandboxOf = null, profile, features, copiedFeatures, details, legalEntity } = given;
    const status = sandbox ? 'active' : 'created';
    const organization = new Organization({
      ...initialProfile(profile),
      ...(copiedFeatures ?? initialFeatures(features)),
      id: newId('organization'),
      slug: slugFrom(slug),
      accountId: newId('account'),
      creatorId: ownerId,
      sandboxOf,
      deletedAt: null,
      disputeSettings: { auto_accept_below_amount: null },
      ssoEnforced: false,
      details: details ?? null,
      detailsSubmittedAt: details ? now : null,
      legalEntity: legalEntity ?? null,
      members: { [ownerId]: 'owner' },
      credentialsEndedAt: {},
      invitations: [],
      status,
      capabilities: CAPABILITIES[status],
      statusChangedAt: null,
      nextReviewThreshold: FIRST_REVIEW_THRESHOLD,
    });
    organization.checkProration(profile);
    return organization;
  }

  get slug(): string {
    return this.state.slug;
  }

  /** Who mails of the organization come from. */
  get sender(): Sender {
    return senderOf(this.state);
  }

  update(changes: OrganizationChanges, now: Date): void {
    const { profile, features = {}, acceptDisputesBelow, details, ssoEnforced } = changes;
    if (ssoEnforced === true && !this.state.ssoEnforced) assertEnforceable(changes.singleSignOn);
    if (ssoEnforced === false && this.state.ssoEnforced) assertMayStopEnforcing(changes.singleSignOn, this.state.members);
    if (acceptDisputesBelow && !allowsDisputeAutoAccept(this.state)) throw new DisputeAutoAcceptNotEnabled();
    this.checkProration(profile);
    const changed = applyChanges<Changeable>(this.state, {
      ...changedFeatures(this.state, features),
      ...changedProfile(this.state, profile),
      ssoEnforced,
      disputeSettings: acceptDisputesBelow === undefined ? undefined : { auto_accept_below_amount: acceptDisputesBelow },
      details: details ?? undefined,
    });
    if (changed.includes('details')) this.state.detailsSubmittedAt = now;
    if (changed.length > 0) this.recordUpdate(now);
  }

  moveTo(status: OrganizationStatus, now: Date): void {
    if (status === this.state.status) return;
    if (!isAllowedTransition(this.state.status, status)) throw new InvalidStatusTransitionError(this.state.status, status);

    this.state.status = status;
    this.state.capabilities = CAPABILITIES[status];
    this.state.statusChangedAt = now;
    this.recordUpdate(now);
  }

  /** For operators: turns a feature on or off that the organization cannot change itself. */
  setFeature(feature: Feature, on: boolean, now: Date): void {
    this.state.featureSettings = { ...this.state.featureSettings, [feature]: on };
    this.recordUpdate(now);
  }

  /** For operators, if nobody can sign in through the provider any more. */
  stopEnforcingSingleSignOn(now: Date): void {
    if (!this.state.ssoEnforced) return;
    this.state.ssoEnforced = false;
    this.recordUpdate(now);
  }

  /**
   * Deletes a sandbox of an organization: from then on nobody belongs to it, it is as one that is blocked, and its slug and its place in the
   * quota are free. Throws `SandboxNotFound` for any other organization.
   */
  deleteAsSandboxOf(organizationId: string, now: Date): void {
    if (this.state.sandboxOf !== organizationId || this.state.deletedAt) throw new SandboxNotFound();
    this.state.deletedAt = now;
    this.state.slug = `deleted-${this.state.id}`;
    this.state.creatorId = null;
    this.state.members = {};
    this.state.credentialsEndedAt = {};
    this.state.invitations = [];
    this.state.status = 'blocked';
    this.state.capabilities = CAPABILITIES.blocked;
  }

  /** Adds a user as a member, or changes the role of a member. */
  setMemberRole(userId: string, role: Role, now: Date): void {
    if (role === this.state.members[userId]) return;
    if (role !== 'owner') this.checkOwnerRemains(userId);
    this.changeMembers({ ...this.state.members, [userId]: role }, now);
  }

  removeMember(userId: string, now: Date): void {
    const { [userId]: role, ...members } = this.state.members;
    if (!role) throw new UserNotMemberOfOrganization();
    this.checkOwnerRemains(userId);
    this.changeMembers(members, now);
  }

  /** Whoever is a member already keeps the role. */
  join(userId: string, role: Role, now: Date): void {
    if (!this.state.members[userId]) this.changeMembers({ ...this.state.members, [userId]: role }, now);
  }

  /** What one member does with the role of another. Roles of owners are for owners to change. */
  changeRole(by: string, userId: string, role: Role, now: Date): void {
    this.checkMayManage(by, userId, role);
    this.setMemberRole(userId, role, now);
  }

  /** A member leaves, or is removed by another. */
  dismissMember(by: string, userId: string, now: Date): void {
    if (by !== userId) this.checkMayManage(by, userId);
    this.removeMember(userId, now);
  }

  /** Throws what `changeRole` to an owner throws. */
  assertMayMakeOwner(by: string, userId: string): void {
    this.checkMayManage(by, userId, 'owner');
  }

  /** Ends, for this organization, everything with which a member reaches it now. */
  endCredentialsOf(by: string, userId: string, now: Date): void {
    if (this.state.members[by] !== 'owner') throw new NotPermitted('Only owners may end the sessions and tokens of members.');
    if (!this.state.members[userId]) throw new UserNotMemberOfOrganization();
    this.state.credentialsEndedAt = { ...this.state.credentialsEndedAt, [userId]: now };
  }

  /** Makes another member the owner in place of the one who does it, who stays as an admin. */
  transferOwnership(by: string, to: string, now: Date): void {
    if (this.state.members[by] !== 'owner') throw new OnlyOwners();
    if (!this.state.members[to]) throw new UserNotMemberOfOrganization();
    if (by === to) return;
    this.changeMembers({ ...this.state.members, [to]: 'owner', [by]: 'admin' }, now);
  }

  /** Invites a user; an earlier invitation of the same address is replaced. Returns the id of the invitation. */
  invite(by: string, invited: { readonly userId: string; readonly email: string; readonly role: Role }, now: Date): string {
    if (invited.role === 'owner' && this.state.members[by] !== 'owner') throw new OnlyOwners();
    if (this.state.members[invited.userId]) throw new UserAlreadyMember();
    const email = invited.email.toLowerCase();
    const others = this.pendingInvitations(now).filter((each) => each.email !== email);
    if (others.length >= MOST_INVITATIONS) throw new TooManyInvitations();
    const id = newId('member-invitation');
    const times = {
      created_at: now.toISOString(),
      expires_at: new Date(now.getTime() + MEMBER_INVITATION_LIFETIME).toISOString(),
    };
    this.state.invitations = [...others, { id, email, role: invited.role, invited_by: by, ...times }];
    this.record(new OrganizationMemberInvited(this.state.id, now, id));
    return id;
  }

  /** Sends the invitation again, which is then valid for as long as a new one. */
  resendInvitation(id: string, now: Date): void {
    this.invitation(id, now);
    const expires_at = new Date(now.getTime() + MEMBER_INVITATION_LIFETIME).toISOString();
    this.state.invitations = this.pendingInvitations(now).map((each) => (each.id === id ? { ...each, expires_at } : each));
    this.record(new OrganizationMemberInvited(this.state.id, now, id));
  }

  revokeInvitation(id: string, now: Date): void {
    this.invitation(id, now);
    this.state.invitations = this.pendingInvitations(now).filter((each) => each.id !== id);
  }

  /** The role with which the user joins. Only the user with the invited address can accept. */
  invitedRole(id: string, user: { readonly email: string }, now: Date): Role {
    const { email, role } = this.invitation(id, now);
    if (email !== user.email.toLowerCase()) throw new InvitationNotFound();
    return role;
  }

  acceptInvitation(id: string, user: { readonly id: string; readonly email: string }, now: Date): void {
    const role = this.invitedRole(id, user, now);
    this.state.invitations = this.pendingInvitations(now).filter((each) => each.id !== id);
    this.join(user.id, role, now);
  }

  /** Throws `InvitationNotFound` unless it is pending. */
  invitation(id: string, now: Date): MemberInvitation {
    const found = this.pendingInvitations(now).find((each) => each.id === id);
    if (!found) throw new InvitationNotFound();
    return found;
  }

  private changeMembers(members: Members, now: Date): void {
    const before = this.state.members;
    this.state.members = members;
    for (const [user_id, role] of Object.entries(members)) {
      const membership = { user_id, role };
      if (!before[user_id]) this.record(new OrganizationMemberJoined(this.state.id, now, membership));
      else if (before[user_id] !== role) this.record(new OrganizationMemberUpdated(this.state.id, now, membership));
    }
    for (const [user_id, role] of Object.entries(before)) {
      if (members[user_id]) continue;
      const { [user_id]: _ended, ...others } = this.state.credentialsEndedAt;
      this.state.credentialsEndedAt = others;
      this.record(new OrganizationMemberRemoved(this.state.id, now, { user_id, role }));
    }
  }

  private pendingInvitations(now: Date): readonly MemberInvitation[] {
    return this.state.invitations.filter((each) => isPending(each, now));
  }

  private checkMayManage(by: string, userId: string, role?: Role): void {
    if (!this.state.members[userId]) throw new UserNotMemberOfOrganization();
    const concernsOwner = role === 'owner' || this.state.members[userId] === 'owner';
    if (concernsOwner && this.state.members[by] !== 'owner') throw new OnlyOwners();
  }

  private checkOwnerRemains(leaving: string): void {
    const owners = Object.keys(this.state.members).filter((userId) => this.state.members[userId] === 'owner');
    if (owners.length === 1 && owners[0] === leaving) throw new LastOwner();
  }

  private checkProration({ subscriptionSettings }: ProfileChanges): void {
    if (subscriptionSettings?.proration_behavior === 'reset' && !allowsProrationReset(this.state)) {
      const message = 'This proration behavior is not enabled for this organization.';
      throw ValidationFailed.at(['subscriptionSettings', 'prorationBehavior'], message, 'reset');
    }
  }

  private recordUpdate(now: Date): void {
    this.record(new OrganizationUpdated(this.state.id, now, { slug: this.state.slug, status: this.state.status }));
  }
}
