import type { onRequestAsyncHookHandler } from 'fastify';
import { Turns } from '#engine/tenancy';

/** The OpenAPI document, a megabyte, is sent to a network once at a time, because anybody can request it. */
export function documentTurns(): onRequestAsyncHookHandler {
  const turns = new Turns({ places: 4, reserved: 0, maxPerTenant: 1, maxWaiting: 50, maxWaitMs: 10_000, restMs: 100 });
  return async (request, reply) => turns.takeUntilClosed(request.requestContext, reply.raw);
}
