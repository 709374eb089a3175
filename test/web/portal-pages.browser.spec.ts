import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { accessibilityProblems } from '../support/accessibility.ts';
import { NARROW, openPage } from '../support/browser.ts';
import { type ListedPage, problemsNow, problemsOfPages } from '../support/looks.ts';
import { openPortalPages, type PortalPagesFixture } from '../support/portal-pages-fixture.ts';
import { ROOT } from '../support/processes.ts';

let fixture: PortalPagesFixture;
beforeAll(async () => {
  fixture = await openPortalPages();
});
afterAll(() => fixture.close());

const shown = (page: Page, text: string) => page.getByText(text).first();
const problemsOf = (watched: Parameters<typeof problemsOfPages>[0], pages: readonly ListedPage[]): Promise<string[]> => {
  const at = pages.map(([name, path, text]) => [name, fixture.base + path, text] as const);
  return problemsOfPages(watched, 'portal', at, shown);
};

describe('in every look,', () => {
  test('every page of a customer is accessible and asks only this origin', async () => {
    const pages: readonly ListedPage[] = [
      ['keys', '', 'Acme Render'],
      ['purchases', '/purchases', 'Paid'],
      ['downloads', '/downloads', 'acme-studio-3.2.txt'],
      ['usage', '/usage', '3,180'],
      ['billing', '/billing', 'Download my data'],
    ];
    expect(await problemsOf(await fixture.signedIn(fixture.ada.id), pages)).toEqual([]);
  });

  test('so is the page of a team', async () => {
    expect(await problemsOf(await fixture.signedIn(fixture.grace.id), [['team', '/team', 'claire@example.com']])).toEqual([]);
  });

  test('so is every page without a session', async () => {
    const invitation = (await fixture.invitation()).slice(fixture.base.length);
    const pages: readonly ListedPage[] = [
      ['sign-in', '/sign-in', 'Send me a code'],
      ['claim', invitation, 'Take the seat'],
      ['link', '/email-update', 'This link does not work any more'],
      ['nowhere', '/nowhere', 'There is no such page'],
    ];
    expect(await problemsOf(await openPage(fixture.browser, fixture.origin), pages)).toEqual([]);
  });
});

test('German, and other choices, are kept', async () => {
  const window = await fixture.signedIn(fixture.ada.id, { locale: 'de-DE', viewport: NARROW });
  await window.page.goto(`${fixture.base}/purchases`);
  await window.page.getByText('Bestellungen').first().waitFor();
  expect([...(await problemsNow(window.page, 'portal-german')), ...window.problems]).toEqual([]);
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
  await window.page.getByText('Acme Render').first().waitFor();
  expect([...(await problemsNow(window.page, 'portal-brand-dark')), ...window.problems]).toEqual([]);
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
