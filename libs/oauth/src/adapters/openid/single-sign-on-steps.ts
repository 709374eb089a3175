import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Config } from '#platform/config';
import { KnownDevices } from '#platform/http';
import { FormSecurity } from './form-security.ts';
import { PAGES, INTERACTION } from './routes.ts';
import { sessionCookie } from './session-cookie.ts';
import { emailPage, type FormContext, startAgain } from './sign-in-pages.ts';
import {
  type About,
  attempt,
  isEmail,
  NO_EMAIL,
  placeOf,
  refused,
  shown,
  signedIn,
  type StepResult,
  tooMany,
  userOf,
} from './sign-in-results.ts';
import { UserSessions } from './user-sessions.ts';
import { html } from '#platform/html';
import type { Page } from './page.ts';
import type { IncomingMessage } from 'node:http';

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

interface Leaving extends FormContext {
  readonly clientName: string;
  /** The address of the provider. */
  readonly url: string;
}

/** A link, because the policy lets forms lead nowhere else. It shows where the user is going to enter a password. */
export const leavingPage = ({ clientName, url, ...context }: Leaving): Page => {
  const { host } = new URL(url);
  return {
    title: 'Single sign-on',
    body: html`<h1>Single sign-on</h1>
      <p class="muted">
        Your organization signs its people in at ${host}. After that you come back and continue to “${clientName}”.
      </p>
      <p><a class="button" href="${url}" autofocus>Continue at ${host}</a></p>
      ${startAgain(context, 'Sign in another way')}`,
  };
};

const NOT_AVAILABLE = 'No organization uses single sign-on for this address, or its provider cannot be used.';
const NOT_SIGNED_IN = 'The provider of your organization did not sign you in.';
const FAILED = 'This sign-in does not work. It may have expired, or begun in another browser. Try again.';

/** Sends users to the provider of their organization and signs in who comes back. */
@Injectable()
export class SingleSignOnSteps {
  private readonly isSecure: boolean;

  constructor(
    private readonly sessions: UserSessions,
    private readonly forms: FormSecurity,
    private readonly devices: KnownDevices,
    config: Config,
  ) {
    this.isSecure = config.baseUrl.startsWith('https:');
  }

  async begin(request: FastifyRequest, { clientName, context, interaction }: About, email: string): Promise<StepResult> {
    const again = (message?: string) => emailPage({ ...context, clientName, email, message });
    if (!isEmail(email)) return refused(again(NO_EMAIL));
    const wait = await this.forms.secondsToWait(request, { name: 'requests for single sign-on' });
    if (wait !== null) return tooMany(wait, again);
    const outcome = await attempt(() => this.sessions.beginSingleSignOn(email), NOT_AVAILABLE);
    if (!('value' in outcome)) return refused(again(outcome.message));
    const { url, state, browser_secret: secret } = outcome.value;
    return shown(
      leavingPage({ ...context, clientName, url }),
      departureCookie({ uid: interaction.uid, state, secret }, this.isSecure),
    );
  }

  /** Completes the sign-in of the browser that left from this interaction, once. The cookie binds what the provider says to it. */
  async complete(request: FastifyRequest, { clientName, context, interaction }: About): Promise<StepResult> {
    const forgotten = clearedDepartureCookie(this.isSecure);
    const again = (message?: string) => emailPage({ ...context, clientName, email: '', message });
    const { code, state, iss, error } = request.query as Readonly<Record<string, unknown>>;
    if (typeof error === 'string') return refused(again(NOT_SIGNED_IN), forgotten);
    const departure = departureOf(request.raw);
    if (departure?.uid !== interaction.uid || departure.state !== state || typeof code !== 'string')
      return refused(again(FAILED));
    const wait = await this.forms.secondsToWait(request, { name: 'single sign-ons' });
    if (wait !== null) return tooMany(wait, again);
    const result = { code, state, issuer: typeof iss === 'string' ? iss : null, browserSecret: departure.secret };
    const outcome = await attempt(() => this.sessions.completeSingleSignOn(result, placeOf(request)), FAILED);
    if (!('value' in outcome)) return refused(again(outcome.message), forgotten);
    const { token, email, expires_at } = outcome.value;
    return signedIn(sessionCookie(token, expires_at, this.isSecure), this.devices.cookieOf(userOf(email), PAGES), forgotten);
  }
}
