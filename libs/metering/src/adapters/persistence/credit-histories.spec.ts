import { EntityManager } from '@mikro-orm/postgresql';
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { ANY, openMeteringFixture } from '../../../../../test/support/metering-fixture.ts';
import { seedOrganization } from '../../../../../test/support/seed.ts';
import { seedCustomer } from '../../../../../test/support/seed-customer.ts';
import { aMeter } from '../../../testing/meter.builder.ts';
import { Balances, rolloverUnits } from '../../domain/balances.ts';
import { EventCorrections } from '../../domain/event-corrections.ts';
import { Meters } from '../../domain/meters.ts';
import { newEventId, UsageEvents } from '../../domain/usage-event.ts';
import { SqlSubjects } from './subjects.repository.ts';

const fixture = await openMeteringFixture();
afterAll(() => fixture.close());

const HOUR_MS = 3_600_000;
const few = fc.integer({ min: 1, max: 6 });
const who = fc.nat({ max: 1 });
const kind = <K extends string, T extends object>(name: K, fields: { [P in keyof T]: fc.Arbitrary<T[P]> }) =>
  fc.record({ kind: fc.constant(name), ...fields }) as fc.Arbitrary<{ kind: K } & T>;
const step = fc.oneof(
  { weight: 5, arbitrary: kind('use', { who, tenths: fc.integer({ min: 1, max: 60 }) }) },
  { weight: 2, arbitrary: kind('void', { event: fc.nat({ max: 30 }), isVoided: fc.boolean() }) },
  {
    weight: 5,
    arbitrary: kind('give', {
      who,
      units: few,
      priority: fc.constantFrom(10, 50, 90),
      hours: fc.option(fc.integer({ min: 1, max: 9 }), { nil: undefined }),
      rollover: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: kind('grant', {
      who,
      units: few,
      rollover: fc.boolean(),
      priority: fc.option(fc.constantFrom(10, 90), { nil: undefined }),
      expiresAfterDays: fc.option(fc.constant(1), { nil: undefined }),
    }),
  },
  { weight: 1, arbitrary: kind('revoke-grant', { grant: fc.nat({ max: 5 }) }) },
  { weight: 1, arbitrary: kind('revoke', { who, credit: fc.nat({ max: 5 }) }) },
  { weight: 1, arbitrary: kind('reset', { who, credits: fc.constantFrom('keep' as const, 'remove' as const) }) },
  { weight: 1, arbitrary: kind('cycle', { who }) },
  { weight: 1, arbitrary: kind('merge', {}) },
  { weight: 4, arbitrary: kind('wait', { hours: fc.integer({ min: 1, max: 4 }) }) },
);
const history = fc.record({
  aggregation: fc.constantFrom(
    { func: 'sum', property: 'n' } as const,
    { func: 'count' } as const,
    { func: 'max', property: 'n' } as const,
    { func: 'unique', property: 'n' } as const,
  ),
  steps: fc.array(step, { minLength: 3, maxLength: 20 }),
});
type History = typeof history extends fc.Arbitrary<infer H> ? H : never;

/** Runs a history of two customers. Ends are published after each step if `isPunctual`, and at the end otherwise. */
async function run({ aggregation, steps }: History, isPunctual: boolean) {
  const app = fixture.api.app;
  const [balances, usage, corrections] = [app.get(Balances), app.get(UsageEvents), app.get(EventCorrections)];
  const { organization } = await seedOrganization(fixture.api);
  const organizationId = organization.id;
  const meter = aMeter().of(organizationId).counting({ conjunction: 'and', clauses: [] }).aggregating(aggregation).build();
  await app.get(Meters).add(meter);
  let now = new Date();
  const customers = [];
  for (const _ of [1, 2]) {
    const { id } = await seedCustomer(fixture.api, organizationId);
    const customer = { id, organizationId, externalId: null, name: null, isDeleted: false };
    customers.push({ customer, meter: await balances.open(customer, meter.id, now) });
  }
  const [first, second] = customers as [(typeof customers)[number], (typeof customers)[number]];
  let isMerged = false;
  const at = (index: number) => (isMerged ? second : [first, second][index]!);
  const which = (index: number) => ({ id: at(index).meter, organizations: [organizationId] });
  const events: string[] = [];
  const grants: { readonly grant: Parameters<Balances['syncCredits']>[0]; readonly who: number }[] = [];
  const end = async (): Promise<void> => {
    for (const ended of await balances.someWithEndedCredits(now, organizationId)) await balances.endCredits(ended, now);
  };
  const credits = (index: number) =>
    fixture.rows<{ id: string }>(
      `select r.id from metering.credits r join metering.customer_meters c on c.subject_id = r.subject_id and c.meter_id = r.meter_id
       where c.id = ? and r.drawn is not null and r.ended_at is null and (r.expires_at is null or r.expires_at > ?)
       order by r.at, r.priority, r.units, r.expires_at`,
      at(index).meter,
      now,
    );
  for (const each of steps) {
    now = new Date(now.getTime() + 1000);
    if (each.kind === 'wait') now = new Date(now.getTime() + each.hours * HOUR_MS);
    else if (each.kind === 'use') {
      const id = newEventId(now);
      const { customer } = at(each.who);
      const names = { externalId: null, parent: null, memberId: null, externalMemberId: null };
      const what = { id, organizationId, name: 'call', timestamp: now, customer: { customerId: customer.id } };
      await usage.ingest([{ ...what, ...names, metadata: { n: each.tenths / 10 } }], [customer], now);
      events.push(id);
    } else if (each.kind === 'void' && events.length > 0) {
      const ids = [events[each.event % events.length]!];
      await corrections.setVoided(organizationId, { ids, externalIds: [] }, { isVoided: each.isVoided, reason: 'Wrong' }, now);
    } else if (each.kind === 'give') {
      const expiresAt = each.hours === undefined ? null : new Date(now.getTime() + each.hours * HOUR_MS);
      const { units, priority, rollover } = each;
      await balances.changeByHand(
        which(each.who),
        { kind: 'credit', units, priority, rollover, expiresAt, reason: 'A gift' },
        now,
      );
    } else if (each.kind === 'grant') {
      const state = { isGranted: true, stateRevision: 1, transferEventId: 0, subscriptionId: null, benefitId: randomUUID() };
      const { kind: _kind, who: _who, ...terms } = each;
      const grant = { id: randomUUID(), meterId: meter.id, ...terms, ...state };
      await balances.syncCredits(grant, at(each.who).customer, now);
      grants.push({ grant, who: each.who });
    } else if (each.kind === 'revoke-grant' && grants.length > 0) {
      const { grant, who: index } = grants[each.grant % grants.length]!;
      await balances.syncCredits({ ...grant, isGranted: false, stateRevision: 2 }, at(index).customer, now);
    } else if (each.kind === 'revoke') {
      const given = await credits(each.who);
      const creditId = given[each.credit % Math.max(given.length, 1)]?.id;
      if (creditId) await balances.changeByHand(which(each.who), { kind: 'revoke', creditId, reason: 'A mistake' }, now);
    } else if (each.kind === 'reset') {
      await balances.changeByHand(which(each.who), { kind: 'reset', credits: each.credits, reason: 'An outage' }, now);
    } else if (each.kind === 'cycle') {
      const cycle = {
        subscriptionId: randomUUID(),
        meterIds: [meter.id],
        credits: new Map(),
        cutoff: now,
        rollOver: rolloverUnits,
      };
      await balances.cycle(at(each.who).customer, cycle, now);
    } else if (each.kind === 'merge' && !isMerged) {
      await new SqlSubjects(app.get(EntityManager), { now: () => now }).merge(first.customer.id, second.customer);
      isMerged = true;
    }
    if (isPunctual) await end();
  }
  await end();
  const state = await fixture.rows<{ id: string; consumed: string; credited: string; shown: number; credits: object[] }>(
    `select c.id, metering.consumed(func, events, total, lowest, highest, distinct_values)::text as consumed, b.credited::text as credited,
       c.credited_units as shown, array(select jsonb_build_object('units', r.units, 'drawn', trim_scale(r.drawn), 'priority', r.priority, 'ended', r.ended_at is not null)
         from metering.credits r where r.subject_id = b.subject_id and r.meter_id = b.meter_id and r.drawn is not null
         order by r.at, r.priority, r.units, r.expires_at) as credits
     from metering.balances b join metering.customer_meters c on c.id = b.customer_meter_id where c.organization_id = ? order by c.customer_id = ?`,
    organizationId,
    second.customer.id,
  );
  const told = await fixture.rows<{ name: string; units: number }>(
    `select name, (payload ->> 'units')::float8 as units from platform.outbox where organization_id = ? and name = 'customer_meter.credit_expired' order by payload ->> 'expired_at', 2`,
    organizationId,
  );
  const sums = await fixture.rows<{ units: string }>(
    `select coalesce(sum((metadata ->> 'units')::numeric), 0)::text as units from metering.events where organization_id = ? and name = 'meter.credited'`,
    organizationId,
  );
  return { state: state.map(({ id: _id, ...shown }) => shown), told, history: Number(sums[0]!.units) };
}

test('balances and credits do not depend on when ends are published, and the history adds up to what is credited', async () => {
  await fc.assert(
    fc.asyncProperty(history, async (generated) => {
      const [late, punctual] = [await run(generated, false), await run(generated, true)];
      expect(late).toEqual(punctual);
      const credited = late.state.reduce((sum, { credited: units }) => sum + Number(units), 0);
      const removes = generated.steps.some(({ kind: what }) => what === 'cycle' || what === 'revoke-grant' || what === 'reset');
      expect(late.history).toBeCloseTo(removes ? late.history : credited, 9);
      for (const { credited: units, shown } of late.state) expect(shown).toBe(Number(units));
    }),
    {
      endOnFailure: true,
      numRuns: Number(process.env['METERING_RUNS'] ?? 12),
      ...(process.env['METERING_SEED'] ? { seed: Number(process.env['METERING_SEED']) } : {}),
    },
  );
});

test('usage that races the end of a credit is counted, and the credit ends once', async () => {
  const balances = fixture.api.app.get(Balances);
  const customer = await fixture.customer();
  const name = randomUUID();
  const filter = { ...ANY, clauses: [{ property: 'name', operator: 'eq', value: name }] };
  const meter = await fixture.meter({ func: 'count' }, filter);
  await fixture.ingest({ name, customer_id: customer.id });
  const { id } = await fixture.balance(customer, meter);
  const given = { kind: 'credit' as const, units: 1000, rollover: true, priority: 50, reason: 'A gift' };
  const organizationId = fixture.ours.organization.id;
  const now = new Date();
  const expiresAt = new Date(now.getTime() + 1000);
  await balances.changeByHand({ id, organizations: [organizationId] }, { ...given, expiresAt }, now);
  const later = new Date(now.getTime() + 2000);
  const [ended] = await fixture.rows<{ subject: string }>(
    'select subject_id as subject from metering.customer_meters where id = ?',
    id,
  );
  await Promise.all([
    ...Array.from({ length: 20 }, () => fixture.ingest({ name, customer_id: customer.id }, { name, customer_id: customer.id })),
    ...Array.from({ length: 4 }, () => balances.endCredits({ organizationId, subjectId: ended!.subject }, later)),
  ]);
  const told = (await fixture.eventsOf(id)).filter((event) => event.name === 'customer_meter.credit_expired');
  expect(told).toHaveLength(1);
  const { consumed_units, credited_units } = await fixture.balance(customer, meter);
  expect([consumed_units, credited_units]).toEqual([41, 1000 - (told[0]!.payload['units'] as number)]);
});

test('of a grant whose credits have terms, what is left moves with it, and only that is taken back', async () => {
  const balances = fixture.api.app.get(Balances);
  const organizationId = fixture.ours.organization.id;
  const name = randomUUID();
  const filter = { ...ANY, clauses: [{ property: 'name', operator: 'eq', value: name }] };
  const meter = await fixture.meter({ func: 'count' }, filter);
  const known = async () => ({
    id: (await fixture.customer()).id,
    organizationId,
    externalId: null,
    name: null,
    isDeleted: false,
  });
  const [from, to] = [await known(), await known()];
  const use = (customer: { id: string }) => fixture.ingest({ name, customer_id: customer.id });
  const units = async (customer: { id: string }) => {
    const { credited_units, balance } = await fixture.balance(customer, meter);
    return [credited_units, balance];
  };
  const now = new Date();
  const terms = { meterId: meter.id, units: 10, rollover: true, priority: 10, expiresAfterDays: 30 };
  const state = { id: randomUUID(), benefitId: randomUUID(), subscriptionId: null, transferEventId: 0 };
  const grant = { ...terms, ...state, isGranted: true, stateRevision: 1 };
  await balances.syncCredits(grant, from, now);
  await use(from);
  await balances.moveCredits({ grant: { ...grant, transferEventId: 5 }, holderId: from.id, from, to }, now);
  expect([await units(from), await units(to)]).toEqual([
    [1, 0],
    [9, 9],
  ]);
  const { id } = await fixture.balance(to, meter);
  const { body } = await fixture.seller('GET', `/v1/customer-meters/${id}/credits`);
  expect(body.items).toMatchObject([
    { units: 9, priority: 10, expires_at: new Date(now.getTime() + 30 * 24 * HOUR_MS).toISOString(), benefit_grant_id: grant.id },
  ]);
  await use(to);
  const revoked = { ...grant, isGranted: false, stateRevision: 2, transferEventId: 5 };
  await balances.syncCredits(revoked, to, now);
  await balances.syncCredits(revoked, to, now);
  expect(await units(to)).toEqual([1, 0]);
  expect((await fixture.eventsOf(id)).map(({ payload }) => payload['units'])).toEqual([9, -8]);
});
