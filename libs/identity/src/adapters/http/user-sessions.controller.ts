import { Controller, Delete, Get } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { CurrentCaller, RequireScope, type SellerPrincipal } from '#platform/auth';
import { defineRequest, Input, type InputOf, type Page, pageOf, paging, Responses } from '#platform/http';
import { describeFields, uuid4 } from '#platform/wire';
import { EndOwnSession } from '../../commands/end-user-session.ts';
import { ListUserSessions } from '../../queries/list-user-sessions.ts';
import { UserSessionView } from '../../queries/user-session.view.ts';

const ListSessionsRequest = defineRequest({ query: paging });
const OneSessionRequest = defineRequest({ path: describeFields({ id: uuid4() }, { id: 'The ID of the session.' }) });

/** A user sees where they are signed in, and signs out there. */
@ApiTags('users')
@Controller('v1/user-sessions')
export class UserSessionsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Get()
  @Responses({
    summary: 'List user sessions',
    description:
      'Returns the sessions of the user that have not ended, newest first, without their tokens. In a session of the provider of an organization, those of that provider.',
    ok: { status: 200, view: pageOf(UserSessionView, 'UserSession') },
  })
  @RequireScope(['user:read', 'user:write'], { schemes: ['pat'], aboutUser: false })
  listUserSessions(
    @Input(ListSessionsRequest) { query }: InputOf<typeof ListSessionsRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<Page<UserSessionView>> {
    const currentId = caller.authenticatedAt ? caller.credentialId : null;
    return this.queries.execute(new ListUserSessions(caller.id, caller.providerOrganizationId, currentId, query));
  }

  @Delete(':id')
  @Responses({
    summary: 'End a user session',
    description: 'Ends a session of the user, also that of the request. Its token is rejected from the next request on.',
    ok: { status: 204, view: null },
    errors: {
      404: [
        'ResourceNotFound',
        'The session does not exist, has ended, or belongs to another user. In a session of a provider: or is none of that provider.',
      ],
    },
  })
  @RequireScope('user:write', { schemes: ['pat'], aboutUser: false })
  async endUserSession(
    @Input(OneSessionRequest) { path }: InputOf<typeof OneSessionRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<void> {
    await this.commands.execute(new EndOwnSession(caller.id, caller.providerOrganizationId, path.id));
  }
}
