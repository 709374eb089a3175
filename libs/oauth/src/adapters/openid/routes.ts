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

/** The addresses of the provider and of its pages. */
export const ROUTES = {
  authorization: '/oauth2/authorize',
  code_verification: '/oauth2/device',
  device_authorization: '/v1/oauth2/device',
  token: '/v1/oauth2/token',
  introspection: '/v1/oauth2/introspect',
  revocation: '/v1/oauth2/revoke',
  registration: '/v1/oauth2/register',
  userinfo: '/v1/oauth2/userinfo',
  jwks: '/.well-known/jwks.json',
  end_session: '/oauth2/logout',
};

/** All pages are below it. */
export const PAGES = '/oauth2';

/** Pages of a sign-in and of a consent. */
export const INTERACTION = '/oauth2/interaction';
