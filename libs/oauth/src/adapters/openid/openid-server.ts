import { Injectable, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { IncomingMessage } from 'node:http';
import { parse } from 'node:querystring';
import { isStorable } from '#kernel';
import { Config } from '#platform/config';
import { problemPage } from './error-page.ts';
import { type FormFields, FormSecurity } from './form-security.ts';
import { Interactions } from './interactions.ts';
import { documentOf, type Page, pageHeaders } from './page.ts';
import { protectedResource } from './published-documents.ts';
import { Providers } from './providers.ts';
import { INTERACTION, ROUTES } from './routes.ts';
import { SignOut } from './sign-out.ts';

const MAX_FORM_BYTES = 64 * 1024;
const FORM_TYPE = 'application/x-www-form-urlencoded';

/** What the provider answers itself. `/v1/oauth2/authorize` is where clients of the reference look for it. */
const PROVIDER_ROUTES = [
  ['GET', '/.well-known/openid-configuration'],
  ['GET', '/.well-known/oauth-authorization-server'],
  ['GET', ROUTES.jwks],
  ['GET', ROUTES.authorization],
  ['GET', `${ROUTES.authorization}/:uid`],
  ['GET', '/v1/oauth2/authorize'],
  ['GET', ROUTES.code_verification],
  ['POST', ROUTES.code_verification],
  ['GET', `${ROUTES.code_verification}/:uid`],
  ['GET', ROUTES.end_session],
  ['POST', ROUTES.end_session],
  ['POST', `${ROUTES.end_session}/confirm`],
  ['GET', `${ROUTES.end_session}/success`],
  ['POST', ROUTES.device_authorization],
  ['POST', ROUTES.token],
  ['POST', ROUTES.introspection],
  ['POST', ROUTES.revocation],
  ['GET', ROUTES.userinfo],
  ['POST', ROUTES.userinfo],
  ['POST', ROUTES.registration],
  ['GET', `${ROUTES.registration}/:id`],
  ['PUT', `${ROUTES.registration}/:id`],
  ['DELETE', `${ROUTES.registration}/:id`],
] as const;

const AUTHORIZATIONS = new Set([`GET ${ROUTES.authorization}`, 'GET /v1/oauth2/authorize']);

/** Counted by network: whoever registers fills the database or the audit logs, whoever enters codes of devices may be guessing. */
const COUNTED = new Map<string, string>([
  [`POST ${ROUTES.registration}`, 'client registrations'],
  [`PUT ${ROUTES.registration}/:id`, 'client registrations'],
  [`POST ${ROUTES.code_verification}`, 'device codes'],
]);

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
    private readonly forms: FormSecurity,
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
    const document = protectedResource(this.issuer.href.replace(/\/$/, ''));
    fastify.get('/.well-known/oauth-protected-resource', (_request, reply) =>
      reply.header('cache-control', 'public, max-age=300').send(document),
    );
  }

  /** The provider reads bodies itself. */
  private addProvider(scope: FastifyInstance): void {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
    for (const [method, url] of PROVIDER_ROUTES) {
      scope.route({
        method,
        url,
        bodyLimit: MAX_FORM_BYTES,
        handler: (request, reply) => this.provide(request, reply, `${method} ${url}`),
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
    scope.get(`${INTERACTION}/:uid`, (request, reply) => this.interactions.show(request, reply));
    scope.post(`${INTERACTION}/:uid`, (request, reply) => this.interactions.submit(request, reply));
    scope.get(`${INTERACTION}/:uid/single-sign-on`, (request, reply) => this.interactions.returnFromProvider(request, reply));
    scope.get('/oauth2/sign-out', (request, reply) => this.signOut.show(request, reply));
    scope.post('/oauth2/sign-out', (request, reply) => this.signOut.submit(request, reply));
  }

  private async provide(request: FastifyRequest, reply: FastifyReply, operation: string): Promise<FastifyReply> {
    const counted = COUNTED.get(operation);
    const wait = counted === undefined ? null : await this.forms.secondsToWait(request, counted);
    if (wait !== null) return this.refuse(reply, wait);
    const { response_mode: mode = 'query' } = request.query as { readonly response_mode?: unknown };
    if (AUTHORIZATIONS.has(operation) && mode !== 'query') return this.refusePage(reply, UNSUPPORTED_MODE);
    const provider = await this.providers.current();
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

  private refuse(reply: FastifyReply, seconds: number): FastifyReply {
    const body = { error: 'TooManyRequests', detail: 'Too many requests. Try again later.' };
    return reply.status(429).header('retry-after', String(seconds)).send(body);
  }

  private refusePage(reply: FastifyReply, page: Page): FastifyReply {
    return reply.status(400).headers(pageHeaders()).type('text/html; charset=utf-8').send(documentOf(page));
  }
}

/** The first value of each field. */
const fieldsOf = (body: string): FormFields =>
  Object.fromEntries(Object.entries(parse(body)).map(([name, value]) => [name, [value].flat()[0] ?? '']));
