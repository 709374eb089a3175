import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import type { Pool } from 'pg';
import { databaseProblem } from '#engine/checks';
import type { Messaging } from '#platform/messaging/composition';
import { ASSERT_WRITABLE } from '#engine/persistence';
import type { WatchedEventSink } from './watched-event-sink.ts';

/** Whoever asks does not wait as long as the work of a worker may. */
const MOST_MS = 5_000;
const CHECK = Object.assign({ text: ASSERT_WRITABLE }, { query_timeout: MOST_MS });

type Reply = [status: number, body: string];
const OK: Reply = [200, '{"status":"ok"}'];
const NOT_FOUND: Reply = [404, '{"error":"ResourceNotFound","detail":"Not found"}'];
const unavailable = (facts: object): Reply => [503, JSON.stringify({ status: 'unavailable', ...facts })];

interface Work {
  readonly pool: Pool;
  readonly messaging: Pick<Messaging, 'assertFlowing'>;
  readonly eventSink: Pick<WatchedEventSink, 'assertTaking'> | undefined;
}

/** The port that it listens on: with port 0, the system chooses one. */
export const portOf = (server: Server): number => (server.address() as AddressInfo).port;

/**
 * Serves `/health/live` and `/health/ready` for monitoring. Ready means that the worker processes events, that the database and
 * the queue take writes, that no event waits long to be queued, and that the sink of usage events takes them. An answer that it is not
 * ready says why, and since when.
 */
export class Health {
  private readonly log = new Logger('Worker');
  private work?: Work;
  private failingSince?: Date;

  private constructor(readonly server: Server) {}

  static async serve(port: number, host: string): Promise<Health> {
    const server = createServer();
    const health = new Health(server);
    server.on('request', (request, response) => {
      const reply = ([status, body]: Reply) => response.writeHead(status, { 'content-type': 'application/json' }).end(body);
      if (request.url === '/health/live') reply(OK);
      else if (request.url === '/health/ready') void health.readiness().then(reply);
      else reply(NOT_FOUND);
    });
    await new Promise<void>((resolve, reject) => void server.once('error', reject).listen(port, host, resolve));
    return health;
  }

  /** From now on the worker processes events. */
  readyWith(work: Work): void {
    this.work = work;
  }

  close(): void {
    this.server.close();
  }

  private async readiness(): Promise<Reply> {
    if (!this.work) return unavailable({});
    try {
      const { pool, messaging, eventSink } = this.work;
      await withinTime(Promise.all([pool.query(CHECK), messaging.assertFlowing(), eventSink?.assertTaking()]));
      if (this.failingSince) this.log.log('The worker is ready again.');
      this.failingSince = undefined;
      return OK;
    } catch (error) {
      const detail = databaseProblem(error) ?? (error as Error).message;
      if (!this.failingSince) this.log.error(`The worker is not ready: ${detail}`);
      this.failingSince ??= new Date();
      return unavailable({ detail, since: this.failingSince.toISOString() });
    }
  }
}

async function withinTime(check: Promise<unknown>): Promise<void> {
  const done = new AbortController();
  const late = setTimeout(MOST_MS, undefined, { signal: done.signal }).then(() => {
    throw new Error('The database or the queue did not respond within five seconds.');
  });
  try {
    await Promise.race([check, late]);
  } finally {
    done.abort();
    late.catch(() => undefined);
    check.catch(() => undefined);
  }
}
