import { Kysely, PostgresDialect } from 'kysely';
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import {
  conditionsFor,
  count,
  type Criterion,
  type Counts,
  pageOfIds,
  PRODUCT_ORDERS,
  type ProductSearch,
  facetsFor,
  type ProductFacets,
  type PageRequest,
} from '../baselines/product-list.ts';
import type { Bench } from '../bench.ts';
import { COMMON, makeProducts, RARE } from '../product-data-set.ts';
import type { Report } from '../report.ts';
import { median } from '../statistics.ts';

interface Case {
  readonly what: string;
  readonly filter?: ProductFacets & ProductSearch;
  readonly sorting?: readonly Criterion[];
  /** The number of matches grows with the number of products, and with it the time to count them. */
  readonly countIsLinear?: true;
}

const LIMIT = 10;
const AT_MOST = 1.5;
const DEFAULT: readonly Criterion[] = ['-created_at'];

const CASES: readonly Case[] = [
  { what: 'default' },
  ...PRODUCT_ORDERS.flatMap((order) => [order, `-${order}` as const].map((by) => ({ what: `sorted by ${by}`, sorting: [by] }))),
  { what: 'is_archived', filter: { is_archived: false } },
  { what: 'is_recurring', filter: { is_recurring: true } },
  { what: 'visibility', filter: { visibility: ['public'] } },
  { what: 'is_recurring, by name', filter: { is_recurring: true }, sorting: ['name'] },
  { what: 'query, 100 matches', filter: { query: RARE.name } },
  { what: 'benefit_id, 100 matches', filter: { benefit_id: [RARE.benefitId] } },
  { what: 'metadata, 100 matches', filter: { metadata: [{ key: RARE.metadata.key, values: [RARE.metadata.value] }] } },
  { what: 'metadata, half of all', filter: { metadata: [{ key: COMMON.key, values: [COMMON.value] }] }, countIsLinear: true },
  { what: 'query, all', filter: { query: 'product' }, countIsLinear: true },
];

/** Compares the first page of products and its total between few and many products. */
export async function products(bench: Bench, report: Report): Promise<void> {
  const { few, many } = bench.plan.products;
  const [small, large] = [randomUUID(), randomUUID()];
  const sizes = new Map([
    [small, few],
    [large, many],
  ]);
  const pool = new pg.Pool({ connectionString: await makeProducts(bench.database, 'bench_products', sizes) });
  const db = new Kysely<object>({ dialect: new PostgresDialect({ pool }) });
  try {
    for (const each of CASES) {
      const [before, after] = await timesOf(db, each, [small, large], bench.plan.products.times);
      const scenario = `products, p50 with ${many.toLocaleString('en')} / with ${few.toLocaleString('en')}`;
      const asked = { asked: { atMost: AT_MOST } };
      const times = `${before!.items.toFixed(2)} → ${after!.items.toFixed(2)} ms`;
      report.add({ scenario, what: `${each.what}: items (${times})`, value: after!.items / before!.items, unit: '×', ...asked });
      report.add({
        scenario,
        what: `${each.what}: with total_count (${before!.all.toFixed(2)} → ${after!.all.toFixed(2)} ms)`,
        value: after!.all / before!.all,
        unit: '×',
        ...(each.countIsLinear ? {} : asked),
      });
    }
  } finally {
    await db.destroy();
  }
}

interface Page {
  readonly wanted: PageRequest;
  readonly numbers: Counts;
  readonly items: number[];
  readonly all: number[];
}

interface Times {
  readonly items: number;
  readonly all: number;
}

/** Alternates, so that both run under the same conditions. The page is timed before the count, because counting many matches evicts caches. */
async function timesOf(db: Kysely<object>, each: Case, organizations: readonly string[], times: number): Promise<Times[]> {
  const pages: Page[] = [];
  for (const id of organizations) {
    const wanted = wantedOf(each, id);
    pages.push({ wanted, numbers: await count(db, wanted), items: [], all: [] });
  }
  for (let run = 0; run < times; run++) {
    for (const page of pages) page.items.push(await timed(() => read(db, page.wanted, page.numbers)));
  }
  for (let run = 0; run < times; run++) {
    for (const page of pages) page.all.push(await timed(async () => read(db, page.wanted, await count(db, page.wanted))));
  }
  return pages.map(({ items, all }) => ({ items: median(items), all: median(all) }));
}

async function timed(work: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

async function read(db: Kysely<object>, wanted: PageRequest, numbers: Counts): Promise<void> {
  const { rows } = await pageOfIds(wanted, numbers).execute(db);
  if (rows.length !== LIMIT) throw new Error('The page is not full');
}

const wantedOf = ({ filter = {}, sorting = DEFAULT }: Case, organizationId: string): PageRequest => ({
  organizations: [organizationId],
  facets: facetsFor(filter),
  conditions: conditionsFor(filter),
  sorting,
  offset: 0,
  limit: LIMIT,
});
