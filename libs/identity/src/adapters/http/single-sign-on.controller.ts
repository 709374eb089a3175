import { Controller, Delete, Get, Put } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { CurrentCaller, RequireRecentSignIn, RequireScope, type SellerPrincipal } from '#platform/auth';
import { Input, type InputOf, NOT_PERMITTED, Responses } from '#platform/http';
import { DeleteOpenIdConnection, SaveOpenIdConnection } from '../../commands/save-openid-connection.ts';
import type { SingleSignOnChange } from '../../commands/single-sign-on-change.ts';
import { GetOpenIdConnection } from '../../queries/get-openid-connection.ts';
import { OpenIdConnectionView } from '../../queries/single-sign-on.view.ts';
import { OneConnectionRequest, SaveConnectionRequest } from './single-sign-on.dto.ts';

export const AREA = 'the organization';
/** Access tokens of an organization cannot give anybody access to it. */
export const BY_USERS = { schemes: ['pat'] } as const;
export const READ = ['organizations:read', 'organizations:write'] as const;
/** `organizations:write` gives nobody access. */
export const WRITE = 'organization_members:write';

export const changeBy = (caller: SellerPrincipal, organizationId: string): SingleSignOnChange => ({
  access: caller.access(AREA),
  organizationId,
  by: caller.id,
});

/** Where people get access through a provider. */
export const ACCESS_NOT_PERMITTED = [
  `${NOT_PERMITTED[0]} or FreshSignInRequired`,
  'The role of the user does not allow it, the session is older than 15 minutes, or the access token does not have every scope of an owner.',
] as const;
const NOT_FOUND = ['ResourceNotFound', 'The caller does not belong to the organization, or it has no connection.'] as const;

/** The OpenID provider through which the people of an organization sign in. */
@ApiTags('organizations')
@Controller('v1/organizations/:id/single-sign-on')
export class SingleSignOnController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Get()
  @Responses({
    summary: 'Get the connection to an OpenID provider',
    description: 'Returns the OpenID provider through which the people of the organization sign in, without the client secret.',
    ok: { status: 200, view: OpenIdConnectionView },
    errors: { 404: NOT_FOUND },
  })
  @RequireScope(READ, BY_USERS)
  getOpenIdConnection(
    @Input(OneConnectionRequest) { path }: InputOf<typeof OneConnectionRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<OpenIdConnectionView> {
    return this.queries.execute(new GetOpenIdConnection(caller.access(AREA), path.id));
  }

  @Put()
  @Responses({
    summary: 'Save the connection to an OpenID provider',
    description:
      'Replaces the OpenID provider of the organization. Its discovery document is read; a provider that cannot be used is a 422 that says ' +
      'why. Users sign in through it once the organization has verified a domain. Only a connection that an owner saves lets owners sign in. ' +
      'With another issuer or client, or switched off, sessions of the earlier one end, with the personal access tokens and authorizations ' +
      'of applications that were made in them. ' +
      'While single sign-on is enforced, only owners save it. In a session it needs a sign-in of the last 15 minutes.',
    ok: { status: 200, view: OpenIdConnectionView },
    errors: { 403: ACCESS_NOT_PERMITTED, 404: ['ResourceNotFound', 'The caller does not belong to the organization.'] },
  })
  @RequireScope(WRITE, BY_USERS)
  @RequireRecentSignIn()
  async saveOpenIdConnection(
    @Input(SaveConnectionRequest) { path, body }: InputOf<typeof SaveConnectionRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<OpenIdConnectionView> {
    // Whoever controls the provider can be any member there.
    caller.assertMayGive('owner');
    const connection = {
      issuer: body.issuer,
      clientId: body.client_id,
      clientSecret: body.client_secret ?? null,
      defaultRole: body.default_role,
      isEnabled: body.is_enabled,
    };
    await this.commands.execute(new SaveOpenIdConnection(changeBy(caller, path.id), connection));
    return this.queries.execute(new GetOpenIdConnection(caller.access(AREA), path.id));
  }

  @Delete()
  @Responses({
    summary: 'Delete the connection to an OpenID provider',
    description:
      'Deletes the connection, and who users are at the provider. Members stay members and sign in otherwise. Its sessions end, with the ' +
      'personal access tokens and authorizations of applications that were made in them. While single sign-on is enforced, only owners delete it, and it stays enforced.',
    ok: { status: 204, view: null },
    errors: { 403: NOT_PERMITTED, 404: NOT_FOUND },
  })
  @RequireScope(WRITE, BY_USERS)
  async deleteOpenIdConnection(
    @Input(OneConnectionRequest) { path }: InputOf<typeof OneConnectionRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<void> {
    await this.commands.execute(new DeleteOpenIdConnection(changeBy(caller, path.id)));
  }
}
