import pg from 'pg';
import { randomUUID } from 'node:crypto';
import type { PublishedEvent } from '#platform/messaging';
import { EventRouter, DeliveryQueue, Messaging, openBackend, type Subscriber } from '#platform/messaging/composition';
import { listFailed, retryFailed } from '../../apps/cli/commands/events.ts';
import { latchkey } from '../support/cli.ts';
import { freshDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { startLatchkey } from '../support/processes.ts';

class Broken implements Subscriber {
  readonly id = 'PrintIt';
  works = false;
  readonly handled: string[] = [];

  attempts = 0;

  async handle({ id }: PublishedEvent): Promise<void> {
    this.attempts += 1;
    if (!this.works) throw new Error('The printer is on fire.');
    this.handled.push(id);
  }
}

const database = await freshDatabase();
const pool = new pg.Pool({ connectionString: database.url });
const backend = await openBackend({ databaseUrl: database.url });
const deliveries = await DeliveryQueue.open(backend);
const broken = new Broken();
const start = async (): Promise<Messaging> =>
  Messaging.start({
    databaseUrl: database.url,
    pool,
    backend: await openBackend({ databaseUrl: database.url }),
    router: new EventRouter(new Map([['thing.happened', [broken]]])),
    retentionDays: 7,
    failed: () => undefined,
    attempts: 1,
    retryMs: 20,
    sweepMs: 100,
  });
const messaging = await start();
afterAll(async () => {
  await messaging[Symbol.asyncDispose]();
  await deliveries.close();
  await backend.close();
  await pool.end();
  await database.drop();
});

const list = async (): Promise<string> => (await listFailed(deliveries)).text;
const retry = async (id?: string): Promise<unknown> => (await retryFailed({ id }, deliveries)).data;

async function publish(): Promise<string> {
  const { rows } = await pool.query<{ id: string }>(
    `insert into platform.outbox (name, payload, organization_id, aggregate_id, occurred_at)
     values ('thing.happened', '{}', $1, $1, now()) returning id::text`,
    [randomUUID()],
  );
  return rows[0]!.id;
}

test('failed deliveries are listed and can be retried, one or all', async () => {
  expect(await listFailed(deliveries)).toEqual({ text: 'No events have failed.', data: [] });
  expect(await retryFailed({}, deliveries)).toEqual({ text: 'Events queued again: 0.', data: { retried: 0 } });
  const [one, two] = [await publish(), await publish()];
  await eventually(async () => (await list()).split('\n').length === 2);
  expect(await list()).toContain(`event-${one}-PrintIt`);
  expect(await list()).toMatch(/thing\.happened {2}PrintIt: The printer is on fire\.$/m);

  await using command = startLatchkey(['events', 'failed'], { DATABASE_URL: database.url });
  await command.line(/thing\.happened {2}PrintIt: The printer is on fire\./);
  const { out } = await latchkey(['events', 'failed', '--json'], { DATABASE_URL: database.url });
  const failedEvent = {
    event: 'thing.happened',
    subscriber: 'PrintIt',
    reason: 'The printer is on fire.',
    failed_at: expect.any(String),
  };
  const ids = [`event-${one}-PrintIt`, `event-${two}-PrintIt`];
  expect(JSON.parse(out)).toEqual(expect.arrayContaining(ids.map((id) => ({ id, ...failedEvent }))));

  broken.works = true;
  expect(await retry(`event-${one}-PrintIt`)).toEqual({ retried: 1 });
  await eventually(() => broken.handled.length === 1);
  expect(await retry()).toEqual({ retried: 1 });
  await eventually(() => broken.handled.length === 2);
  expect(broken.handled).toEqual([one, two]);
  await eventually(async () => (await list()) === 'No events have failed.');
});

describe('what organizations see of them', () => {
  const rows = async (id: string): Promise<{ status: string; reason: string; subscriber: string; name: string }[]> =>
    (await pool.query('select status, reason, subscriber, name from platform.failed_events where event_id = $1', [id])).rows;
  const failed = { status: 'failed', reason: 'unexpected', subscriber: 'PrintIt', name: 'thing.happened' };
  const request = (id: string) =>
    pool.query("update platform.failed_events set status = 'retry_requested' where event_id = $1", [id]);

  test('a failed delivery is recorded, retried on request, recorded again, and forgotten when it is processed', async () => {
    broken.works = false;
    const id = await publish();
    await eventually(async () => (await rows(id)).length === 1);
    expect(await rows(id)).toEqual([failed]);
    const before = broken.attempts;
    await request(id);
    await eventually(async () => broken.attempts > before && (await rows(id))[0]?.status === 'failed');
    broken.works = true;
    await request(id);
    await eventually(async () => (await rows(id)).length === 0);
    expect(broken.handled).toContain(id);
  });

  test('what the operator retries is forgotten as well', async () => {
    broken.works = false;
    const id = await publish();
    await eventually(async () => (await rows(id)).length === 1 && (await list()).includes(`event-${id}-PrintIt`));
    broken.works = true;
    expect(await retry(`event-${id}-PrintIt`)).toEqual({ retried: 1 });
    await eventually(async () => (await rows(id)).length === 0);
  });

  test('what the table does not have is added when a worker starts', async () => {
    broken.works = false;
    const id = await publish();
    await eventually(async () => (await list()).includes(`event-${id}-PrintIt`));
    await pool.query('delete from platform.failed_events where event_id = $1', [id]);
    await using another = await start();
    await eventually(async () => (await rows(id)).length === 1);
    expect([await rows(id), another !== messaging]).toEqual([[failed], true]);
  });
});

test('an event that has not failed cannot be retried', async () => {
  await expect(retry('event-0-Nobody')).rejects.toThrow('There is no failed event event-0-Nobody.');
});
