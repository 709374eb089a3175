/** How the service identifies itself to a provider. */
export interface ProviderClient {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

/** What is compared with what comes back. */
export interface ProviderChecks {
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
}

/** With what the provider sends the user back. */
export interface ProviderResponse {
  readonly code: string;
  readonly state: string;
  /** The issuer, if the provider names itself (RFC 9207). */
  readonly issuer: string | null;
}

/** Whom the provider has recognized. */
export interface ProviderUser {
  readonly issuer: string;
  readonly subject: string;
  readonly email: string | null;
  readonly isEmailVerified: boolean;
}

/** Port that speaks OpenID Connect with the providers of organizations. Nothing that they say is believed without a check. */
export abstract class IdentityProviders {
  /** The issuer as the provider writes it. Throws `IdentityProviderFailed`. */
  abstract issuerAt(address: string): Promise<string>;

  /** The address of the provider to which to send the user. Throws `IdentityProviderFailed`. */
  abstract addressFor(client: ProviderClient, checks: ProviderChecks, loginHint: string | null): Promise<string>;

  /**
   * Exchanges the code. Null if the response is not for this client, these checks or this provider, or if its signature is wrong.
   * Throws `IdentityProviderFailed`.
   */
  abstract userFrom(client: ProviderClient, checks: ProviderChecks, response: ProviderResponse): Promise<ProviderUser | null>;

  abstract newNonce(): Promise<string>;
  abstract newCodeVerifier(): Promise<string>;
}
