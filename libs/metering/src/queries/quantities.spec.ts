import { QueryBus } from '@nestjs/cqrs';
import { Access } from '#kernel';
import { eventsNamed, openMeteringFixture } from '../../../../test/support/metering-fixture.ts';
import { CountEvents } from '../commands/count-events.ts';
import { Backfills, Meters } from '../domain/meters.ts';
import type { Meter } from '../domain/meter.ts';
import { GetQuantities, type QuantitiesView } from './get-quantities.ts';
import type { QuantityQuery } from './quantities.ts';

const fixture = await openMeteringFixture();
afterAll(() => fixture.close());

const organizations = [fixture.ours.organization.id];

function quantities(
  meter: { id: string },
  start: string,
  end: string,
  more: Partial<QuantityQuery> = {},
): Promise<QuantitiesView> {
  const query = {
    interval: 'day',
    timezone: 'UTC',
    ...more,
    start_timestamp: new Date(start),
    end_timestamp: new Date(end),
  } as const;
  return fixture.api.app
    .get(QueryBus)
    .execute(new GetQuantities(new Access(organizations, organizations, 'products'), meter.id, query));
}

test('a day that a time zone skipped is left out', async () => {
  const meter = await fixture.meter({ func: 'count' }, eventsNamed('skipped'));
  const customer = await fixture.customer();
  const times = ['2011-12-29T10:00:00Z', '2011-12-30T09:59:59Z', '2011-12-30T10:00:00Z', '2011-12-31T10:00:00Z'];
  await fixture.ingest(...times.map((timestamp) => ({ name: 'skipped', customer_id: customer.id, timestamp })));
  for (const more of [{}, { customer_id: [customer.id] }]) {
    const { quantities: days, total } = await quantities(meter, '2011-12-29T10:00:00Z', '2011-12-31T12:00:00Z', {
      timezone: 'Pacific/Apia',
      ...more,
    });
    expect([total, days.map(({ timestamp, quantity }) => [timestamp.toISOString(), quantity])]).toEqual([
      4,
      [
        ['2011-12-29T10:00:00.000Z', 2],
        ['2011-12-30T10:00:00.000Z', 1],
        ['2011-12-31T10:00:00.000Z', 1],
      ],
    ]);
  }
});

test('quantities include the events of a backfill, whether none, some or all of them have been counted', async () => {
  const meter = await fixture.meter({ func: 'sum', property: 'n' }, eventsNamed('late'));
  const customer = await fixture.customer();
  const ingest = (count: number) =>
    fixture.ingest(
      ...Array.from({ length: count }, (_, index) => ({
        name: 'late',
        customer_id: customer.id,
        timestamp: new Date(Date.UTC(2026, 0, 1, index % 24, index % 60)).toISOString(),
        metadata: { n: 1 },
      })),
    );
  const archive = (isArchived: boolean) =>
    fixture.api.app
      .get(Meters)
      .change({ id: meter.id, organizations }, (each: Meter, known) =>
        each.update({ isArchived }, { ...known, activeProducts: false, activeBenefits: false }, new Date()),
      );
  const totals = async () =>
    Promise.all(
      [{}, { customer_id: [customer.id] }].map(
        async (more) => (await quantities(meter, '2026-01-01T00:01:00Z', '2026-01-01T23:00:00Z', more)).total,
      ),
    );
  await ingest(500);
  const [before] = await totals();
  await archive(true);
  await ingest(250);
  const [archived, ofCustomer] = await totals();
  expect([archived, archived! > before!]).toEqual([ofCustomer, true]);
  await archive(false);
  const backfills = fixture.api.app.get(Backfills);
  expect(await totals()).toEqual([archived, archived]);
  expect(await backfills.run(100, meter.id)).toBe(true);
  expect(await fixture.rows('select from metering.backfills where meter_id = ?', meter.id)).toHaveLength(1);
  expect(await totals()).toEqual([archived, archived]);
  while (await backfills.run(100, meter.id));
  expect(await totals()).toEqual([archived, archived]);
});

describe('quantities of a customer that were counted', () => {
  const ofCustomer = async (meter: { id: string }, customer: { id: string }): Promise<number> =>
    (await quantities(meter, '2026-01-01T00:00:00Z', '2026-02-01T00:00:00Z', { customer_id: [customer.id] })).total;

  test.each([
    ['count', [3, 2, 3, 4]],
    ['sum', [9, 4, 9, 10]],
    ['max', [5, 3, 5, 5]],
    ['min', [1, 1, 1, 1]],
    ['avg', [3, 2, 3, 2.5]],
  ])('leave voided events out, and have what is restored or new: %s', async (func, expected) => {
    const name = `voided by ${func}`;
    const meter = await fixture.meter(func === 'count' ? { func } : { func, property: 'n' }, eventsNamed(name));
    const customer = await fixture.customer();
    const event = (n: number) => ({
      name,
      customer_id: customer.id,
      timestamp: '2026-01-05T10:01:00Z',
      external_id: `${name} ${n}`,
      metadata: { n },
    });
    await fixture.ingest(event(1), event(3), event(5));
    await fixture.run(new CountEvents());
    const found = [await ofCustomer(meter, customer)];
    for (const action of ['void', 'unvoid']) {
      const body = { external_ids: [`${name} 5`], reason: 'Wrong' };
      expect(await fixture.seller('POST', `/v1/events/${action}`, body)).toMatchObject({ status: 200 });
      found.push(await ofCustomer(meter, customer));
    }
    await fixture.ingest({ ...event(1), external_id: `${name} again` });
    found.push(await ofCustomer(meter, customer));
    await fixture.run(new CountEvents());
    expect([...found, await ofCustomer(meter, customer)]).toEqual([...expected, expected.at(-1)]);
  });

  test('are those of the new definition of a meter', async () => {
    const customer = await fixture.customer();
    const event = { customer_id: customer.id, timestamp: '2026-01-05T10:01:00Z' };
    const meter = await fixture.meter({ func: 'count' }, eventsNamed('defined later'));
    await fixture.ingest({ ...event, name: 'defined first' }, { ...event, name: 'defined first' });
    await fixture.run(new CountEvents());
    expect(await ofCustomer(meter, customer)).toBe(0);
    const changed = await fixture.seller('PATCH', `/v1/meters/${meter.id}`, { filter: eventsNamed('defined first') });
    expect(changed.status).toBe(200);
    expect(await ofCustomer(meter, customer)).toBe(2);
    await fixture.run(new CountEvents());
    expect(await ofCustomer(meter, customer)).toBe(2);
  });
});
