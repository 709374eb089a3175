import { type Configuration, errors, interactionPolicy } from 'oidc-provider';
import { isIdentityScope, OFFERED_SCOPES } from '../../domain/scopes.ts';
import { LIFETIMES } from './lifetimes.ts';
import { resourceOf } from './resources.ts';
import { INTERACTION, ROUTES } from './routes.ts';
import { subjectOf } from './subjects.ts';
import type { SignedInUser } from './user-sessions.ts';
import { CLI_CLIENT_ID, CLI_CLIENT_NAME } from '../../contract/index.ts';
import { problemOf } from '../../domain/client-metadata.ts';

/** It has no secret and no address to be redirected to. */
export const CLI_CLIENT = {
  client_id: CLI_CLIENT_ID,
  client_name: CLI_CLIENT_NAME,
  application_type: 'native' as const,
  token_endpoint_auth_method: 'none' as const,
  grant_types: ['urn:ietf:params:oauth:grant-type:device_code', 'refresh_token'],
  response_types: [],
  redirect_uris: [],
};

/** Metadata that the provider does not know itself; every registration, and every change of one, passes the rules of this service. */
export const CLIENT_RULES: Configuration['extraClientMetadata'] = {
  properties: ['default_sub_type', 'jwks_uri', 'jwks', 'sector_identifier_uri', 'initiate_login_uri', 'request_uris'],
  validator: (ctx, key, _value, metadata) => {
    // Without a request, it is the client of the command line, or one that was registered under the rules of that time.
    if (!ctx || key !== 'default_sub_type') return;
    const problem = problemOf(Object.fromEntries(Object.entries(metadata).filter(([, value]) => value !== undefined)));
    if (problem) throw new errors.InvalidClientMetadata(problem);
  },
};

const { Check, base } = interactionPolicy;

type Required = 'adapter' | 'jwks' | 'findAccount' | 'extraTokenClaims' | 'renderError';

type Features = NonNullable<Configuration['features']>;

/** What the provider needs of this service. */
export interface Needs extends Pick<Configuration, Required> {
  readonly cookieKeys: readonly string[];
  readonly deviceFlow: Features['deviceFlow'];
  readonly logout: Features['rpInitiatedLogout'];
  /** The user whose session the browser has, by the cookie. */
  readonly userOf: (cookies: { readonly headers: { readonly cookie?: string } }) => Promise<SignedInUser | null>;
  /** Whether what was allowed before counts in the session that the browser has now. */
  readonly isOfSession: (grantId: string, user: SignedInUser | null) => Promise<boolean>;
  readonly issuer: string;
  readonly newClientId: () => string;
  readonly newClientSecret: () => string;
}

/**
 * A session of the provider ends with that of the user: whoever signs out, is signed in as somebody else, or has come from the provider of
 * an organization since, or has not any more, is asked again.
 */
function policy(userOf: Needs['userOf']): ReturnType<typeof base> {
  const prompts = base();
  const check = new Check('user_session', 'the user is not signed in', 'login_required', async ({ req, oidc }) => {
    const { accountId } = oidc.session ?? {};
    if (accountId === undefined) return false;
    const user = await userOf(req);
    return user === null || subjectOf(user) !== accountId;
  });
  prompts.get('login')!.checks.add(check);
  // What is allowed for a resource (RFC 8707) is allowed there only: scopes of operations are then none of the provider itself.
  const { checks } = prompts.get('consent')!;
  checks.remove('op_scopes_missing');
  checks.add(
    new Check('op_scopes_missing', 'requested scopes not granted', ({ oidc }) => {
      const known = new Set(oidc.grant!.getOIDCScopeEncountered().split(' '));
      const isOfProvider = Object.keys(oidc.resourceServers!).length === 0 ? () => true : isIdentityScope;
      return [...oidc.requestParamOIDCScopes].some((scope) => isOfProvider(scope) && !known.has(scope));
    }),
  );
  return prompts;
}

export function configurationOf(needs: Needs): Configuration {
  const { adapter, jwks, findAccount, extraTokenClaims, renderError, cookieKeys, deviceFlow, logout, userOf, isOfSession } =
    needs;
  return {
    adapter,
    jwks,
    findAccount,
    extraTokenClaims,
    renderError,
    clients: [CLI_CLIENT],
    extraClientMetadata: CLIENT_RULES,
    scopes: [...OFFERED_SCOPES],
    claims: { openid: ['sub', 'amr', 'organization'], profile: ['name'], email: ['email', 'email_verified'] },
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
    loadExistingGrant: async ({ req, oidc }) => {
      const allowedNow = oidc.result?.consent?.grantId;
      const remembered = oidc.client!.clientAuthMethod === 'none' ? undefined : oidc.session!.grantIdFor(oidc.client!.clientId);
      const grantId = allowedNow ?? remembered;
      if (grantId === undefined || !(await isOfSession(grantId, await userOf(req)))) return undefined;
      return oidc.provider.Grant.find(grantId);
    },
    // Nothing that a client registers is fetched.
    fetch: () => Promise.reject(new TypeError('requests to clients are not made')),
    features: {
      devInteractions: { enabled: false },
      dPoP: { enabled: false },
      resourceIndicators: {
        enabled: true,
        getResourceServerInfo: (_ctx, indicator) => {
          const audience = resourceOf(indicator, needs.issuer);
          if (audience === undefined) throw new errors.InvalidTarget();
          return { audience, scope: OFFERED_SCOPES.filter((scope) => !isIdentityScope(scope)).join(' ') };
        },
        // Without a resource in its request, too, a token is for what the user allowed.
        useGrantedResource: () => true,
      },
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
