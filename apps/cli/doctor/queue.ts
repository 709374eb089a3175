import { redisSettingOf } from '#engine/connections';
import {
  DeliveryQueue,
  lagOf,
  MOST_LAG_SECONDS,
  openBackend,
  type QueuePlace,
  readOutbox,
} from '#platform/messaging/composition';
import type { LaneBacklog } from '#engine/metrics';
import type { ProcessSettings } from '../../settings.ts';
import { examineInDatabase } from './database.ts';
import { examined } from './examined.ts';
import { type Finding, ok, problem, warning } from './finding.ts';

/** Whether events are delivered: the queue, what waits, and what has failed. */
export async function examineQueue({ config: { redis }, databaseUrl }: ProcessSettings): Promise<readonly Finding[]> {
  const where = redis ? 'Redis' : 'PostgreSQL';
  const setting = redis ? redisSettingOf(redis) : 'DATABASE_URL';
  const queue = { check: 'queue', part: `The queue in ${where} at ${setting}`, advice: `Check ${setting}.` };
  const [ofQueue, ofOutbox] = await Promise.all([
    examined(queue, async () => {
      const { jobs, evicts } = await readQueue({ databaseUrl, redis });
      return [ok('queue', `${where} responds and takes writes`), ...eviction(evicts), failures(jobs)];
    }),
    examineInDatabase(databaseUrl, 'backlog', async (client) => [delivery(await readOutbox(client))]),
  ]);
  const [written, ...others] = ofQueue;
  return [written!, ...ofOutbox, ...others];
}

/** The number of jobs by state, of a queue that takes writes. `evicts` is how it makes room for others, if it may. */
async function readQueue(place: QueuePlace): Promise<{ readonly jobs: Record<string, number>; readonly evicts: string | null }> {
  const backend = await openBackend(place);
  try {
    await backend.assertWritable();
    const deliveries = await DeliveryQueue.open(backend);
    const jobs = await deliveries.counts();
    await deliveries.close();
    return { jobs, evicts: await backend.evicts() };
  } catch (error) {
    throw backend.reported(error);
  } finally {
    await backend.close();
  }
}

const eviction = (policy: string | null): Finding[] =>
  policy === null
    ? []
    : [problem('eviction', `Redis may drop jobs when its memory is full (${policy})`, 'Set its maxmemory-policy to noeviction.')];

function delivery(outbox: readonly LaneBacklog[]): Finding {
  const events = outbox.reduce((sum, lane) => sum + lane.events, 0);
  const lagSeconds = lagOf(outbox);
  if (lagSeconds <= MOST_LAG_SECONDS) return ok('backlog', `${events} events wait to be queued`);
  return problem(
    'backlog',
    `${events} events wait to be queued, the oldest for ${Math.round(lagSeconds)} seconds`,
    'Is a worker running? If one is, its log says what fails.',
  );
}

const failures = ({ failed = 0 }: Readonly<Record<string, number>>): Finding =>
  failed === 0
    ? ok('failed events', 'none')
    : warning(
        'failed events',
        `${failed} were given up`,
        'List them with `latchkey events failed`, and repeat them with `events retry`.',
      );
