import { Command } from '@nestjs/cqrs';
import type { JsonValue } from '#kernel';

/**
 * Lets a code be mailed to the user with this address, with which they sign in. It looks up no user: neither the outcome nor its
 * timing reveals whether there is one. `isFromKnownDevice` is true on a device on which somebody signed in with this address before.
 */
export class RequestSignIn extends Command<void> {
  constructor(
    readonly email: string,
    readonly isFromKnownDevice: boolean,
  ) {
    super();
  }
}

/** Returns options with which a browser asks for a signature by a passkey of anybody, as JSON of WebAuthn. */
export class BeginPasskeySignIn extends Command<{ readonly [key: string]: JsonValue }> {}

/** What proves who a user is. The response of a passkey is JSON of WebAuthn. */
export type SignInProof =
  | { readonly email: string; readonly code: string }
  | { readonly email: string; readonly password: string }
  | { readonly passkey: { readonly [key: string]: JsonValue } };

/** Where somebody signs in, for the list of sessions. */
export interface SignInClient {
  readonly userAgent: string | null;
  readonly address: string | null;
}

/** The token is returned only once; the service stores its digest. */
export interface OpenedUserSession {
  readonly session_id: string;
  readonly token: string;
  readonly user_id: string;
  readonly email: string;
  readonly expires_at: Date;
}

export type SecondFactorMethod = 'totp' | 'recovery_code';

export interface SecondFactorDemand {
  /** For `VerifySecondFactor`, within ten minutes. */
  readonly token: string;
  readonly methods: readonly SecondFactorMethod[];
  readonly expires_at: Date;
}

export type SignInOutcome = { readonly session: OpenedUserSession } | { readonly second_factor: SecondFactorDemand };

/**
 * Opens a session for a user who proves who they are, or asks for the second factor. Throws `SignInFailed` (not authenticated)
 * whatever is wrong. The session always has a new token. It takes the place of the session with the token `replaces`, if that is
 * one of the same user that did not begin at a provider.
 */
export class SignIn extends Command<SignInOutcome> {
  constructor(
    readonly proof: SignInProof,
    readonly client: SignInClient,
    readonly replaces: string | null = null,
  ) {
    super();
  }
}

/** Opens the session of a sign-in that needs a second factor. Throws `SignInFailed`. */
export class VerifySecondFactor extends Command<OpenedUserSession> {
  constructor(
    /** The token of the `SecondFactorDemand`. */
    readonly token: string,
    readonly proof: { readonly totp: string } | { readonly recovery_code: string },
    readonly client: SignInClient,
    readonly replaces: string | null = null,
  ) {
    super();
  }
}
