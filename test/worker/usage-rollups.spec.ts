import fc from 'fast-check';
import { CountEvents, RecountEvents } from '#metering';
import { EventCounts } from '../../libs/metering/src/domain/event-counts.ts';
import { MaintainEventPartitions } from '../../libs/metering/src/commands/maintain-event-partitions.ts';
import { MoveUsageOfMergedCustomer } from '../../libs/metering/src/commands/move-usage-of-merged-customer.ts';
import { callAs } from '../support/call.ts';
import { openMeteringFixture } from '../support/metering-fixture.ts';
import { seedCustomer } from '../support/seed-customer.ts';
import { seedOrganization } from '../support/seed.ts';

const fixture = await openMeteringFixture();
afterAll(() => fixture.close());
const counts = fixture.api.app.get(EventCounts);
await counts.prepare();

const START = Date.UTC(2026, 0, 28, 12);
const at = (hours: number): string => new Date(START + hours * 3_600_000).toISOString();

const event = fc.record({
  who: fc.integer({ min: 0, max: 4 }),
  hours: fc.integer({ min: 0, max: 120 }),
  cents: fc.option(fc.integer({ min: -50, max: 5_000 }), { nil: undefined }),
});
const kind = <K extends string, T extends object>(name: K, fields: { [P in keyof T]: fc.Arbitrary<T[P]> }) =>
  fc.record({ kind: fc.constant(name), ...fields }) as fc.Arbitrary<{ kind: K } & T>;
const step = fc.oneof(
  { weight: 6, arbitrary: kind('ingest', { events: fc.array(event, { minLength: 1, maxLength: 8 }) }) },
  { weight: 4, arbitrary: kind('sum', { atMost: fc.integer({ min: 1, max: 9 }) }) },
  { weight: 3, arbitrary: kind('void', { first: fc.nat({ max: 20 }), isVoided: fc.boolean() }) },
  { weight: 1, arbitrary: kind('merge', { from: fc.nat({ max: 2 }), into: fc.nat({ max: 2 }) }) },
  { weight: 1, arbitrary: kind('recount', {}) },
  { weight: 1, arbitrary: kind('delete-months', {}) },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

const SLUGS = ['costs', 'cumulative_costs', 'cost_per_user', 'active_user_by_event', 'cashflow', 'gross_margin'];
/** Whole days of UTC, days that begin within one, and ranges that begin within an interval. */
const RANGES = [
  'start_date=2026-01-20&end_date=2026-02-10&interval=day&timezone=UTC',
  'start_date=2026-01-29&end_date=2026-02-01&interval=day&timezone=Asia/Kolkata',
  'start_date=2026-01-30&end_date=2026-02-10&interval=month&timezone=America/New_York',
  'start_date=2026-01-30&end_date=2026-02-01&interval=hour&timezone=UTC',
  'start_date=2025-12-01&end_date=2026-12-31&interval=month&timezone=UTC',
];

/** The steps in an organization of its own, and what is answered then from sums and from the events. */
async function run(steps: readonly Step[]) {
  const { organization, oat } = await seedOrganization(fixture.api);
  const call = callAs(fixture.api, oat);
  const customers = await Promise.all([0, 1, 2].map(() => seedCustomer(fixture.api, organization.id)));
  const merged = new Set<string>();
  let number = 0;
  const ingest = async (events: readonly { who: number; hours: number; cents?: number | undefined }[]): Promise<void> => {
    const body = events.map(({ who, hours, cents }) => ({
      name: 'call',
      ...(customers[who] ? { customer_id: customers[who].id } : { external_customer_id: `x-${who}` }),
      external_id: String(number++),
      timestamp: at(hours),
      metadata: { any: 'yes', ...(cents === undefined ? {} : { _cost: { amount: cents / 8, currency: 'usd' } }) },
    }));
    const { status, text } = await call('POST', '/v1/events/ingest', { events: body });
    if (status !== 200) throw new Error(text);
  };
  for (const each of steps) {
    if (each.kind === 'ingest') await ingest(each.events);
    else if (each.kind === 'sum') await counts.sumNext(each.atMost);
    else if (each.kind === 'recount') await fixture.run(new RecountEvents());
    else if (each.kind === 'void' && number > 0) {
      const external_ids = [...new Set([each.first, each.first + 1, each.first + 5].map((n) => String(n % number)))];
      const { status, text } = await call('POST', `/v1/events/${each.isVoided ? 'void' : 'unvoid'}`, {
        external_ids,
        reason: 'Test.',
      });
      if (status !== 200) throw new Error(text);
    } else if (each.kind === 'merge') {
      const [from, into] = [customers[each.from]!.id, customers[each.into]!.id];
      if (from === into || merged.has(from) || merged.has(into)) continue;
      await call('POST', `/v1/customers/${into}/merge`, { customer_id: from });
      await fixture.run(new MoveUsageOfMergedCustomer(from));
      merged.add(from);
    } else if (each.kind === 'delete-months') {
      // Events of a month that is over are added up in part, and are deleted with their month.
      const old = `old-${number}`;
      await call('POST', '/v1/events/ingest', {
        events: [
          {
            name: old,
            external_customer_id: 'x-3',
            timestamp: at(1),
            metadata: { any: 'yes', _cost: { amount: 1, currency: 'usd' } },
          },
        ],
      });
      await fixture.rows(
        `update metering.events set ingested_at = '2026-01-29' where organization_id = ? and name = ?`,
        organization.id,
        old,
      );
      await fixture.rows(`select metering.make_partition('2026-01-01')`);
      await counts.sumNext(5);
      await fixture.run(new MaintainEventPartitions(30));
    }
  }
  const read = (more: string) =>
    Promise.all(
      RANGES.map(async (range) => {
        const { status, body, text } = await call(
          'GET',
          `/v1/metrics/?${range}${more}${SLUGS.map((slug) => `&metrics=${slug}`).join('')}`,
        );
        if (status !== 200) throw new Error(text);
        return { range, periods: body.periods, totals: body.totals };
      }),
    );
  return { read, organizationId: organization.id };
}

/** Sums know no metadata, so with this filter, which all events meet, figures are read from events. */
const FROM_EVENTS = '&metadata[any]=yes';

test('metrics of usage are those of the stored events, however many of them are added up, after any history', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 14 }), async (steps) => {
      const { read } = await run(steps as Step[]);
      const stored = await read(FROM_EVENTS);
      expect(await read('')).toEqual(stored);
      await fixture.run(new CountEvents());
      expect(await read('')).toEqual(stored);
      await fixture.run(new RecountEvents());
      expect(await read('')).toEqual(stored);
    }),
    { endOnFailure: true, numRuns: Number(process.env['METERING_RUNS'] ?? 8) },
  );
});

test('sums are read, and wrong ones are made anew', async () => {
  const { read, organizationId } = await run([
    {
      kind: 'ingest',
      events: [
        { who: 0, hours: 3, cents: 800 },
        { who: 3, hours: 30 },
      ],
    },
  ] as Step[]);
  await fixture.run(new CountEvents());
  const stored = await read(FROM_EVENTS);
  await fixture.rows('update metering.cost_rollups set cost = cost + 1 where organization_id = ?', organizationId);
  const wrong = await read('');
  expect(wrong.map(({ totals }) => totals.costs)).not.toEqual(stored.map(({ totals }) => totals.costs));
  await fixture.rows('delete from metering.active_days where organization_id = ?', organizationId);
  await fixture.run(new RecountEvents());
  expect(await read('')).toEqual(stored);
});
