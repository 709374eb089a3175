import type { IncomingMessage } from 'node:http';

/** Holds the token of the user's session. */
export const SESSION_COOKIE = 'latchkey_session';

const MAX_TOKEN = 200;

/** The session token that the browser sent, or null. */
export function sessionToken({ headers }: Pick<IncomingMessage, 'headers'>): string | null {
  const pair = (headers.cookie ?? '').split(';').find((each) => each.trim().startsWith(`${SESSION_COOKIE}=`));
  const value = pair?.slice(pair.indexOf('=') + 1).trim();
  return value && value.length <= MAX_TOKEN ? value : null;
}

/** Scripts cannot read it, other sites cannot send it with forms, and it is never sent unencrypted where the service has https. */
export const sessionCookie = (token: string, expires: Date, isSecure: boolean): string =>
  `${SESSION_COOKIE}=${token}; Path=/; Expires=${expires.toUTCString()}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;

export const clearedSessionCookie = (isSecure: boolean): string => sessionCookie('', new Date(0), isSecure);
