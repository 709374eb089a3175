import type * as openid from 'openid-client';
import { noteTakesLonger } from '#platform/http';
import type { SafeFetch } from '#platform/outgoing';
import type { ProviderClient } from '../../domain/identity-providers.ts';
import { IdentityProviderFailed } from '../../domain/single-sign-on.errors.ts';

const MAX_ISSUER = 2_083;
const VISIBLE = /^[\x21-\x7e]+$/;
/** Errors of a provider that does not know the client, or not with this secret. */
const UNKNOWN_CLIENT = new Set(['invalid_client', 'unauthorized_client']);

type Library = typeof openid;

/** Loaded when somebody signs in in this way. */
export const loadLibrary = (): Promise<Library> => import('openid-client');

/** The provider was asked and could not be reached. */
class Unreachable extends Error {}

/** Reads the metadata of providers, each time, so that nothing is known that has changed. */
export class ProviderDiscovery {
  constructor(private readonly safe: SafeFetch) {}

  /** The metadata of a provider that is what it says, and whose pages may be shown. */
  async discover({ issuer, clientId, clientSecret }: ProviderClient): Promise<openid.Configuration> {
    const url = this.issuerUrl(issuer);
    noteTakesLonger();
    const library = await loadLibrary();
    const execute = [library.enableNonRepudiationChecks];
    if (url.protocol === 'http:') execute.push(library.allowInsecureRequests);
    const options = {
      execute,
      [library.customFetch]: (address: string, request: openid.CustomFetchOptions) => this.fetch(address, request),
    };
    let configuration: openid.Configuration;
    try {
      configuration = await library.discovery(url, clientId, undefined, authenticationWith(library, clientSecret), options);
    } catch (error) {
      throwIfUnusable(library, error);
      throw new IdentityProviderFailed('it has no valid discovery document at this address.');
    }
    this.check(configuration.serverMetadata(), url);
    return configuration;
  }

  private issuerUrl(issuer: string): URL {
    const url = issuer.length <= MAX_ISSUER && VISIBLE.test(issuer) ? URL.parse(issuer) : null;
    if (!url || url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
      throw new IdentityProviderFailed('the issuer has to be an https address without a query.');
    }
    if (!this.safe.isAllowed(url))
      throw new IdentityProviderFailed('the issuer has to be an https address on the public internet.');
    return url;
  }

  /** Issuers that stand for many others are refused: who is known there says nothing about the people of one organization. */
  private check({ issuer, authorization_endpoint, token_endpoint, jwks_uri }: openid.ServerMetadata, asked: URL): void {
    if (!VISIBLE.test(issuer) || URL.parse(issuer)?.href !== asked.href) {
      throw new IdentityProviderFailed('its discovery document is one of another issuer.');
    }
    const endpoints = [authorization_endpoint, token_endpoint, jwks_uri].map((each) => URL.parse(each ?? ''));
    if (!endpoints.every((each) => each !== null && this.safe.isAllowed(each))) {
      throw new IdentityProviderFailed('an endpoint in its discovery document is missing, or is not an https address.');
    }
  }

  private async fetch(address: string, { method, headers, body }: openid.CustomFetchOptions): Promise<Response> {
    const content = body === undefined || body === null ? {} : { body: String(body as URLSearchParams | string) };
    try {
      return await this.safe.fetch(address, { method, headers, ...content });
    } catch {
      throw new Unreachable();
    }
  }
}

/** As the provider wants it; the default of the standard is the header. */
const authenticationWith =
  ({ ClientSecretBasic, ClientSecretPost }: Library, secret: string): openid.ClientAuth =>
  (server, client, body, headers) => {
    const supported = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const authenticate = supported.includes('client_secret_basic') ? ClientSecretBasic : ClientSecretPost;
    authenticate(secret)(server, client, body, headers);
  };

/** An error that is not about the response of the user. */
export function throwIfUnusable({ ResponseBodyError }: Library, error: unknown): void {
  for (let each = error; each instanceof Error; each = each.cause) {
    if (each instanceof Unreachable)
      throw new IdentityProviderFailed('it does not respond, or its address is not on the public internet.');
    if (each instanceof ResponseBodyError && UNKNOWN_CLIENT.has(each.error)) {
      throw new IdentityProviderFailed('it does not accept the client ID or the client secret.');
    }
  }
}
