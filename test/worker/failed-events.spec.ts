import pg from 'pg';
import { randomUUID } from 'node:crypto';
import type { DomainEvent } from '#kernel';
import { EventRouter, DeliveryQueue, Messaging, openBackend, type PublishedEvent, Subscriber } from '#platform/messaging';
import { failedEvents } from '../../apps/failed-events/failed-events.ts';
import { freshDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { startProcess } from '../support/processes.ts';

class Broken extends Subscriber<DomainEvent> {
  readonly id = 'PrintIt';
  works = false;
  readonly heard: string[] = [];

  async handle({ id }: PublishedEvent): Promise<void> {
    if (!this.works) throw new Error('The printer is on fire.');
    this.heard.push(id);
  }
}

const database = await freshDatabase();
const pool = new pg.Pool({ connectionString: database.url });
const backend = await openBackend({ databaseUrl: database.url });
const deliveries = await DeliveryQueue.open(backend);
const broken = new Broken();
const messaging = await Messaging.start({
  databaseUrl: database.url,
  pool,
  backend: await openBackend({ databaseUrl: database.url }),
  router: new EventRouter(new Map([['thing.happened', [broken]]])),
  retentionDays: 7,
  failed: () => undefined,
  attempts: 1,
  retryMs: 20,
});
afterAll(async () => {
  await messaging[Symbol.asyncDispose]();
  await deliveries.close();
  await backend.close();
  await pool.end();
  await database.drop();
});

const run = (...args: string[]): Promise<string> => failedEvents(args, deliveries);

async function publish(): Promise<string> {
  const { rows } = await pool.query<{ id: string }>(
    `insert into platform.outbox (name, payload, organization_id, aggregate_id, occurred_at)
     values ('thing.happened', '{}', $1, $1, now()) returning id::text`,
    [randomUUID()],
  );
  return rows[0]!.id;
}

test('failed deliveries are listed and can be retried, one or all', async () => {
  expect(await run('list')).toBe('Nothing has failed.\n');
  expect(await run('retry')).toBe('0 started again.\n');
  const [one, two] = [await publish(), await publish()];
  await eventually(async () => (await run('list')).split('\n').length === 3);
  expect(await run('list')).toContain(`event-${one}-PrintIt`);
  expect(await run('list')).toMatch(/thing\.happened {2}PrintIt: The printer is on fire\.\n/);

  await using command = startProcess('apps/failed-events/main.ts', { DATABASE_URL: database.url }, { args: ['list'] });
  await command.line(/thing\.happened {2}PrintIt: The printer is on fire\./);

  broken.works = true;
  expect(await run('retry', `event-${one}-PrintIt`)).toBe('1 started again.\n');
  await eventually(() => broken.heard.length === 1);
  expect(await run('retry')).toBe('1 started again.\n');
  await eventually(() => broken.heard.length === 2);
  expect(broken.heard).toEqual([one, two]);
  await eventually(async () => (await run('list')) === 'Nothing has failed.\n');
});

test('unknown ids and commands are rejected, and no command prints the help', async () => {
  await expect(run('retry', 'event-0-Nobody')).rejects.toThrow('There is no failed event event-0-Nobody.');
  for (const args of [['delete'], ['list', 'all'], ['retry', 'a', 'b']])
    await expect(run(...args)).rejects.toThrow('not a command');
  expect(await run()).toContain('npm run failed-events -- list');
});
