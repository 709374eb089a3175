import { Controller, Delete, Get, Patch, Post } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { type SellerPrincipal, CurrentCaller, FRESH_SIGN_IN, RequireRecentSignIn, RequireScope } from '#platform/auth';
import { Responses, CurrentExchange, type Exchange, Input, type InputOf, type Page, pageOf, Idempotent } from '#platform/http';
import { UpdateAccessToken } from '../../commands/update-access-token.ts';
import { IssueAccessToken } from '../../commands/issue-access-token.ts';
import { RevokeAccessToken } from '../../commands/revoke-access-token.ts';
import { type AccessTokenView, PersonalAccessTokenView } from '../../queries/access-token.view.ts';
import { GetAccessToken } from '../../queries/get-access-token.ts';
import { ListAccessTokens } from '../../queries/list-access-tokens.ts';
import {
  attributesOf,
  limitsOf,
  CreatedPersonalAccessTokenView,
  CreatePersonalAccessTokenRequest,
  ListPersonalAccessTokensRequest,
  OneAccessTokenRequest,
  UpdateAccessTokenRequest,
} from './access-tokens.dto.ts';

const READ = ['personal_access_tokens:read', 'personal_access_tokens:write'] as const;
const WRITE = 'personal_access_tokens:write';
const BY_USERS = { schemes: ['pat'] } as const;
const NOT_FOUND = ['ResourceNotFound', 'The access token does not exist or belongs to another user.'] as const;

/** A user manages its own access tokens; nobody else can access them. */
@ApiTags('personal_access_tokens')
@Controller('v1/personal-access-tokens')
export class PersonalAccessTokensController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Get()
  @Responses({
    summary: 'List personal access tokens',
    description: 'Returns the access tokens of the user, without their secrets.',
    ok: { status: 200, view: pageOf(PersonalAccessTokenView, 'PersonalAccessToken') },
  })
  @RequireScope(READ, BY_USERS)
  list(
    @Input(ListPersonalAccessTokensRequest) { query }: InputOf<typeof ListPersonalAccessTokensRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<Page<AccessTokenView>> {
    return this.queries.execute(new ListAccessTokens({ userId: caller.id }, query));
  }

  @Post()
  @Idempotent()
  @Responses({
    summary: 'Create a personal access token',
    description:
      'Creates an access token and returns its secret, which no other response contains. The new token can only have scopes that the token making the request has, and expires no later. It acts for its user in all organizations of the user that do not require single sign-on. A token that is made in the session of a provider acts in the organization of the provider only. In a session it needs a sign-in of the last 15 minutes. The user is told by e-mail.',
    ok: { status: 201, view: CreatedPersonalAccessTokenView },
    errors: { 403: FRESH_SIGN_IN },
  })
  @RequireScope(WRITE, { ...BY_USERS, aboutUser: false })
  @RequireRecentSignIn()
  async create(
    @Input(CreatePersonalAccessTokenRequest) { body }: InputOf<typeof CreatePersonalAccessTokenRequest>,
    @CurrentCaller() caller: SellerPrincipal,
    @CurrentExchange() exchange: Exchange,
  ): Promise<{ personal_access_token: AccessTokenView; token: string }> {
    const { id: userId, providerOrganizationId, authorizedAt } = caller;
    const holder = { userId, providerOrganizationId, authorizedAt };
    const attributes = attributesOf(body, limitsOf(caller, exchange));
    const { id, token } = await this.commands.execute(new IssueAccessToken(holder, attributes));
    return { personal_access_token: await this.queries.execute(new GetAccessToken(holder, id)), token };
  }

  @Get(':id')
  @Responses({
    summary: 'Get a personal access token',
    description: 'Returns an access token without its secret.',
    ok: { status: 200, view: PersonalAccessTokenView },
    errors: { 404: NOT_FOUND },
  })
  @RequireScope(READ, BY_USERS)
  get(
    @Input(OneAccessTokenRequest) { path }: InputOf<typeof OneAccessTokenRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<AccessTokenView> {
    return this.queries.execute(new GetAccessToken({ userId: caller.id }, path.id));
  }

  @Patch(':id')
  @Responses({
    summary: 'Update a personal access token',
    description:
      'Changes the comment or the scopes. New scopes apply from the next request on and must be among the scopes of the token making the request; a token that expires later than that one gets no further scopes. In a session, `scopes` need a sign-in of the last 15 minutes. Whoever hears of new tokens by e-mail hears of further scopes. The secret and the expiration cannot be changed.',
    ok: { status: 200, view: PersonalAccessTokenView },
    errors: { 403: FRESH_SIGN_IN, 404: NOT_FOUND },
  })
  @RequireScope(WRITE, BY_USERS)
  @RequireRecentSignIn((request) => UpdateAccessTokenRequest.read(request).body.scopes !== undefined)
  async update(
    @Input(UpdateAccessTokenRequest) { path, body }: InputOf<typeof UpdateAccessTokenRequest>,
    @CurrentCaller() caller: SellerPrincipal,
    @CurrentExchange() exchange: Exchange,
  ): Promise<AccessTokenView> {
    const holder = { userId: caller.id };
    const changes = { ...body, ...limitsOf(caller, exchange) };
    await this.commands.execute(new UpdateAccessToken({ id: path.id, ...holder }, changes));
    return this.queries.execute(new GetAccessToken(holder, path.id));
  }

  @Delete(':id')
  @Responses({
    summary: 'Delete a personal access token',
    description: 'Deletes an access token. It is rejected from the next request on.',
    ok: { status: 204, view: null },
    errors: { 404: NOT_FOUND },
  })
  @RequireScope(WRITE, BY_USERS)
  async delete(
    @Input(OneAccessTokenRequest) { path }: InputOf<typeof OneAccessTokenRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<void> {
    await this.commands.execute(new RevokeAccessToken({ id: path.id, userId: caller.id }));
  }
}
