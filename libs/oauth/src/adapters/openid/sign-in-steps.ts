import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { DomainError, TooManyRequests } from '#kernel';
import { Config } from '#platform/config';
import { type FormFields, FormSecurity } from './form-security.ts';
import type { Page } from './page.ts';
import { sessionCookie, sessionToken } from './session-cookie.ts';
import { codePage, emailPage, type FormContext, passwordPage, secondFactorPage } from './sign-in-pages.ts';
import { type OpenedSession, type SecondProof, type SignedInUser, type SignInPlace, UserSessions } from './user-sessions.ts';

interface About {
  readonly clientName: string;
  readonly context: FormContext;
  readonly interaction: { readonly params: Readonly<Record<string, unknown>> };
}

/** The next page, or the cookie of the session that was opened. */
export type StepResult = { readonly page: Page; readonly status: number } | { readonly cookie: string };

const MAX_EMAIL = 320;
const WRONG_CODE = 'This code is not right, or has expired.';
const WRONG_PASSWORD = 'The e-mail address or the password is not right.';

/** What each form of the sign-in does. What a page knows is in its form; the service remembers nothing between the steps. */
@Injectable()
export class SignInSteps {
  private readonly isSecure: boolean;

  constructor(
    private readonly sessions: UserSessions,
    private readonly forms: FormSecurity,
    config: Config,
  ) {
    this.isSecure = config.baseUrl.startsWith('https:');
  }

  start({ clientName, context, interaction }: About, user: SignedInUser | null): Page {
    const hint = interaction.params['login_hint'];
    const email = user?.email ?? (typeof hint === 'string' ? hint.slice(0, MAX_EMAIL) : '');
    return emailPage({ ...context, clientName, email });
  }

  async take(request: FastifyRequest, about: About, fields: FormFields): Promise<StepResult> {
    const { clientName, context } = about;
    const email = (fields['email'] ?? '').trim();
    const of = { ...context, clientName, email };
    switch (fields['step']) {
      case 'request': {
        if (!isEmail(email)) return refused(emailPage({ ...of, message: 'This is not an e-mail address.' }));
        const wait = await this.forms.secondsToWait(request, 'requests for codes of users', userOf(email));
        if (wait !== null) return tooMany(wait, (message) => emailPage({ ...of, message }));
        const problem = await this.attempt(() => this.sessions.request(email), 'No code can be sent to this address.');
        return 'message' in problem ? refused(emailPage({ ...of, ...problem })) : shown(codePage(of));
      }
      case 'ask-password':
        return isEmail(email)
          ? shown(passwordPage(of))
          : refused(emailPage({ ...of, message: 'This is not an e-mail address.' }));
      case 'code':
        return this.signIn(request, about, { email, code: (fields['code'] ?? '').trim() }, (message) =>
          codePage({ ...of, message: message ?? WRONG_CODE }),
        );
      case 'password':
        return this.signIn(request, about, { email, password: fields['password'] ?? '' }, (message) =>
          passwordPage({ ...of, message: message ?? WRONG_PASSWORD }),
        );
      case 'second-factor':
        return this.verify(request, context, fields);
      case 'ask-second-factor':
        return shown(secondFactorPage({ ...context, token: fields['token'] ?? '', kind: kindOf(fields) }));
      default:
        return shown(this.start(about, null));
    }
  }

  private async signIn(
    request: FastifyRequest,
    { context }: About,
    proof: Parameters<UserSessions['signIn']>[0],
    again: (message?: string) => Page,
  ): Promise<StepResult> {
    const wait = await this.forms.secondsToWait(request, 'sign-ins of users', userOf(proof.email));
    if (wait !== null) return tooMany(wait, again);
    const outcome = await this.attempt(() => this.sessions.signIn(proof, placeOf(request)));
    if (!('value' in outcome)) return refused(again(outcome.message));
    if ('session' in outcome.value) return this.opened(outcome.value.session);
    return shown(secondFactorPage({ ...context, token: outcome.value.second_factor.token, kind: 'totp' }));
  }

  private async verify(request: FastifyRequest, context: FormContext, fields: FormFields): Promise<StepResult> {
    const kind = kindOf(fields);
    const token = fields['token'] ?? '';
    const again = (message?: string) => secondFactorPage({ ...context, token, kind, message: message ?? WRONG_CODE });
    const wait = await this.forms.secondsToWait(request, 'second factors of users', `second factor ${token}`);
    if (wait !== null) return tooMany(wait, again);
    const code = (fields['code'] ?? '').trim();
    const proof: SecondProof = kind === 'totp' ? { totp: code } : { recovery_code: code };
    const outcome = await this.attempt(() => this.sessions.verify(token, proof, placeOf(request)));
    return 'value' in outcome ? this.opened(outcome.value) : refused(again(outcome.message));
  }

  private opened({ token, expires_at }: OpenedSession): StepResult {
    return { cookie: sessionCookie(token, expires_at, this.isSecure) };
  }

  /** Whoever may not sign in is told nothing but that. */
  private async attempt<T>(
    work: () => Promise<T>,
    otherwise?: string,
  ): Promise<{ readonly value: T } | { readonly message?: string }> {
    try {
      return { value: await work() };
    } catch (error) {
      if (error instanceof TooManyRequests) return { message: waitMessage(error.retryAfter) };
      if (!(error instanceof DomainError)) throw error;
      return { message: otherwise };
    }
  }
}

/** As the operations of the API count them. */
const userOf = (email: string): string => `user ${email.toLowerCase()}`;

const isEmail = (text: string): boolean => text.length <= MAX_EMAIL && /^[^\s@]+@[^\s@]+$/.test(text);

const kindOf = (fields: FormFields): 'totp' | 'recovery_code' => (fields['kind'] === 'recovery_code' ? 'recovery_code' : 'totp');

const shown = (page: Page): StepResult => ({ page, status: 200 });
const refused = (page: Page): StepResult => ({ page, status: 422 });

const waitMessage = (seconds: number): string =>
  `There were too many tries. Try again in ${Math.ceil(seconds / 60)} ${seconds > 60 ? 'minutes' : 'minute'}.`;

const tooMany = (seconds: number, page: (message: string) => Page): StepResult => ({
  page: page(waitMessage(seconds)),
  status: 429,
});

const placeOf = (request: FastifyRequest): SignInPlace => ({
  userAgent: request.headers['user-agent'] ?? null,
  address: request.ip,
  token: sessionToken(request.raw),
});
