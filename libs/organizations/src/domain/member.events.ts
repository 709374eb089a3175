import { DomainEvent } from '#kernel';

/** A user was invited to an organization, or the invitation was sent again. */
export class OrganizationMemberInvited extends DomainEvent<'organization_member.invited', { readonly invitation_id: string }> {
  readonly name = 'organization_member.invited';

  constructor(organizationId: string, at: Date, invitationId: string) {
    super(organizationId, organizationId, at, { invitation_id: invitationId });
  }
}
