import type { AddressInfo } from 'node:net';
import { CommandBus } from '@nestjs/cqrs';
import * as client from 'openid-client';
import { RegisterClient } from '#oauth';
import { newToken } from '#engine/secrets';
import { NO_SIGN_IN_LIMITS, startApi, type TestApi } from './api.ts';
import { noteSecret } from './logged-secrets.ts';

/** The issuer is the same wherever the API listens, so that no port has to be known before. */
export const ISSUER = 'http://latchkey.localhost';
export const CALLBACK = 'https://app.example/callback';

export interface OpenIdApi {
  readonly api: TestApi;
  /** Where it listens. */
  readonly port: number;
  /** As `fetch`, but addresses of the issuer lead to the API. */
  fetch(url: string, init?: RequestInit): Promise<Response>;
  /** Registers an application; the independent library speaks for it. */
  application(options?: { id?: string; isPublic?: boolean; metadata?: object }): Promise<client.Configuration>;
  close(): Promise<void>;
}

export const startOpenId = async (env: Record<string, string> = {}): Promise<OpenIdApi> =>
  serveOpenId(await startApi({ ...NO_SIGN_IN_LIMITS, BASE_URL: ISSUER, ...env }));

/** Lets an API listen whose `BASE_URL` is the issuer. */
export async function serveOpenId(api: TestApi): Promise<OpenIdApi> {
  await api.app.listen(0, '127.0.0.1');
  return openIdOf(api);
}

/** The provider of an API that listens, whose base URL is the issuer. */
export function openIdOf(api: TestApi): OpenIdApi {
  const { port } = api.app.getHttpServer().address() as AddressInfo;
  let applications = 0;
  const openid: OpenIdApi = {
    api,
    port,
    fetch: (url, init) => fetch(url.replace(ISSUER, `http://127.0.0.1:${port}`), { redirect: 'manual', ...init }),
    application: async ({ id = `application-${(applications += 1)}`, isPublic = false, metadata = {} } = {}) => {
      const secret = isPublic ? null : newToken('cs');
      if (secret !== null) noteSecret(secret);
      const about = { client_name: 'Acme Reports', redirect_uris: [CALLBACK], ...metadata };
      await api.app.get(CommandBus).execute(new RegisterClient(id, secret, about));
      return configurationFor(openid, id, secret);
    },
    close: () => api.close(),
  };
  return openid;
}

/** The independent library, speaking for a registered application. */
export const configurationFor = (openid: OpenIdApi, id: string, secret: string | null): Promise<client.Configuration> =>
  client.discovery(new URL(ISSUER), id, {}, secret === null ? client.None() : client.ClientSecretBasic(secret), {
    execute: [client.allowInsecureRequests],
    [client.customFetch]: openid.fetch as client.CustomFetch,
  });

/** What an application begins with: the address to which it sends the browser, and what it has to keep. */
export async function beginSignIn(
  configuration: client.Configuration,
  { scope = 'openid email', ...more }: Record<string, string> = {},
): Promise<{ readonly url: string; readonly checks: client.AuthorizationCodeGrantChecks }> {
  const [pkceCodeVerifier, expectedState, expectedNonce] = [
    client.randomPKCECodeVerifier(),
    client.randomState(),
    client.randomNonce(),
  ];
  const url = client.buildAuthorizationUrl(configuration, {
    redirect_uri: CALLBACK,
    scope,
    code_challenge: await client.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: 'S256',
    state: expectedState,
    ...(scope.includes('openid') ? { nonce: expectedNonce } : {}),
    ...more,
  });
  const nonce = scope.includes('openid') ? { expectedNonce } : {};
  return { url: url.href, checks: { pkceCodeVerifier, expectedState, ...nonce } };
}
