import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** React Aria keeps there, for some seconds, that a button was pending, also if the button is gone by then. */
const ANNOUNCED = '[data-live-announcer]';

/** The rules about colors; every other one has the same result in the dark look as in the light one. */
const RULES_ABOUT_COLORS = ['color-contrast', 'link-in-text-block'];

/** In the page: one line for each violation. No rule in use needs the style sheets, which axe would read again. */
const findProblems = (rules: readonly string[] | null): string => `axe
  .run(${JSON.stringify({ exclude: [[ANNOUNCED]] })}, ${JSON.stringify({
    resultTypes: ['violations'],
    preload: { assets: ['media'] },
    // The frames of pages are sandboxed: axe cannot run in them.
    iframes: false,
    ...(rules && { runOnly: rules }),
  })})
  .then(({ violations }) =>
    violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary = '' }) => id + ': ' + target.join(' ') + ' ' + failureSummary),
    ),
  )`;

/** What axe finds on the page, one line for each. */
export async function accessibilityProblems(page: Page): Promise<string[]> {
  const [hasAxe, isDark] = await page.evaluate<[boolean, boolean]>(
    `['axe' in window, matchMedia('(prefers-color-scheme: dark)').matches]`,
  );
  if (!hasAxe) await page.evaluate(AXE);
  return page.evaluate<string[]>(findProblems(isDark ? RULES_ABOUT_COLORS : null));
}
