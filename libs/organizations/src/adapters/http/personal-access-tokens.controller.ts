import { Controller, Delete, Get, Patch, Post } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { type SellerPrincipal, CurrentCaller, RequireScope } from '#platform/auth';
import { Responses, Input, type InputOf, type Page, pageOf, Idempotent } from '#platform/http';
import { UpdateAccessToken } from '../../commands/update-access-token.ts';
import { IssueAccessToken } from '../../commands/issue-access-token.ts';
import { RevokeAccessToken } from '../../commands/revoke-access-token.ts';
import { type AccessTokenView, PersonalAccessTokenView } from '../../queries/access-token.view.ts';
import { GetAccessToken } from '../../queries/get-access-token.ts';
import { ListAccessTokens } from '../../queries/list-access-tokens.ts';
import {
  attributesOf,
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
      'Creates an access token and returns its secret, which no other response contains. The new token can only have scopes that the token making the request has, and expires no later. It acts for its user in all organizations of the user that do not require single sign-on. A token that is made in the session of a provider acts in the organization of the provider only.',
    ok: { status: 201, view: CreatedPersonalAccessTokenView },
  })
  @RequireScope(WRITE, { ...BY_USERS, aboutUser: false })
  async create(
    @Input(CreatePersonalAccessTokenRequest) { body }: InputOf<typeof CreatePersonalAccessTokenRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<{ personal_access_token: AccessTokenView; token: string }> {
    const holder = { userId: caller.id, providerOrganizationId: caller.providerOrganizationId };
    const attributes = attributesOf(body, caller);
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
      'Changes the comment or the scopes. New scopes apply from the next request on and must be among the scopes of the token making the request. The secret and the expiration cannot be changed.',
    ok: { status: 200, view: PersonalAccessTokenView },
    errors: { 404: NOT_FOUND },
  })
  @RequireScope(WRITE, BY_USERS)
  async update(
    @Input(UpdateAccessTokenRequest) { path, body }: InputOf<typeof UpdateAccessTokenRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<AccessTokenView> {
    const holder = { userId: caller.id };
    await this.commands.execute(new UpdateAccessToken({ id: path.id, ...holder }, { ...body, within: caller.scopes }));
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
