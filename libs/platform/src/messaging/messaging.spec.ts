import { MikroORM } from '@mikro-orm/postgresql';
import type { PoolClient } from 'pg';
import { freshDatabase } from '../../../../test/support/database.ts';
import { eventually } from '../../../../test/support/eventually.ts';
import { queryAt } from '../../../../test/support/own-postgres.ts';
import { ormOptions, pgPool } from '#engine/persistence';
import { EventRouter } from './event-router.ts';
import { Messaging } from './messaging.ts';
import { openBackend } from './open-backend.ts';

const NEVER_MS = 3_600_000;
const EVENTS = 10;

test('what delivers events and its subscribers leave the settings of connections alone', async () => {
  await using opened = new AsyncDisposableStack();
  const database = opened.adopt(await freshDatabase(), ({ drop }) => drop());
  const orm = opened.adopt(await MikroORM.init(ormOptions(database.url, [], { connections: 5 })), (each) => each.close(true));
  const pool = await pgPool(orm.em);
  const changes: string[] = [];
  pool.on('connect', (client: PoolClient) => {
    const query = client.query.bind(client) as (...args: unknown[]) => unknown;
    const watched = (...args: unknown[]): unknown => {
      if (typeof args[0] === 'string' && args[0].includes('plan_cache_mode')) changes.push(args[0]);
      return query(...args);
    };
    Object.assign(client, { query: watched });
  });
  let handled = 0;
  const subscriber = {
    id: 'reading',
    wanted: async (events: readonly { readonly id: string }[]) => {
      await pool.query('select 1');
      return new Set(events.map(({ id }) => id));
    },
    handle: async () => {
      await pool.query('select 1');
      handled += 1;
    },
  };
  opened.use(
    await Messaging.start({
      databaseUrl: database.url,
      pool,
      backend: await openBackend({ databaseUrl: database.url }),
      router: new EventRouter(new Map([['thing.happened', [subscriber]]])),
      failed: () => undefined,
      retentionDays: 7,
      sweepMs: NEVER_MS,
      purgeMs: NEVER_MS,
    }),
  );
  for (let events = 1; events <= EVENTS; events++) {
    await queryAt(
      database.url,
      `insert into platform.outbox (name, payload, organization_id, aggregate_id, occurred_at)
        values ('thing.happened', '{}', gen_random_uuid(), gen_random_uuid(), now())`,
    );
    await eventually(() => handled === events);
  }
  // The tasks that run once at the start have plans of their own.
  expect(changes.filter((change) => change.includes('reset')).length).toBeLessThan(EVENTS);
});
