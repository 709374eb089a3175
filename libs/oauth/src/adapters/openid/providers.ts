import { Injectable, Logger } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { type KoaContextWithOIDC, Provider } from 'oidc-provider';
import { WallClock } from '#kernel';
import { FindUser } from '#organizations/contract';
import { Config } from '#platform/config';
import { isDatabaseUnavailable } from '#platform/persistence';
import { Keyring, newToken, randomText, type TokenKind } from '#platform/secrets';
import { Grants } from '../../domain/grants.ts';
import { OpenIdKeys, type StoredOpenIdKey } from '../../domain/openid-keys.ts';
import { deviceFlow } from './device-pages.ts';
import { renderError } from './error-page.ts';
import { configurationOf } from './provider-configuration.ts';
import { completeDocuments } from './published-documents.ts';
import { sessionToken } from './session-cookie.ts';
import { OpenIdStorage } from './state-adapter.ts';
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
    const provider = this.made?.kids === kids ? this.made.provider : this.make(keys);
    this.made = { kids, provider, checkedAt: now };
    return provider;
  }

  private make(keys: readonly StoredOpenIdKey[]): Provider {
    const provider = new Provider(
      this.config.baseUrl,
      configurationOf({
        adapter: (model) => this.storage.adapterFor(model),
        jwks: { keys: keys.map(({ privateJwk }) => privateJwk as never) },
        cookieKeys: this.keyring.digests('page-form', 'cookies').map((key) => key.toString('base64url')),
        findAccount: async (_ctx, id) => {
          const user = await this.queries.execute(new FindUser({ id }));
          if (!user || user.isBlocked) return undefined;
          const { email } = user;
          return { accountId: id, claims: () => ({ sub: id, name: email, email, email_verified: true }) };
        },
        extraTokenClaims: async (_ctx, token) => {
          const grant = 'grantId' in token && token.grantId ? await this.grants.find(token.grantId) : undefined;
          return { sub_type: grant?.subType ?? 'user', organizations: [...(grant?.organizationIds ?? [])] };
        },
        renderError,
        deviceFlow,
        userOf: async (request) => {
          const token = sessionToken(request as never);
          return token === null ? undefined : (await this.sessions.find(token))?.user_id;
        },
        newClientId: () => `latchkey_ci_${randomText(ALPHABET, CLIENT_ID_LENGTH)}`,
        newClientSecret: () => newToken('cs'),
      }),
    );
    provider.proxy = true;
    provider.use(completeDocuments as never);
    nameTokens(provider);
    provider.on('server_error', (ctx, error) => this.report(ctx, error));
    return provider;
  }

  private report(ctx: KoaContextWithOIDC, error: Error): void {
    if (isDatabaseUnavailable(error)) {
      Object.assign(ctx, { status: 503 }).set('retry-after', '1');
    } else this.log.error(`${ctx.method} ${ctx.path} failed`, error);
  }
}

/** Tokens have the format of all tokens of this service: a prefix that says what they are, and a checksum. */
function nameTokens(provider: Provider): void {
  const kinds = { AccessToken: 'at', RefreshToken: 'rt', AuthorizationCode: 'ac', RegistrationAccessToken: 'crt' } as const;
  for (const [model, kind] of Object.entries(kinds) as [keyof typeof kinds, TokenKind][]) {
    const generated = provider[model].prototype as unknown as { generateTokenId(): string };
    const original = generated.generateTokenId;
    // The original also decides on the format of an access token.
    Object.defineProperty(generated, 'generateTokenId', {
      value(this: typeof generated) {
        original.call(this);
        return newToken(kind);
      },
    });
  }
}
