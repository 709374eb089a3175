import fc from 'fast-check';
import { ValidationFailed } from '#kernel';
import { ANY, openMeteringFixture } from '../../../../../test/support/metering-fixture.ts';
import { seedCustomer } from '../../../../../test/support/seed-customer.ts';
import { callAs } from '../../../../../test/support/call.ts';
import { seedOrganization } from '../../../../../test/support/seed.ts';
import { aMeter } from '../../../testing/meter.builder.ts';
import { aggregated, matches, type ReferenceEvent, hasAggregatedValue } from '../../../testing/reference-model.ts';
import { MoveUsageOfMergedCustomer } from '../../commands/move-usage-of-merged-customer.ts';
import { CountEvents } from '../../commands/count-events.ts';
import { RunBackfills } from '../../commands/run-backfills.ts';
import { Balances, rolloverUnits } from '../../domain/balances.ts';
import { EventCounts } from '../../domain/event-counts.ts';
import type { LateEvents, MeterDefinition } from '../../domain/meter.ts';
import { Backfills, Meters } from '../../domain/meters.ts';
import { SyncCustomer } from '../../commands/sync-customer.ts';
import { RankCustomerMeters } from '../../commands/rank-customer-meters.ts';

const fixture = await openMeteringFixture();
afterAll(() => fixture.close());

const property = fc.constantFrom('a', 'b', 'deep.in', 'name', 'source', 'timestamp', 'metadata.a');
const operator = fc.constantFrom('eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'like', 'not_like');
const value = fc.oneof(
  fc.constantFrom('x', 'y', '1', '10', '%', 'call', 'user', ''),
  fc.integer({ min: -3, max: 12 }),
  fc.boolean(),
);
const clause = fc.record({ property, operator, value });
const conjunction = fc.constantFrom('and', 'or');
const flat = fc.record({ conjunction, clauses: fc.array(clause, { maxLength: 2 }) });
const filter = fc.record({ conjunction, clauses: fc.array(fc.oneof({ weight: 2, arbitrary: clause }, flat), { maxLength: 2 }) });
const aggregation = fc.oneof(
  fc.constant({ func: 'count' }),
  fc.record({
    func: fc.constantFrom('sum', 'max', 'min', 'avg', 'unique'),
    property: fc.constantFrom('a', 'b', 'deep.in', 'timestamp'),
  }),
);

const scalar = fc.oneof(
  fc.constantFrom('x', 'y', '1', '10', 'x%y'),
  fc.integer({ min: -300, max: 1200 }).map((number) => number / 100),
  fc.integer({ min: -3, max: 12 }),
  fc.boolean(),
);
const event = fc.record({
  name: fc.constantFrom('call', 'visit'),
  who: fc.integer({ min: 0, max: 6 }),
  metadata: fc.record({ a: scalar, b: scalar, 'deep.in': scalar }, { requiredKeys: [] }),
  external_id: fc.option(
    fc.integer({ min: 0, max: 40 }).map((n) => `event-${n}`),
    { nil: undefined },
  ),
  age: fc.integer({ min: 0, max: 3 }),
});
const batch = fc.array(event, { minLength: 1, maxLength: 8 });
const definition = fc.record({
  filter: fc.oneof(fc.constant(ANY), { weight: 2, arbitrary: filter }),
  aggregation,
  lateEvents: fc.constantFrom('arrival', 'timestamp'),
});
const kind = <K extends string, T extends object>(name: K, fields: { [P in keyof T]: fc.Arbitrary<T[P]> }) =>
  fc.record({ kind: fc.constant(name), ...fields }) as fc.Arbitrary<{ kind: K } & T>;
const sometimes = fc.nat({ max: 3 }).map((number) => number === 0);
/** `isCounted`: whether the backfill of a created or changed meter runs at once. */
const step = fc.oneof(
  { weight: 8, arbitrary: kind('ingest', { batches: fc.array(batch, { minLength: 1, maxLength: 4 }) }) },
  { weight: 2, arbitrary: kind('create-meter', { definition, isCounted: sometimes }) },
  {
    weight: 5,
    arbitrary: kind('update-meter', {
      meter: fc.nat({ max: 2 }),
      changes: fc.record({
        definition: fc.option(definition, { nil: undefined }),
        isArchived: fc.option(fc.boolean(), { nil: undefined }),
      }),
      isCounted: sometimes,
    }),
  },
  { weight: 2, arbitrary: kind('backfill', { atMost: fc.integer({ min: 1, max: 3 }) }) },
  { weight: 1, arbitrary: kind('create-customer', { who: fc.integer({ min: 5, max: 6 }) }) },
  { weight: 1, arbitrary: kind('merge', {}) },
  { weight: 1, arbitrary: kind('merge-customers', { from: fc.nat({ max: 2 }), into: fc.nat({ max: 3 }) }) },
  {
    weight: 4,
    arbitrary: kind('void', { events: fc.array(fc.nat({ max: 60 }), { minLength: 1, maxLength: 4 }), isVoided: fc.boolean() }),
  },
  { weight: 4, arbitrary: kind('reset', { who: fc.integer({ min: 0, max: 6 }), lateMs: fc.constantFrom(0, 20, 100, 500) }) },
  { weight: 2, arbitrary: kind('rank', {}) },
  { weight: 4, arbitrary: kind('count', { atMost: fc.integer({ min: 1, max: 20 }), days: fc.nat({ max: 6 }) }) },
);
const scenario = fc.record({
  meters: fc.array(definition, { minLength: 1, maxLength: 3 }),
  steps: fc.array(step, { minLength: 2, maxLength: 16 }),
});

type Scenario = typeof scenario extends fc.Arbitrary<infer S> ? S : never;

type Definition = MeterDefinition & { readonly lateEvents: LateEvents };

const DAY_MS = 86_400_000;
const unused = { activeProducts: false, activeBenefits: false };

/**
 * Runs a scenario and returns the actual and the expected balances and usage buckets. Customer 3 has no external id until it gets the
 * external id 4. The external ids 5 and 6 get customers.
 */
async function run({ meters: initialMeters, steps }: Scenario): Promise<{ actual: object[]; expected: object[] }> {
  const { organization, oat } = await seedOrganization(fixture.api);
  const call = callAs(fixture.api, oat);
  const externalId = (who: number): string => `${organization.id}-${who}`;
  const customers: { id: string; external_id: string | null }[] = [];
  for (let index = 0; index < 3; index++) customers[index] = await seedCustomer(fixture.api, organization.id);
  customers[3] = await seedCustomer(fixture.api, organization.id, { external_id: null });
  const meters: ({ readonly id: string } & Definition)[] = [];
  /** Which customers were merged into which. */
  const merged = new Map<string, string>();
  const [repository, backfills] = [fixture.api.app.get(Meters), fixture.api.app.get(Backfills)];
  const counts = fixture.api.app.get(EventCounts);
  const addMeter = async (initial: Definition, isCounted: boolean): Promise<void> => {
    const { filter: counted, aggregation: aggregating, lateEvents } = initial;
    const meter = aMeter().of(organization.id).counting(counted).aggregating(aggregating).placingLateEventsBy(lateEvents).build();
    await repository.add(meter);
    if (isCounted) await fixture.run(new RunBackfills());
    meters.push(meter.snapshot);
  };
  const updateMeter = async (
    index: number,
    { definition: changed, isArchived }: { definition?: Definition; isArchived?: boolean },
  ): Promise<void> => {
    const { id } = meters[index]!;
    await repository.change({ id, organizations: [organization.id] }, (meter, known) => {
      const archived = isArchived === undefined ? {} : { isArchived };
      meter.update({ ...changed, ...archived }, { ...unused, ...known }, new Date());
      const { filter: counted, aggregation: aggregating, lateEvents } = meter.snapshot;
      meters[index] = { id, filter: counted, aggregation: aggregating, lateEvents };
    });
  };
  for (const initial of initialMeters) await addMeter(initial as Definition, true);
  const customerAt = (index: number) => customers[index]!;
  const toBody = ({ who, age, ...rest }: { who: number; age: number; name: string }) => ({
    ...rest,
    timestamp: new Date(Date.now() - age * 1000).toISOString(),
    ...(who === 0 || who === 3 ? { customer_id: customerAt(who).id } : {}),
    ...(who === 1 ? { external_customer_id: customerAt(1).external_id } : {}),
    ...(who === 2 || who > 3 ? { external_customer_id: externalId(who) } : {}),
  });
  for (const each of steps) {
    if (each.kind === 'rank') await fixture.run(new RankCustomerMeters(0));
    else if (each.kind === 'backfill') await backfills.run(each.atMost);
    else if (each.kind === 'count') {
      await counts.countNext(each.atMost);
      for (let day = 0; day < each.days; day++) await counts.countNextDay();
    } else if (each.kind === 'ingest') {
      const responses = await Promise.all(
        each.batches.map((events) => call('POST', '/v1/events/ingest', { events: events.map(toBody) })),
      );
      for (const { status, text } of responses) if (status !== 200) throw new Error(text);
    } else if (each.kind === 'create-meter') await addMeter(each.definition as Definition, each.isCounted);
    else if (each.kind === 'update-meter') {
      await updateMeter(each.meter % meters.length, each.changes as { definition?: Definition; isArchived?: boolean }).catch(
        (error) => {
          if (!(error instanceof ValidationFailed)) throw error;
        },
      );
      if (each.isCounted) await fixture.run(new RunBackfills());
    } else if (each.kind === 'create-customer') {
      if (customers[each.who]) continue;
      customers[each.who] = await seedCustomer(fixture.api, organization.id, { external_id: externalId(each.who) });
      await fixture.run(new SyncCustomer(customerAt(each.who).id));
    } else if (each.kind === 'merge') {
      const external_id = externalId(4);
      await call('PATCH', `/v1/customers/${customerAt(3).id}`, { external_id });
      customers[3] = { id: customerAt(3).id, external_id };
      await fixture.run(new SyncCustomer(customerAt(3).id));
    } else if (each.kind === 'merge-customers') {
      const [from, into] = [customerAt(each.from).id, customerAt(each.into).id];
      if (from === into || merged.has(from) || merged.has(into)) continue;
      const answer = await call('POST', `/v1/customers/${into}/merge`, { customer_id: from });
      if (answer.status !== 200) throw new Error(answer.text);
      await fixture.run(new MoveUsageOfMergedCustomer(from));
      merged.set(from, into);
    } else if (each.kind === 'void') {
      const stored = await fixture.rows<{ id: string }>(
        `select id from metering.events where organization_id = ? and source = 'user' order by seq`,
        organization.id,
      );
      const ids = each.events.flatMap((position) => (stored[position] ? [stored[position].id] : []));
      if (ids.length === 0) continue;
      const answer = await call('POST', `/v1/events/${each.isVoided ? 'void' : 'unvoid'}`, { ids, reason: 'Wrong' });
      if (answer.status !== 200) throw new Error(answer.text);
    } else if (customers[each.who] && !merged.has(customerAt(each.who).id)) {
      const now = new Date();
      const { id, external_id } = customerAt(each.who);
      const customer = { id, organizationId: organization.id, externalId: external_id, name: null, isDeleted: false };
      const cutoff = new Date(now.getTime() - each.lateMs);
      const cycle = {
        subscriptionId: id,
        meterIds: meters.map((meter) => meter.id),
        credits: new Map(),
        cutoff,
        rollOver: rolloverUnits,
      };
      await fixture.api.app.get(Balances).cycle(customer, cycle, now);
    }
  }
  for (const index of meters.keys()) await updateMeter(index, { isArchived: false });
  await fixture.run(new RunBackfills());
  const events = await fixture.rows<ReferenceEvent & { readonly happened_seconds: number }>(
    `select id, name, source, floor(extract(epoch from timestamp))::int as timestamp_seconds, extract(epoch from timestamp)::float8 as happened_seconds, extract(epoch from ingested_at)::float8 as ingested_seconds,
       customer_id, external_customer_id, metadata from metering.events where organization_id = ? and source = 'user' and voided_at is null`,
    organization.id,
  );
  const resets = await fixture.rows<{ customer_id: string; meter: string; since: number }>(
    `select customer_id, metadata ->> 'meter_id' as meter, max(extract(epoch from timestamp))::float8 as since
     from metering.events where organization_id = ? and name = 'meter.reset' group by 1, 2`,
    organization.id,
  );
  const { body } = await call('GET', '/v1/customer-meters/?limit=100&sorting=consumed_units');
  const consumedUnits = body.items.map((item: { consumed_units: number }) => item.consumed_units);
  expect(consumedUnits).toEqual(consumedUnits.toSorted((a: number, b: number) => a - b));
  const existing = customers.filter((customer) => customer && !merged.has(customer.id));
  const rounded = (number: number): number => Number(number.toPrecision(12));
  const actual = existing.flatMap(({ id }) =>
    meters.map((meter) => {
      const item = body.items.find(
        (one: { customer_id: string; meter_id: string }) => one.customer_id === id && one.meter_id === meter.id,
      );
      return {
        aggregation: meter.aggregation,
        consumed: rounded(item?.consumed_units ?? 0),
        balance: rounded(item?.balance ?? 0),
      };
    }),
  );
  const resetOf = (customer: string, meter: string): number =>
    resets.find((reset) => reset.customer_id === customer && reset.meter === meter)?.since ?? 0;
  /** Since when the events of a customer count for the one that it was merged into: since the last reset of that one, or else of its own. */
  const sinceOf = (customer: string, meter: string): number => {
    const target = merged.get(customer);
    return (target === undefined ? 0 : sinceOf(target, meter)) || resetOf(customer, meter);
  };
  const rootOf = (customer: string): string => {
    const target = merged.get(customer);
    return target === undefined ? customer : rootOf(target);
  };
  const contributors = (customer: string) => customers.filter((each) => each && rootOf(each.id) === customer);
  const isOf = (each: ReferenceEvent, { id, external_id }: (typeof customers)[number]): boolean =>
    each.customer_id === id || (each.customer_id === null && external_id !== null && each.external_customer_id === external_id);
  const expected = existing.flatMap(({ id }) =>
    meters.map((meter) => {
      const own = events.filter(
        (each) =>
          contributors(id).some(
            (part) =>
              isOf(each, part) &&
              each.ingested_seconds >= sinceOf(part.id, meter.id) &&
              (meter.lateEvents === 'arrival' || each.happened_seconds >= sinceOf(part.id, meter.id)),
          ) && matches(each, meter.filter),
      );
      const consumed = rounded(aggregated(own, meter.aggregation));
      return { aggregation: meter.aggregation, consumed, balance: rounded(-consumed) + 0 };
    }),
  );
  const buckets = await fixture.rows<{ meter_id: string; events: number }>(
    `select meter_id, sum(q.events)::int as events from metering.usage_buckets q join metering.meters on id = meter_id
     where organization_id = ? group by 1`,
    organization.id,
  );
  const inBuckets = meters.map(({ id }) => buckets.find(({ meter_id }) => meter_id === id)?.events ?? 0);
  const matching = meters.map(
    (meter) => events.filter((each) => matches(each, meter.filter) && hasAggregatedValue(each, meter.aggregation)).length,
  );
  const range = { start_timestamp: new Date(Date.now() - DAY_MS).toISOString(), end_timestamp: new Date().toISOString() };
  const quantities = await Promise.all(
    meters.map(async ({ id }) => {
      const query = new URLSearchParams({ ...range, interval: 'day' });
      return rounded((await call('GET', `/v1/meters/${id}/quantities?${query}`)).body.total);
    }),
  );
  const totalOf = async (meter: { readonly id: string }, more: Record<string, string>): Promise<number> =>
    rounded(
      (await call('GET', `/v1/meters/${meter.id}/quantities?${new URLSearchParams({ ...range, interval: 'day', ...more })}`)).body
        .total,
    );
  const ofCustomers = async () =>
    Promise.all(
      meters.map(async (meter) => ({
        each: await Promise.all(existing.map(({ id }) => totalOf(meter, { customer_id: id }))),
        highest: await totalOf(meter, { customer_aggregation_function: 'max' }),
      })),
    );
  const beforeCounting = await ofCustomers();
  await fixture.run(new CountEvents());
  const ownerOf = (each: ReferenceEvent): string => {
    const owner = customers.find((customer) => customer && isOf(each, customer));
    return owner ? rootOf(owner.id) : each.external_customer_id!;
  };
  const expectedOfCustomers = meters.map((meter) => {
    const counted = events.filter((each) => matches(each, meter.filter) && hasAggregatedValue(each, meter.aggregation));
    const byOwner = new Map(
      [...Map.groupBy(counted, ownerOf)].map(([owner, own]) => [owner, rounded(aggregated(own, meter.aggregation))]),
    );
    return {
      each: existing.map(({ id }) => byOwner.get(id) ?? 0),
      highest: byOwner.size > 0 ? Math.max(...byOwner.values()) : 0,
    };
  });
  const totals = meters.map((meter) =>
    rounded(
      aggregated(
        events.filter((each) => matches(each, meter.filter)),
        meter.aggregation,
      ),
    ),
  );
  return {
    actual: [...actual, { inBuckets, quantities, beforeCounting, ofCustomers: await ofCustomers() }],
    expected: [
      ...expected,
      { inBuckets: matching, quantities: totals, beforeCounting: expectedOfCustomers, ofCustomers: expectedOfCustomers },
    ],
  };
}

test('what a customer used before its own window restarted counts in the window of the one that it is merged into', async () => {
  const { actual, expected } = await run({
    meters: [{ filter: { conjunction: 'and', clauses: [] }, aggregation: { func: 'count' }, lateEvents: 'arrival' }],
    steps: [
      { kind: 'reset', who: 2, lateMs: 0 },
      { kind: 'ingest', batches: [[{ name: 'call', who: 1, metadata: {}, external_id: undefined, age: 0 }]] },
      { kind: 'reset', who: 1, lateMs: 0 },
      { kind: 'merge-customers', from: 1, into: 2 },
    ],
  });
  expect(actual).toContainEqual(expect.objectContaining({ consumed: 1 }));
  expect(actual).toEqual(expected);
});

test('balances and usage buckets equal those computed from the stored events, after any sequence of steps', async () => {
  await fc.assert(
    fc.asyncProperty(scenario, async (generated) => {
      const { actual, expected } = await run(generated);
      expect(actual).toEqual(expected);
    }),
    {
      endOnFailure: true,
      numRuns: Number(process.env['METERING_RUNS'] ?? 10),
      ...(process.env['METERING_SEED'] ? { seed: Number(process.env['METERING_SEED']) } : {}),
    },
  );
});
