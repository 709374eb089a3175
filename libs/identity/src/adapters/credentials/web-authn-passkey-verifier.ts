import { Injectable } from '@nestjs/common';
import type { AuthenticationResponseJSON, AuthenticatorTransport, RegistrationResponseJSON } from '@simplewebauthn/server';
import { parseJson, SMALL_JSON } from '#support/json';
import { SERVICE_NAME } from '#support/mails';
import { Config } from '#platform/config';
import type { PasskeyState } from '../../domain/passkey.ts';
import {
  type PasskeyOptions,
  PasskeyVerifier,
  type VerifiedRegistration,
  type WebAuthnJson,
} from '../../domain/passkey-verifier.ts';

/** With the formats of certificates, it is much code for what few requests need. */
const loadLibrary = () => import('@simplewebauthn/server');

/** Passkeys belong to the host name of `BASE_URL`, and are used by pages of its origin. */
@Injectable()
export class WebAuthnPasskeyVerifier extends PasskeyVerifier {
  private readonly host: string;
  private readonly origin: string;

  constructor({ baseUrl }: Config) {
    super();
    const { hostname, origin } = new URL(baseUrl);
    this.host = hostname;
    this.origin = origin;
  }

  async registrationOptions(
    { id, email }: { readonly id: string; readonly email: string },
    known: readonly Readonly<PasskeyState>[],
  ): Promise<PasskeyOptions> {
    const { generateRegistrationOptions } = await loadLibrary();
    const options = await generateRegistrationOptions({
      rpName: SERVICE_NAME,
      rpID: this.host,
      userID: new TextEncoder().encode(id),
      userName: email,
      attestationType: 'none',
      excludeCredentials: known.map(({ credentialId, transports }) => ({
        id: credentialId,
        transports: transports as AuthenticatorTransport[],
      })),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    return { challenge: options.challenge, options: plain(options) };
  }

  async authenticationOptions(): Promise<PasskeyOptions> {
    const { generateAuthenticationOptions } = await loadLibrary();
    const options = await generateAuthenticationOptions({ rpID: this.host, userVerification: 'required' });
    return { challenge: options.challenge, options: plain(options) };
  }

  challengeOf(response: WebAuthnJson): string | null {
    const inner = response['response'];
    const encoded = isObject(inner) ? inner['clientDataJSON'] : undefined;
    if (typeof encoded !== 'string') return null;
    try {
      const { challenge } = parseJson(Buffer.from(encoded, 'base64url').toString(), SMALL_JSON) as { challenge?: unknown };
      return typeof challenge === 'string' ? challenge : null;
    } catch {
      return null;
    }
  }

  credentialOf({ id }: WebAuthnJson): string | null {
    return typeof id === 'string' ? id : null;
  }

  async verifyRegistration(response: WebAuthnJson, challenge: string): Promise<VerifiedRegistration | null> {
    const { verifyRegistrationResponse } = await loadLibrary();
    try {
      const { verified, registrationInfo } = await verifyRegistrationResponse({
        response: response as unknown as RegistrationResponseJSON,
        expectedChallenge: challenge,
        expectedOrigin: this.origin,
        expectedRPID: this.host,
        requireUserVerification: true,
      });
      if (!verified || !registrationInfo) return null;
      const { id, publicKey, counter, transports = [] } = registrationInfo.credential;
      return { credentialId: id, publicKey: Buffer.from(publicKey), counter, transports: transports.filter(isText).slice(0, 10) };
    } catch {
      return null;
    }
  }

  async verifyAuthentication(response: WebAuthnJson, challenge: string, passkey: Readonly<PasskeyState>): Promise<number | null> {
    const { verifyAuthenticationResponse } = await loadLibrary();
    try {
      const { verified, authenticationInfo } = await verifyAuthenticationResponse({
        response: response as unknown as AuthenticationResponseJSON,
        expectedChallenge: challenge,
        expectedOrigin: this.origin,
        expectedRPID: this.host,
        requireUserVerification: true,
        credential: { id: passkey.credentialId, publicKey: new Uint8Array(passkey.publicKey), counter: passkey.counter },
      });
      return verified ? authenticationInfo.newCounter : null;
    } catch {
      return null;
    }
  }
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const isText = (value: unknown): value is string => typeof value === 'string' && value.length <= 32;
const plain = (options: object): WebAuthnJson => JSON.parse(JSON.stringify(options)) as WebAuthnJson;
