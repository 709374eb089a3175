import type { Tokens } from '#support/credentials';
import type { OpenedUserSession, SignInClient } from '../contract/index.ts';
import { SignInFailed } from '../domain/identity.errors.ts';
import { type SignInMethod, UserSession } from '../domain/user-session.ts';
import type { SignInRoute, UserSessions } from '../domain/user-sessions.ts';

interface SessionToOpen {
  readonly user: { readonly id: string; readonly email: string };
  readonly methods: readonly SignInMethod[];
  readonly client: SignInClient;
  /** The token of the session that it takes the place of. */
  readonly replaces: string | null;
  /** The organization through whose provider the user signs in, and how. */
  readonly provider?: SignInRoute & { readonly organizationId: string };
}

/** Opens sessions for users who have proved who they are. */
export class SessionOpener {
  constructor(
    private readonly sessions: UserSessions,
    private readonly tokens: Tokens,
  ) {}

  /** Throws `SignInFailed` if the connection or the domain through which the user comes was removed meanwhile. */
  async open(toOpen: SessionToOpen, now: Date): Promise<OpenedUserSession> {
    const { user, methods, client, replaces, provider } = toOpen;
    const providerOrganizationId = provider?.organizationId ?? null;
    const { token, digest } = this.tokens.make('user session');
    const session = UserSession.create({ userId: user.id, digest, methods, client, providerOrganizationId }, now);
    const replaced = replaces === null ? [] : this.tokens.digestsOf('user session', replaces);
    if (!(await this.sessions.add(session, replaced, provider))) throw new SignInFailed();
    return { session_id: session.id, token, user_id: user.id, email: user.email, expires_at: session.snapshot.expiresAt };
  }
}
