import { mkdirSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { ROOT } from './processes.ts';
import type { TestApi } from './api.ts';

/** As root there is no sandbox; the rest keeps the browser from calling its maker. */
const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
/** A busy machine takes its time; what is never there fails a test anyway. */
const PATIENCE_MS = 30_000;

export const WIDE = { width: 1280, height: 800 };
export const NARROW = { width: 390, height: 844 };

export const launchBrowser = (more: readonly string[] = []): Promise<Browser> =>
  chromium.launch({ executablePath: process.env['CHROMIUM'], args: [...ARGUMENTS, ...more], timeout: PATIENCE_MS });

/** Lets the API listen on a free port; returns its origin. */
export async function listen({ app }: TestApi): Promise<string> {
  await app.listen(0, '127.0.0.1');
  return `http://localhost:${(app.getHttpServer().address() as AddressInfo).port}`;
}

/** A page that notes everything that must not happen. */
export interface WatchedPage {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Violations of the content security policy, errors, and requests to other origins, so far. */
  readonly problems: readonly string[];
}

/** Opens a window of its own, with cookies of its own. Responses of 4xx that a test causes are no problems. */
export async function openPage(browser: Browser, origin: string, options: BrowserContextOptions = {}): Promise<WatchedPage> {
  const context = await browser.newContext({
    baseURL: origin,
    viewport: WIDE,
    locale: 'en-GB',
    reducedMotion: 'reduce',
    ...options,
  });
  context.setDefaultTimeout(PATIENCE_MS);
  const problems: string[] = [];
  const page = await context.newPage();
  page.on('console', (message) => {
    const isStatus = /^Failed to load resource: the server responded with a status of 4\d\d/.test(message.text());
    if (['error', 'warning'].includes(message.type()) && !isStatus) problems.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => problems.push(`error: ${error.message}`));
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(`${origin}/`) && !url.startsWith('data:') && !url.startsWith('blob:')) problems.push(`request: ${url}`);
  });
  return { page, context, problems };
}

/** What axe finds on the page, one line for each. */
export async function accessibilityProblems(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary = '' }) => `${id}: ${target.join(' ')} ${failureSummary}`),
  );
}

/** Saves what the page looks like, if SCREENSHOTS says where to: a folder in the project. */
export async function screenshot(page: Page, name: string): Promise<void> {
  const folder = process.env['SCREENSHOTS'];
  if (!folder) return;
  const path = join(ROOT, folder, `${name}.png`);
  mkdirSync(dirname(path), { recursive: true });
  await page.screenshot({ path });
}
