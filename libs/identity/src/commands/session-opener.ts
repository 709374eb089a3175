import type { OpenedUserSession, SignInClient } from '../contract/index.ts';
import { type SignInMethod, UserSession } from '../domain/user-session.ts';
import type { UserSessions } from '../domain/user-sessions.ts';
import type { UserSessionTokens } from '../domain/user-session-tokens.ts';

interface SessionToOpen {
  readonly user: { readonly id: string; readonly email: string };
  readonly methods: readonly SignInMethod[];
  readonly client: SignInClient;
  /** The token of the session that it takes the place of. */
  readonly replaces: string | null;
}

/** Opens sessions for users who have proved who they are. */
export class SessionOpener {
  constructor(
    private readonly sessions: UserSessions,
    private readonly tokens: UserSessionTokens,
  ) {}

  async open({ user, methods, client, replaces }: SessionToOpen, now: Date): Promise<OpenedUserSession> {
    const { token, digest } = this.tokens.makeForSession();
    const session = UserSession.create({ userId: user.id, digest, methods, client }, now);
    await this.sessions.add(session, replaces === null ? [] : this.tokens.digestsOfSession(replaces));
    return { session_id: session.id, token, user_id: user.id, email: user.email, expires_at: session.expiresAt };
  }
}
