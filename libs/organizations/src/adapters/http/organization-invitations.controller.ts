import { Controller, Delete, Get, Post } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { CurrentCaller, RequireRecentSignIn, RequireScope, type SellerPrincipal } from '#platform/auth';
import { Idempotent, Input, type InputOf, type Page, pageOf, Responses } from '#platform/http';
import { InviteMember, ResendMemberInvitation, RevokeMemberInvitation } from '../../commands/manage-members.ts';
import { GetOrganizationInvitation, ListOrganizationInvitations } from '../../queries/list-invitations.ts';
import { OrganizationInvitationView } from '../../queries/organization-member.view.ts';
import {
  AREA,
  BY_USERS,
  changeBy,
  isLeader,
  LEADER_NOT_PERMITTED,
  NOT_PERMITTED,
  READ,
  WRITE,
} from './organization-members.controller.ts';
import { InviteRequest, ListMembersRequest, OneInvitationRequest } from './organization-members.dto.ts';

const NOT_FOUND = [
  'ResourceNotFound',
  'The caller does not belong to the organization or has the role `finance` or `support`, or the invitation is not pending.',
] as const;

/** Owners and admins invite users to their organization. */
@ApiTags('organizations')
@Controller('v1/organizations')
export class OrganizationInvitationsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Get(':id/invitations')
  @Responses({
    summary: 'List the invitations to an organization',
    description: 'Returns the pending invitations, oldest first.',
    ok: { status: 200, view: pageOf(OrganizationInvitationView, 'OrganizationInvitation') },
    errors: {
      404: ['ResourceNotFound', 'The caller does not belong to the organization, or has the role `finance` or `support`.'],
    },
  })
  @RequireScope(READ, BY_USERS)
  listOrganizationInvitations(
    @Input(ListMembersRequest) { path, query }: InputOf<typeof ListMembersRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<Page<OrganizationInvitationView>> {
    return this.queries.execute(new ListOrganizationInvitations(caller.access(AREA), path.id, query));
  }

  @Post(':id/invitations')
  @Idempotent()
  @Responses({
    summary: 'Invite a user to an organization',
    description:
      'Invites whoever has the e-mail address, by e-mail. They sign in with that address and accept within 7 days. A pending invitation ' +
      'of the same address is replaced. An organization has at most 100 pending invitations. Only owners invite owners.',
    ok: { status: 201, view: OrganizationInvitationView },
    errors: {
      400: [
        'UserAlreadyMember or TooManyInvitations',
        'The user is a member already, or there are too many pending invitations.',
      ],
      403: LEADER_NOT_PERMITTED,
      404: ['ResourceNotFound', 'The caller does not belong to the organization, or has the role `finance` or `support`.'],
    },
  })
  @RequireScope(WRITE, BY_USERS)
  @RequireRecentSignIn((request) => isLeader(InviteRequest.read(request).body.role))
  async inviteOrganizationMember(
    @Input(InviteRequest) { path, body }: InputOf<typeof InviteRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<OrganizationInvitationView> {
    caller.assertMayGive(body.role);
    const id = await this.commands.execute(new InviteMember(changeBy(caller, path.id), body.email, body.role));
    return this.queries.execute(new GetOrganizationInvitation(caller.access(AREA), path.id, id));
  }

  @Post(':id/invitations/:invitation_id/resend')
  @Idempotent()
  @Responses({
    summary: 'Send an invitation again',
    description:
      'Sends the e-mail again. The invitation is valid for 7 days from now. An access token needs every scope of its role.',
    ok: { status: 200, view: OrganizationInvitationView },
    errors: { 403: NOT_PERMITTED, 404: NOT_FOUND },
  })
  @RequireScope(WRITE, BY_USERS)
  async resendOrganizationInvitation(
    @Input(OneInvitationRequest) { path }: InputOf<typeof OneInvitationRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<OrganizationInvitationView> {
    const pending = new GetOrganizationInvitation(caller.access(AREA), path.id, path.invitation_id);
    caller.assertMayGive((await this.queries.execute(pending)).role);
    await this.commands.execute(new ResendMemberInvitation(changeBy(caller, path.id), path.invitation_id));
    return this.queries.execute(pending);
  }

  @Delete(':id/invitations/:invitation_id')
  @Responses({
    summary: 'Revoke an invitation',
    description: 'Revokes a pending invitation. It cannot be accepted any more.',
    ok: { status: 204, view: null },
    errors: { 403: NOT_PERMITTED, 404: NOT_FOUND },
  })
  @RequireScope(WRITE, BY_USERS)
  async revokeOrganizationInvitation(
    @Input(OneInvitationRequest) { path }: InputOf<typeof OneInvitationRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<void> {
    await this.commands.execute(new RevokeMemberInvitation(changeBy(caller, path.id), path.invitation_id));
  }
}
