import { Controller, Delete, Get, Patch, Post } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import {
  CurrentCaller,
  type PermissionArea,
  RequireRecentSignIn,
  RequireScope,
  type Role,
  type SellerPrincipal,
} from '#platform/auth';
import { Idempotent, Input, type InputOf, type Page, pageOf, Responses } from '#platform/http';
import {
  ChangeMemberRole,
  DismissMember,
  EndMemberCredentials,
  type MemberChange,
  TransferOwnership,
} from '../../commands/manage-members.ts';
import { GetOrganizationMember, ListOrganizationMembers } from '../../queries/list-organization-members.ts';
import { OrganizationMemberView } from '../../queries/organization-member.view.ts';
import { ChangeMemberRequest, ListMembersRequest, OneMemberRequest, TransferRequest } from './organization-members.dto.ts';

export const AREA = 'members';
/** Access tokens of an organization cannot give anybody access to it. */
export const BY_USERS = { schemes: ['pat'] } as const;
export const READ = ['organizations:read', 'organizations:write'] as const;
/** `organizations:write` gives nobody access. */
export const WRITE = 'organization_members:write';
const NOT_FOUND = [
  'ResourceNotFound or UserNotMemberOfOrganization',
  'The caller does not belong to the organization, or the user does not.',
] as const;
export const NOT_PERMITTED = [
  'NotPermitted',
  'The role of the caller does not allow it. Owners and admins manage members; only owners make owners, and change or remove them.',
] as const;
/** Where somebody may become an owner or admin. */
export const LEADER_NOT_PERMITTED = [
  `${NOT_PERMITTED[0]} or FreshSignInRequired`,
  `${NOT_PERMITTED[1]} In a session, \`owner\` and \`admin\` need a sign-in of the last 15 minutes; an access token needs every scope of the role.`,
] as const;
export const isLeader = (role: Role): boolean => role === 'owner' || role === 'admin';
const LAST_OWNER = ['LastOwner', 'The organization would have no owner.'] as const;

export const changeBy = (caller: SellerPrincipal, organizationId: string, area: PermissionArea = AREA): MemberChange => ({
  access: caller.access(area),
  organizationId,
  by: caller.id,
});

/** The users who belong to an organization. */
@ApiTags('organizations')
@Controller('v1/organizations')
export class OrganizationMembersController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Get(':id/members')
  @Responses({
    summary: 'List the members of an organization',
    description: 'Returns the users who belong to the organization, with their roles, by e-mail address.',
    ok: { status: 200, view: pageOf(OrganizationMemberView, 'OrganizationMember') },
    errors: {
      404: ['ResourceNotFound', 'The caller does not belong to the organization, or has the role `finance` or `support`.'],
    },
  })
  @RequireScope(READ, BY_USERS)
  listOrganizationMembers(
    @Input(ListMembersRequest) { path, query }: InputOf<typeof ListMembersRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<Page<OrganizationMemberView>> {
    return this.queries.execute(new ListOrganizationMembers(caller.access(AREA), path.id, query));
  }

  @Patch(':id/members/:user_id')
  @Responses({
    summary: 'Change the role of a member',
    description: 'Changes the role of a user in the organization. It applies from the next request of the user on.',
    ok: { status: 200, view: OrganizationMemberView },
    errors: { 400: LAST_OWNER, 403: LEADER_NOT_PERMITTED, 404: NOT_FOUND },
  })
  @RequireScope(WRITE, BY_USERS)
  @RequireRecentSignIn((request) => isLeader(ChangeMemberRequest.read(request).body.role))
  async changeOrganizationMember(
    @Input(ChangeMemberRequest) { path, body }: InputOf<typeof ChangeMemberRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<OrganizationMemberView> {
    const { id, user_id } = path;
    caller.assertMayGive(body.role);
    await this.commands.execute(new ChangeMemberRole(changeBy(caller, id), user_id, body.role));
    return this.queries.execute(new GetOrganizationMember(caller.access(AREA), id, user_id));
  }

  @Delete(':id/members/:user_id')
  @Responses({
    summary: 'Remove a member from an organization',
    description:
      'Removes a user from the organization. Every member may leave it. From the next request on the user cannot access the organization.',
    ok: { status: 204, view: null },
    errors: { 400: LAST_OWNER, 403: NOT_PERMITTED, 404: NOT_FOUND },
  })
  @RequireScope(WRITE, BY_USERS)
  async removeOrganizationMember(
    @Input(OneMemberRequest) { path }: InputOf<typeof OneMemberRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<void> {
    const change = changeBy(caller, path.id, path.user_id === caller.id ? 'the organization' : AREA);
    await this.commands.execute(new DismissMember(change, path.user_id));
  }

  @Delete(':id/members/:user_id/credentials')
  @Responses({
    summary: 'End all sessions and tokens of a member',
    description:
      'From the next request on, nothing with which the member signed in, that they made or that they allowed applications until now ' +
      'reaches the organization: sessions, personal access tokens, and tokens of applications, also for tools for models. The member signs ' +
      'in again. What is for other organizations, too, goes on there; what the provider of the organization has opened ends. Access tokens ' +
      'of the organization are not concerned. For owners.',
    ok: { status: 204, view: null },
    errors: { 403: ['NotPermitted', 'The caller is not an owner of the organization.'], 404: NOT_FOUND },
  })
  @RequireScope(WRITE, BY_USERS)
  async endMemberCredentials(
    @Input(OneMemberRequest) { path }: InputOf<typeof OneMemberRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<void> {
    await this.commands.execute(new EndMemberCredentials(changeBy(caller, path.id), path.user_id));
  }

  @Post(':id/owner')
  @Idempotent()
  @Responses({
    summary: 'Transfer the ownership of an organization',
    description: 'Makes another member the owner in place of the caller, who becomes an admin.',
    ok: { status: 200, view: OrganizationMemberView },
    errors: {
      403: [
        'NotPermitted or FreshSignInRequired',
        'The caller is not an owner, their session is older than 15 minutes, or their access token does not have every scope of an owner.',
      ],
      404: NOT_FOUND,
    },
  })
  @RequireScope(WRITE, BY_USERS)
  @RequireRecentSignIn()
  async transferOrganization(
    @Input(TransferRequest) { path, body }: InputOf<typeof TransferRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<OrganizationMemberView> {
    caller.assertMayGive('owner');
    await this.commands.execute(new TransferOwnership(changeBy(caller, path.id), body.user_id));
    return this.queries.execute(new GetOrganizationMember(caller.access(AREA), path.id, body.user_id));
  }
}
