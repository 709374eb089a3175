import { applyDecorators } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type {
  FastifyInstance,
  FastifyRequest,
  onRequestHookHandler,
  onSendHookHandler,
  preHandlerAsyncHookHandler,
  preParsingHookHandler,
} from 'fastify';
import { Readable } from 'node:stream';
import { WallClock } from '#kernel';
import { RateLimits } from '#platform/rate-limits/composition';
import { Turns } from '#engine/tenancy';
import { type BinaryConfig, failure } from './binary-body.ts';
import { Clients } from './clients.ts';
import { type BodyConfig, DescribeBodyLimit, isLarge, isLong, UNAUTHENTICATED_BODY_LIMIT } from './body-limit.ts';
import { extendRouteConfig } from './extend-route-config.ts';
import { UnescapedLength } from './unescaped-length.ts';

/** A character of four bytes takes three times as many if it is escaped: `\ud83d\ude00`. */
const MAX_ESCAPED_BYTES = 3 * UNAUTHENTICATED_BODY_LIMIT;

interface PublicBodyConfig {
  readonly hasPublicBody?: boolean;
}

/**
 * The body of an operation without credentials: at most 256 KiB, where an escape sequence counts as the character that it stands
 * for, so that `conditions` and `meta` with the longest keys and values fit in any encoding. A larger one is a 413 and is not parsed.
 */
export const PublicBody = (): MethodDecorator =>
  applyDecorators(
    extendRouteConfig({ hasPublicBody: true } satisfies PublicBodyConfig),
    DescribeBodyLimit('The body exceeds 256 KiB. An escape sequence counts as the character that it stands for.'),
  );

/** Long bodies without a token that are read at the same time. Each has 1 MiB at most. */
const READING = { places: 32, reserved: 0, maxPerTenant: 8, maxWaiting: 32, maxWaitMs: 5_000 };
/** Between two long bodies for one organization, while others are active. Storing one takes several milliseconds. */
const REST_MS = 50;

/** What is said of a body that was read, or begun to be read, for nothing. */
const REFUSED: ReadonlySet<number> = new Set([400, 413, 415, 422]);

/**
 * Applies `@PublicBody` to the routes added from now on. Long bodies are read in turns of the networks that send them to operations
 * without a token, and of a network that sends too many that are refused, none are; those for one organization are processed one at a
 * time, and rest while others are active: anybody can send them.
 */
export function publicBodies(fastify: FastifyInstance, app: Pick<NestFastifyApplication, 'get'>): void {
  const reading = new Turns(READING);
  const [clients, clock] = [app.get(Clients), app.get<WallClock>(WallClock)];
  const refusals = app.get(RateLimits).of('keyFailures', 'refused bodies');
  // Fastify awaits a promise, and a short body waits for nothing.
  const waitToRead =
    (isCounted: boolean): onRequestHookHandler =>
    (request, reply, done) => {
      if (!isLong(request)) return done();
      const block = isCounted ? refusals.knownBlock(clients.networkOf(request), clock.now()) : null;
      return block ? done(block) : reading.takeUntilClosed(request.requestContext, reply.raw);
    };
  const countRefusal: onSendHookHandler = (request, { statusCode }, payload, done) => {
    if (!REFUSED.has(statusCode) || !isLong(request)) return done(null, payload);
    return refusals.count(clients.networkOf(request), clock.now()).then(() => payload);
  };
  const longBodies = new Turns({ places: 16, reserved: 0, maxPerTenant: 1, maxWaiting: 500, maxWaitMs: 5_000, restMs: REST_MS });
  const takeTurn: preHandlerAsyncHookHandler = async (request, reply) => {
    if (isLong(request)) await longBodies.takeUntilClosed(request.requestContext, reply.raw);
  };
  fastify.addHook('onRoute', (route) => {
    const { tokenKinds, hasPublicBody, binary } = (route.config ?? {}) as BodyConfig & PublicBodyConfig & BinaryConfig;
    if (!tokenKinds) {
      // Payment providers send the events of all sellers from one network: those that one seller has refused are nobody else's.
      const isCounted = binary === undefined;
      route.onRequest = [...[route.onRequest ?? []].flat(), waitToRead(isCounted)];
      if (isCounted) route.onSend = [...[route.onSend ?? []].flat(), countRefusal];
    }
    if (!hasPublicBody) return;
    route.bodyLimit = MAX_ESCAPED_BYTES;
    route.preParsing = [stopReadingLarge, ...[route.preParsing ?? []].flat()];
    route.preHandler = [takeTurn, ...[route.preHandler ?? []].flat()];
  });
}

/** A body that is not written in escape sequences is not read beyond 256 KiB. */
const stopReadingLarge: preParsingHookHandler = (request, reply, payload, done) => {
  if (!isLarge(request)) return done(null, payload);
  const refused = (): void => void reply.header('connection', 'close');
  done(null, Readable.from(readWithinLimit(payload as Readable, refused), { objectMode: false }));
};

async function* readWithinLimit(payload: Readable, refused: () => void): AsyncIterable<Buffer> {
  const unescaped = new UnescapedLength();
  for await (const chunk of payload.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    unescaped.add(chunk);
    if (unescaped.length > UNAUTHENTICATED_BODY_LIMIT) {
      refused();
      throw failure(413);
    }
    yield chunk;
  }
}

/** Fastify builds `routeOptions` anew whenever it is read. */
export const isPublic = ({ routeOptions }: FastifyRequest): boolean =>
  (routeOptions.config as PublicBodyConfig).hasPublicBody ?? false;
