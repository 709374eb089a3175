import { DomainEvent } from '#kernel';
import type { Role } from './roles.ts';

/** A user was invited to an organization, or the invitation was sent again. */
export class OrganizationMemberInvited extends DomainEvent<'organization_member.invited', { readonly invitation_id: string }> {
  readonly name = 'organization_member.invited';

  constructor(organizationId: string, at: Date, invitationId: string) {
    super(organizationId, organizationId, at, { invitation_id: invitationId });
  }
}

type Membership = { readonly user_id: string; readonly role: Role };

/** A user became a member. */
export class OrganizationMemberJoined extends DomainEvent<'organization_member.joined', Membership> {
  readonly name = 'organization_member.joined';

  constructor(organizationId: string, at: Date, membership: Membership) {
    super(organizationId, organizationId, at, membership);
  }
}

/** A member has another role. */
export class OrganizationMemberUpdated extends DomainEvent<'organization_member.updated', Membership> {
  readonly name = 'organization_member.updated';

  constructor(organizationId: string, at: Date, membership: Membership) {
    super(organizationId, organizationId, at, membership);
  }
}

/** A member left or was removed. The role is that until then. */
export class OrganizationMemberRemoved extends DomainEvent<'organization_member.removed', Membership> {
  readonly name = 'organization_member.removed';

  constructor(organizationId: string, at: Date, membership: Membership) {
    super(organizationId, organizationId, at, membership);
  }
}
