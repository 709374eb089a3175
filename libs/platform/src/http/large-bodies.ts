import type { FastifyRequest, onSendHookHandler } from 'fastify';
import { FairQueue, requestActivity, STATEMENT_MS } from '#platform/tenancy';

/**
 * Large bodies that are read or processed at the same time. Each takes up to 10 MiB, and several times as much while it is
 * processed. A tenant has one at a time, so that others find a place, and pauses between two while others are active.
 */
const PLACES = 3;
const MAX_PER_TENANT = 1;
/** Waiting requests hold a connection and have sent nothing but their headers. */
const MAX_WAITING = 100;
/** Less than the time in which a request must have arrived. */
const MAX_WAIT_MS = 20_000;

/** Requests with a large body wait for their turn before it is read, and keep their place until the response is sent. */
export class LargeBodies {
  private readonly queue = new FairQueue({
    places: PLACES,
    reserved: 0,
    maxPerTenant: MAX_PER_TENANT,
    maxWaiting: MAX_WAITING,
    maxWaitMs: MAX_WAIT_MS,
    activity: requestActivity,
  });
  private readonly releases = new WeakMap<FastifyRequest, () => void>();

  /** An `onSend` hook. It also runs if the client has disconnected: its request is processed to the end, and counts until then. */
  readonly release: onSendHookHandler = (request, _reply, _payload, done) => {
    this.releaseOf(request);
    done();
  };

  take(request: FastifyRequest): Promise<void> {
    request.requestContext.statementMs = STATEMENT_MS.long;
    return new Promise((resolve, refused) => {
      const granted = (release: () => void): void => {
        this.releases.set(request, release);
        this.releaseIfIncomplete(request);
        resolve();
      };
      this.queue.take(request.requestContext, { granted, refused });
    });
  }

  /** A body that is malformed or breaks off is never processed, and no response is sent for it. */
  private releaseIfIncomplete(request: FastifyRequest): void {
    const closed = (): void => {
      if (!request.raw.complete) this.releaseOf(request);
    };
    if (request.raw.destroyed) closed();
    else request.raw.once('close', closed);
  }

  private releaseOf(request: FastifyRequest): void {
    this.releases.get(request)?.();
    this.releases.delete(request);
  }
}
