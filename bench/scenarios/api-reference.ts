import type { Browser } from 'playwright-core';
import type { Report } from '../report.ts';
import { median } from '../statistics.ts';

const PAGE = '/docs/license_keys.update';
/** What is typed, and the link that has to be first. */
const SOUGHT = { text: 'activate key', first: '/docs/license_keys.activate' };

/** The API reference without a cache: when it first shows something, how much is loaded for that, and how long a search takes. */
export async function apiReference(browser: Browser, origin: string, runs: number, report: Report): Promise<void> {
  const measured: Visit[] = [];
  // The first round warms the service up.
  for (let round = 0; round <= runs; round++) measured.push(await visit(browser, origin));
  const medianOf = (of: (visit: Visit) => number): number => median(measured.slice(1).map(of));
  const scenario = 'API reference';
  report.add({
    scenario,
    what: 'first content',
    value: medianOf(({ painted }) => painted) / 1000,
    unit: 's',
    asked: { atMost: 1 },
  });
  report.add({ scenario, what: 'search', value: medianOf(({ searched }) => searched), unit: 'ms', asked: { atMost: 100 } });
  report.add({ scenario, what: 'loaded', value: medianOf(({ bytes }) => bytes) / 1024, unit: 'kB' });
}

interface Visit {
  readonly painted: number;
  readonly searched: number;
  readonly bytes: number;
}

async function visit(browser: Browser, origin: string): Promise<Visit> {
  const context = await browser.newContext({ baseURL: origin, locale: 'en-GB' });
  const page = await context.newPage();
  await page.goto(PAGE, { waitUntil: 'networkidle' });
  const painted = await page.evaluate<number>(`performance.getEntriesByName('first-contentful-paint')[0].startTime`);
  const bytes =
    await page.evaluate<number>(`[...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
    .reduce((sum, { transferSize }) => sum + transferSize, 0)`);
  await page.getByRole('searchbox').focus();
  await page.waitForLoadState('networkidle');
  const searched = await page.evaluate(search, SOUGHT);
  await context.close();
  return { painted, searched, bytes };
}

/** Runs in the page: from the input to the frame after which the result is painted. */
function search({ text, first }: typeof SOUGHT): Promise<number> {
  const { document, performance: clock, requestAnimationFrame } = globalThis as unknown as Window;
  const field = document.querySelector('#reference-search')!;
  const from = clock.now();
  field.value = text;
  field.dispatchEvent(new Event('input', { bubbles: true }));
  return new Promise((found) => {
    const look = (): void => {
      if (document.querySelector('#reference-results a')?.getAttribute('href') === first) found(clock.now() - from);
      else requestAnimationFrame(look);
    };
    look();
  });
}

interface Element {
  value: string;
  dispatchEvent(event: Event): void;
  getAttribute(name: string): string | null;
}

interface Window {
  readonly document: { querySelector(selector: string): Element | null };
  readonly performance: typeof performance;
  requestAnimationFrame(callback: () => void): void;
}
