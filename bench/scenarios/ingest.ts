import type { Bench } from '../bench.ts';
import { bareIngest } from '../metering/bare-ingest.ts';
import { BATCH, MeteringFixture } from '../metering/metering-fixture.ts';
import type { Report } from '../report.ts';
import { median } from '../statistics.ts';

const LANES = 2;
const CUSTOMERS = 10_000;

/** Ingested events per second with concurrent callers. */
async function pace(seconds: number, send: () => Promise<void>): Promise<number> {
  const started = performance.now();
  let batches = 0;
  const lane = async (): Promise<void> => {
    while (performance.now() - started < seconds * 1000) {
      await send();
      batches += 1;
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return (batches * BATCH * 1000) / (performance.now() - started);
}

/** Runs all contenders in turn, several times, and returns the medians. */
async function race(bench: Bench, targets: readonly (() => Promise<void>)[]): Promise<number[]> {
  const paces = targets.map((): number[] => []);
  await bench.database.checkpoint();
  for (const send of targets) await pace(1, send);
  for (let round = 0; round < bench.plan.rounds + 1; round++) {
    for (const [index, send] of targets.entries()) paces[index]!.push(await pace(bench.plan.seconds, send));
  }
  return paces.map(median);
}

/** Compares ingestion with counting against the bare inserts. */
export async function ingest(bench: Bench, report: Report): Promise<void> {
  await using fixture = await MeteringFixture.make(bench.database, 'bench_ingest', CUSTOMERS, bench.plan.history.few);
  fixture.keepRanking();
  const [product, bare] = (await race(bench, [
    () => fixture.ingest(fixture.batch()),
    () => bareIngest(fixture, fixture.batch()),
  ])) as [number, number];
  const scenario = `ingest, batches of ${BATCH}, three meters`;
  report.add({ scenario, what: 'bare INSERT … SELECT FROM unnest', value: bare, unit: 'events/s' });
  report.add({ scenario, what: 'ingest', value: product, unit: 'events/s' });
  report.add({ scenario, what: 'ingest / bare', value: product / bare, unit: '×', asked: { atLeast: 0.6 } });
}

/** Compares ingestion between few and many stored events, and between many customers and a single one. */
export async function meteringGrowth(bench: Bench, report: Report): Promise<void> {
  const { few, many } = bench.plan.history;
  await using small = await MeteringFixture.make(bench.database, 'bench_few_events', CUSTOMERS, few);
  await using large = await MeteringFixture.make(bench.database, 'bench_many_events', CUSTOMERS, many);
  for (const fixture of [small, large]) fixture.keepRanking();
  const [before, after, single] = (await race(bench, [
    () => small.ingest(small.batch()),
    () => large.ingest(large.batch()),
    () => small.ingest(small.batch(BATCH, 'call', true)),
  ])) as [number, number, number];
  const scenario = 'metering growth';
  const micros = (perSecond: number): number => 1_000_000 / perSecond;
  const cost = (what: string, perSecond: number): void =>
    report.add({ scenario, what, value: micros(perSecond), unit: 'µs an event' });
  cost(`${few.toLocaleString('en')} stored events`, before);
  cost(`${many.toLocaleString('en')} stored events`, after);
  cost('one customer has all of them', single);
  report.add({ scenario, what: 'many / few stored events', value: before / after, unit: '×', asked: { atMost: 1.3 } });
  report.add({ scenario, what: 'one customer / spread over 10,000', value: before / single, unit: '×', asked: { atMost: 1.5 } });
  for (const [what, value] of Object.entries(await large.bytesPerEvent()))
    report.add({ scenario, what, value, unit: 'bytes an event' });
  await quantitiesOf(large, report);
}

const YEAR_MS = 365 * 86_400_000;

/** The further meters are added after ingestion was measured, which uses three meters. */
async function quantitiesOf(fixture: MeteringFixture, report: Report): Promise<void> {
  const scenario = 'quantities over a year, by day';
  for (const [index, func] of ['count', 'sum', 'max'].entries()) {
    const value = await fixture.quantities(fixture.meters[index]!, new Date(Date.now() - YEAR_MS), {});
    report.add({ scenario, what: func, value, unit: 's', asked: { atMost: 1 } });
  }
  const sum = fixture.meters[1]!;
  const start = new Date(Date.now() - YEAR_MS);
  for (const func of ['avg', 'min'] as const) {
    const value = await fixture.quantities(await fixture.addMeter({ func, property: 'tokens' }), start, {});
    report.add({ scenario, what: func, value, unit: 's', asked: { atMost: 1 } });
  }
  const unique = await fixture.addMeter({ func: 'unique', property: 'tokens' });
  report.add({ scenario, what: 'unique', value: await fixture.quantities(unique, start, {}), unit: 's' });
  const measured: readonly [what: string, more: object][] = [
    ['sum, of one customer', { customer_id: [fixture.customers[0]!] }],
    ['sum, where metadata[model] is m1', { metadata: [{ key: 'model', values: ['m1'] }] }],
    ['sum, the highest of all customers', { customer_aggregation_function: 'max' }],
  ];
  for (const [what, more] of measured)
    report.add({ scenario, what, value: await fixture.quantities(sum, start, more), unit: 's' });
}
