import { Controller, Delete, Get } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { CurrentCaller, RequireScope, type SellerPrincipal } from '#platform/auth';
import { defineRequest, Input, type InputOf, type Page, pageOf, paging, Responses } from '#platform/http';
import { boolean, describeFields, uuid4, withDefault } from '#platform/wire';
import { EndOwnSession, SignOutEverywhere } from '../../commands/end-user-session.ts';
import { ListUserSessions } from '../../queries/list-user-sessions.ts';
import { UserSessionView } from '../../queries/user-session.view.ts';

const ListSessionsRequest = defineRequest({ query: paging });
const OneSessionRequest = defineRequest({ path: describeFields({ id: uuid4() }, { id: 'The ID of the session.' }) });

const SignOutRequest = defineRequest({
  query: describeFields(
    { personal_access_tokens: withDefault(boolean(), () => false), authorizations: withDefault(boolean(), () => false) },
    {
      personal_access_tokens: 'Whether all personal access tokens of the user are deleted as well.',
      authorizations: 'Whether everything that the user allowed applications ends as well, with all of their tokens.',
    },
  ),
});

/** The session of the request; null if it was made with an access token. */
const currentOf = ({ authenticatedAt, credentialId }: SellerPrincipal): string | null => (authenticatedAt ? credentialId : null);

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
    return this.queries.execute(new ListUserSessions(caller.id, caller.providerOrganizationId, currentOf(caller), query));
  }

  @Delete()
  @Responses({
    summary: 'Sign out everywhere',
    description:
      'Ends all sessions of the user but that of the request, and on request the personal access tokens of the user, also that of the ' +
      'request, and what the user allowed applications. What is ended is rejected from the next request on.',
    ok: { status: 204, view: null },
  })
  @RequireScope('user:write', { schemes: ['pat'] })
  async signOutEverywhere(
    @Input(SignOutRequest) { query }: InputOf<typeof SignOutRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<void> {
    const also = { personalAccessTokens: query.personal_access_tokens, authorizations: query.authorizations };
    await this.commands.execute(new SignOutEverywhere(caller.id, currentOf(caller), also));
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
