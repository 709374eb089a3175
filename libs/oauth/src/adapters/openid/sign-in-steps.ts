import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { parseJson, SMALL_JSON } from '#support/json';
import { isStorable } from '#support/texts';
import { Config } from '#platform/config';
import { KnownDevices } from '#platform/http';
import { type FormFields, FormSecurity } from './form-security.ts';
import type { Page } from './page.ts';
import { PAGES } from './routes.ts';
import { sessionCookie } from './session-cookie.ts';
import { passkeyPage } from './passkey-page.ts';
import { codePage, emailPage, type FormContext, passwordPage, secondFactorPage } from './sign-in-pages.ts';
import {
  type About,
  attempt,
  isEmail,
  MAX_EMAIL,
  NO_EMAIL,
  placeOf,
  refused,
  shown,
  signedIn,
  type StepResult,
  tooMany,
  userOf,
} from './sign-in-results.ts';
import { SingleSignOnSteps } from './single-sign-on-steps.ts';
import {
  type OpenedSession,
  type PasskeyJson,
  type Proof,
  type SecondProof,
  type SignedInUser,
  UserSessions,
} from './user-sessions.ts';

const WRONG_CODE = 'This code is not right, or has expired.';
const WRONG_PASSKEY = 'The passkey was not accepted, or the browser did not offer one.';
const NO_SCRIPT = 'Passkeys need JavaScript, which is off in this browser. Sign in by e-mail or password instead.';
const WRONG_PASSWORD = 'The e-mail address or the password is not right.';

/** What each form of the sign-in does. What a page knows is in its form; the service remembers nothing between the steps. */
@Injectable()
export class SignInSteps {
  private readonly isSecure: boolean;

  constructor(
    private readonly sessions: UserSessions,
    private readonly forms: FormSecurity,
    private readonly singleSignOn: SingleSignOnSteps,
    private readonly devices: KnownDevices,
    config: Config,
  ) {
    this.isSecure = config.baseUrl.startsWith('https:');
  }

  start({ clientName, context, interaction }: About, user: SignedInUser | null, message?: string): Page {
    const hint = interaction.params['login_hint'];
    const email = user?.email ?? (typeof hint === 'string' ? hint.slice(0, MAX_EMAIL) : '');
    return emailPage({ ...context, clientName, email, message });
  }

  async take(request: FastifyRequest, about: About, fields: FormFields): Promise<StepResult> {
    const { clientName, context } = about;
    const email = (fields['email'] ?? '').trim();
    const of = { ...context, clientName, email };
    switch (fields['step']) {
      case 'request': {
        if (!isEmail(email)) return refused(emailPage({ ...of, message: NO_EMAIL }));
        const wait = await this.forms.secondsToWait(request, {
          name: 'requests for codes of users',
          recipient: () => userOf(email),
        });
        if (wait !== null) return tooMany(wait, (message) => emailPage({ ...of, message }));
        const { isFromKnownDevice = false } = request;
        const problem = await attempt(
          () => this.sessions.request(email, isFromKnownDevice),
          'No code can be sent to this address.',
        );
        return 'message' in problem ? refused(emailPage({ ...of, ...problem })) : shown(codePage(of));
      }
      case 'ask-password':
        return isEmail(email) ? shown(passwordPage(of)) : refused(emailPage({ ...of, message: NO_EMAIL }));
      case 'code':
        return this.signIn(request, about, { email, code: (fields['code'] ?? '').trim() }, (message) =>
          codePage({ ...of, message: message ?? WRONG_CODE }),
        );
      case 'password':
        return this.signIn(request, about, { email, password: fields['password'] ?? '' }, (message) =>
          passwordPage({ ...of, message: message ?? WRONG_PASSWORD }),
        );
      case 'ask-single-sign-on':
        return this.singleSignOn.begin(request, about, email);
      case 'ask-passkey':
        return this.askPasskey(request, about);
      case 'passkey':
        // The script of the page fills the field in any case.
        if (!fields['passkey']) return this.askPasskey(request, about, NO_SCRIPT);
        return this.signInByPasskey(request, about, passkeyOf(fields['passkey']));
      case 'second-factor':
        return this.verify(request, context, fields);
      case 'ask-second-factor':
        return shown(secondFactorPage({ ...context, token: fields['token'] ?? '', kind: kindOf(fields) }));
      default:
        return shown(this.start(about, null));
    }
  }

  /** Each page has a challenge of its own. */
  private async askPasskey(request: FastifyRequest, about: About, message?: string): Promise<StepResult> {
    const { clientName, context } = about;
    const wait = await this.forms.secondsToWait(request, { name: 'options for passkeys' });
    if (wait !== null) return tooMany(wait, (text) => emailPage({ ...context, clientName, email: '', message: text }));
    const options = await this.sessions.passkeyOptions();
    const page = passkeyPage({ ...context, clientName, options, message });
    return message === undefined ? shown(page) : refused(page);
  }

  private async signInByPasskey(request: FastifyRequest, about: About, passkey: PasskeyJson | null): Promise<StepResult> {
    const { clientName, context } = about;
    const wait = await this.forms.secondsToWait(request, { name: 'sign-ins of users' });
    if (wait !== null) return tooMany(wait, (message) => emailPage({ ...context, clientName, email: '', message }));
    const outcome = passkey ? await attempt(() => this.sessions.signIn({ passkey }, placeOf(request))) : {};
    if ('value' in outcome && 'session' in outcome.value) return this.opened(outcome.value.session);
    return this.askPasskey(request, about, ('message' in outcome && outcome.message) || WRONG_PASSKEY);
  }

  private async signIn(
    request: FastifyRequest,
    { context }: About,
    proof: Extract<Proof, { readonly email: string }>,
    again: (message?: string) => Page,
  ): Promise<StepResult> {
    const wait = await this.forms.secondsToWait(request, { name: 'sign-ins of users', subject: () => userOf(proof.email) });
    if (wait !== null) return tooMany(wait, again);
    const outcome = await attempt(() => this.sessions.signIn(proof, placeOf(request)));
    if (!('value' in outcome)) return refused(again(outcome.message));
    if ('session' in outcome.value) return this.opened(outcome.value.session);
    return shown(secondFactorPage({ ...context, token: outcome.value.second_factor.token, kind: 'totp' }));
  }

  private async verify(request: FastifyRequest, context: FormContext, fields: FormFields): Promise<StepResult> {
    const kind = kindOf(fields);
    const token = fields['token'] ?? '';
    const again = (message?: string) => secondFactorPage({ ...context, token, kind, message: message ?? WRONG_CODE });
    const wait = await this.forms.secondsToWait(request, { name: 'second factors of users' });
    if (wait !== null) return tooMany(wait, again);
    const code = (fields['code'] ?? '').trim();
    const proof: SecondProof = kind === 'totp' ? { totp: code } : { recovery_code: code };
    const outcome = await attempt(() => this.sessions.verify(token, proof, placeOf(request)));
    return 'value' in outcome ? this.opened(outcome.value) : refused(again(outcome.message));
  }

  private opened({ token, email, expires_at }: OpenedSession): StepResult {
    return signedIn(sessionCookie(token, expires_at, this.isSecure), this.devices.cookieOf(userOf(email), PAGES));
  }
}

/** What the script of the page found out; null if it is no JSON object, or none that can be stored. */
function passkeyOf(text = ''): PasskeyJson | null {
  try {
    const value = parseJson(text, SMALL_JSON);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject && isStorable(value) ? (value as PasskeyJson) : null;
  } catch {
    return null;
  }
}

const kindOf = (fields: FormFields): 'totp' | 'recovery_code' => (fields['kind'] === 'recovery_code' ? 'recovery_code' : 'totp');
