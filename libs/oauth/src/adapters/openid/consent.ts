import { Injectable } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { FastifyReply } from 'fastify';
import { WallClock } from '#kernel';
import { clientAddress } from '#platform/http';
import { MCP_PATH } from '../../contract/index.ts';
import { ApplicationAllowed } from '../../domain/grant.events.ts';
import { Grants } from '../../domain/grants.ts';
import { isIdentityScope, isWriteScope, OFFERED_SCOPES } from '../../domain/scopes.ts';
import { type ConsentingUser, FindConsentingUser } from '../../queries/find-consenting-user.ts';
import { consentPage } from './consent-page.ts';
import type { FormFields } from './form-security.ts';
import { LIFETIMES } from './lifetimes.ts';
import { resourceOf } from './resources.ts';
import { subjectOf } from './subjects.ts';
import type { Interaction, Provider } from 'oidc-provider';
import { EXPIRED_PAGE } from './error-page.ts';
import { documentOf, type Page, pageHeaders } from './page.ts';
import type { FormContext } from './sign-in-pages.ts';
import type { SignedInUser } from './user-sessions.ts';

/** What an application asks of a user, on behalf of whom it wants to act. */
export interface Question {
  readonly provider: Provider;
  readonly interaction: Interaction;
  readonly clientName: string;
  readonly redirectUri: string | null;
  readonly onlyOne: boolean;
  readonly user: SignedInUser | null;
  readonly context: FormContext;
}

const HTML = 'text/html; charset=utf-8';

export const sendPage = (reply: FastifyReply, { redirectUri }: Question, page: Page): FastifyReply =>
  reply
    .headers(pageHeaders(redirectUri ?? undefined, page.script))
    .type(HTML)
    .send(documentOf(page));

export const sendExpired = (reply: FastifyReply): FastifyReply =>
  reply.status(400).headers(pageHeaders()).type(HTML).send(documentOf(EXPIRED_PAGE));

/** Goes back to the provider, which goes on with the result. */
export async function leave(
  { interaction }: Question,
  changes: Partial<Pick<Interaction, 'result' | 'session'>>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  await Object.assign(interaction, changes).persist();
  return reply.redirect(interaction.returnTo, 303);
}

/** The question whether an application may act for the user. */
@Injectable()
export class Consent {
  constructor(
    private readonly grants: Grants,
    private readonly clock: WallClock,
    private readonly queries: QueryBus,
  ) {}

  async ask(question: Question, reply: FastifyReply, message?: string): Promise<FastifyReply> {
    const user = await this.consentingUser(question);
    if (!user) return sendExpired(reply);
    const { clientName, redirectUri, context } = question;
    const onlyOne = choosesOne(question, user);
    const { scopes, optional } = askedFor(question);
    const page = consentPage({
      ...context,
      clientName,
      redirectUri,
      onlyOne,
      email: user.email,
      scopes,
      optional,
      organizations: user.organizations,
      needingSingleSignOn: user.needingSingleSignOn,
      asksForOrganizations: !scopes.every(isIdentityScope),
      message,
    });
    return sendPage(message === undefined ? reply : reply.status(422), question, page);
  }

  async answer(question: Question, fields: FormFields, reply: FastifyReply): Promise<FastifyReply> {
    const { provider, interaction } = question;
    const user = await this.consentingUser(question);
    if (!user) return this.ask(question, reply);
    if (fields['step'] !== 'allow') {
      const result = { error: 'access_denied', error_description: 'The user refused.' };
      return leave(question, { result }, reply);
    }
    const { scopes: always, optional, resources } = askedFor(question);
    const scopes = fields['changes'] === 'yes' ? [...always, ...optional] : [...always];
    const organizationIds = chosenOrganizations(user, scopes, choosesOne(question, user), fields['organization']);
    if (organizationIds === undefined) return this.ask(question, reply, 'Choose an organization.');
    const clientId = interaction.params['client_id'] as string;
    const accountId = interaction.session!.accountId;
    const grant = new provider.Grant({ accountId, clientId });
    grant.addOIDCScope(resources.length === 0 ? scopes : scopes.filter(isIdentityScope));
    for (const resource of resources) {
      grant.addResourceScope(resource, scopes);
      grant.rejectResourceScope(
        resource,
        optional.filter((scope) => !scopes.includes(scope)),
      );
    }
    const id = await grant.save();
    const createdAt = this.clock.now();
    const expiresAt = new Date(createdAt.getTime() + LIFETIMES.Grant * 1000);
    const subType = question.onlyOne ? 'organization' : 'user';
    const allowed = new ApplicationAllowed(id, createdAt, {
      client_id: clientId,
      client_name: question.clientName,
      scopes,
      organization_ids: organizationIds,
      expires_at: expiresAt.toISOString(),
      user_id: user.id,
      address: clientAddress(reply.request),
    });
    const { id: userId, providerOrganizationId } = user;
    const of = { id, clientId, userId, scopes, subType, organizationIds, providerOrganizationId } as const;
    const authorizedAt = question.user!.authenticated_at;
    await this.grants.add({ ...of, authorizedAt, createdAt, expiresAt }, allowed);
    return leave(question, { result: { ...interaction.lastSubmission, consent: { grantId: id } } }, reply);
  }

  /** The user who signed in for this question; null if somebody else is signed in now, or nobody. */
  private async consentingUser({ interaction, user }: Question): Promise<ConsentingUser | null> {
    if (!user || subjectOf(user) !== interaction.session?.accountId) return null;
    return this.queries.execute(new FindConsentingUser(user.user_id, user.provider_organization_id, user.authenticated_at));
  }
}

/** What is allowed in the session of a provider is limited to its organization. */
const choosesOne = ({ onlyOne }: Question, { providerOrganizationId }: ConsentingUser): boolean =>
  onlyOne || providerOrganizationId !== null;

interface AskedFor {
  /** The addresses for which the application wants tokens (RFC 8707), as it wrote them. None: the API. */
  readonly resources: readonly string[];
  readonly scopes: readonly string[];
  /** Scopes that the user may leave out: what a model may change besides reading. */
  readonly optional: readonly string[];
}

function askedFor({ provider, interaction: { params } }: Question): AskedFor {
  const asked = new Set(String(params['scope'] ?? '').split(' '));
  const scopes = [...asked].filter((scope) => OFFERED_SCOPES.includes(scope));
  const resources = [(params['resource'] ?? []) as string | string[]].flat();
  const isForModel = resources.some((each) => resourceOf(each, provider.issuer) === `${provider.issuer}${MCP_PATH}`);
  const kept = scopes.filter((scope) => !isWriteScope(scope));
  if (!isForModel || kept.every(isIdentityScope)) return { resources, scopes, optional: [] };
  return { resources, scopes: kept, optional: scopes.filter(isWriteScope) };
}

/** Null for all organizations; undefined if the choice is not valid. */
function chosenOrganizations(
  { organizations, providerOrganizationId }: ConsentingUser,
  scopes: readonly string[],
  onlyOne: boolean,
  chosen: string | undefined,
): readonly string[] | null | undefined {
  if (scopes.every(isIdentityScope)) return providerOrganizationId === null ? null : [providerOrganizationId];
  if (chosen === 'all') return onlyOne ? undefined : null;
  return organizations.some(({ id }) => id === chosen) ? [chosen!] : undefined;
}
