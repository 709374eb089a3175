import { Controller, Get, Post } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { CurrentCaller, RequireScope, type SellerPrincipal } from '#platform/auth';
import { Input, type InputOf, NotIdempotent, type Page, pageOf, Responses } from '#platform/http';
import { AcceptInvitation } from '../../commands/accept-invitation.ts';
import { ListOwnInvitations } from '../../queries/list-invitations.ts';
import { OrganizationOfInvitation } from '../../queries/organizations-of-user.ts';
import { OwnInvitationView } from '../../queries/organization-member.view.ts';
import { OneOwnInvitationRequest, OwnInvitationsRequest } from './organization-members.dto.ts';

const BY_USERS = { schemes: ['pat'] } as const;

/** Users accept invitations to organizations. That they sign in with the address proves that they are meant. */
@ApiTags('users')
@Controller('v1/users/me/invitations')
export class OwnInvitationsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Get()
  @Responses({
    summary: 'List own invitations',
    description: 'Returns the pending invitations of the user to organizations, oldest first.',
    ok: { status: 200, view: pageOf(OwnInvitationView, 'UserInvitation') },
  })
  @RequireScope(['user:read', 'user:write'], BY_USERS)
  listOwnInvitations(
    @Input(OwnInvitationsRequest) { query }: InputOf<typeof OwnInvitationsRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<Page<OwnInvitationView>> {
    return this.queries.execute(new ListOwnInvitations(caller.id, query));
  }

  @Post(':id/accept')
  @NotIdempotent('An invitation is accepted once. A repetition finds none, and the membership is there.')
  @Responses({
    summary: 'Accept an invitation',
    description: 'Makes the user a member of the organization, with the role of the invitation.',
    ok: { status: 204, view: null },
    errors: { 404: ['ResourceNotFound', 'The user has no such pending invitation.'] },
  })
  @RequireScope('user:write', BY_USERS)
  async acceptOwnInvitation(
    @Input(OneOwnInvitationRequest) { path }: InputOf<typeof OneOwnInvitationRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<void> {
    const organizationId = await this.queries.execute(new OrganizationOfInvitation(path.id));
    await this.commands.execute(new AcceptInvitation(caller.id, organizationId, path.id));
  }
}
