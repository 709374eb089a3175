import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import { kindOfToken, type TokenKind } from '#platform/secrets';
import { runInContext } from '#platform/tenancy';
import { bearerToken, type TokenProblem, unauthorized, withoutToken, wrongKind } from './credentials.ts';
import type { AuthChallenge } from './errors.ts';
import { LargeBodies } from './large-bodies.ts';
import { UnverifiedBodies } from './unverified-bodies.ts';
import { extendRouteConfig } from './extend-route-config.ts';

const MIB = 1024 * 1024;

/** The maximum size of a body in bytes that is read and parsed before anybody's credentials are checked. */
export const UNAUTHENTICATED_BODY_LIMIT = MIB / 4;

const LONG_BYTES = 16 * 1024;

/** What is known of tokens before a request is read. */
export interface KnownTokens {
  /** On whose account requests with the token are; null if it is unknown, expired or revoked. */
  tenantOf(token: string): Promise<string | null>;
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
}

/** The maximum size of the body of an operation that requires credentials, if it is not the default of 1 MiB. */
export const BodyLimit = (mebibytes: number): MethodDecorator =>
  extendRouteConfig({ bodyLimit: mebibytes * MIB } satisfies BodyConfig);

/** The operation requires a token of one of these kinds. Its body may exceed 256 KiB. */
export const RequireToken = (tokenKinds: readonly TokenKind[]): MethodDecorator =>
  extendRouteConfig({ tokenKinds } satisfies BodyConfig);

/** A body without an announced length may be of any size. */
export const isLarge = (request: FastifyRequest): boolean => mayExceed(request, UNAUTHENTICATED_BODY_LIMIT);

/** Ordinary bodies have a few hundred bytes to a few kilobytes: any number of them fits in memory. */
export const isLong = (request: FastifyRequest): boolean => mayExceed(request, LONG_BYTES);

const mayExceed = (request: FastifyRequest, bytes: number): boolean =>
  request.headers['transfer-encoding'] !== undefined || announcedSize(request) > bytes;

const announcedSize = ({ headers }: FastifyRequest): number => Number(headers['content-length'] ?? 0);

/**
 * Applies the limits to the routes added from now on. Bodies are parsed before guards run, so the token of a request with a large
 * body is looked up before; the guard does it again, because the body may take a while to arrive. A long body, and any body of an
 * operation with a limit of its own, is not read without a well-formed token.
 */
export function bodyLimits(fastify: FastifyInstance, tokens: KnownTokens): void {
  const largeBodies = new LargeBodies();
  const unverified = new UnverifiedBodies();
  fastify.addHook('onSend', (request, reply, _payload, done) => {
    // Otherwise Node would read the body after the response, to use the connection again.
    if (isLarge(request) && !request.raw.readableDidRead) void reply.header('connection', 'close');
    done();
  });
  fastify.addHook('onRoute', (route) => {
    const { bodyLimit, tokenKinds } = (route.config ?? {}) as BodyConfig;
    if (!tokenKinds) return;
    const limit = bodyLimit ?? MIB;
    route.bodyLimit = limit;
    route.onRequest = [checkToken(tokenKinds, limit, bodyLimit !== undefined), ...[route.onRequest ?? []].flat()];
    route.onSend = [largeBodies.release, ...[route.onSend ?? []].flat()];
  });

  const checkToken =
    (tokenKinds: readonly TokenKind[], limit: number, always: boolean): onRequestAsyncHookHandler =>
    async (request, reply) => {
      if (!always && !isLong(request)) return;
      const refusal = await refusalOf(request, reply, tokenKinds);
      // A body that is announced as too large is refused unread, so it waits for no turn.
      if (!refusal) return isLarge(request) && announcedSize(request) <= limit ? largeBodies.take(request) : undefined;
      throw tokens.withMetadata(refusal, tokenKinds);
    };

  async function refusalOf(
    request: FastifyRequest,
    reply: FastifyReply,
    tokenKinds: readonly TokenKind[],
  ): Promise<AuthChallenge | undefined> {
    const token = bearerToken(request);
    if (token === undefined) return withoutToken(request);
    const kind = kindOfToken(token);
    if (kind === undefined) return unauthorized('malformed');
    if (!isLarge(request) && (!isLong(request) || unverified.admit(request, reply))) return undefined;
    const inContext = <T>(look: () => Promise<T>): Promise<T> => runInContext(request.requestContext, look);
    const tenant = await inContext(() => tokens.tenantOf(token));
    if (tenant === null) return unauthorized(await inContext(() => tokens.problemOf(token)));
    request.requestContext.tenant = tenant;
    return tokenKinds.includes(kind) ? undefined : wrongKind(tokenKinds);
  }
}
