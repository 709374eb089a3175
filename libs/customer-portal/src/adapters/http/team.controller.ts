import { Controller, Delete, Get, Patch, Post } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { CurrentCaller, type PortalPrincipal, RequireCustomer } from '#platform/auth';
import { Responses, Input, type InputOf, Idempotent } from '#platform/http';
import { InviteToOwnTeam } from '../../commands/invite-to-own-team.ts';
import { RemoveFromOwnTeam } from '../../commands/remove-from-own-team.ts';
import { UpdateMemberOfOwnTeam } from '../../commands/update-member-of-own-team.ts';
import { GetTeamMember } from '../../queries/get-team-member.ts';
import { ListOwnTeam } from '../../queries/list-own-team.ts';
import { TeamMemberPageView, TeamMemberView } from '../../queries/member.view.ts';
import { InviteToTeamRequest, ListTeamRequest, OneOfTeamRequest, UpdateOneOfTeamRequest } from './members.dto.ts';

const LEADERS = { schemes: ['member_session'], leading: true } as const;
const MANAGEMENT_NOT_PERMITTED = [
  'NotPermitted',
  'The member is neither owner nor billing manager, or the customer is not a team.',
] as const;
const NOT_FOUND = ['ResourceNotFound', 'The team has no such member.'] as const;

/** Owners and billing managers manage their own team. */
@ApiTags('customer_portal')
@Controller('v1/customer-portal/members')
export class TeamController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Get()
  @Responses({
    summary: 'List the members of the team',
    description: 'Returns the members of the team of the session. Requires a session of an owner or billing manager.',
    ok: { status: 200, view: TeamMemberPageView },
    errors: { 403: MANAGEMENT_NOT_PERMITTED },
  })
  @RequireCustomer(LEADERS)
  list(
    @Input(ListTeamRequest) { query }: InputOf<typeof ListTeamRequest>,
    @CurrentCaller() caller: PortalPrincipal,
  ): Promise<TeamMemberPageView> {
    return this.queries.execute(new ListOwnTeam(caller.access, query));
  }

  @Post()
  @Idempotent()
  @Responses({
    summary: 'Add a member to the team',
    description:
      'Adds a member to the team. If a member with this e-mail address exists, it is returned unchanged. The role `owner` is rejected. Requires a session of an owner or billing manager. Publishes `member.created`.',
    ok: { status: 201, view: TeamMemberView },
    errors: { 403: MANAGEMENT_NOT_PERMITTED },
  })
  @RequireCustomer(LEADERS)
  async add(
    @Input(InviteToTeamRequest) { body }: InputOf<typeof InviteToTeamRequest>,
    @CurrentCaller() caller: PortalPrincipal,
  ): Promise<TeamMemberView> {
    const id = await this.commands.execute(new InviteToOwnTeam(caller.access, body));
    return this.queries.execute(new GetTeamMember(caller.access, id));
  }

  @Patch(':id')
  @Responses({
    summary: 'Update a member of the team',
    description:
      'Changes the fields that are sent; fields that are left out or `null` stay as they are. Nobody can change their own role. Only the owner ' +
      'can make another member the owner, and becomes a billing manager. Requires a session of an owner or billing manager. Publishes `member.updated`.',
    ok: { status: 200, view: TeamMemberView },
    errors: { 403: MANAGEMENT_NOT_PERMITTED, 404: NOT_FOUND },
  })
  @RequireCustomer(LEADERS)
  async update(
    @Input(UpdateOneOfTeamRequest) { path, body }: InputOf<typeof UpdateOneOfTeamRequest>,
    @CurrentCaller() caller: PortalPrincipal,
  ): Promise<TeamMemberView> {
    await this.commands.execute(new UpdateMemberOfOwnTeam(caller.access, path.id, body));
    return this.queries.execute(new GetTeamMember(caller.access, path.id));
  }

  @Delete(':id')
  @Responses({
    summary: 'Remove a member of the team',
    description:
      'Removes a member. Its sessions end and its seats are revoked. Nobody can remove themselves or the owner (422). Requires a session of an owner or billing manager. Publishes `member.deleted`.',
    ok: { status: 204, view: null },
    errors: { 403: MANAGEMENT_NOT_PERMITTED, 404: NOT_FOUND },
  })
  @RequireCustomer(LEADERS)
  async remove(
    @Input(OneOfTeamRequest) { path }: InputOf<typeof OneOfTeamRequest>,
    @CurrentCaller() caller: PortalPrincipal,
  ): Promise<void> {
    await this.commands.execute(new RemoveFromOwnTeam(caller.access, path.id));
  }
}
