import type { onRequestAsyncHookHandler } from 'fastify';
import { FairQueue } from '#platform/tenancy';

/** Documents in a second to one network; a megabyte each. */
const REST_MS = 100;

/** The OpenAPI document is sent to a network once at a time, because anybody can request it and it is long. */
export function documentTurns(): onRequestAsyncHookHandler {
  const queue = new FairQueue({ places: 4, reserved: 0, maxPerTenant: 1, maxWaiting: 50, maxWaitMs: 10_000 });
  return async (request, reply) => {
    const release = await new Promise<() => void>((granted, refused) => queue.take(request.work, { granted, refused }));
    const rest = (): void => void setTimeout(release, REST_MS).unref();
    if (reply.raw.destroyed) rest();
    else reply.raw.once('close', rest);
  };
}
