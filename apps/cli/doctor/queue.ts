import { databaseProblem } from '#engine/checks';
import { redisSettingOf } from '#engine/connections';
import {
  DeliveryQueue,
  lagOf,
  MOST_LAG_SECONDS,
  openBackend,
  type QueuePlace,
  readBacklog,
} from '#platform/messaging/composition';
import type { Backlog } from '#engine/metrics';
import type { ProcessSettings } from '../../settings.ts';
import { withClient } from '../../start-checks.ts';
import { type Finding, ok, problem, warning } from './finding.ts';

const REDIS_MS = 5_000;

/** Whether events are delivered: the queue, what waits, and what has failed. */
export async function examineQueue({ config: { redis }, databaseUrl }: ProcessSettings): Promise<Finding[]> {
  const where = redis ? 'Redis' : 'PostgreSQL';
  try {
    const backlog = await withinTime(readQueue({ databaseUrl, redis }));
    return [ok('queue', `${where} responds and takes writes`), delivery(backlog), failures(backlog)];
  } catch (error) {
    const reason = databaseProblem(error) ?? (error as Error).message;
    return [
      problem(
        'queue',
        `The queue in ${where} cannot be used: ${reason}`,
        `Check ${redis ? redisSettingOf(redis) : 'DATABASE_URL'}.`,
      ),
    ];
  }
}

async function readQueue(place: QueuePlace): Promise<Backlog> {
  const backend = await openBackend(place);
  try {
    const deliveries = await DeliveryQueue.open(backend);
    try {
      await backend.assertWritable();
      return await withClient(place.databaseUrl, (client) => readBacklog(client, deliveries));
    } finally {
      await deliveries.close();
    }
  } finally {
    await backend.close();
  }
}

/** A client of Redis would wait for a server that does not respond. */
async function withinTime<T>(reading: Promise<T>): Promise<T> {
  const timeout = new AbortController();
  const late = new Promise<never>((_resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('it did not respond within five seconds')), REDIS_MS);
    timeout.signal.addEventListener('abort', () => clearTimeout(timer));
  });
  return Promise.race([reading, late]).finally(() => timeout.abort());
}

function delivery(backlog: Backlog): Finding {
  const events = backlog.outbox.reduce((sum, lane) => sum + lane.events, 0);
  const lagSeconds = lagOf(backlog);
  if (lagSeconds <= MOST_LAG_SECONDS) return ok('backlog', `${events} events wait to be queued`);
  return problem(
    'backlog',
    `${events} events wait to be queued, the oldest for ${Math.round(lagSeconds)} seconds`,
    'Is a worker running? If one is, its log says what fails.',
  );
}

const failures = ({ jobs: { failed = 0 } }: Backlog): Finding =>
  failed === 0
    ? ok('failed events', 'none')
    : warning(
        'failed events',
        `${failed} were given up`,
        'List them with `latchkey events failed`, and repeat them with `events retry`.',
      );
