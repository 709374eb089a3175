import type { FastifyRequest, onSendHookHandler } from 'fastify';
import { currentContext, FairQueue, type Place, requestActivity, STATEMENT_MS, Turns } from '#engine/tenancy';

declare module 'fastify' {
  interface FastifyInstance {
    readonly longBodies: LongBodies;
  }
}

/** Waiting requests hold a connection and have sent nothing but their headers. */
const MAX_WAITING = 100;
/** Less than the time in which a request must have arrived. */
const MAX_WAIT_MS = 20_000;
const WAITING = { reserved: 0, maxWaiting: MAX_WAITING, maxWaitMs: MAX_WAIT_MS, activity: requestActivity } as const;

/**
 * Large bodies that are read or processed at the same time. Each takes up to 10 MiB, and several times as much while it is
 * processed. A tenant has one at a time, so that others find a place, and pauses between two while others are active.
 */
const LARGE = { places: 3, maxPerTenant: 1, ...WAITING };
/**
 * Bodies of more than 16 KiB that are not large. What is parsed of one takes up to 4 MiB. Whoever sends slowly is not held back for it:
 * what an operation does is paced by the connections that it takes.
 */
const LONG = { places: 16, slowMs: Infinity, ...WAITING };
/** Bodies of more bytes are processed one at a time: the events of 10 MiB take 150 MiB of memory until they are stored. */
const MAX_SHARED_BYTES = 2 * 1024 * 1024;

/** Requests with a long body wait for their turn before it is read, and keep their place until the response is sent. */
export class LongBodies {
  private readonly large = new FairQueue(LARGE);
  private readonly long = new FairQueue(LONG);
  private readonly processing = new Turns({ places: 1, ...WAITING });
  private readonly releases = new WeakMap<FastifyRequest, () => void>();

  /** An `onSend` hook. It also runs if the client has disconnected: its request is processed to the end, and counts until then. */
  readonly release: onSendHookHandler = (request, _reply, _payload, done) => {
    this.releaseOf(request);
    done();
  };

  async take(request: FastifyRequest, { isLarge }: { readonly isLarge: boolean }): Promise<void> {
    if (isLarge) request.requestContext.statementMs = STATEMENT_MS.long;
    // An operation that another request calls, as one of a model does, is part of its turn.
    if (currentContext()) return;
    const queue = isLarge ? this.large : this.long;
    await new Promise<void>((resolve, refused) => {
      const granted = ({ release }: Place): void => {
        this.releases.set(request, release);
        this.releaseIfIncomplete(request);
        resolve();
      };
      queue.take(request.requestContext, { granted, refused });
    });
  }

  /** Waits until a body that has arrived may be parsed. Whoever sends one slowly keeps nobody else waiting. */
  async takeToProcess(request: FastifyRequest, received: readonly Uint8Array[]): Promise<void> {
    if (received.reduce((sum, { length }) => sum + length, 0) <= MAX_SHARED_BYTES) return;
    const end = await this.processing.take(request.requestContext);
    const release = this.releases.get(request);
    this.releases.set(request, () => {
      end();
      release?.();
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
