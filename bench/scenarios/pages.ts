import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { readConfig } from '../../apps/process/index.ts';
import type { Bench } from '../bench.ts';
import { type Child, startNpmService } from '../processes/start-child.ts';
import type { Report } from '../report.ts';
import { fillOrganization } from '../search/search-fixture.ts';
import { median } from '../statistics.ts';
import { launchBrowser, type MeasuredPage, open, signIn, type Times } from '../pages/browser.ts';
import { apiReference } from './api-reference.ts';

/** What the rows of lists begin with. */
const ROWS = { keys: 'tbody a.mono', customers: 'tbody a', orders: 'tbody a', subscriptions: 'tbody a' };

/** What the file `demo.json` has, as far as it is needed here. */
interface Demo {
  readonly organization: { readonly id: string; readonly slug: string };
  readonly owner: { readonly id: string; readonly email: string; readonly password: string };
  readonly benefit: { readonly id: string };
  readonly products: { readonly one_time_id: string };
}

/**
 * The pages from a fresh clone on: the first and the next `npm start` to the first page, and, in Chromium without a cache, each page
 * until it shows what it is for, beside an empty document of the same service; then lists and searches of an organization with many
 * license keys until their first row. The clone takes the installed packages of this folder.
 */
export async function pages({ plan, database }: Bench, report: Report): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-bench-pages-'));
  const clone = join(folder, 'clone');
  try {
    execFileSync('git', ['clone', '--quiet', '--shared', process.cwd(), clone]);
    symlinkSync(resolve('node_modules'), join(clone, 'node_modules'));
    const { port } = await readConfig({ PORT: '0' });
    const origin = `http://localhost:${port}`;
    const env = { PORT: String(port), LATCHKEY_DATA: join(folder, 'data') };
    const scenario = '`npm start` to the first page';
    const first = await started(clone, env, origin);
    await first.service.stop();
    report.add({ scenario, what: 'in a fresh clone', value: first.seconds, unit: 's', asked: { atMost: 25 } });
    const next = await started(clone, env, origin);
    try {
      report.add({ scenario, what: 'next start', value: next.seconds, unit: 's', asked: { atMost: 6 } });
      await usable(origin, readDemo(join(folder, 'data')), plan.runs, report);
    } finally {
      await next.service.stop();
    }
    const url = await database.makeDatabase('bench_pages');
    const data = join(folder, 'data-with-many-keys');
    const filled = await started(clone, { ...env, LATCHKEY_DATA: data, DATABASE_URL: url }, origin);
    try {
      const demo = readDemo(data);
      const name = await fillDemo(url, demo, plan.searched.many);
      await database.checkpoint();
      await firstRows(origin, demo, name, plan, report);
    } finally {
      await filled.service.stop();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const readDemo = (data: string): Demo => JSON.parse(readFileSync(join(data, 'demo.json'), 'utf8')) as Demo;

/** Starts the service, and waits until it serves the document of the console. */
async function started(
  folder: string,
  env: Record<string, string>,
  origin: string,
): Promise<{ service: Child<number>; seconds: number }> {
  const service = await startNpmService({ script: 'start', folder, env });
  const from = performance.now();
  const { ok, status } = await fetch(`${origin}/console`);
  if (!ok) throw new Error(`The console is not served: ${status}`);
  return { service, seconds: (service.ready + performance.now() - from) / 1000 };
}

async function usable(origin: string, { organization: { slug }, owner }: Demo, runs: number, report: Report): Promise<void> {
  const browser = await launchBrowser();
  try {
    const cookies = await signIn(browser, origin, owner);
    const empty: MeasuredPage = { what: 'an empty document', path: '/health/live', shows: 'body' };
    const shown: readonly MeasuredPage[] = [
      { what: 'console, overview', path: `/console/${slug}`, shows: '.figure dd:not(:empty)' },
      { what: 'console, keys', path: `/console/${slug}/keys`, shows: 'table a.mono' },
      { what: 'portal, sign-in', path: `/portal/${slug}`, shows: 'input[name=email]' },
    ];
    const all = [empty, ...shown];
    const times = new Map<MeasuredPage, Times[]>(all.map((page) => [page, []]));
    // The first round warms the service up.
    for (let round = 0; round <= runs; round++) {
      for (const page of all) {
        const measured = await open(browser, origin, cookies, page);
        if (round > 0) times.get(page)!.push(measured);
      }
    }
    const totalOf = (page: MeasuredPage): number => median(times.get(page)!.map(({ total }) => total));
    report.add({ scenario: 'first page usable', what: `${empty.what}, in all`, value: totalOf(empty), unit: 's' });
    for (const page of shown) {
      const value = median(times.get(page)!.map(({ afterDocument }) => afterDocument));
      const of = { scenario: 'first page usable', what: `${page.what}, after the document` };
      report.add({ ...of, value, unit: 's', asked: { atMost: 1.5 } });
      const ratio = totalOf(page) / totalOf(empty);
      report.add({ ...of, what: `${page.what} / ${empty.what}`, value: ratio, unit: '×', asked: { atMost: 4 } });
    }
    await apiReference(browser, origin, runs, report);
  } finally {
    await browser.close();
  }
}

/** The last name of a customer with a subscription. */
const LAST_NAME = `select split_part(c.name, ' ', 2) as name from customer_portal.customers c
  join entitlements.subscriptions s on s.customer_id = c.id where c.organization_id = $1 and c.email like 'customer-%' limit 1`;

/** Gives the organization of the demo keys, each of a customer of its own, with orders and subscriptions. Returns what to search for. */
async function fillDemo(url: string, { organization, benefit, products }: Demo, keys: number): Promise<string> {
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  try {
    const seller = { organizationId: organization.id, benefitId: benefit.id, productId: products.one_time_id };
    await fillOrganization(pool, seller, keys);
    await pool.query('vacuum (analyze)');
    return (await pool.query<{ name: string }>(LAST_NAME, [organization.id])).rows[0]!.name;
  } finally {
    await pool.end();
  }
}

/** Lists, and searches in them, from their documents to the first row. */
async function firstRows(
  origin: string,
  { organization: { slug }, owner }: Demo,
  name: string,
  { runs, searched }: Bench['plan'],
  report: Report,
): Promise<void> {
  const pagesOf = ([list, shows]: [string, string]): MeasuredPage[] => [
    { what: list, path: `/console/${slug}/${list}`, shows },
    { what: `${list}, by a last name`, path: `/console/${slug}/${list}?query=${name}`, shows },
  ];
  const browser = await launchBrowser();
  try {
    const cookies = await signIn(browser, origin, owner);
    for (const page of Object.entries(ROWS).flatMap(pagesOf)) {
      const times: number[] = [];
      for (let round = 0; round <= runs; round++) {
        const { afterDocument } = await open(browser, origin, cookies, page);
        if (round > 0) times.push(afterDocument);
      }
      const scenario = `first row, ${searched.many.toLocaleString('en')} keys`;
      report.add({ scenario, what: page.what, value: median(times), unit: 's', asked: { atMost: 1 } });
    }
  } finally {
    await browser.close();
  }
}
