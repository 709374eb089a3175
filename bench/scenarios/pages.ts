import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type Browser, type BrowserContext, chromium } from 'playwright-core';
import { readConfig } from '#platform/process';
import type { Bench } from '../bench.ts';
import { type Child, startNpmService } from '../processes/start-child.ts';
import type { Report } from '../report.ts';
import { median } from '../statistics.ts';
import { apiReference } from './api-reference.ts';

const CHROMIUM = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
/** As root there is no sandbox. */
const ARGUMENTS = ['--no-sandbox', '--disable-gpu', '--disable-background-networking'];
const PATIENCE_MS = 60_000;

/** What the file `demo.json` has, as far as it is needed here. */
interface Demo {
  readonly organization: { readonly slug: string };
  readonly owner: { readonly email: string; readonly password: string };
}

/**
 * The pages from a fresh clone on: the first and the next `npm start` to the first page, and, in Chromium without a cache, each page
 * until it shows what it is for, beside an empty document of the same service. The clone takes the installed packages of this folder.
 */
export async function pages({ plan }: Bench, report: Report): Promise<void> {
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
      const demo = JSON.parse(readFileSync(join(folder, 'data/demo.json'), 'utf8')) as Demo;
      await usable(origin, demo, plan.runs, report);
    } finally {
      await next.service.stop();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

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

interface MeasuredPage {
  readonly what: string;
  readonly path: string;
  /** What the page shows once it can be used. */
  readonly shows: string;
}

async function usable(origin: string, { organization: { slug }, owner }: Demo, runs: number, report: Report): Promise<void> {
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ARGUMENTS, timeout: PATIENCE_MS });
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

type Cookies = Awaited<ReturnType<BrowserContext['cookies']>>;

/** The cookies of a session of the owner. */
async function signIn(browser: Browser, origin: string, { email, password }: Demo['owner']): Promise<Cookies> {
  const context = await browser.newContext({ baseURL: origin, locale: 'en-GB' });
  context.setDefaultTimeout(PATIENCE_MS);
  const page = await context.newPage();
  await page.goto('/console');
  await page.getByRole('button', { name: 'Sign in with a password' }).click();
  await page.getByLabel('E-mail address').fill(email);
  await page.locator('input[type=password]').fill(password);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  const cookies = await context.cookies(`${origin}/console/api`);
  await context.close();
  return cookies;
}

/** In seconds: from the navigation on, and after the document had arrived. */
interface Times {
  readonly total: number;
  readonly afterDocument: number;
}

/** Opens a page in a window without a cache, and notes in the page when it first shows what it is for. */
async function open(browser: Browser, origin: string, cookies: Cookies, { path, shows }: MeasuredPage): Promise<Times> {
  const context = await browser.newContext({ baseURL: origin, locale: 'en-GB' });
  context.setDefaultTimeout(PATIENCE_MS);
  await context.addCookies(cookies);
  const page = await context.newPage();
  await page.addInitScript(noteWhenShown, shows);
  await page.goto(path);
  await page.locator(shows).first().waitFor({ state: 'attached' });
  const shownAt = await page.evaluate(whenShown);
  const documentAt = await page.evaluate<number>(`performance.getEntriesByType('navigation')[0].responseEnd`);
  await context.close();
  return { total: shownAt / 1000, afterDocument: (shownAt - documentAt) / 1000 };
}

/** Runs in the page: looks in each frame, after which what was found is painted. */
function noteWhenShown(selector: string): void {
  const { document, requestAnimationFrame } = globalThis as unknown as Window;
  const look = (): void => {
    if (document.querySelector(selector)) (globalThis as unknown as Window).shownAt = performance.now();
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

/** Runs in the page as well, where waiting with `waitForFunction` is against its security policy. */
function whenShown(): Promise<number> {
  const window = globalThis as unknown as Window;
  return new Promise((found) => {
    const look = (): void => {
      if (window.shownAt === undefined) window.requestAnimationFrame(look);
      else found(window.shownAt);
    };
    look();
  });
}

interface Window {
  readonly document: { querySelector(selector: string): unknown };
  requestAnimationFrame(callback: () => void): void;
  shownAt?: number;
}
