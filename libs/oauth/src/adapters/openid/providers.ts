import { Injectable, Logger } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { KoaContextWithOIDC, Provider } from 'oidc-provider';
import { newId, WallClock } from '#kernel';
import { FindUser } from '#organizations/contract';
import { Config } from '#platform/config';
import { isDatabaseUnavailable } from '#engine/persistence';
import { Keyring, newToken, randomText, type TokenKind } from '#engine/secrets';
import { TenantOverloaded } from '#engine/tenancy';
import { MCP_PATH } from '../../contract/index.ts';
import { Grants } from '../../domain/grants.ts';
import { OpenIdKeys, type StoredOpenIdKey } from '../../domain/openid-keys.ts';
import { deviceFlow } from './device-pages.ts';
import { renderError } from './error-page.ts';
import { askToSignOut, showLogoutDone } from './logout-pages.ts';
import { completeDocuments } from './published-documents.ts';
import { clearedSessionCookie, sessionToken } from './session-cookie.ts';
import { OpenIdStorage } from './state-adapter.ts';
import { claimsOf, subjectFrom } from './subjects.ts';
import { askBeforeErrors } from './unasked-answers.ts';
import { UserSessions } from './user-sessions.ts';

/** How long a process goes on with keys that were changed. */
const KEYS_MS = 30_000;
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const CLIENT_ID_LENGTH = 22;

/** The provider for the keys that sign now. It is made anew when they change. */
@Injectable()
export class Providers {
  private readonly log = new Logger('OpenId');
  private made: { readonly kids: string; readonly provider: Provider; checkedAt: number } | undefined;

  constructor(
    private readonly storage: OpenIdStorage,
    private readonly grants: Grants,
    private readonly keys: OpenIdKeys,
    private readonly sessions: UserSessions,
    private readonly keyring: Keyring,
    private readonly config: Config,
    private readonly clock: WallClock,
    private readonly queries: QueryBus,
  ) {}

  async current(): Promise<Provider> {
    const now = this.clock.now().getTime();
    if (this.made && now - this.made.checkedAt < KEYS_MS) return this.made.provider;
    const keys = await this.keys.published();
    const kids = keys.map(({ kid }) => kid).join();
    const provider = this.made?.kids === kids ? this.made.provider : await this.make(keys);
    this.made = { kids, provider, checkedAt: now };
    return provider;
  }

  /** The library, and what it consists of, is loaded when somebody uses the provider. */
  private async make(keys: readonly StoredOpenIdKey[]): Promise<Provider> {
    const [{ Provider: Library }, { configurationOf }] = await Promise.all([
      import('oidc-provider'),
      import('./provider-configuration.ts'),
    ]);
    const provider = new Library(
      this.config.baseUrl,
      configurationOf({
        adapter: (model) => this.storage.adapterFor(model),
        jwks: { keys: keys.map(({ privateJwk }) => privateJwk as never) },
        cookieKeys: this.keyring.digests('page-form', 'cookies').map((key) => key.toString('base64url')),
        findAccount: async (_ctx, sub, token) => {
          const { userId, providerOrganizationId } = subjectFrom(sub);
          const grant = token && 'grantId' in token && token.grantId ? await this.grants.find(token.grantId) : undefined;
          // The last release told the sub of the user also of what was allowed in the session of a provider: the user is asked again.
          if (grant && grant.providerOrganizationId !== providerOrganizationId) return undefined;
          const user = await this.queries.execute(new FindUser({ id: userId }));
          if (!user || user.isBlocked) return undefined;
          return { accountId: sub, claims: () => claimsOf(sub, user.email) };
        },
        extraTokenClaims: async (_ctx, token) => {
          const grant = 'grantId' in token && token.grantId ? await this.grants.find(token.grantId) : undefined;
          return { sub_type: grant?.subType ?? 'user', organizations: [...(grant?.organizationIds ?? [])] };
        },
        renderError,
        deviceFlow,
        logout: { logoutSource: askToSignOut, postLogoutSuccessSource: showLogoutDone },
        userOf: async (request) => {
          const token = sessionToken(request as never);
          return token === null ? null : this.sessions.find(token);
        },
        isOfSession: async (grantId, user) => {
          const grant = await this.grants.find(grantId);
          return user !== null && grant?.providerOrganizationId === user.provider_organization_id;
        },
        issuer: this.config.baseUrl,
        newClientId: () => `latchkey_ci_${randomText(ALPHABET, CLIENT_ID_LENGTH)}`,
        newClientSecret: () => newToken('cs'),
      }),
    );
    provider.proxy = true;
    provider.use(completeDocuments as never);
    provider.use(askBeforeErrors as never);
    provider.use(((ctx: KoaContextWithOIDC, next: () => Promise<void>) => this.endSession(ctx, next)) as never);
    nameTokens(provider, `${this.config.baseUrl}${MCP_PATH}`);
    Object.defineProperty(provider.Grant.prototype, 'generateTokenId', { value: () => newId('grant') });
    provider.on('server_error', (ctx, error) => this.report(ctx, error));
    return provider;
  }

  /** Whoever signs out at the provider is signed out of the service. */
  private async endSession(ctx: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> {
    await next();
    const { route, params } = (ctx.oidc as KoaContextWithOIDC['oidc'] | undefined) ?? {};
    // The provider sends a user without a session of its own on by a script.
    if (route === 'end_session' && ctx.status === 200) askToSignOut(ctx);
    if (route !== 'end_session_confirm' || ctx.status !== 303 || params?.['logout'] === undefined) return;
    const token = sessionToken(ctx.req);
    if (token !== null) await this.sessions.end(token);
    ctx.append('set-cookie', clearedSessionCookie(ctx.oidc.issuer.startsWith('https:')));
  }

  private report(ctx: KoaContextWithOIDC, error: Error): void {
    if (isDatabaseUnavailable(error) || error instanceof TenantOverloaded) {
      Object.assign(ctx, { status: 503 }).set('retry-after', '1');
    } else this.log.error(`${ctx.method} ${ctx.path} failed`, error);
  }
}

/** Tokens have the format of all tokens of this service: a prefix that says what they are and what accepts them, and a checksum. */
function nameTokens(provider: Provider, mcp: string): void {
  const kinds = { AccessToken: 'at', RefreshToken: 'rt', AuthorizationCode: 'ac', RegistrationAccessToken: 'crt' } as const;
  for (const [model, kind] of Object.entries(kinds) as [keyof typeof kinds, TokenKind][]) {
    const generated = provider[model].prototype as unknown as { generateTokenId(): string; readonly aud?: string };
    const original = generated.generateTokenId;
    // The original also decides on the format of an access token.
    Object.defineProperty(generated, 'generateTokenId', {
      value(this: typeof generated) {
        original.call(this);
        return newToken(kind === 'at' && this.aud === mcp ? 'mt' : kind);
      },
    });
  }
}
