import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Config } from '#platform/config';
import { AddressGuard, SafeFetch } from '#platform/outgoing';
import { isEmailAddress } from '#platform/wire';
import { SINGLE_SIGN_ON_CALLBACK } from '../../contract/index.ts';
import {
  IdentityProviders,
  type ProviderChecks,
  type ProviderClient,
  type ProviderResponse,
  type ProviderUser,
} from '../../domain/identity-providers.ts';
import { loadLibrary, ProviderDiscovery, throwIfUnusable } from './provider-discovery.ts';

const SCOPE = 'openid email profile';
const MAX_EMAIL = 320;
/** OpenID Connect limits subjects to 255 characters of ASCII. */
const SUBJECT = /^[\x20-\x7e]{1,255}$/;

/** Asks providers through `openid-client`. */
@Injectable()
export class LibraryIdentityProviders extends IdentityProviders implements OnModuleDestroy {
  private readonly safe: SafeFetch;
  private readonly discovery: ProviderDiscovery;
  private readonly redirectUri: string;

  constructor({ baseUrl, singleSignOnAllow }: Config) {
    super();
    this.safe = new SafeFetch(new AddressGuard(singleSignOnAllow));
    this.discovery = new ProviderDiscovery(this.safe);
    this.redirectUri = baseUrl + SINGLE_SIGN_ON_CALLBACK;
  }

  onModuleDestroy(): Promise<void> {
    return this.safe.destroy();
  }

  async issuerAt(address: string): Promise<string> {
    return (await this.discovery.discover({ issuer: address, clientId: 'unknown', clientSecret: '' })).serverMetadata().issuer;
  }

  async addressFor(client: ProviderClient, checks: ProviderChecks, loginHint: string | null): Promise<string> {
    const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await loadLibrary();
    const configuration = await this.discovery.discover(client);
    const url = buildAuthorizationUrl(configuration, {
      redirect_uri: this.redirectUri,
      scope: SCOPE,
      response_type: 'code',
      code_challenge: await calculatePKCECodeChallenge(checks.codeVerifier),
      code_challenge_method: 'S256',
      state: checks.state,
      nonce: checks.nonce,
      ...(loginHint === null ? {} : { login_hint: loginHint }),
    });
    return url.href;
  }

  async userFrom(client: ProviderClient, checks: ProviderChecks, response: ProviderResponse): Promise<ProviderUser | null> {
    const library = await loadLibrary();
    const configuration = await this.discovery.discover(client);
    const url = new URL(this.redirectUri);
    url.search = new URLSearchParams({
      code: response.code,
      state: response.state,
      ...(response.issuer === null ? {} : { iss: response.issuer }),
    }).toString();
    try {
      const tokens = await library.authorizationCodeGrant(configuration, url, {
        expectedState: checks.state,
        expectedNonce: checks.nonce,
        pkceCodeVerifier: checks.codeVerifier,
        idTokenExpected: true,
      });
      const claims = tokens.claims()!;
      const hasEmail = claims['email'] !== undefined || configuration.serverMetadata().userinfo_endpoint === undefined;
      const about = hasEmail ? claims : await library.fetchUserInfo(configuration, tokens.access_token, claims.sub);
      return userOf(claims.iss, claims.sub, about);
    } catch (error) {
      throwIfUnusable(library, error);
      return null;
    }
  }

  async newNonce(): Promise<string> {
    return (await loadLibrary()).randomNonce();
  }

  async newCodeVerifier(): Promise<string> {
    return (await loadLibrary()).randomPKCECodeVerifier();
  }
}

function userOf(
  issuer: string,
  subject: string,
  { email, email_verified }: Readonly<Record<string, unknown>>,
): ProviderUser | null {
  if (!SUBJECT.test(subject)) return null;
  const isAddress = typeof email === 'string' && email.length <= MAX_EMAIL && isEmailAddress(email);
  return { issuer, subject, email: isAddress ? email : null, isEmailVerified: email_verified === true };
}
