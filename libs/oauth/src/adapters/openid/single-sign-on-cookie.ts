import type { IncomingMessage } from 'node:http';
import { INTERACTION } from './routes.ts';

const NAME = 'latchkey_single_sign_on';
/** As long as a sign-in at the provider may take. */
const MAX_AGE_SECONDS = 600;
const PART = /^[\w-]{1,200}$/;

/** What a browser remembers while its user is at the provider of an organization. */
export interface Departure {
  /** The interaction from which it left. */
  readonly uid: string;
  readonly state: string;
  /** What only this browser knows. */
  readonly secret: string;
}

/** Sent along when the provider leads the browser back, so it is `Lax`. */
const cookie = (value: string, maxAge: number, isSecure: boolean): string =>
  `${NAME}=${value}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;

export const departureCookie = ({ uid, state, secret }: Departure, isSecure: boolean): string =>
  cookie([uid, state, secret].join('.'), MAX_AGE_SECONDS, isSecure);

export const clearedDepartureCookie = (isSecure: boolean): string => cookie('', 0, isSecure);

export function departureOf({ headers }: Pick<IncomingMessage, 'headers'>): Departure | null {
  const pair = (headers.cookie ?? '').split(';').find((each) => each.trim().startsWith(`${NAME}=`));
  const parts =
    pair
      ?.slice(pair.indexOf('=') + 1)
      .trim()
      .split('.') ?? [];
  const [uid, state, secret] = parts;
  return parts.length === 3 && parts.every((part) => PART.test(part)) ? { uid: uid!, state: state!, secret: secret! } : null;
}

/** Where a browser goes on that a provider has sent back with this state; null if it did not leave from a page of this provider. */
export function singleSignOnReturn(request: Pick<IncomingMessage, 'headers'>, state: string | null): string | null {
  const departure = departureOf(request);
  return departure && departure.state === state ? `${INTERACTION}/${departure.uid}/single-sign-on` : null;
}
