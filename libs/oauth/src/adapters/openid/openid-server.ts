import { Injectable, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify';
import type { IncomingMessage } from 'node:http';
import { parse } from 'node:querystring';
import { TooManyRequests } from '#kernel';
import { isStorable } from '#support/texts';
import { Config } from '#platform/config';
import {
  type ClientLimit,
  ClientLimits,
  closeAfterBody,
  isLarge,
  type LimitedRouteConfig,
  rateLimitHeaders,
} from '#platform/http';
import { OFFERED_SCOPES } from '../../domain/scopes.ts';
import { problemPage } from './error-page.ts';
import type { FormFields } from './form-security.ts';
import { Interactions } from './interactions.ts';
import { documentOf, type Page, pageHeaders } from './page.ts';
import { protectedResource } from './published-documents.ts';
import { Providers } from './providers.ts';
import { INTERACTION, PAGES, ROUTES } from './routes.ts';
import { SignOut } from './sign-out.ts';

const MAX_FORM_BYTES = 64 * 1024;
const FORM_TYPE = 'application/x-www-form-urlencoded';
const HTML = 'text/html; charset=utf-8';

/** What anybody may ask, and what may be stored for it: counted by network, or by device if somebody has signed in on it. */
const byAnybody = (name: string): ClientLimit => ({ quota: 'openid', name });
/** What applications ask for all of their users. */
const byClients = (name: string): ClientLimit => ({ quota: 'openidClients', name });
/** Whoever registers fills the database or the audit logs, whoever enters codes of devices may be guessing. */
const REGISTRATIONS: ClientLimit = { quota: 'signIn', name: 'client registrations' };
const DEVICE_CODES: ClientLimit = { quota: 'signIn', name: 'device codes' };
const AUTHORIZATIONS = byAnybody('authorizations');
const SIGN_OUTS = byAnybody('sign-outs');
const INTERACTIONS = byAnybody('interactions');
const PUBLISHED: LimitedRouteConfig = { unlimited: 'It is a published document. Nothing is stored.' };

type Route = readonly [method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, limit: ClientLimit | null];

/** What the provider answers itself. `/v1/oauth2/authorize` is where clients of the reference look for it. */
const PROVIDER_ROUTES: readonly Route[] = [
  ['GET', '/.well-known/openid-configuration', null],
  ['GET', '/.well-known/oauth-authorization-server', null],
  ['GET', ROUTES.jwks, null],
  ['GET', ROUTES.authorization, AUTHORIZATIONS],
  ['GET', `${ROUTES.authorization}/:uid`, byAnybody('results of interactions')],
  ['GET', '/v1/oauth2/authorize', AUTHORIZATIONS],
  ['GET', ROUTES.code_verification, byAnybody('pages for codes of devices')],
  ['POST', ROUTES.code_verification, DEVICE_CODES],
  ['GET', `${ROUTES.code_verification}/:uid`, byAnybody('results of codes of devices')],
  ['GET', ROUTES.end_session, SIGN_OUTS],
  ['POST', ROUTES.end_session, SIGN_OUTS],
  ['POST', `${ROUTES.end_session}/confirm`, SIGN_OUTS],
  ['GET', `${ROUTES.end_session}/success`, SIGN_OUTS],
  ['POST', ROUTES.device_authorization, byAnybody('device authorizations')],
  ['POST', ROUTES.token, byClients('requests for tokens')],
  ['POST', ROUTES.introspection, byClients('introspections')],
  ['POST', ROUTES.revocation, byClients('revocations')],
  ['GET', ROUTES.userinfo, byClients('requests for users')],
  ['POST', ROUTES.userinfo, byClients('requests for users')],
  ['POST', ROUTES.registration, REGISTRATIONS],
  ['GET', `${ROUTES.registration}/:id`, byClients('management of clients')],
  ['PUT', `${ROUTES.registration}/:id`, REGISTRATIONS],
  ['DELETE', `${ROUTES.registration}/:id`, byClients('management of clients')],
];

const AUTHORIZATION_PATHS: ReadonlySet<string> = new Set([ROUTES.authorization, '/v1/oauth2/authorize']);
const UNSUPPORTED_MODE = problemPage(
  'The application asks to be answered in a way that is not supported.',
  'response_mode must be query',
);
const NOT_UNDERSTOOD = problemPage('The browser sent something that cannot be understood.');

/** Serves the provider and its pages beside the operations of the API. */
@Injectable()
export class OpenIdServer implements OnModuleInit {
  private readonly issuer: URL;

  constructor(
    private readonly host: HttpAdapterHost,
    private readonly providers: Providers,
    private readonly interactions: Interactions,
    private readonly signOut: SignOut,
    private readonly limits: ClientLimits,
    config: Config,
  ) {
    this.issuer = new URL(config.baseUrl);
  }

  /** Processes other than the API have no server. */
  onModuleInit(): void {
    const adapter = this.host.httpAdapter as { getInstance?(): FastifyInstance } | undefined;
    const fastify = adapter?.getInstance?.();
    if (!fastify || typeof fastify.register !== 'function') return;
    void fastify.register(async (scope) => this.addProvider(scope));
    void fastify.register(async (scope) => this.addPages(scope));
    const document = protectedResource(this.issuer.href.replace(/\/$/, ''), '', OFFERED_SCOPES);
    fastify.get('/.well-known/oauth-protected-resource', { config: PUBLISHED }, (_request, reply) =>
      reply.header('cache-control', 'public, max-age=300').send(document),
    );
  }

  /** The provider reads bodies itself. */
  private addProvider(scope: FastifyInstance): void {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
    for (const [method, url, limit] of PROVIDER_ROUTES) {
      scope.route({
        ...(limit ? this.limited(limit) : { config: PUBLISHED }),
        method,
        url,
        bodyLimit: MAX_FORM_BYTES,
        handler: (request, reply) => this.provide(request, reply),
      });
    }
  }

  private addPages(scope: FastifyInstance): void {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(FORM_TYPE, { parseAs: 'string', bodyLimit: MAX_FORM_BYTES }, (_request, body, done) =>
      done(null, fieldsOf(body as string)),
    );
    scope.addHook('preHandler', async ({ query, body }, reply) => {
      if (!isStorable(query) || !isStorable(body)) await this.refusePage(reply, NOT_UNDERSTOOD);
    });
    const interaction = this.limited(INTERACTIONS);
    scope.get(`${INTERACTION}/:uid`, interaction, (request, reply) => this.interactions.show(request, reply));
    scope.post(`${INTERACTION}/:uid`, interaction, (request, reply) => this.interactions.submit(request, reply));
    scope.get(`${INTERACTION}/:uid/single-sign-on`, interaction, (request, reply) =>
      this.interactions.returnFromProvider(request, reply),
    );
    const signOut = this.limited(SIGN_OUTS);
    scope.get(`${PAGES}/sign-out`, signOut, (request, reply) => this.signOut.show(request, reply));
    scope.post(`${PAGES}/sign-out`, signOut, (request, reply) => this.signOut.submit(request, reply));
  }

  /** Requests are counted before their body is read. */
  private limited(limit: ClientLimit): RouteShorthandOptions {
    return {
      config: { limit: limit.name } satisfies LimitedRouteConfig,
      onRequest: async (request, reply) => {
        const { windows, retryAfter } = await this.limits.count(request, limit);
        if (retryAfter === null) return void reply.headers(rateLimitHeaders(windows));
        const error = new TooManyRequests(retryAfter, windows);
        if (!request.url.startsWith(PAGES)) throw error;
        const headers = { ...rateLimitHeaders(windows), ...pageHeaders(), 'retry-after': String(retryAfter) };
        return reply
          .status(429)
          .headers(headers)
          .type(HTML)
          .send(documentOf(problemPage(error.message)));
      },
    };
  }

  private async provide(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { response_mode: mode = 'query' } = request.query as { readonly response_mode?: unknown };
    if (AUTHORIZATION_PATHS.has(request.routeOptions.url!) && mode !== 'query') return this.refusePage(reply, UNSUPPORTED_MODE);
    const provider = await this.providers.current();
    // The provider leaves a body unread that it does not accept.
    if (isLarge(request)) {
      void reply.header('connection', 'close');
      closeAfterBody(request);
    }
    reply.hijack();
    for (const [name, value] of Object.entries({ ...reply.getHeaders(), ...pageHeaders() })) reply.raw.setHeader(name, value!);
    await provider.callback()(this.addressed(request.raw), reply.raw);
    return reply;
  }

  /** The provider builds addresses from those of the request: they are those of the issuer, whatever the client sent. */
  private addressed(raw: IncomingMessage): IncomingMessage {
    const [path, query] = raw.url!.split(/\?(.*)/s, 2) as [string, string?];
    const known = path.replace(/\/+$/, '').replace(/^\/v1\/oauth2\/authorize$/, ROUTES.authorization);
    const isDevice = raw.method === 'GET' && known === ROUTES.code_verification;
    const { protocol, host, pathname } = this.issuer;
    Object.assign(raw.headers, { 'x-forwarded-proto': protocol.slice(0, -1), 'x-forwarded-host': host });
    // A code in the address is shown in the form: the provider would send it on by a script.
    return Object.assign(raw, {
      url: query === undefined || isDevice ? known : `${known}?${query}`,
      givenUrl: raw.url,
      baseUrl: pathname.replace(/\/$/, ''),
    });
  }

  private refusePage(reply: FastifyReply, page: Page): FastifyReply {
    return reply.status(400).headers(pageHeaders()).type(HTML).send(documentOf(page));
  }
}

/** The first value of each field. */
const fieldsOf = (body: string): FormFields =>
  Object.fromEntries(Object.entries(parse(body)).map(([name, value]) => [name, [value].flat()[0] ?? '']));
