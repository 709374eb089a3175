import { Command } from '@nestjs/cqrs';
import type { OpenedUserSession, SignInClient } from './sign-in.ts';

/** Where providers send users back to, below the address of the service. */
export const SINGLE_SIGN_ON_CALLBACK = '/single-sign-on/callback';

/** Whose provider is asked: that of the domain of an e-mail address, or of the organization with a slug. */
export type SingleSignOnPlace = { readonly email: string } | { readonly slug: string };

/** Where the browser is sent. */
export interface SingleSignOnDemand {
  readonly url: string;
  /** With it the provider sends the browser back. */
  readonly state: string;
  /** What only the browser that asked may know: `CompleteSingleSignOn` needs it. */
  readonly browser_secret: string;
  readonly expires_at: Date;
}

/**
 * Begins a sign-in through the provider of an organization. Whether a user has the address is not looked up. Throws
 * `SingleSignOnNotAvailable` and `IdentityProviderFailed`.
 */
export class BeginSingleSignOn extends Command<SingleSignOnDemand> {
  constructor(readonly place: SingleSignOnPlace) {
    super();
  }
}

/** With what the browser comes back. */
export interface SingleSignOnResult {
  readonly code: string;
  readonly state: string;
  /** The issuer, if the provider names itself. */
  readonly issuer: string | null;
  /** Null if the browser does not know it. */
  readonly browserSecret: string | null;
}

/**
 * Opens a session for whom the provider has recognized, and makes them a member of the organization. The session is limited to it, and
 * takes the place only of one that is, too. Throws `SignInFailed`,
 * `SingleSignOnRefused` with the reason if the provider does not say enough, and `IdentityProviderFailed`.
 */
export class CompleteSingleSignOn extends Command<OpenedUserSession> {
  constructor(
    readonly result: SingleSignOnResult,
    readonly client: SignInClient,
    readonly replaces: string | null = null,
  ) {
    super();
  }
}
