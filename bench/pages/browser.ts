import { type Browser, type BrowserContext, chromium } from 'playwright-core';

const CHROMIUM = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
/** As root there is no sandbox. */
const ARGUMENTS = ['--no-sandbox', '--disable-gpu', '--disable-background-networking'];
const PATIENCE_MS = 60_000;

export const launchBrowser = (): Promise<Browser> =>
  chromium.launch({ executablePath: CHROMIUM, args: ARGUMENTS, timeout: PATIENCE_MS });

export interface MeasuredPage {
  readonly what: string;
  readonly path: string;
  /** What the page shows once it can be used. */
  readonly shows: string;
}

type Cookies = Awaited<ReturnType<BrowserContext['cookies']>>;

/** The cookies of a session of the owner. */
export async function signIn(
  browser: Browser,
  origin: string,
  { email, password }: { readonly email: string; readonly password: string },
): Promise<Cookies> {
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
export interface Times {
  readonly total: number;
  readonly afterDocument: number;
}

/** Opens a page in a window without a cache, and notes in the page when it first shows what it is for. */
export async function open(browser: Browser, origin: string, cookies: Cookies, { path, shows }: MeasuredPage): Promise<Times> {
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
