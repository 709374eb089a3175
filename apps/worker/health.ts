import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Logger } from '@nestjs/common';
import type { Pool } from 'pg';
import { databaseProblem } from '#engine/checks';
import { redisSettingOf, withinTime } from '#engine/connections';
import type { Config } from '#platform/config';
import type { Messaging } from '#platform/messaging/composition';
import { ASSERT_WRITABLE } from '#engine/persistence';
import type { WatchedEventSink } from './watched-event-sink.ts';

/** Which servers the settings name. */
type Places = Pick<Config, 'databasePoolerUrl' | 'redis'>;

type Reply = [status: number, body: string];
const OK: Reply = [200, '{"status":"ok"}'];
const NOT_FOUND: Reply = [404, '{"error":"ResourceNotFound","detail":"Not found"}'];
const unavailable = (facts: object): Reply => [503, JSON.stringify({ status: 'unavailable', ...facts })];

interface Work {
  readonly pool: Pool;
  readonly messaging: Pick<Messaging, 'assertQueueWritable' | 'assertFlowing'>;
  readonly eventSink: Pick<WatchedEventSink, 'assertTaking'> | undefined;
}

/** What a worker needs, each part asked by itself, and named by its setting if it does not respond. */
function partsOf({ pool, messaging, eventSink }: Work, { databasePoolerUrl, redis }: Places): Promise<unknown>[] {
  const database = `The database at ${databasePoolerUrl === undefined ? 'DATABASE_URL' : 'DATABASE_POOLER_URL'}`;
  const queue = redis ? `Redis at ${redisSettingOf(redis)}` : 'The queue in the database at DATABASE_URL';
  return [
    withinTime(database, pool.query(ASSERT_WRITABLE)),
    withinTime(queue, messaging.assertQueueWritable()),
    withinTime('The outbox', messaging.assertFlowing()),
    ...(eventSink ? [withinTime('What the event sink has taken', eventSink.assertTaking())] : []),
  ];
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
  private parts?: () => Promise<unknown>[];
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
  readyWith(work: Work, places: Places): void {
    this.parts = () => partsOf(work, places);
  }

  close(): void {
    this.server.close();
  }

  private async readiness(): Promise<Reply> {
    if (!this.parts) return unavailable({});
    const failures = (await Promise.allSettled(this.parts())).filter((part) => part.status === 'rejected');
    if (failures.length === 0) {
      if (this.failingSince) this.log.log('The worker is ready again.');
      this.failingSince = undefined;
      return OK;
    }
    const sentences = failures.map(({ reason }) => databaseProblem(reason) ?? (reason as Error).message);
    const detail = [...new Set(sentences)].join(' ');
    if (!this.failingSince) this.log.error(`The worker is not ready: ${detail}`);
    this.failingSince ??= new Date();
    return unavailable({ detail, since: this.failingSince.toISOString() });
  }
}
