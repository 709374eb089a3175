import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { newId, WallClock } from '#kernel';
import { Tokens } from '#support/credentials';
import { Grants } from '../domain/grants.ts';
import { OAuthAccessTokens } from '../domain/oauth-access-tokens.ts';
import { OpenIdState } from '../domain/openid-state.ts';

interface TokenRequest {
  readonly clientId: string;
  readonly userId: string;
  readonly scopes: readonly string[];
  /** Null for all organizations of the user. */
  readonly organizationIds: readonly string[] | null;
  readonly lifetimeMs: number;
  /** Whether it is for `/mcp` and not for the operations of the API. */
  readonly isForMcp?: boolean;
}

/** Gives an application an access token without asking its user: for demo data and tests. Returns the token. */
export class IssueOAuthToken extends Command<string> {
  constructor(readonly request: TokenRequest) {
    super();
  }
}

const seconds = (time: Date): number => Math.floor(time.getTime() / 1000);

@CommandHandler(IssueOAuthToken)
export class IssueOAuthTokenHandler implements ICommandHandler<IssueOAuthToken> {
  constructor(
    private readonly grants: Grants,
    private readonly state: OpenIdState,
    private readonly tokens: OAuthAccessTokens,
    private readonly secrets: Tokens,
    private readonly clock: WallClock,
  ) {}

  async execute({ request }: IssueOAuthToken): Promise<string> {
    const { clientId, userId, scopes, organizationIds, lifetimeMs, isForMcp } = request;
    const now = this.clock.now();
    const expiresAt = new Date(now.getTime() + lifetimeMs);
    const use = isForMcp ? 'MCP access' : 'application access';
    const [grantId, token, scope] = [newId('grant'), this.secrets.make(use).token, scopes.join(' ')];
    const common = { clientId, accountId: userId, iat: seconds(now), exp: seconds(expiresAt) };
    const grant = { ...common, kind: 'Grant', jti: grantId, openid: { scope } };
    await this.state.save({ model: 'Grant', id: grantId, payload: grant, expiresAt });
    await this.grants.add({
      id: grantId,
      clientId,
      userId,
      scopes,
      subType: 'user',
      organizationIds,
      providerOrganizationId: null,
      authorizedAt: now,
      createdAt: now,
      expiresAt,
    });
    const extra = { sub_type: 'user', organizations: organizationIds ?? [] };
    const payload = { ...common, kind: 'AccessToken', jti: token, gty: 'authorization_code', grantId, scope, extra };
    await this.tokens.add({ token, payload, grantId, clientId, userId, scopes, organizationIds, expiresAt });
    return token;
  }
}
