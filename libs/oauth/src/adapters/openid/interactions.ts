import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Interaction } from 'oidc-provider';
import { WallClock } from '#kernel';
import { isRecentSignIn } from '#support/credentials';
import { Config } from '#platform/config';
import { Consent, leave, type Question, sendExpired, sendPage } from './consent.ts';
import { type FormFields, FormSecurity } from './form-security.ts';
import { Providers } from './providers.ts';
import { INTERACTION } from './routes.ts';
import { clearedSessionCookie, sessionToken } from './session-cookie.ts';
import type { StepResult } from './sign-in-results.ts';
import { SignInSteps } from './sign-in-steps.ts';
import { SingleSignOnSteps } from './single-sign-on-steps.ts';
import { subjectOf } from './subjects.ts';
import { type SignedInUser, UserSessions } from './user-sessions.ts';

/** The names of RFC 8176 for the ways in which users prove who they are. */
const NAMES: Readonly<Record<string, string>> = {
  email_code: 'otp',
  password: 'pwd',
  passkey: 'hwk',
  single_sign_on: 'fed',
  totp: 'otp',
  recovery_code: 'otp',
};

/** How a user signed in, for the ID token. */
function amrOf(methods: readonly string[]): string[] {
  const names = [...new Set(methods.flatMap((method) => NAMES[method] ?? []))];
  return methods.length > 1 ? [...names, 'mfa'] : names;
}

const RECENT_SIGN_IN = 'recent_sign_in';
const SIGN_IN_AGAIN = 'You signed in more than 15 minutes ago. Sign in again to allow an application to act for you.';

/** What an application asks of the user: first to sign in, then for consent, which needs a recent sign-in. */
@Injectable()
export class Interactions {
  private readonly isSecure: boolean;

  constructor(
    private readonly providers: Providers,
    private readonly sessions: UserSessions,
    private readonly consent: Consent,
    private readonly forms: FormSecurity,
    private readonly steps: SignInSteps,
    private readonly singleSignOn: SingleSignOnSteps,
    private readonly clock: WallClock,
    config: Config,
  ) {
    this.isSecure = config.baseUrl.startsWith('https:');
  }

  async show(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const question = await this.questionOf(request, reply);
    if (!question) return sendExpired(reply);
    const { interaction, user } = question;
    if (interaction.prompt.name === 'consent') {
      return this.isSignInOld(user) ? this.askToSignInAgain(question, reply) : this.consent.ask(question, reply);
    }
    if (user && isRecentEnough(interaction, user)) return this.finishSignIn(question, user, reply);
    const message = interaction.prompt.reasons.includes(RECENT_SIGN_IN) ? SIGN_IN_AGAIN : undefined;
    return sendPage(reply, question, this.steps.start(question, user, message));
  }

  async submit(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const question = await this.questionOf(request, reply);
    const fields = (request.body ?? {}) as FormFields;
    if (!question || !this.forms.isOwnForm(request, question.interaction.uid, fields['csrf'])) return sendExpired(reply);
    if (fields['step'] === 'other-user') return this.signOut(request, reply, question);
    if (question.interaction.prompt.name === 'consent') {
      const allowsNow = fields['step'] === 'allow' && this.isSignInOld(question.user);
      return allowsNow ? this.askToSignInAgain(question, reply) : this.consent.answer(question, fields, reply);
    }
    return this.respond(reply, question, await this.steps.take(request, question, fields));
  }

  /** The provider of an organization has sent the browser back. */
  async returnFromProvider(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const question = await this.questionOf(request, reply);
    if (!question) return sendExpired(reply);
    if (question.interaction.prompt.name === 'consent') return reply.redirect(question.context.action, 303);
    return this.respond(reply, question, await this.singleSignOn.complete(request, question));
  }

  private respond(reply: FastifyReply, question: Question, { next, cookies }: StepResult): FastifyReply {
    void reply.header('set-cookie', [...cookies]);
    return next ? sendPage(reply.status(next.status), question, next.page) : reply.redirect(question.context.action, 303);
  }

  /** Undefined if there is none: it has expired, or was started in another browser. */
  private async questionOf(request: FastifyRequest, reply: FastifyReply): Promise<Question | undefined> {
    const provider = await this.providers.current();
    const { errors } = await import('oidc-provider');
    const interaction = await provider.interactionDetails(request.raw, reply.raw).catch((error: unknown) => {
      if (error instanceof errors.SessionNotFound) return undefined;
      throw error;
    });
    if (interaction?.uid !== (request.params as { uid: string }).uid) return undefined;
    const { client_id: clientId, redirect_uri: redirectUri } = interaction.params as Record<string, string | undefined>;
    const client = await provider.Client.find(clientId!);
    if (!client) return undefined;
    const token = sessionToken(request.raw);
    return {
      provider,
      interaction,
      clientName: client.clientName ?? client.clientId,
      redirectUri: redirectUri ?? null,
      onlyOne: client['default_sub_type'] === 'organization' || client['defaultSubType'] === 'organization',
      user: token === null ? null : await this.sessions.find(token),
      context: { action: `${INTERACTION}/${interaction.uid}`, csrf: this.forms.tokenFor(interaction.uid) },
    };
  }

  private isSignInOld(user: SignedInUser | null): boolean {
    return user !== null && !isRecentSignIn(user.authenticated_at, this.clock.now());
  }

  /** Afterwards the provider asks for consent anew. */
  private async askToSignInAgain({ interaction, context }: Question, reply: FastifyReply): Promise<FastifyReply> {
    const prompt = { name: 'login', reasons: [RECENT_SIGN_IN], details: {} };
    await Object.assign(interaction, { prompt }).persist();
    return reply.redirect(context.action, 303);
  }

  /** A session of the provider of somebody else ends, so that nothing of it remains. */
  private async finishSignIn(question: Question, user: SignedInUser, reply: FastifyReply): Promise<FastifyReply> {
    const { provider, interaction } = question;
    const before = interaction.session;
    const accountId = subjectOf(user);
    if (before && before.accountId !== accountId) {
      await (await provider.Session.findByUid(before.uid))?.destroy();
    }
    const session = before?.accountId === accountId ? before : undefined;
    const ts = Math.floor(user.authenticated_at.getTime() / 1000);
    const login = { accountId, ts, amr: amrOf(user.methods) };
    return leave(question, { session, result: { login } }, reply);
  }

  private async signOut(request: FastifyRequest, reply: FastifyReply, question: Question): Promise<FastifyReply> {
    const token = sessionToken(request.raw);
    if (token !== null) await this.sessions.end(token);
    const { provider, interaction } = question;
    if (interaction.session) await (await provider.Session.findByUid(interaction.session.uid))?.destroy();
    const prompt = { name: 'login', reasons: ['no_session'], details: {} };
    await Object.assign(interaction, { session: undefined, prompt }).persist();
    return reply.header('set-cookie', clearedSessionCookie(this.isSecure)).redirect(question.context.action, 303);
  }
}

/** An application may demand that the user signs in anew: a session from before does not count. */
function isRecentEnough({ prompt, iat }: Interaction, { authenticated_at: at }: SignedInUser): boolean {
  const demands = prompt.reasons.filter((reason) => reason !== 'no_session' && reason !== 'user_session');
  return demands.length === 0 || Math.floor(at.getTime() / 1000) >= iat!;
}
