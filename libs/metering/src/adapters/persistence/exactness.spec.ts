import fc from 'fast-check';
import { openMeteringShop } from '../../../../../test/support/metering-shop.ts';
import { seedCustomer } from '../../../../../test/support/seed-customer.ts';
import { callAs } from '../../../../../test/support/call.ts';
import { seedOrganization } from '../../../../../test/support/seed.ts';
import { aggregated, matches, type StoredEvent } from '../../../testing/naive.ts';
import { Balances } from '../../domain/balances.ts';
import { rolloverUnits } from '../../domain/credits.ts';
import { FollowCustomer } from '../../commands/follow-customer.ts';
import { RankCustomerMeters } from '../../commands/rank-customer-meters.ts';

const shop = await openMeteringShop();
afterAll(() => shop.close());

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
  fc.record({ func: fc.constantFrom('sum', 'max', 'min', 'avg', 'unique'), property: fc.constantFrom('a', 'b', 'timestamp') }),
);

const scalar = fc.oneof(
  fc.constantFrom('x', 'y', '1', '10', 'x%y'),
  fc.integer({ min: -300, max: 1200 }).map((number) => number / 100),
  fc.integer({ min: -3, max: 12 }),
  fc.boolean(),
);
const event = fc.record({
  name: fc.constantFrom('call', 'visit'),
  who: fc.integer({ min: 0, max: 4 }),
  metadata: fc.record({ a: scalar, b: scalar }, { requiredKeys: [] }),
  external_id: fc.option(
    fc.integer({ min: 0, max: 40 }).map((n) => `told-${n}`),
    { nil: undefined },
  ),
  age: fc.integer({ min: 0, max: 3 }),
});
const batch = fc.array(event, { minLength: 1, maxLength: 8 });
const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ kind: fc.constant('ingest' as const), batches: fc.array(batch, { minLength: 1, maxLength: 4 }) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('meter' as const), filter, aggregation }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('appear' as const), who: fc.integer({ min: 3, max: 4 }) }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('reset' as const), who: fc.integer({ min: 0, max: 2 }), late: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('pause' as const) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('rank' as const) }) },
);
const story = fc.record({
  meters: fc.array(fc.record({ filter, aggregation }), { minLength: 1, maxLength: 3 }),
  steps: fc.array(step, { minLength: 2, maxLength: 8 }),
});

type Story = typeof story extends fc.Arbitrary<infer S> ? S : never;

interface Meter {
  readonly id: string;
  readonly filter: Parameters<typeof matches>[1];
  readonly aggregation: Parameters<typeof aggregated>[1];
}

/** Plays a story, and answers what customers have together with what they should have. */
async function play({ meters: first, steps }: Story): Promise<{ is: object[]; should: object[] }> {
  const { organization, oat } = await seedOrganization(shop.api);
  const call = callAs(shop.api, oat);
  const customers: { id: string; external_id: string | null }[] = [];
  for (let index = 0; index < 3; index++) customers[index] = await seedCustomer(shop.api, organization.id);
  const meters: Meter[] = [];
  const addMeter = async (rule: object): Promise<void> => {
    const { status, body, text } = await call('POST', '/v1/meters/', { name: 'Some meter', ...rule });
    if (status !== 201) throw new Error(text);
    meters.push(body);
  };
  for (const rule of first) await addMeter(rule);
  const known = (index: number) => customers[index]!;
  const told = ({ who, age, ...rest }: { who: number; age: number; name: string }) => ({
    ...rest,
    timestamp: new Date(Date.now() - age * 1000).toISOString(),
    ...(who === 0 ? { customer_id: known(0).id } : {}),
    ...(who === 1 ? { external_customer_id: known(1).external_id } : {}),
    ...(who === 2 ? { external_customer_id: `${organization.id}-2` } : {}),
    ...(who > 2 ? { external_customer_id: `${organization.id}-${who}` } : {}),
  });
  for (const each of steps) {
    if (each.kind === 'rank') await shop.run(new RankCustomerMeters(0));
    else if (each.kind === 'ingest') {
      const answers = await Promise.all(
        each.batches.map((some) => call('POST', '/v1/events/ingest', { events: some.map(told) })),
      );
      for (const { status, text } of answers) if (status !== 200) throw new Error(text);
    } else if (each.kind === 'meter') await addMeter(each);
    else if (each.kind === 'appear') {
      if (customers[each.who]) continue;
      const external_id = `${organization.id}-${each.who}`;
      customers[each.who] = await seedCustomer(shop.api, organization.id, { external_id });
      await shop.run(new FollowCustomer(known(each.who).id));
    } else if (each.kind === 'reset') {
      const now = new Date();
      const { id, external_id: externalId } = known(each.who);
      const customer = { id, organizationId: organization.id, externalId, name: null, isDeleted: false };
      const cutoff = new Date(now.getTime() - (each.late ? 20 : 0));
      const cycle = {
        subscriptionId: id,
        meterIds: meters.map((meter) => meter.id),
        credits: new Map(),
        cutoff,
        rollOver: rolloverUnits,
      };
      await shop.api.app.get(Balances).cycle(customer, cycle, now);
    } else {
      await call('PATCH', `/v1/meters/${meters[0]!.id}`, { is_archived: true });
      await call('POST', '/v1/events/ingest', { events: [told({ who: 0, age: 0, name: 'call' })] });
      await call('PATCH', `/v1/meters/${meters[0]!.id}`, { is_archived: false });
    }
  }
  const events = await shop.rows<StoredEvent>(
    `select id, name, source, floor(extract(epoch from timestamp))::int as seconds, extract(epoch from ingested_at)::float8 as arrived,
       customer_id, external_customer_id, metadata from metering.events where organization_id = ? and source = 'user'`,
    organization.id,
  );
  const resets = await shop.rows<{ customer_id: string; meter: string; since: number }>(
    `select customer_id, metadata ->> 'meter_id' as meter, max(extract(epoch from timestamp))::float8 as since
     from metering.events where organization_id = ? and name = 'meter.reset' group by 1, 2`,
    organization.id,
  );
  const { body } = await call('GET', '/v1/customer-meters/?limit=100&sorting=consumed_units');
  const inOrder = body.items.map((item: { consumed_units: number }) => item.consumed_units);
  expect(inOrder).toEqual(inOrder.toSorted((a: number, b: number) => a - b));
  const there = customers.filter(Boolean);
  const rounded = (number: number): number => Number(number.toPrecision(12));
  const is = there.flatMap(({ id }) =>
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
  const should = there.flatMap(({ id, external_id }) =>
    meters.map((meter) => {
      const since = resets.find((reset) => reset.customer_id === id && reset.meter === meter.id)?.since ?? 0;
      const own = events.filter(
        (each) =>
          (each.customer_id === id || (external_id !== null && each.external_customer_id === external_id)) &&
          each.arrived >= since &&
          matches(each, meter.filter),
      );
      const consumed = rounded(aggregated(own, meter.aggregation));
      return { aggregation: meter.aggregation, consumed, balance: rounded(-consumed) + 0 };
    }),
  );
  return { is, should };
}

test('balances are what anyone would count from the events, whatever happens', async () => {
  await fc.assert(
    fc.asyncProperty(story, async (told) => {
      const { is, should } = await play(told);
      expect(is).toEqual(should);
    }),
    {
      endOnFailure: true,
      numRuns: Number(process.env['METERING_RUNS'] ?? 10),
      ...(process.env['METERING_SEED'] ? { seed: Number(process.env['METERING_SEED']) } : {}),
    },
  );
});
