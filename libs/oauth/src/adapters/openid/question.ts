import type { FastifyReply } from 'fastify';
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
