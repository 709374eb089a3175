import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Config } from '#platform/config';
import { KnownDevices } from '#platform/http';
import { FormSecurity } from './form-security.ts';
import { PAGES } from './routes.ts';
import { sessionCookie } from './session-cookie.ts';
import { emailPage } from './sign-in-pages.ts';
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
import { clearedDepartureCookie, departureCookie, departureOf } from './single-sign-on-cookie.ts';
import { leavingPage } from './single-sign-on-page.ts';
import { UserSessions } from './user-sessions.ts';

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
