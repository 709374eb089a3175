import { type Configuration, interactionPolicy } from 'oidc-provider';
import { OFFERED_SCOPES } from '../../domain/scopes.ts';
import { CLI_CLIENT, CLIENT_RULES } from './client-rules.ts';
import { LIFETIMES } from './lifetimes.ts';
import { INTERACTION, ROUTES } from './routes.ts';

const { Check, base } = interactionPolicy;

type Required = 'adapter' | 'jwks' | 'findAccount' | 'extraTokenClaims' | 'renderError';

type Features = NonNullable<Configuration['features']>;

/** What the provider needs of this service. */
export interface Needs extends Pick<Configuration, Required> {
  readonly cookieKeys: readonly string[];
  readonly deviceFlow: Features['deviceFlow'];
  readonly logout: Features['rpInitiatedLogout'];
  /** The user whose session the browser has, by the cookie. */
  readonly userOf: (cookies: { readonly headers: { readonly cookie?: string } }) => Promise<string | undefined>;
  readonly newClientId: () => string;
  readonly newClientSecret: () => string;
}

/** A session of the provider ends with that of the user: whoever signs out, or is signed in as somebody else, is asked again. */
function policy(userOf: Needs['userOf']): ReturnType<typeof base> {
  const prompts = base();
  const check = new Check('user_session', 'the user is not signed in', 'login_required', async ({ req, oidc }) => {
    const accountId = oidc.session?.accountId;
    return accountId !== undefined && (await userOf(req)) !== accountId;
  });
  prompts.get('login')!.checks.add(check);
  return prompts;
}

export function configurationOf(needs: Needs): Configuration {
  const { adapter, jwks, findAccount, extraTokenClaims, renderError, cookieKeys, deviceFlow, logout, userOf } = needs;
  return {
    adapter,
    jwks,
    findAccount,
    extraTokenClaims,
    renderError,
    clients: [CLI_CLIENT],
    extraClientMetadata: CLIENT_RULES,
    scopes: [...OFFERED_SCOPES],
    claims: { openid: ['sub', 'amr'], profile: ['name'], email: ['email', 'email_verified'] },
    conformIdTokenClaims: false,
    responseTypes: ['code'],
    subjectTypes: ['public'],
    pkce: { required: () => true },
    clientAuthMethods: ['client_secret_basic', 'client_secret_post', 'none'],
    clientDefaults: { grant_types: ['authorization_code', 'refresh_token'], response_types: ['code'] },
    enabledJWA: { idTokenSigningAlgValues: ['RS256'], userinfoSigningAlgValues: ['RS256'] },
    allowOmittingSingleRegisteredRedirectUri: false,
    routes: ROUTES,
    ttl: LIFETIMES,
    cookies: {
      names: { session: 'latchkey_authorization', interaction: 'latchkey_interaction', resume: 'latchkey_resume' },
      keys: [...cookieKeys],
    },
    interactions: { policy: policy(userOf), url: (_ctx, { uid }) => `${INTERACTION}/${uid}` },
    issueRefreshToken: (_ctx, client) => client.grantTypeAllowed('refresh_token'),
    expiresWithSession: () => false,
    rotateRefreshToken: true,
    // An application without a secret cannot prove that it is the one that was allowed before, so the user is asked each time.
    loadExistingGrant: async ({ oidc }) => {
      const allowedNow = oidc.result?.consent?.grantId;
      const remembered = oidc.client!.clientAuthMethod === 'none' ? undefined : oidc.session!.grantIdFor(oidc.client!.clientId);
      const grantId = allowedNow ?? remembered;
      return grantId === undefined ? undefined : oidc.provider.Grant.find(grantId);
    },
    // Nothing that a client registers is fetched.
    fetch: () => Promise.reject(new TypeError('requests to clients are not made')),
    features: {
      devInteractions: { enabled: false },
      dPoP: { enabled: false },
      resourceIndicators: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      rpInitiatedLogout: { ...logout, enabled: true },
      deviceFlow: { ...deviceFlow, enabled: true },
      introspection: { enabled: true, allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId },
      revocation: { enabled: true, allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId },
      registration: { enabled: true, idFactory: needs.newClientId, secretFactory: needs.newClientSecret },
      registrationManagement: { enabled: true, rotateRegistrationAccessToken: false },
    },
  };
}
