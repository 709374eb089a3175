import type { KoaContextWithOIDC } from 'oidc-provider';
import { OFFERED_SCOPES } from '../../domain/scopes.ts';

const CACHED = 'public, max-age=300';
const DISCOVERY = /^\/\.well-known\/(openid-configuration|oauth-authorization-server)$/;

/** What the reference publishes where the provider says more or less. */
const described = (issuer: string) => ({
  response_modes_supported: ['query'],
  claims_supported: ['sub', 'name', 'email', 'email_verified', 'amr'],
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
    Object.assign(ctx, { body: { ...(ctx.body as object), token_type: kind, aud: ctx.oidc.issuer } });
  }
}

/** Where clients of the API, such as those of the Model Context Protocol, learn who issues its tokens (RFC 9728). */
export const protectedResource = (issuer: string) => ({
  resource: issuer,
  authorization_servers: [issuer],
  scopes_supported: OFFERED_SCOPES,
  bearer_methods_supported: ['header'],
  resource_documentation: `${issuer}/docs`,
});
