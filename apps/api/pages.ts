import fastifyStatic from '@fastify/static';
import { QueryBus } from '@nestjs/cqrs';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { existsSync, readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';
import { FindCustomers, FindMembers } from '#customer-portal/contract';
import { SINGLE_SIGN_ON_CALLBACK } from '#identity/contract';
import { singleSignOnReturn } from '#oauth';
import { FindOrganizations } from '#organizations/contract';
import { CredentialSources, PortalPrincipal, SellerPrincipal } from '#platform/auth';
import type { Config } from '#platform/config';
import type { LimitedRouteConfig } from '#platform/http';
import { type PageArea, type PageSession, SessionProxy } from '#platform/http/composition';
import { PageDocument, pageRules } from './page-document.ts';

/** What `apps/web/build.mjs` has written. This module runs bundled, compiled, or from its source, so its own place says nothing. */
const BUILT = join(dirname(findPackageJSON(import.meta.url)!), 'dist/web/');
const PORTAL = '/portal/';
/** In links that sign in. */
const TOKEN = 'customer_session_token';

const PORTAL_SESSION = {
  begins: {
    'POST /v1/customer-portal/customer-session/authenticate': 'token',
    'POST /v1/customer-portal/customers/me/email-update/verify': 'token',
    'POST /v1/customer-seats/claim': TOKEN,
  },
  ends: ['DELETE /v1/customer-portal/customer-session'],
};
/** A session that was ended is forgotten with the next request, which is refused. */
const CONSOLE = '/console';
const CONSOLE_SESSION = {
  'POST /v1/users/sign-in/authenticate': 'session.token',
  'POST /v1/users/sign-in/second-factor': 'token',
  'POST /v1/users/sign-in/single-sign-on/authenticate': 'token',
};

const DOCUMENT: LimitedRouteConfig = { unlimited: 'It sends a page that is in memory. Nothing is stored.' };
const REDIRECT: LimitedRouteConfig = { unlimited: 'It redirects. Nothing is stored.' };
const LINK: LimitedRouteConfig = { unlimited: 'It has no body, and reads the sessions of its cookies. Nothing is stored.' };
const SESSION: LimitedRouteConfig = { unlimited: 'It has no body, and reads the session of its cookie. Nothing is stored.' };
const REFUSED: LimitedRouteConfig = { unlimited: 'It refuses every request before its body is read.' };

/** Serves the console and the portals, if they are built, and the API below their addresses. */
export async function servePages(
  app: NestFastifyApplication,
  sessions: SessionProxy,
  { baseUrl, apiDocs }: Pick<Config, 'baseUrl' | 'apiDocs'>,
): Promise<void> {
  const fastify = app.getHttpAdapter().getInstance() as unknown as FastifyInstance;
  const session: PageSession = {
    begins: { ...PORTAL_SESSION.begins, ...CONSOLE_SESSION },
    ends: PORTAL_SESSION.ends,
    accepts: (token, area) => mayHave(app, token, area),
  };
  sessions.register(fastify, session);
  fastify.get(SINGLE_SIGN_ON_CALLBACK, { config: REDIRECT }, returnFromProvider);
  serveLinks(app, fastify, sessions, session);
  serveSignedIn(fastify, sessions, session);
  for (const address of ['/console/api/*', '/portal/:slug/api/*'])
    fastify.all(address, { config: REFUSED, onRequest: refuse }, notReached);
  if (!existsSync(BUILT)) return;
  await app.register(fastifyStatic, {
    root: `${BUILT}assets`,
    prefix: '/assets/',
    decorateReply: false,
    preCompressed: true,
    immutable: true,
    maxAge: '365d',
    index: false,
  });
  serveConsole(fastify, baseUrl, apiDocs);
  servePortals(fastify, sessions, session, baseUrl);
}

function serveConsole(fastify: FastifyInstance, baseUrl: string, apiDocs: boolean): void {
  const page = documentOf('console', { 'api-docs': apiDocs });
  if (!page) return;
  const send = (_request: FastifyRequest, reply: FastifyReply): FastifyReply => page.send(reply, pageRules(baseUrl));
  fastify.get('/', { config: REDIRECT }, (_request, reply) => reply.redirect('/console', 302));
  fastify.get('/console', { config: DOCUMENT }, send);
  fastify.get('/console/*', { config: DOCUMENT }, send);
}

function servePortals(fastify: FastifyInstance, sessions: SessionProxy, { accepts }: PageSession, baseUrl: string): void {
  const [page, signIn] = [documentOf('portal'), documentOf('portal-sign-in')];
  if (!page || !signIn) return;
  const send = (_request: FastifyRequest, reply: FastifyReply): FastifyReply => page.send(reply, pageRules(baseUrl));
  fastify.get('/portal/:slug', { config: DOCUMENT }, async (request: PortalRequest, reply) => {
    const token = request.query[TOKEN];
    if (token === undefined) return send(request, reply);
    const area = `${PORTAL}${encodeURIComponent(request.params.slug)}`;
    const isValid = typeof token === 'string' && (await accepts(token, area));
    if (isValid) sessions.rememberLink(reply, token, area);
    return reply.header('referrer-policy', 'no-referrer').redirect(`${area}/${isValid ? 'link' : 'sign-in?link=expired'}`, 303);
  });
  fastify.get('/portal/:slug/sign-in', { config: DOCUMENT }, (_request, reply) => signIn.send(reply, pageRules(baseUrl)));
  fastify.get('/portal/:slug/*', { config: DOCUMENT }, send);
}

interface Person {
  readonly name: string | null;
  readonly email: string | null;
}

/**
 * The page to which a link leads asks for the session of the link with `POST`, and gets it unless somebody else is signed in: then it asks
 * the user, and `PUT` replaces the session. No other site can send either.
 */
function serveLinks(
  app: NestFastifyApplication,
  fastify: FastifyInstance,
  sessions: SessionProxy,
  { accepts }: PageSession,
): void {
  fastify.route<{ Params: { slug: string } }>({
    method: ['POST', 'PUT'],
    url: '/portal/:slug/api/link',
    config: LINK,
    bodyLimit: 1,
    onRequest: refuseOtherSites,
    handler: async (request, reply) => {
      const area = `${PORTAL}${encodeURIComponent(request.params.slug)}`;
      const { session, link } = sessions.tokensOf(request, area);
      const wanted = link !== null && (await accepts(link, area)) ? await customerOf(app, link) : null;
      if (link === null || !wanted) {
        return reply.status(401).send({ error: 'InvalidLink', detail: 'The link is not valid, or has expired. Open it again.' });
      }
      const current = session === null ? null : await customerOf(app, session);
      const isSomebodyElse = current && (current.customerId !== wanted.customerId || current.memberId !== wanted.memberId);
      if (isSomebodyElse && request.method === 'POST') {
        const [signed_in, link_for] = await Promise.all([current, wanted].map((each) => personOf(app, each)));
        const detail = 'Somebody else is signed in. PUT signs in by the link in their place.';
        return reply.status(409).send({ error: 'SomebodyElseSignedIn', detail, signed_in, link_for });
      }
      sessions.useLink(reply, link, area);
      return reply.status(204).send();
    },
  });
}

/** Tells pages of the same origin whether somebody is signed in. It is no error if nobody is. */
function serveSignedIn(fastify: FastifyInstance, sessions: SessionProxy, { accepts }: PageSession): void {
  const answer = async (request: FastifyRequest, area: PageArea) => {
    const { session } = sessions.tokensOf(request, area);
    return { signed_in: session !== null && (await accepts(session, area)) };
  };
  const options = { config: SESSION, onRequest: refuseOtherSites };
  fastify.get(`${CONSOLE}/api/session`, options, (request) => answer(request, CONSOLE));
  fastify.get<{ Params: { slug: string } }>('/portal/:slug/api/session', options, (request) =>
    answer(request, `${PORTAL}${encodeURIComponent(request.params.slug)}`),
  );
}

async function customerOf(app: NestFastifyApplication, token: string): Promise<PortalPrincipal | null> {
  const principal = await app.get(CredentialSources).identify(token);
  return principal instanceof PortalPrincipal ? principal : null;
}

async function personOf(app: NestFastifyApplication, { customerId, memberId }: PortalPrincipal): Promise<Person> {
  const queries = app.get(QueryBus);
  const found =
    memberId === null
      ? (await queries.execute(new FindCustomers([customerId]))).get(customerId)
      : (await queries.execute(new FindMembers([memberId]))).get(memberId);
  return { name: found?.name ?? null, email: found?.email ?? null };
}

/** What a provider of single sign-on says when it sends a browser back. */
const RESULT = ['code', 'state', 'iss', 'error'] as const;
const MAX_RESULT = 4096;

/**
 * A sign-in that began on a page of the OpenID provider goes on there. The page of the console gets the result behind `#`, so that no
 * server and no log has it, and completes the sign-in of its own browser.
 */
function returnFromProvider(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const query = request.query as Readonly<Record<string, unknown>>;
  const result = new URLSearchParams();
  for (const name of RESULT) {
    const value = query[name];
    if (typeof value === 'string' && value.length <= MAX_RESULT) result.set(name, value);
  }
  void reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer');
  const page = singleSignOnReturn(request.raw, result.get('state'));
  return reply.redirect(
    page === null ? `/console/sign-in/single-sign-on#${result.toString()}` : `${page}?${result.toString()}`,
    303,
  );
}

interface Query {
  readonly [TOKEN]?: string | readonly string[];
}

type PortalRequest = FastifyRequest<{ Params: { slug: string }; Querystring: Query }>;

function documentOf(name: string, settings?: Readonly<Record<string, boolean>>): PageDocument | null {
  const path = `${BUILT}${name}.html`;
  return existsSync(path) ? new PageDocument(readFileSync(path, 'utf8'), settings) : null;
}

/** Sessions of customers and members are for the portal of their organization, those of users for the console. */
async function mayHave(app: NestFastifyApplication, token: string, area: PageArea): Promise<boolean> {
  const principal = await app.get(CredentialSources).identify(token);
  if (principal instanceof SellerPrincipal) return principal.scheme === 'user_session' && area === CONSOLE;
  if (!(principal instanceof PortalPrincipal)) return false;
  const { organizationId } = principal;
  const organizations = await app.get(QueryBus).execute(new FindOrganizations([organizationId]));
  return area === `${PORTAL}${organizations.get(organizationId)?.slug}`;
}

/** What the session proxy has passed on never arrives here. */
const refuse = async (_request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> =>
  reply.status(403).send({ error: 'NotPermitted', detail: 'Only pages of the same origin use this address. The API is at /v1.' });

async function refuseOtherSites(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  if (request.headers['sec-fetch-site'] !== 'same-origin') await refuse(request, reply);
}

/** A route has a handler, also if a hook responds to every request. */
const notReached = (_request: FastifyRequest, reply: FastifyReply): FastifyReply => reply.status(403).send();
