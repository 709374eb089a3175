import type { Locator, Page } from 'playwright-core';
import { accessibilityProblems } from './accessibility.ts';
import { NARROW, screenshot, WIDE, type WatchedPage } from './browser.ts';
import { eventually } from './eventually.ts';

interface Look {
  readonly name: string;
  readonly viewport: typeof WIDE;
  readonly colorScheme: 'light' | 'dark';
}

/** Pages are loaded in the first look, because tests of what pages do load them in a wide window. */
const LOOKS: readonly [Look, ...Look[]] = [
  { name: 'narrow', viewport: NARROW, colorScheme: 'light' },
  { name: 'light', viewport: WIDE, colorScheme: 'light' },
  { name: 'dark', viewport: WIDE, colorScheme: 'dark' },
];

/**
 * Ends what controls do for a moment when their colors change. The styles of the look are computed for it, without waiting until they are
 * drawn: a browser that draws nothing else may not draw at all.
 */
const END_TRANSITIONS = `document.getAnimations().filter((each) => each instanceof CSSTransition).forEach((each) => each.finish())`;

/** Resolves when the page has the styles of the look: colors that are read before may be of both looks. */
async function change(page: Page, { viewport, colorScheme }: Look): Promise<void> {
  await page.setViewportSize(viewport);
  await page.emulateMedia({ colorScheme });
  await page.evaluate(END_TRANSITIONS);
}

const isTooWide = (page: Page): Promise<boolean> =>
  page.evaluate<boolean>('document.documentElement.scrollWidth > document.documentElement.clientWidth');

/** The links of the current page that are cut off at a side of the window, or of a navigation that scrolls. */
const cutOffLinks = (page: Page): Promise<string[]> =>
  page.evaluate<string[]>(`[...document.querySelectorAll('nav [aria-current="page"]')]
    .filter((link) => {
      const { left, right } = link.getBoundingClientRect();
      const nav = link.closest('nav').getBoundingClientRect();
      return left < Math.max(0, nav.left) - 1 || right > Math.min(innerWidth, nav.right) + 1;
    })
    .map((link) => link.textContent)`);

/** What the page is about, and its part that is open, but the title of the window does not say. */
const untitled = (page: Page): Promise<string[]> =>
  page.evaluate<string[]>(`[...document.querySelectorAll('#main h1, #main nav [aria-current="page"]')]
    .map(({ textContent }) => textContent.trim())
    .filter((text) => !document.title.includes(text))`);

/** What is wrong with an open page as it looks now. Saves `<name>`. */
export async function problemsNow(page: Page, name: string): Promise<string[]> {
  await screenshot(page, name);
  const found = await accessibilityProblems(page);
  if (await isTooWide(page)) found.push('wider than the window');
  found.push(...(await cutOffLinks(page)).map((text) => `cut off in the navigation: ${text}`));
  found.push(...(await untitled(page)).map((text) => `not in the title: ${text}`));
  return found.map((problem) => `${name}: ${problem}`);
}

/** Shows an open page in every look, and in the first one again; returns what is wrong with it. */
export async function problemsInEveryLook(page: Page, nameIn: (look: string) => string): Promise<string[]> {
  const found: string[] = [];
  for (const look of LOOKS) {
    await change(page, look);
    found.push(...(await problemsNow(page, nameIn(look.name))));
  }
  await change(page, LOOKS[0]);
  return found;
}

/** A page, and a text that it shows when it is complete. */
export type ListedPage = readonly [name: string, path: string, text: string];

const heading = (page: Page, name: string): Locator => page.getByRole('heading', { name, exact: true }).first();

/** Goes to a page as a link of the pages does, which loads no document. */
export const follow = (page: Page, path: string): Promise<void> =>
  page.evaluate<void>(`history.pushState(null, '', ${JSON.stringify(path)})`);

/**
 * Shows pages one after the other in a window, each in every look, and closes the window; returns what is wrong. Only the first one is
 * loaded. Saves `<group>-<name>-<look>`.
 */
export async function problemsOfPages(
  { page, problems }: WatchedPage,
  group: string,
  pages: readonly ListedPage[],
  complete: (page: Page, text: string) => Locator = heading,
): Promise<string[]> {
  const found: string[] = [];
  const titles = new Map<string, string>();
  await change(page, LOOKS[0]);
  for (const [index, [name, path, text]] of pages.entries()) {
    await (index === 0 ? page.goto(path) : follow(page, path));
    await eventually(async () => {
      await page.evaluate('scrollTo(0, document.body.scrollHeight)');
      return complete(page, text).isVisible();
    });
    await page.evaluate('scrollTo(0, 0)');
    found.push(...(await problemsInEveryLook(page, (look) => `${group}-${name}-${look}`)));
    const title = await page.title();
    if (titles.has(title)) found.push(`${group}-${name}: has the title of ${titles.get(title)}: ${title}`);
    titles.set(title, name);
  }
  await page.close();
  return [...found, ...problems];
}
