import { QueryBus } from '@nestjs/cqrs';
import { Access } from '#kernel';
import { named, openMeteringFixture } from '../../../../test/support/metering-fixture.ts';
import { Backfills, Meters } from '../domain/meters.ts';
import type { Meter } from '../domain/meter.ts';
import { GetQuantities, type QuantitiesView } from './get-quantities.ts';
import type { QuantityQuery } from './quantities.ts';

const shop = await openMeteringFixture();
afterAll(() => shop.close());

const ours = [shop.ours.organization.id];

function quantities(
  meter: { id: string },
  start: string,
  end: string,
  more: Partial<QuantityQuery> = {},
): Promise<QuantitiesView> {
  const asked = {
    interval: 'day',
    timezone: 'UTC',
    ...more,
    start_timestamp: new Date(start),
    end_timestamp: new Date(end),
  } as const;
  return shop.api.app.get(QueryBus).execute(new GetQuantities(new Access(ours, ours, 'products'), meter.id, asked));
}

test('a day that a time zone has left out is not there', async () => {
  const meter = await shop.meter({ func: 'count' }, named('skipped'));
  const customer = await shop.customer();
  const times = ['2011-12-29T10:00:00Z', '2011-12-30T09:59:59Z', '2011-12-30T10:00:00Z', '2011-12-31T10:00:00Z'];
  await shop.ingest(...times.map((timestamp) => ({ name: 'skipped', customer_id: customer.id, timestamp })));
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

test('what is in a backfill is in every quantity alike, whether none, some or all of it was counted', async () => {
  const meter = await shop.meter({ func: 'sum', property: 'n' }, named('late'));
  const customer = await shop.customer();
  const use = (count: number) =>
    shop.ingest(
      ...Array.from({ length: count }, (_, index) => ({
        name: 'late',
        customer_id: customer.id,
        timestamp: new Date(Date.UTC(2026, 0, 1, index % 24, index % 60)).toISOString(),
        metadata: { n: 1 },
      })),
    );
  const archive = (isArchived: boolean) =>
    shop.api.app
      .get(Meters)
      .change({ id: meter.id, organizations: ours }, (each: Meter) =>
        each.update({ isArchived }, { hasCounted: true, activeProducts: false, activeBenefits: false }, new Date()),
      );
  const totals = async () =>
    Promise.all(
      [{}, { customer_id: [customer.id] }].map(
        async (more) => (await quantities(meter, '2026-01-01T00:01:00Z', '2026-01-01T23:00:00Z', more)).total,
      ),
    );
  await use(500);
  const [before] = await totals();
  await archive(true);
  await use(250);
  const [archived, theirs] = await totals();
  expect([archived, archived! > before!]).toEqual([theirs, true]);
  await archive(false);
  const backfills = shop.api.app.get(Backfills);
  expect(await totals()).toEqual([archived, archived]);
  expect(await backfills.run(100, meter.id)).toBe(true);
  expect(await shop.rows('select from metering.backfills where meter_id = ?', meter.id)).toHaveLength(1);
  expect(await totals()).toEqual([archived, archived]);
  while (await backfills.run(100, meter.id));
  expect(await totals()).toEqual([archived, archived]);
});
