import { AggregateRoot, newId } from '#kernel';

const DAY = 86_400_000;
/** How long a session lasts at most. */
export const SESSION_LIFETIME = 30 * DAY;
/** How long a session lasts without being used. */
export const IDLE_LIFETIME = 7 * DAY;

/** How a user can prove who they are. */
export type SignInMethod = 'email_code' | 'password' | 'passkey' | 'single_sign_on' | 'totp' | 'recovery_code';

/** Where somebody signs in. */
export interface SessionClient {
  readonly userAgent: string | null;
  readonly address: string | null;
}

export interface NewUserSession {
  readonly userId: string;
  /** Keyed digest of the token. */
  readonly digest: Buffer;
  readonly methods: readonly SignInMethod[];
  readonly client: SessionClient;
  /** The organization through whose provider the user signed in. */
  readonly providerOrganizationId?: string | null;
}

export interface UserSessionState {
  readonly id: string;
  readonly userId: string;
  readonly digest: Buffer;
  readonly methods: readonly SignInMethod[];
  readonly authenticatedAt: Date;
  readonly expiresAt: Date;
  readonly lastUsedAt: Date;
  readonly userAgent: string | null;
  readonly address: string | null;
  /** The organization through whose provider the user signed in; null if they signed in otherwise. */
  readonly providerOrganizationId: string | null;
}

/** What a user who signed in has: access by a bearer token, until it expires, is not used for a time, or is ended. */
export class UserSession extends AggregateRoot<UserSessionState> {
  static create({ client, providerOrganizationId = null, ...attributes }: NewUserSession, now: Date): UserSession {
    return new UserSession({
      ...attributes,
      ...client,
      id: newId('user-session'),
      authenticatedAt: now,
      expiresAt: new Date(now.getTime() + SESSION_LIFETIME),
      lastUsedAt: now,
      providerOrganizationId,
    });
  }
}
