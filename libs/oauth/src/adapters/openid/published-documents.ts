import type { KoaContextWithOIDC } from 'oidc-provider';
import { subjectFrom } from './subjects.ts';

const CACHED = 'public, max-age=300';
const DISCOVERY = /^\/\.well-known\/(openid-configuration|oauth-authorization-server)$/;

/** What the reference publishes where the provider says more or less. */
const described = (issuer: string) => ({
  response_modes_supported: ['query'],
  claims_supported: ['sub', 'organization', 'name', 'email', 'email_verified', 'amr'],
  revocation_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
  introspection_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
  service_documentation: `${issuer}/docs`,
});

/** Completes documents and responses of the provider: the discovery, the kind of an introspected token, and how long they are cached. */
export async function completeDocuments(ctx: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> {
  await next();
  if (ctx.status !== 200) return;
  if (DISCOVERY.test(ctx.path)) {
    Object.assign(ctx, { body: { ...(ctx.body as object), ...described(ctx.oidc.issuer) } }).set('cache-control', CACHED);
  } else if (ctx.path === '/.well-known/jwks.json') {
    ctx.set('cache-control', CACHED);
  } else if (ctx.oidc?.route === 'revocation') {
    // The client of the reference expects JSON.
    Object.assign(ctx, { body: {} });
  } else if (ctx.oidc?.route === 'introspection' && (ctx.body as { active?: boolean }).active) {
    const kind = ctx.oidc.entities.AccessToken ? 'access_token' : 'refresh_token';
    const aud = ctx.oidc.entities.AccessToken?.aud ?? ctx.oidc.issuer;
    const body = ctx.body as { readonly sub: string };
    const { providerOrganizationId: organization } = subjectFrom(body.sub);
    Object.assign(ctx, { body: { ...body, ...(organization === null ? {} : { organization }), token_type: kind, aud } });
  }
}

/** Where applications learn who issues tokens for what is at this address, and which scopes it knows (RFC 9728). */
export const protectedResource = (issuer: string, path: string, scopes: readonly string[]) => ({
  resource: `${issuer}${path}`,
  authorization_servers: [issuer],
  scopes_supported: scopes,
  bearer_methods_supported: ['header'],
  resource_documentation: `${issuer}/docs`,
});
