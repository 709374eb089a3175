import { Controller, Delete, Get, Patch, Post } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { type SellerPrincipal, CurrentCaller, FRESH_SIGN_IN, RequireRecentSignIn, RequireScope } from '#platform/auth';
import { Responses, CurrentExchange, type Exchange, Input, type InputOf, type Page, pageOf, Idempotent } from '#platform/http';
import { UpdateAccessToken } from '../../commands/update-access-token.ts';
import { IssueAccessToken } from '../../commands/issue-access-token.ts';
import { RevokeAccessToken } from '../../commands/revoke-access-token.ts';
import { type AccessTokenView, OrganizationAccessTokenView } from '../../queries/access-token.view.ts';
import { GetAccessToken } from '../../queries/get-access-token.ts';
import { ListAccessTokens } from '../../queries/list-access-tokens.ts';
import {
  attributesOf,
  limitsOf,
  CreatedOrganizationAccessTokenView,
  CreateOrganizationAccessTokenRequest,
  ListOrganizationAccessTokensRequest,
  OneAccessTokenRequest,
  UpdateAccessTokenRequest,
} from './access-tokens.dto.ts';

const AREA = 'organization access tokens';
const READ = ['organization_access_tokens:read', 'organization_access_tokens:write'] as const;
const WRITE = 'organization_access_tokens:write';
const BY_USERS = { schemes: ['pat'] } as const;
const NOT_FOUND = [
  'ResourceNotFound',
  'The access token does not exist, or the user is neither owner nor admin of its organization.',
] as const;

const managed = (caller: SellerPrincipal, organizationIds?: readonly string[]) => ({
  organizations: caller.access(AREA).narrow(organizationIds),
});

/** For owners and admins with a personal access token: organization access tokens cannot manage access tokens. */
@ApiTags('organization_access_tokens')
@Controller('v1/organization-access-tokens')
export class OrganizationAccessTokensController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Get()
  @Responses({
    summary: 'List organization access tokens',
    description: 'Returns the access tokens of the organizations in which the user is owner or admin, without their secrets.',
    ok: { status: 200, view: pageOf(OrganizationAccessTokenView, 'OrganizationAccessToken') },
  })
  @RequireScope(READ, BY_USERS)
  list(
    @Input(ListOrganizationAccessTokensRequest) { query }: InputOf<typeof ListOrganizationAccessTokensRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<Page<AccessTokenView>> {
    const { organization_id, ...paging } = query;
    return this.queries.execute(new ListAccessTokens(managed(caller, organization_id), paging));
  }

  @Post()
  @Idempotent()
  @Responses({
    summary: 'Create an organization access token',
    description:
      'Creates an access token and returns its secret, which no other response contains. The new token can only have scopes that the token making the request has, and expires no later. Only owners and admins can create access tokens of an organization. In a session it needs a sign-in of the last 15 minutes. The user and the owners of the organization are told by e-mail.',
    ok: { status: 201, view: CreatedOrganizationAccessTokenView },
    errors: {
      403: [
        'NotPermitted or FreshSignInRequired',
        'The user is neither owner nor admin of the organization, or the session is older than 15 minutes.',
      ],
    },
  })
  @RequireScope(WRITE, BY_USERS)
  @RequireRecentSignIn()
  async create(
    @Input(CreateOrganizationAccessTokenRequest) { body }: InputOf<typeof CreateOrganizationAccessTokenRequest>,
    @CurrentCaller() caller: SellerPrincipal,
    @CurrentExchange() exchange: Exchange,
  ): Promise<{ organization_access_token: AccessTokenView; token: string }> {
    const organizationId = caller.organizationFor(body.organization_id, AREA);
    const attributes = attributesOf(body, limitsOf(caller, exchange));
    const { id, token } = await this.commands.execute(new IssueAccessToken({ organizationId }, attributes));
    return { organization_access_token: await this.queries.execute(new GetAccessToken(managed(caller), id)), token };
  }

  @Get(':id')
  @Responses({
    summary: 'Get an organization access token',
    description: 'Returns an access token without its secret.',
    ok: { status: 200, view: OrganizationAccessTokenView },
    errors: { 404: NOT_FOUND },
  })
  @RequireScope(READ, BY_USERS)
  get(
    @Input(OneAccessTokenRequest) { path }: InputOf<typeof OneAccessTokenRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<AccessTokenView> {
    return this.queries.execute(new GetAccessToken(managed(caller), path.id));
  }

  @Patch(':id')
  @Responses({
    summary: 'Update an organization access token',
    description:
      'Changes the comment or the scopes. New scopes apply from the next request on and must be among the scopes of the token making the request; a token that expires later than that one gets no further scopes. In a session, `scopes` need a sign-in of the last 15 minutes. Whoever hears of new tokens by e-mail hears of further scopes. The secret and the expiration cannot be changed.',
    ok: { status: 200, view: OrganizationAccessTokenView },
    errors: { 403: FRESH_SIGN_IN, 404: NOT_FOUND },
  })
  @RequireScope(WRITE, BY_USERS)
  @RequireRecentSignIn((request) => UpdateAccessTokenRequest.read(request).body.scopes !== undefined)
  async update(
    @Input(UpdateAccessTokenRequest) { path, body }: InputOf<typeof UpdateAccessTokenRequest>,
    @CurrentCaller() caller: SellerPrincipal,
    @CurrentExchange() exchange: Exchange,
  ): Promise<AccessTokenView> {
    const holder = managed(caller);
    const changes = { ...body, ...limitsOf(caller, exchange) };
    await this.commands.execute(new UpdateAccessToken({ id: path.id, ...holder }, changes));
    return this.queries.execute(new GetAccessToken(holder, path.id));
  }

  @Delete(':id')
  @Responses({
    summary: 'Delete an organization access token',
    description: 'Deletes an access token. It is rejected from the next request on.',
    ok: { status: 204, view: null },
    errors: { 404: NOT_FOUND },
  })
  @RequireScope(WRITE, BY_USERS)
  async delete(
    @Input(OneAccessTokenRequest) { path }: InputOf<typeof OneAccessTokenRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<void> {
    await this.commands.execute(new RevokeAccessToken({ id: path.id, ...managed(caller) }));
  }
}
