import { mkdirSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
  type Request,
} from 'playwright-core';
import { eventually } from './eventually.ts';
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
  /** Requests that were refused so far: `401 /portal/acme/api/…`. Browsers show them as errors. */
  readonly refused: readonly string[];
}

export interface OpenContext {
  readonly context: BrowserContext;
  readonly origin: string;
}

/** Requests of a page that have not ended. */
const openRequests = new WeakMap<Page, Set<Request>>();

/** Opens a window with cookies and storage of its own. Responses of 4xx that a test causes are no problems. */
export async function openPage(browser: Browser, origin: string, options: BrowserContextOptions = {}): Promise<WatchedPage> {
  return openPageIn(await openContext(browser, origin, options));
}

/** What windows have in common: cookies, storage, and the scripts that were loaded. */
export async function openContext(browser: Browser, origin: string, options: BrowserContextOptions = {}): Promise<OpenContext> {
  const context = await browser.newContext({
    baseURL: origin,
    viewport: WIDE,
    locale: 'en-GB',
    reducedMotion: 'reduce',
    ...options,
  });
  context.setDefaultTimeout(PATIENCE_MS);
  return { context, origin };
}

/** In the page: notes a dialog after which nothing has the focus, though the page is still open. */
const WATCHED_DIALOGS = `{
  let open = null;
  const check = async (path, dialog) => {
    const isLost = () => document.activeElement === document.body && document.querySelector('.overlay') === null;
    for (let times = 0; times < 60 && isLost(); times += 1) await new Promise(requestAnimationFrame);
    if (isLost() && location.pathname === path) console.error('nothing has the focus after: ' + dialog);
  };
  new MutationObserver(() => {
    const overlay = document.querySelector('.overlay');
    if (open !== null && !overlay) check(location.pathname, open);
    open = overlay && (overlay.querySelector('h2')?.textContent ?? overlay.className);
  }).observe(document, { childList: true, subtree: true });
}`;

/** The tool that drives the browser evaluates in frames, too. Those of mails are sandboxed, and the browser says that it did not run there. */
const IN_SANDBOX = /^Blocked script execution in '[^']*\/mail-previews\//;

/** Opens a window that shares cookies and storage with the others of the context. */
export async function openPageIn({ context, origin }: OpenContext): Promise<WatchedPage> {
  const problems: string[] = [];
  const page = await context.newPage();
  page.on('console', (message) => {
    const isStatus = /^Failed to load resource: the server responded with a status of 4\d\d/.test(message.text());
    if (['error', 'warning'].includes(message.type()) && !isStatus && !IN_SANDBOX.test(message.text()))
      problems.push(`console: ${message.text()}`);
  });
  const refused: string[] = [];
  page.on('response', (response) => {
    if (response.status() >= 400) refused.push(`${response.status()} ${new URL(response.url()).pathname}`);
  });
  page.on('pageerror', (error) => problems.push(`error: ${error.message}`));
  page.on('domcontentloaded', () => void page.evaluate(WATCHED_DIALOGS).catch(() => null));
  const requests = new Set<Request>();
  openRequests.set(page, requests);
  page.on('request', (request) => {
    requests.add(request);
    const url = request.url();
    if (!url.startsWith(`${origin}/`) && !url.startsWith('data:') && !url.startsWith('blob:')) problems.push(`request: ${url}`);
  });
  page.on('requestfinished', (request) => requests.delete(request));
  page.on('requestfailed', (request) => requests.delete(request));
  return { page, context, problems, refused };
}

/**
 * In the page: it has rendered what it has read, its fonts are there, its pictures are decoded, and animations that end have ended.
 * Returns whether it shows that it waits for something. Callbacks of a page without scripts are never called. A browser whose window has
 * changed its size may not notice that it is idle: the timeout lets it go on (measured: once in 200 to 2,000 changes).
 */
const PAINTED = `(async () => {
  for (let times = 0; times < 2 && matchMedia('(scripting: enabled)').matches; times += 1) {
    await new Promise(requestAnimationFrame);
    await new Promise((resolve) => requestIdleCallback(resolve, { timeout: 500 }));
  }
  await document.fonts.ready;
  await Promise.all([...document.images].map((image) => image.decode().catch(() => null)));
  const ending = document.getAnimations().filter(({ effect }) => Number.isFinite(effect.getComputedTiming().endTime));
  await Promise.all(ending.map((animation) => animation.finished.catch(() => null)));
  return document.querySelector('.skeleton, .spinner') !== null;
})()`;

/** Waits until the page is as it stays: nothing is being read, and nothing moves. */
export const settled = (page: Page): Promise<void> =>
  eventually(async () => {
    const isWaiting = await page.evaluate<boolean>(PAINTED);
    return !isWaiting && openRequests.get(page)!.size === 0;
  });

/** Waits until the page is settled, and saves what it looks like if SCREENSHOTS says where to: a folder in the project. */
export async function screenshot(page: Page, name: string): Promise<void> {
  await settled(page);
  const folder = process.env['SCREENSHOTS'];
  if (!folder) return;
  const path = join(ROOT, folder, `${name}.png`);
  mkdirSync(dirname(path), { recursive: true });
  await page.screenshot({ path });
}
