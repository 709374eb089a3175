import type { Bench } from '../bench.ts';
import { MeteringFixture } from '../metering/metering-fixture.ts';
import type { Report } from '../report.ts';
import { median } from '../statistics.ts';

const TIMES = 60;
const CHANGED = 10_000;
const KEYS = [
  'created_at',
  'modified_at',
  'customer_id',
  'customer_name',
  'meter_id',
  'meter_name',
  'consumed_units',
  'credited_units',
  'balance',
] as const;

/** Inserts customer meters of one meter. */
const ROWS = `
  with subjects as (
    insert into metering.subjects (id, organization_id, customer_id, known_meters)
    select gen_random_uuid(), $2::uuid, gen_random_uuid(), 1000 from generate_series(1, $1::int) returning id, customer_id
  ),
  meters as (
    insert into metering.customer_meters (id, organization_id, meter_id, subject_id, customer_id, customer_name, credited_units, created_at)
    select gen_random_uuid(), $2::uuid, $3::uuid, s.id, $4::uuid, 'Customer ' || md5(s.id::text), floor(random() * 1000), now() - random() * interval '1 year'
    from subjects s returning id, subject_id, meter_id, credited_units
  )
  insert into metering.balances (subject_id, meter_id, organization_id, customer_meter_id, func, events, credited, modified_at)
  select subject_id, meter_id, $2::uuid, id, 'count', floor(random() * 10000), credited_units, now() - random() * interval '30 days' from meters`;

/** Compares the time of a page between few and many customer meters, for every sort key. */
export async function customerMeters(bench: Bench, report: Report): Promise<void> {
  const { few, many } = bench.plan.customerMeters;
  await using small = await MeteringFixture.make(bench.database, 'bench_few_meters', 10, 0);
  await using large = await MeteringFixture.make(bench.database, 'bench_many_meters', 10, 0);
  for (const [fixture, rows] of [
    [small, few],
    [large, many],
  ] as const) {
    await fixture.fill(ROWS, rows);
    await bench.database.checkpoint();
  }
  const scenario = `customer meters, ${many.toLocaleString('en')} rows / ${few.toLocaleString('en')}`;
  for (const key of KEYS) {
    for (const criterion of [key, `-${key}`] as const) {
      const times: [number[], number[]] = [[], []];
      for (let turn = 0; turn < TIMES; turn++) {
        for (const [index, fixture] of [small, large].entries()) times[index]!.push(await fixture.page(criterion));
      }
      const [before, after] = times.map(median) as [number, number];
      report.add({
        scenario,
        what: `by ${criterion}: p50 ${after.toFixed(2)} ms`,
        value: after / before,
        unit: '×',
        asked: { atMost: 1.5 },
      });
    }
  }
  await amongChanged(large, report);
}

/** Measures lists while many customer meters have changed and are not ranked yet: those are scanned. */
async function amongChanged(fixture: MeteringFixture, report: Report): Promise<void> {
  await fixture.pool.query(
    `update metering.balances set events = events + 1, modified_at = now(), is_ranked = false
     where customer_meter_id in (select customer_meter_id from metering.balances where customer_meter_id is not null limit ${CHANGED})`,
  );
  for (const key of ['modified_at', 'consumed_units', 'balance'] as const) {
    for (const criterion of [key, `-${key}`] as const) {
      const times: number[] = [];
      for (let turn = 0; turn < TIMES; turn++) times.push(await fixture.page(criterion));
      const scenario = `customer meters, ${CHANGED.toLocaleString('en')} of them not ranked`;
      report.add({ scenario, what: `by ${criterion}, p50`, value: median(times), unit: 'ms' });
    }
  }
}
