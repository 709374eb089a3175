import { Controller, Delete, Get } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { CurrentCaller, RequireScope, type SellerPrincipal } from '#platform/auth';
import { defineRequest, Input, type InputOf, type Page, pageOf, paging, Responses } from '#platform/http';
import { describeFields, text } from '#platform/wire';
import { RevokeAuthorization } from '../../commands/revoke-authorization.ts';
import { AuthorizationView } from '../../queries/authorization.view.ts';
import { ListAuthorizations } from '../../queries/list-authorizations.ts';

const MAX_ID = 64;

const ListRequest = defineRequest({ query: paging });
const OneRequest = defineRequest({
  path: describeFields({ id: text({ max: MAX_ID }) }, { id: 'The ID of the authorization.' }),
});

/** A user sees which applications act for them, and ends it. Applications themselves cannot. */
@ApiTags('users')
@Controller('v1/users/me/authorizations')
export class AuthorizationsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Get()
  @Responses({
    summary: 'List authorizations',
    description: 'Returns what the user allowed applications and what has not ended, newest first.',
    ok: { status: 200, view: pageOf(AuthorizationView, 'Authorization') },
  })
  @RequireScope(['user:read', 'user:write'], { schemes: ['pat'] })
  listAuthorizations(
    @Input(ListRequest) { query }: InputOf<typeof ListRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<Page<AuthorizationView>> {
    return this.queries.execute(new ListAuthorizations(caller.id, query));
  }

  @Delete(':id')
  @Responses({
    summary: 'Revoke an authorization',
    description: 'Ends what the user allowed an application. All tokens that came of it are rejected from the next request on.',
    ok: { status: 204, view: null },
    errors: { 404: ['ResourceNotFound', 'The authorization does not exist, has ended, or belongs to another user.'] },
  })
  @RequireScope('user:write', { schemes: ['pat'] })
  async revokeAuthorization(
    @Input(OneRequest) { path }: InputOf<typeof OneRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<void> {
    await this.commands.execute(new RevokeAuthorization(caller.id, path.id));
  }
}
