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

/** Ends the session with this token, if there is one. From then on the token is rejected. */
export class EndUserSession extends Command<void> {
  constructor(readonly token: string) {
    super();
  }
}
