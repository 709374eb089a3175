import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { freshDatabase } from '../../../../test/support/database.ts';
import type { DeliveryQueue, EventsOfLanes } from './deliveries.ts';
import { EventRouter } from './event-router.ts';
import { Relay } from './relay.ts';

const database = await freshDatabase();
const pool = new pg.Pool({ connectionString: database.url });
afterAll(async () => {
  await pool.end();
  await database.drop();
});

test('organizations that are counted together take one turn, so that others do not wait for each of them', async () => {
  const [first, other, ...branches] = Array.from({ length: 5 }, () => randomUUID());
  const organizations = [first!, other!, ...branches];
  await pool.query('insert into platform.quotas (organization_id, quota_id) select unnest($1::uuid[]), $2', [branches, first]);
  await pool.query(
    `insert into platform.outbox (name, payload, organization_id, aggregate_id, occurred_at)
     select 'thing.happened', '{}', id, id, now() from unnest($1::uuid[]) as id, generate_series(1, 20)`,
    [organizations],
  );
  const taken: string[][] = [];
  const subscriber = { id: 'one', accepts: () => true };
  const router = new EventRouter(new Map([['thing.happened', [subscriber as never]]]));
  const queue = {
    room: async () => ({ interactive: 16, bulk: 0 }),
    eventsOf: (room: number) => room,
    enqueue: async ({ interactive }: EventsOfLanes) => {
      taken.push(interactive.map(({ event }) => event.organizationId));
      return { interactive: 16, bulk: 0 };
    },
  };
  await new Relay(pool, queue as unknown as DeliveryQueue, router).drain(new AbortController().signal);
  const numbers = organizations.map((id) => taken[0]!.filter((each) => each === id).length);
  expect([taken.length, numbers]).toEqual([1, [2, 8, 2, 2, 2]]);
});
