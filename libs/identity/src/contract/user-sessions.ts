import { Command, Query } from '@nestjs/cqrs';

export interface UserSessionSnapshot {
  readonly session_id: string;
  readonly user_id: string;
  readonly email: string;
  readonly authenticated_at: Date;
  /** How the user proved who they are: `email_code`, `password`, `passkey`, `single_sign_on`, then `totp` or `recovery_code`. */
  readonly methods: readonly string[];
  /** The organization through whose provider the user signed in, to which the session is limited; null if they signed in otherwise. */
  readonly provider_organization_id: string | null;
}

/** The session with this token; null if it is unknown, expired or ended, or if its user is blocked. */
export class FindUserSession extends Query<UserSessionSnapshot | null> {
  constructor(readonly token: string) {
    super();
  }
}

/**
 * A user has become an owner of an organization: ends their sessions of its provider, and what they made in these, unless owners may sign in
 * through it. Whoever chose the provider could have been the user.
 */
export class EndAccessThroughProvider extends Command<void> {
  constructor(
    readonly userId: string,
    readonly organizationId: string,
  ) {
    super();
  }
}

/** Ends the session with this token, if there is one. From then on the token is rejected. */
export class EndUserSession extends Command<void> {
  constructor(readonly token: string) {
    super();
  }
}
