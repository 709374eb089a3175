import { applyDecorators } from '@nestjs/common';
import { ApiResponse } from '@nestjs/swagger';
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import { kindOfToken, type TokenKind } from '#engine/secrets';
import { runInContext } from '#engine/tenancy';
import { bearerToken, insufficientScope, type TokenProblem, unauthorized, withoutToken, wrongKind } from './credentials.ts';
import type { AuthChallenge } from './errors.ts';
import { errorView } from './error.views.ts';
import { openApi } from './open-api-schema.ts';
import { LongBodies } from './long-bodies.ts';
import { extendRouteConfig } from './extend-route-config.ts';
import { isAnotherActive } from './request-contexts.ts';

/** For how long, and how much of a body is discarded: more than the largest one of JSON. */
const DISCARD_MS = 5_000;
const DISCARD_BYTES = 16 * 1024 * 1024;
const CHECK_MS = 100;

/**
 * Lets the client have the response to a request whose body was not read, although its connection is closed. A connection that is closed
 * while a body arrives is reset, and the response may be lost with it: a proxy shows an error of its own instead, and a client does not
 * learn what it was refused for. So what arrives after the response is discarded until the body ends or a limit is reached, as nginx does with
 * `lingering_close`. Discarding 9 MiB takes 7 ms of CPU, a hundredth of what as many bytes of small requests take.
 */
export function closeAfterBody({ raw: request }: FastifyRequest): void {
  const { socket } = request;
  // Node closes the connection by this method once the response is written.
  socket.destroySoon = () => {
    if (request.complete) return void socket.destroy();
    request.resume();
    // The end of the response; the client may go on to write.
    socket.end();
    const [before, deadline] = [socket.bytesRead, performance.now() + DISCARD_MS];
    const check = setInterval(() => {
      if (socket.bytesRead - before > DISCARD_BYTES || performance.now() > deadline) socket.destroy();
    }, CHECK_MS);
    socket.once('close', () => clearInterval(check));
    request.once('end', () => socket.destroy());
  };
}

const MIB = 1024 * 1024;

/** The maximum size of a body in bytes that is read and parsed before anybody's credentials are checked. */
export const UNAUTHENTICATED_BODY_LIMIT = MIB / 4;

const LONG_BYTES = 16 * 1024;

/** What is known of tokens before a request is read. */
export interface KnownTokens {
  /** On whose account requests with the token are, and its scopes, if its kind has some; null if it is unknown, expired or revoked. */
  identify(token: string): Promise<{ readonly tenant: string; readonly scopes?: readonly string[] } | null>;
  /** Why a token is not accepted. */
  problemOf(token: string): Promise<TokenProblem>;
  /** The challenge of what accepts tokens of these kinds, with where applications learn how to get one. */
  withMetadata(refusal: AuthChallenge, accepted: readonly TokenKind[]): AuthChallenge;
}

export interface BodyConfig {
  /** The maximum size of the body in bytes, if it is not 1 MiB. */
  readonly bodyLimit?: number;
  /** The kinds of tokens that the operation accepts; undefined for a public one. */
  readonly tokenKinds?: readonly TokenKind[];
  /** The scopes of which the token needs one; undefined for tokens without scopes. */
  readonly scopes?: readonly string[];
}

/** The maximum size of the body of an operation that requires credentials, if it is not the default of 1 MiB. */
export const BodyLimit = (mebibytes: number): MethodDecorator =>
  applyDecorators(
    extendRouteConfig({ bodyLimit: mebibytes * MIB } satisfies BodyConfig),
    DescribeBodyLimit(`The body exceeds ${mebibytes} MiB.`),
  );

/** Describes the response to a body that is too large, where that is not 1 MiB. */
export const DescribeBodyLimit = (description: string): MethodDecorator =>
  ApiResponse({ status: 413, description, schema: openApi(errorView('RequestBodyTooLarge').schema) });

/** The operation requires a token of one of these kinds, with one of the scopes. Its body may exceed 256 KiB. */
export const RequireToken = (tokenKinds: readonly TokenKind[], scopes?: readonly string[]): MethodDecorator =>
  extendRouteConfig({ tokenKinds, ...(scopes && { scopes }) } satisfies BodyConfig);

/** A body without an announced length may be of any size. */
const mayExceed =
  (bytes: number) =>
  ({ headers }: FastifyRequest): boolean =>
    Number(headers['content-length'] ?? 0) > bytes || headers['transfer-encoding'] !== undefined;

export const isLarge = mayExceed(UNAUTHENTICATED_BODY_LIMIT);

/** Ordinary bodies have a few hundred bytes to a few kilobytes: any number of them fits in memory. */
export const isLong = mayExceed(LONG_BYTES);

/**
 * Applies the limits to the routes added from now on. Bodies are parsed before guards run, so the token of a request with a long body is
 * looked up before, and must have a scope of the operation; the guard does it again, because the body may take a while to arrive. A long
 * body, and any body of an operation with a limit of its own, is not read without a well-formed token.
 */
export function bodyLimits(fastify: FastifyInstance, tokens: KnownTokens): void {
  const longBodies = new LongBodies();
  fastify.decorate('longBodies', longBodies);
  fastify.addHook('onSend', (request, reply, _payload, done) => {
    // Otherwise Node would read the body after the response, to use the connection again.
    if (isLarge(request) && !request.raw.readableDidRead) void reply.header('connection', 'close');
    if (!request.raw.complete && isClosedAfter(reply)) closeAfterBody(request);
    done();
  });
  fastify.addHook('onRoute', (route) => {
    const config = (route.config ?? {}) as BodyConfig;
    const { bodyLimit, tokenKinds } = config;
    if (!tokenKinds) return;
    route.bodyLimit = bodyLimit ?? MIB;
    route.onRequest = [checkToken({ ...config, tokenKinds }), ...[route.onRequest ?? []].flat()];
    route.onSend = [longBodies.release, ...[route.onSend ?? []].flat()];
  });

  const checkToken =
    ({ bodyLimit, ...needed }: Needed): onRequestAsyncHookHandler =>
    async (request) => {
      if (bodyLimit === undefined && !isLong(request)) return;
      const refusal = await refusalOf(request, needed);
      if (refusal) throw tokens.withMetadata(refusal, needed.tokenKinds);
      // A body that is announced as too large is refused unread, so it waits for no turn.
      const isReadable = Number(request.headers['content-length'] ?? 0) <= (bodyLimit ?? MIB);
      if (isLong(request) && isReadable) await longBodies.take(request, { isLarge: isLarge(request) });
    };

  async function refusalOf(request: FastifyRequest, { tokenKinds, scopes }: Needed): Promise<AuthChallenge | undefined> {
    const token = bearerToken(request);
    if (token === undefined) return withoutToken(request);
    const kind = kindOfToken(token);
    if (kind === undefined) return unauthorized('malformed');
    if (!isLong(request)) return undefined;
    const inContext = <T>(look: () => Promise<T>): Promise<T> => runInContext(request.requestContext, look);
    const principal = await inContext(() => tokens.identify(token));
    if (principal === null) return unauthorized(await inContext(() => tokens.problemOf(token)));
    request.requestContext.tenant = principal.tenant;
    if (!tokenKinds.includes(kind)) return wrongKind(tokenKinds);
    if (!scopes || scopes.some((scope) => principal.scopes?.includes(scope))) return undefined;
    return insufficientScope(scopes);
  }
}

const isClosedAfter = (reply: FastifyReply): boolean => reply.getHeader('connection') === 'close' || !reply.raw.shouldKeepAlive;

type Needed = BodyConfig & Required<Pick<BodyConfig, 'tokenKinds'>>;

const DELAY_MS = 1_000;

/**
 * Responses to clients that repeat requests although they ask for too much, that send large bodies with a token that is unknown, and
 * that fail at a subject at which many strangers try.
 */
const isSlowed = (request: FastifyRequest, { statusCode }: FastifyReply): boolean =>
  statusCode === 429 || (statusCode === 401 && isLarge(request)) || (request.hasBusySubject ?? false);

/**
 * Clients that repeat a refused request at once would occupy the process with refusals. While other tenants are active, a refusal
 * is sent after a second, so a connection gets one a second. A client that heeds `Retry-After` loses nothing.
 */
export function slowRefusals(fastify: FastifyInstance): void {
  fastify.addHook('onSend', (request, reply, _payload, done) => {
    if (reply.statusCode >= 400 && isSlowed(request, reply) && isAnotherActive(request.requestContext))
      setTimeout(done, DELAY_MS);
    else done();
  });
}
