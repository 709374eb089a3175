import { QueryBus } from '@nestjs/cqrs';
import { Access } from '#kernel';
import { eventsNamed, openMeteringFixture } from '../../../../test/support/metering-fixture.ts';
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
