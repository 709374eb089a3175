import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContextOptions } from 'playwright-core';
import { accessibilityProblems, NARROW, openPage, screenshot, type WatchedPage } from '../support/browser.ts';
import { openPortalPages, type PortalPagesFixture } from '../support/portal-pages-fixture.ts';
import { ROOT } from '../support/processes.ts';

let fixture: PortalPagesFixture;
beforeAll(async () => {
  fixture = await openPortalPages();
});
afterAll(() => fixture.close());

/** Each page, and a text that it shows when it is complete. */
const PAGES = [
  ['keys', '', 'Acme Render'],
  ['purchases', '/purchases', 'Paid'],
  ['downloads', '/downloads', 'acme-studio-3.2.txt'],
  ['usage', '/usage', '3,180'],
  ['billing', '/billing', 'Download my data'],
] as const;
const TEAM_PAGES = [['team', '/team', 'Invited']] as const;

const LOOKS: readonly (readonly [name: string, options: BrowserContextOptions])[] = [
  ['light', {}],
  ['dark', { colorScheme: 'dark' }],
  ['narrow', { viewport: NARROW, colorScheme: 'dark', deviceScaleFactor: 1 }],
];

async function look({ page, problems }: WatchedPage, path: string, text: string, name: string): Promise<void> {
  if (path) await page.goto(fixture.base + path);
  await page.getByText(text).first().waitFor();
  await page.evaluate('document.fonts.ready.then(() => null)');
  await screenshot(page, `portal-${name}`);
  expect([name, await accessibilityProblems(page)]).toEqual([name, []]);
  const isTooWide = await page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth');
  expect([name, isTooWide]).toEqual([name, false]);
  expect([name, problems]).toEqual([name, []]);
}

describe.each(LOOKS)('every page, %s,', (theme, options) => {
  test('of a customer is accessible and asks only this origin', async () => {
    const window = await fixture.signedIn(fixture.ada.id, options);
    for (const [name, path, text] of PAGES) await look(window, path, text, `${name}-${theme}`);
    expect(window.problems).toEqual([]);
    await window.context.close();
  });

  test('of a team, and without a session', async () => {
    const window = await fixture.signedIn(fixture.grace.id, options);
    for (const [name, path, text] of TEAM_PAGES) await look(window, path, text, `${name}-${theme}`);
    await window.context.close();
    const stranger = await openPage(fixture.browser, fixture.origin, options);
    await look(stranger, '/sign-in', 'Send me a code', `sign-in-${theme}`);
    await look(stranger, (await fixture.invitation()).slice(fixture.base.length), 'Take the seat', `claim-${theme}`);
    await look(stranger, '/email-update', 'This link does not work any more', `link-${theme}`);
    await look(stranger, '/nowhere', 'There is no such page', `nowhere-${theme}`);
    expect(stranger.problems).toEqual([]);
    await stranger.context.close();
  });
});

test('German, and other choices, are kept', async () => {
  const window = await fixture.signedIn(fixture.ada.id, { locale: 'de-DE', viewport: NARROW });
  await look(window, '/purchases', 'Bestellungen', 'german');
  await window.page.getByRole('button', { name: 'Darstellung, Sprache' }).click();
  await window.page.getByRole('menuitemradio', { name: 'Dunkel' }).click();
  expect(await window.page.evaluate('getComputedStyle(document.documentElement).colorScheme')).toBe('dark');
  await window.page.getByRole('button', { name: 'Darstellung, Sprache' }).click();
  await window.page.getByRole('menuitemradio', { name: 'English' }).click();
  await window.page.reload();
  await window.page.getByRole('heading', { name: 'Orders' }).waitFor();
  expect(await window.page.evaluate('[document.documentElement.lang, document.documentElement.dataset.theme]')).toEqual([
    'en',
    'dark',
  ]);
  await window.context.close();
});

test('the color of the seller', async () => {
  const { seller, ours } = fixture;
  const branding = `/v1/organizations/${ours.organization.id}/branding`;
  expect((await seller('PATCH', branding, { accent_color: '#0d9488' })).status).toBe(200);
  const window = await fixture.signedIn(fixture.ada.id, { colorScheme: 'dark' });
  await look(window, '', 'Acme Render', 'brand-dark');
  expect(await window.page.evaluate(`document.documentElement.style.getPropertyValue('--brand-ink')`)).toBe('#000000');
  expect((await seller('PATCH', branding, { accent_color: null })).status).toBe(200);
  await window.context.close();
});

test('an address without a seller says so', async () => {
  const { page, problems, context } = await openPage(fixture.browser, fixture.origin);
  await page.goto('/portal/nobody-is-called-like-this');
  await page.getByRole('heading', { name: 'There is no portal here' }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  expect(problems).toEqual([]);
  await context.close();
});

test('what has to be loaded for the first page is small', async () => {
  const { page, context } = await openPage(fixture.browser, fixture.origin);
  const scripts: string[] = [];
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (pathname.endsWith('.js')) scripts.push(pathname);
  });
  await page.goto(`${fixture.base}/sign-in`);
  await page.getByRole('button', { name: 'Send me a code' }).waitFor();
  const sizes = scripts.map((path) => readFileSync(join(ROOT, 'dist/web', `${path}.gz`)).length);
  expect(scripts.length).toBeGreaterThan(0);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(230_000);
  await context.close();
});
