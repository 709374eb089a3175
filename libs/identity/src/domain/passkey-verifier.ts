import type { JsonValue } from '#kernel';
import type { PasskeyState } from './passkey.ts';

/** JSON of WebAuthn: options for a browser, or its response. */
export type WebAuthnJson = { readonly [key: string]: JsonValue };

export interface PasskeyOptions {
  readonly challenge: string;
  readonly options: WebAuthnJson;
}

export interface VerifiedRegistration {
  readonly credentialId: string;
  readonly publicKey: Buffer;
  readonly counter: number;
  readonly transports: readonly string[];
}

/** WebAuthn: what browsers are asked, and whether their responses are genuine. */
export abstract class PasskeyVerifier {
  abstract registrationOptions(
    user: { readonly id: string; readonly email: string },
    known: readonly Readonly<PasskeyState>[],
  ): Promise<PasskeyOptions>;

  abstract authenticationOptions(): Promise<PasskeyOptions>;

  /** The challenge that a response is about; null if it has none. */
  abstract challengeOf(response: WebAuthnJson): string | null;

  /** The id of the credential that a response is about; null if it has none. */
  abstract credentialOf(response: WebAuthnJson): string | null;

  /** Null unless the response is a genuine registration by this challenge. */
  abstract verifyRegistration(response: WebAuthnJson, challenge: string): Promise<VerifiedRegistration | null>;

  /** The counter of the signature; null unless the response is genuine for this challenge and passkey. */
  abstract verifyAuthentication(
    response: WebAuthnJson,
    challenge: string,
    passkey: Readonly<PasskeyState>,
  ): Promise<number | null>;
}
