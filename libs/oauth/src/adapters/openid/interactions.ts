import { Injectable } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Interaction, Provider } from 'oidc-provider';
import { WallClock } from '#kernel';
import { Config } from '#platform/config';
import { Grants } from '../../domain/grants.ts';
import { isIdentityScope } from '../../domain/scopes.ts';
import { type ConsentingUser, FindConsentingUser } from '../../queries/find-consenting-user.ts';
import { amrOf } from './authentication-methods.ts';
import { consentPage } from './consent-page.ts';
import { EXPIRED_PAGE } from './error-page.ts';
import { type FormFields, FormSecurity } from './form-security.ts';
import { documentOf, type Page, pageHeaders } from './page.ts';
import { LIFETIMES } from './lifetimes.ts';
import { Providers } from './providers.ts';
import { INTERACTION } from './routes.ts';
import { clearedSessionCookie, sessionToken } from './session-cookie.ts';
import type { StepResult } from './sign-in-results.ts';
import { SignInSteps } from './sign-in-steps.ts';
import { SingleSignOnSteps } from './single-sign-on-steps.ts';
import type { FormContext } from './sign-in-pages.ts';
import { type SignedInUser, UserSessions } from './user-sessions.ts';

/** What an application asks of a user, on behalf of whom it wants to act. */
interface Question {
  readonly provider: Provider;
  readonly interaction: Interaction;
  readonly clientName: string;
  readonly redirectUri: string | null;
  readonly onlyOne: boolean;
  readonly user: SignedInUser | null;
  readonly context: FormContext;
}

/** Sign-in pages and the question whether an application may act for the user. */
@Injectable()
export class Interactions {
  private readonly isSecure: boolean;

  constructor(
    private readonly providers: Providers,
    private readonly sessions: UserSessions,
    private readonly grants: Grants,
    private readonly forms: FormSecurity,
    private readonly steps: SignInSteps,
    private readonly singleSignOn: SingleSignOnSteps,
    private readonly clock: WallClock,
    private readonly queries: QueryBus,
    config: Config,
  ) {
    this.isSecure = config.baseUrl.startsWith('https:');
  }

  async show(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const question = await this.questionOf(request, reply);
    if (!question) return this.expired(reply);
    const { interaction, user } = question;
    if (interaction.prompt.name === 'consent') return this.askConsent(question, reply);
    if (user && isRecentEnough(interaction, user)) return this.finishSignIn(question, user, reply);
    return this.send(reply, question, this.steps.start(question, user));
  }

  async submit(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const question = await this.questionOf(request, reply);
    const fields = (request.body ?? {}) as FormFields;
    if (!question || !this.forms.isOwnForm(request, question.interaction.uid, fields['csrf'])) return this.expired(reply);
    if (fields['step'] === 'other-user') return this.signOut(request, reply, question);
    if (question.interaction.prompt.name === 'consent') return this.answerConsent(question, fields, reply);
    return this.respond(reply, question, await this.steps.take(request, question, fields));
  }

  /** The provider of an organization has sent the browser back. */
  async returnFromProvider(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const question = await this.questionOf(request, reply);
    if (!question) return this.expired(reply);
    if (question.interaction.prompt.name === 'consent') return reply.redirect(question.context.action, 303);
    return this.respond(reply, question, await this.singleSignOn.complete(request, question));
  }

  private respond(reply: FastifyReply, question: Question, { next, cookies }: StepResult): FastifyReply {
    void reply.header('set-cookie', [...cookies]);
    return next ? this.send(reply.status(next.status), question, next.page) : reply.redirect(question.context.action, 303);
  }

  private expired(reply: FastifyReply): FastifyReply {
    return reply.status(400).headers(pageHeaders()).type('text/html; charset=utf-8').send(documentOf(EXPIRED_PAGE));
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

  private send(reply: FastifyReply, { redirectUri }: Question, page: Page): FastifyReply {
    return reply
      .headers(pageHeaders(redirectUri ?? undefined, page.script))
      .type('text/html; charset=utf-8')
      .send(documentOf(page));
  }

  /** A session of the provider of somebody else ends, so that nothing of it remains. */
  private async finishSignIn(
    { provider, interaction }: Question,
    user: SignedInUser,
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    const before = interaction.session;
    if (before && before.accountId !== user.user_id) {
      await (await provider.Session.findByUid(before.uid))?.destroy();
    }
    const session = before?.accountId === user.user_id ? before : undefined;
    const ts = Math.floor(user.authenticated_at.getTime() / 1000);
    const login = { accountId: user.user_id, ts, amr: amrOf(user.methods) };
    return this.leave(interaction, { session, result: { login } }, reply);
  }

  private async leave(
    interaction: Interaction,
    changes: Partial<Pick<Interaction, 'result' | 'session'>>,
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    await Object.assign(interaction, changes).persist();
    return reply.redirect(interaction.returnTo, 303);
  }

  private async askConsent(question: Question, reply: FastifyReply, message?: string): Promise<FastifyReply> {
    const user = await this.consentingUser(question);
    if (!user) return this.expired(reply);
    const { clientName, redirectUri, onlyOne, context } = question;
    const scopes = scopesOf(question);
    const page = consentPage({
      ...context,
      clientName,
      redirectUri,
      onlyOne,
      email: user.email,
      scopes,
      organizations: user.organizations,
      asksForOrganizations: !scopes.every(isIdentityScope),
      message,
    });
    return this.send(message === undefined ? reply : reply.status(422), question, page);
  }

  private async answerConsent(question: Question, fields: FormFields, reply: FastifyReply): Promise<FastifyReply> {
    const { provider, interaction, onlyOne } = question;
    const user = await this.consentingUser(question);
    if (!user) return this.askConsent(question, reply);
    if (fields['step'] !== 'allow') {
      const result = { error: 'access_denied', error_description: 'The user refused.' };
      return this.leave(interaction, { result }, reply);
    }
    const scopes = scopesOf(question);
    const organizationIds = chosenOrganizations(user, scopes, onlyOne, fields['organization']);
    if (organizationIds === undefined) return this.askConsent(question, reply, 'Choose an organization.');
    const clientId = interaction.params['client_id'] as string;
    const grant = new provider.Grant({ accountId: user.id, clientId });
    grant.addOIDCScope(scopes.join(' '));
    const id = await grant.save();
    const createdAt = this.clock.now();
    await this.grants.add({
      id,
      clientId,
      userId: user.id,
      scopes,
      subType: onlyOne ? 'organization' : 'user',
      organizationIds,
      createdAt,
      expiresAt: new Date(createdAt.getTime() + LIFETIMES.Grant * 1000),
    });
    return this.leave(interaction, { result: { ...interaction.lastSubmission, consent: { grantId: id } } }, reply);
  }

  /** The user who signed in for this question; null if somebody else is signed in now, or nobody. */
  private async consentingUser({ interaction, user }: Question): Promise<ConsentingUser | null> {
    if (!user || user.user_id !== interaction.session?.accountId) return null;
    return this.queries.execute(new FindConsentingUser(user.user_id));
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

const scopesOf = ({ interaction }: Question): string[] =>
  String(interaction.params['scope'] ?? '')
    .split(' ')
    .filter((scope) => scope !== '');

/** Null for all organizations; undefined if the choice is not valid. */
function chosenOrganizations(
  { organizations }: ConsentingUser,
  scopes: readonly string[],
  onlyOne: boolean,
  chosen: string | undefined,
): readonly string[] | null | undefined {
  if (scopes.every(isIdentityScope)) return null;
  if (chosen === 'all') return onlyOne ? undefined : null;
  return organizations.some(({ id }) => id === chosen) ? [chosen!] : undefined;
}

/** An application may demand that the user signs in anew: a session from before does not count. */
function isRecentEnough({ prompt, iat }: Interaction, { authenticated_at: at }: SignedInUser): boolean {
  const demands = prompt.reasons.filter((reason) => reason !== 'no_session' && reason !== 'user_session');
  return demands.length === 0 || Math.floor(at.getTime() / 1000) >= iat!;
}
