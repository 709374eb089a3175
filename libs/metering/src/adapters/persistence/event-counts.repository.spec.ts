import fc from 'fast-check';
import { EntityManager } from '@mikro-orm/postgresql';
import { pgPool } from '#engine/persistence';
import { callAs } from '../../../../../test/support/call.ts';
import { openMeteringFixture } from '../../../../../test/support/metering-fixture.ts';
import { seedCustomer } from '../../../../../test/support/seed-customer.ts';
import { seedOrganization } from '../../../../../test/support/seed.ts';
import { CountEvents } from '../../commands/count-events.ts';
import { MaintainEventPartitions } from '../../commands/maintain-event-partitions.ts';
import { MoveUsageOfMergedCustomer } from '../../commands/move-usage-of-merged-customer.ts';
import { RecountEvents } from '../../commands/recount-events.ts';
import { SyncCustomer } from '../../commands/sync-customer.ts';
import { EventCounts } from '../../domain/event-counts.ts';

const fixture = await openMeteringFixture();
afterAll(() => fixture.close());
const counts = fixture.api.app.get(EventCounts);
await counts.prepare();

const event = fc.record({
  name: fc.constantFrom('call', 'visit', 'login'),
  who: fc.integer({ min: 0, max: 4 }),
  isChild: fc.boolean(),
  minutes: fc.integer({ min: 0, max: 90 }),
});
const kind = <K extends string, T extends object>(name: K, fields: { [P in keyof T]: fc.Arbitrary<T[P]> }) =>
  fc.record({ kind: fc.constant(name), ...fields }) as fc.Arbitrary<{ kind: K } & T>;
const step = fc.oneof(
  { weight: 6, arbitrary: kind('ingest', { events: fc.array(event, { minLength: 1, maxLength: 8 }) }) },
  { weight: 5, arbitrary: kind('count', { atMost: fc.integer({ min: 1, max: 9 }) }) },
  { weight: 1, arbitrary: kind('merge', { from: fc.nat({ max: 2 }), into: fc.nat({ max: 2 }) }) },
  { weight: 1, arbitrary: kind('give-external-id', { who: fc.integer({ min: 3, max: 4 }) }) },
  { weight: 1, arbitrary: kind('recount', {}) },
  { weight: 1, arbitrary: kind('delete-months', {}) },
);

const START = Date.UTC(2026, 0, 10, 8);
const at = (minutes: number): string => new Date(START + minutes * 60_000).toISOString();
const RANGES = [
  [0, 90],
  [7, 8],
  [14, 31],
  [15, 60],
  [31, 88],
] as const;

const written = (time: string): string => `to_char(${time} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** The names of events with their occurrences, by the events that are stored. */
const NAMES = `
  select name, count(*)::int as occurrences, ${written('min(timestamp)')} as first_seen, ${written('max(timestamp)')} as last_seen from metering.events e
  join metering.subjects s on s.id = e.subject_id where s.organization_id = ? and s.customer_id = ? and e.source = 'user'`;

type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** What is answered after the steps, before and after everything is counted, and what is stored. */
async function run(steps: readonly Step[]): Promise<{ partly: Answers; counted: Answers; stored: object[] }> {
  const { organization, oat } = await seedOrganization(fixture.api);
  const call = callAs(fixture.api, oat);
  const customers = await Promise.all([0, 1, 2].map(() => seedCustomer(fixture.api, organization.id)));
  const merged = new Set<string>();
  const whom = (who: number): object =>
    customers[who] ? { customer_id: customers[who].id } : { external_customer_id: `x-${who}` };
  const ingest = async (events: readonly { name: string; who: number; isChild: boolean; minutes: number }[]): Promise<void> => {
    const body = events.map(({ name, who, isChild, minutes }) => ({
      name,
      ...whom(who),
      ...(isChild ? { parent_id: 'the-parent' } : {}),
      timestamp: at(minutes),
    }));
    const { status, text } = await call('POST', '/v1/events/ingest', { events: body });
    if (status !== 200) throw new Error(text);
  };
  await call('POST', '/v1/events/ingest', {
    events: [{ name: 'parent', external_customer_id: 'other', external_id: 'the-parent' }],
  });
  for (const each of steps) {
    if (each.kind === 'ingest') await ingest(each.events);
    else if (each.kind === 'count') await counts.countNext(each.atMost);
    else if (each.kind === 'recount') await fixture.run(new RecountEvents());
    else if (each.kind === 'give-external-id' && !customers[each.who]) {
      customers[each.who] = await seedCustomer(fixture.api, organization.id, { external_id: `x-${each.who}` });
      await fixture.run(new SyncCustomer(customers[each.who]!.id));
    } else if (each.kind === 'merge') {
      const [from, into] = [customers[each.from]!.id, customers[each.into]!.id];
      if (from === into || merged.has(from) || merged.has(into)) continue;
      await call('POST', `/v1/customers/${into}/merge`, { customer_id: from });
      await fixture.run(new MoveUsageOfMergedCustomer(from));
      merged.add(from);
    } else if (each.kind === 'delete-months') {
      // Events that were not counted arrive in a month that is over, are counted in part, and are deleted with their month.
      await ingest([{ name: 'old', who: 0, isChild: false, minutes: 1 }]);
      await fixture.rows(
        `update metering.events set ingested_at = '2026-01-15' where organization_id = ? and name = 'old'`,
        organization.id,
      );
      await fixture.rows(`select metering.make_partition('2026-01-01')`);
      await counts.countNext(5);
      await fixture.run(new MaintainEventPartitions(30));
    }
  }
  const totalOf = async (query: string): Promise<{ total: number; listed: number }> => {
    const { items, pagination } = (await call('GET', `/v1/events/?limit=100&${query}`)).body;
    return { total: pagination.total_count, listed: items.length };
  };
  const present = customers.filter((customer) => customer && !merged.has(customer.id));
  const answers = async (): Promise<Answers> => ({
    ofCustomers: await Promise.all(
      present.map(async ({ id }) => {
        const path = `source=user&sorting=name&limit=100&customer_id=${id}`;
        const [names, roots] = [
          await call('GET', `/v1/events/names?${path}`),
          await call('GET', `/v1/event-types/?root_events=true&${path}`),
        ];
        return { names: names.body.items.map(figuresOf), roots: roots.body.items.map(figuresOf) };
      }),
    ),
    totals: [
      ...(await Promise.all(present.map(({ id }) => totalOf(`source=user&customer_id=${id}`)))),
      ...(await Promise.all(RANGES.map(([from, to]) => totalOf(`start_timestamp=${at(from)}&end_timestamp=${at(to)}`)))),
      await totalOf('depth=0'),
    ],
  });
  const partly = await answers();
  await fixture.run(new CountEvents());
  const stored = await Promise.all(
    present.map(async ({ id }) => ({
      names: await fixture.rows(`${NAMES} group by 1 order by 1`, organization.id, id),
      roots: await fixture.rows(`${NAMES} and e.parent is null group by 1 order by 1`, organization.id, id),
    })),
  );
  return { partly, counted: await answers(), stored };
}

interface Answers {
  readonly ofCustomers: readonly { readonly names: object[]; readonly roots: object[] }[];
  readonly totals: readonly { readonly total: number; readonly listed: number }[];
}

const figuresOf = ({ name, occurrences, first_seen, last_seen }: Record<string, unknown>): object => ({
  name,
  occurrences,
  first_seen,
  last_seen,
});

test('names, types and totals are those of the stored events, however many of them are counted, after any history', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 14 }), async (steps) => {
      const { partly, counted, stored } = await run(steps as Step[]);
      expect(partly.ofCustomers).toEqual(stored);
      expect(partly.totals.filter(({ total, listed }) => total !== listed)).toEqual([]);
      expect(counted).toEqual(partly);
    }),
    { endOnFailure: true, numRuns: Number(process.env['METERING_RUNS'] ?? 10) },
  );
});

test('an event with a lower position that is committed later is counted', async () => {
  const customer = await fixture.customer();
  const occurrences = async () =>
    (await fixture.seller('GET', `/v1/events/names?source=user&customer_id=${customer.id}`)).body.items[0]?.occurrences;
  await fixture.ingest({ name: 'before', customer_id: customer.id });
  await fixture.run(new CountEvents());
  const client = await (await pgPool(fixture.api.app.get(EntityManager))).connect();
  try {
    await client.query('begin');
    await client.query(
      `insert into metering.events (id, organization_id, ingested_at, timestamp, source, name, subject_id, metadata)
       select $1, organization_id, now(), now(), source, name, subject_id, metadata from metering.events where customer_id = $2`,
      ['01900000-0000-7000-8000-000000000000', customer.id],
    );
    await fixture.ingest({ name: 'before', customer_id: customer.id });
    expect(await counts.countNext(100)).toBe(false);
    expect(await occurrences()).toBe(2);
    await client.query('commit');
  } finally {
    client.release();
  }
  expect(await occurrences()).toBe(3);
  await fixture.run(new CountEvents());
  await fixture.run(new CountEvents());
  expect(await occurrences()).toBe(3);
});

test('events are counted while their partition is being maintained', async () => {
  const customer = await fixture.customer();
  await fixture.ingest({ name: 'meanwhile', customer_id: customer.id });
  const client = await (await pgPool(fixture.api.app.get(EntityManager))).connect();
  try {
    await client.query('begin');
    const stored = 'select distinct tableoid::regclass::text as partition from metering.events where customer_id = $1';
    const { rows } = await client.query<{ partition: string }>(stored, [customer.id]);
    await client.query(`lock table ${rows[0]!.partition} in share update exclusive mode`);
    await fixture.run(new CountEvents());
    const { body } = await fixture.seller('GET', `/v1/events/names?source=user&customer_id=${customer.id}`);
    expect(body.items).toMatchObject([{ name: 'meanwhile', occurrences: 1 }]);
    expect(await fixture.rows('select counted_to from metering.event_counting')).toEqual(
      await fixture.rows('select max(seq) as counted_to from metering.events'),
    );
  } finally {
    await client.query('rollback');
    client.release();
  }
});
