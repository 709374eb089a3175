import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { Bench } from '../bench.ts';
import { idOf, ORGANIZATION_ID } from '../data-set.ts';
import { ApiClient } from '../endpoints/api-client.ts';
import { keyString } from '../load/workload.ts';
import { openBillingFixture } from '../messaging/billing-fixture.ts';
import { type Operation, OPERATIONS } from '../operations.ts';
import type { Report } from '../report.ts';
import type { Plan } from '../plan.ts';
import { atFixedRate, type Subject } from './fixed-rate.ts';
import { mediansInTurn } from './medians-in-turn.ts';

const OTHER_KEYS = 1_000;
const READS = 100;
const WARM_UP = 20;
const AT_MOST = 1.2;

/** Gives the keys' organization to the owner of the other one. */
const OWN = [
  `insert into organizations.organizations select (jsonb_populate_record(o, jsonb_build_object('id', $1::text, 'slug', 'growth'))).*
   from organizations.organizations o where id = $2 on conflict do nothing`,
  `insert into organizations.memberships
   select (jsonb_populate_record(m, jsonb_build_object('organization_id', $1::text))).* from organizations.memberships m where organization_id = $2`,
];

/** Parameters of lists and searches of license keys by the number of a key, which is that of its customer. */
const LISTS: Readonly<Record<string, (n: number, customerId: string) => string>> = {
  'newest keys': () => '',
  'keys of a customer': (_, customerId) => `&customer_id=${customerId}`,
  'whole key': (n) => `&query=${keyString(n)}`,
  'whole address': (n) => `&query=${encodeURIComponent(`customer-${n}@example.com`)}`,
  'text that nothing has': (n) => `&query=nothing-like-${n}`,
};

const SIZES = `
  select sum(pg_table_size(relid)) / 1e6 as tables, sum(pg_indexes_size(relid)) / 1e6 as indexes
  from pg_stat_user_tables where schemaname in ('licensing', 'customer_portal')`;

/** Compares latency between small and large data sets: more keys, and more activations of one key. */
export async function growth(bench: Bench, report: Report): Promise<void> {
  const { keys, lines } = bench.plan;
  for (const operation of operationsIn(lines)) {
    await compareKeys(bench, report, operation);
    await compareActivations(bench, report, operation);
  }
  if (!lines.includes('keys')) return;
  await compareLists(bench, report);
  for (const count of [keys.few, keys.many]) await reportSizes(bench, report, count);
}

export const operationsIn = (lines: readonly string[]): Operation[] =>
  (Object.keys(OPERATIONS) as Operation[]).filter((operation) => lines.includes(operation));

/** As many keys as the small data set has, from everywhere in the large one. */
export const inUse = ({ few, many }: Plan['keys']) => ({ keys: few, step: Math.floor(many / few) });

/**
 * Twice: each of many keys is as likely as any other, at a quarter of what that reaches, because their pages are read from the disk;
 * and as many keys are in use as the small data set has, at a quarter of the maximum as always.
 */
async function compareKeys(bench: Bench, report: Report, operation: Operation): Promise<void> {
  const { few, many } = bench.plan.keys;
  const [small, large] = [await bench.server('product', few), await bench.server('product', many)];
  const asking = OPERATIONS[operation];
  const [ofFew, ofMany, used] = [asking({ keys: few }), asking({ keys: many }), asking(inUse(bench.plan.keys))];
  const [fewer, more] = [few, many].map((count) => count.toLocaleString('en'));
  const compare = async (rate: number, which: string, before: Subject, after: Subject): Promise<void> => {
    const [one, other] = (await atFixedRate(bench, rate, [before, after])).map(({ p50 }) => p50) as [number, number];
    addRatio(report, { operation, rate, before: [`${fewer} keys`, one], after: [which, other] });
  };
  const slow = Math.round((await bench.atMost(large, ofMany)).perSecond / 4);
  await compare(slow, `${more} keys`, { server: small, workload: () => ofFew }, { server: large, workload: () => ofMany });
  await compare(
    await bench.quarterOfMaximum(operation),
    `${fewer} of ${more} keys`,
    { server: small, workload: () => ofFew, before: { ...ofFew, once: true } },
    { server: large, workload: () => used, before: { ...used, once: true } },
  );
}

async function compareActivations(bench: Bench, report: Report, operation: Operation): Promise<void> {
  const { activations } = bench.plan;
  const server = await bench.server('product', OTHER_KEYS, activations);
  const asking = OPERATIONS[operation];
  const rate = await bench.quarterOfMaximum(operation);
  const latencies = await atFixedRate(bench, rate, [
    // A run adds activations to its key, so each run uses a fresh key.
    { server, workload: (run) => asking({ firstKey: 1 + run, keys: 1 }) },
    { server, workload: () => asking({ firstKey: 0, keys: 1 }) },
  ]);
  const [before, after] = latencies.map(({ p50 }) => p50) as [number, number];
  const devices = `${activations.toLocaleString('en')} activations`;
  addRatio(report, { operation, rate, before: ['no activations', before], after: [devices, after] });
}

interface Compared {
  readonly operation: Operation;
  readonly rate: number;
  /** What is compared, and its p50. */
  readonly before: readonly [string, number];
  readonly after: readonly [string, number];
}

function addRatio(report: Report, { operation, rate, before, after }: Compared): void {
  const scenario = 'growth';
  const milliseconds = `${before[1].toFixed(2)} → ${after[1].toFixed(2)} ms`;
  const what = `${operation}, ${rate}/s: p50 with ${after[0]} / ${before[0]} (${milliseconds})`;
  report.add({ scenario, what, value: after[1] / before[1], unit: '×', asked: { atMost: AT_MOST } });
}

/** One request after the other, in turn. */
async function compareLists(bench: Bench, report: Report): Promise<void> {
  const { few, many } = bench.plan.keys;
  const [small, large] = [await openLists(bench, few), await openLists(bench, many)];
  for (const [what, parametersOf] of Object.entries(LISTS)) {
    const reads = [small, large].map(({ api, token, customers }) => (turn: number) => {
      const { n, id } = customers[turn + WARM_UP]!;
      const path = `/v1/license-keys/search?limit=25&organization_id=${ORGANIZATION_ID}${parametersOf(n, id)}`;
      return api.text({ method: 'GET', path, token });
    });
    const [before, after] = (await mediansInTurn(reads, { warmUp: WARM_UP, measured: READS })) as [number, number];
    const shown = `${what} (${before.toFixed(2)} → ${after.toFixed(2)} ms): ${many.toLocaleString('en')} / ${few.toLocaleString('en')} keys`;
    report.add({ scenario: 'growth', what: shown, value: after / before, unit: '×', asked: { atMost: AT_MOST } });
  }
}

async function openLists(bench: Bench, keys: number) {
  const url = await bench.dataSet('product', keys);
  const { ownerToken: token, organizationId } = await openBillingFixture(url, 0, `growth-${randomUUID()}`);
  const client = new pg.Client(url);
  await client.connect();
  for (const statement of OWN) await client.query(statement, [ORGANIZATION_ID, organizationId]);
  const { rows: customers } = await client.query<{ readonly n: number; readonly id: string }>(
    `select n, ${idOf('customer', 'n')} as id from generate_series(0, $1::int - 1, $1::int / $2::int) as n`,
    [keys, READS + WARM_UP],
  );
  await client.end();
  return { api: new ApiClient(await bench.server('product', keys)), token, customers };
}

/** After the load, so that the vacuum has something to do. */
async function reportSizes(bench: Bench, report: Report, keys: number): Promise<void> {
  const { peakMemoryMb } = await (await bench.server('product', keys)).usage();
  const client = new pg.Client(await bench.dataSet('product', keys));
  await client.connect();
  const { rows } = await client.query<{ readonly tables: string; readonly indexes: string }>(SIZES);
  const started = performance.now();
  await client.query('vacuum licensing.license_keys');
  const vacuumSeconds = (performance.now() - started) / 1000;
  await client.end();
  const scenario = `growth, ${keys.toLocaleString('en')} keys`;
  report.add({ scenario, what: 'API process, peak', value: peakMemoryMb, unit: 'MB' });
  report.add({ scenario, what: 'tables of keys and customers', value: Number(rows[0]!.tables), unit: 'MB' });
  report.add({ scenario, what: 'their indexes', value: Number(rows[0]!.indexes), unit: 'MB' });
  report.add({ scenario, what: 'vacuum of the license keys', value: vacuumSeconds, unit: 's' });
}
