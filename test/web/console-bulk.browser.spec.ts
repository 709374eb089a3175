import { randomUUID } from 'node:crypto';
import type { Browser, Locator, Page } from 'playwright-core';
import { launchBrowser, listen } from '../support/browser.ts';
import { type ConsoleSession, openConsoleSession } from '../support/console-session.ts';
import { problemsInEveryLook, problemsNow } from '../support/looks.ts';
import { openPurchaseFixture, type PurchaseFixture } from '../support/purchase-fixture.ts';
import { seedLicenseKey } from '../support/seed-license-key.ts';

/** A browser starts on a busy machine. */
import.meta.jest.setTimeout(240_000);

const LARGE = { width: 1440, height: 900 };

let fixture: PurchaseFixture;
let browser: Browser;
let session: ConsoleSession;
beforeAll(async () => {
  fixture = await openPurchaseFixture();
  browser = await launchBrowser();
  session = await openConsoleSession(fixture.api, browser, await listen(fixture.api), fixture.ours.organization);
});
afterAll(async () => {
  await browser?.close();
  await fixture?.close();
});

const button = (within: Page | Locator, name: string) => within.getByRole('button', { name, exact: true });
const says = (page: Page, text: string): Promise<void> => page.getByText(text).first().waitFor();
const read = async (id: string) => (await fixture.seller('GET', `/v1/license-keys/${id}`)).body;

test('all keys that match are extended by keyboard alone, after a preview of what refuses, and that is undone in the message', async () => {
  const { id: benefit_id } = await fixture.benefit();
  const expires_at = '2099-01-01T12:00:00.000Z';
  const keys = [];
  for (let count = 0; count < 30; count += 1)
    keys.push(await seedLicenseKey(fixture.api, fixture.ours, { benefit_id, expires_at: count === 0 ? null : expires_at }));
  const { page, problems } = await session.signedIn(`/console/${fixture.ours.organization.slug}/keys?benefit=${benefit_id}`);
  await page.setViewportSize(LARGE);
  await page.getByRole('checkbox').first().press('Space');
  const bar = page.getByRole('group', { name: 'Chosen license keys' });
  await bar.getByText('1 key chosen').waitFor();
  const exported = bar.getByRole('link', { name: 'Export CSV' });
  const [oldest, newest] = [keys[0]!.id, keys[29]!.id];
  const download = async (): Promise<string> => {
    const href = await exported.getAttribute('href');
    return page.evaluate<string>(`fetch(${JSON.stringify(href)}).then((response) => response.text())`);
  };
  const ofChosen = await download();
  expect([ofChosen.trim().split('\r\n').length, ofChosen.includes(oldest), ofChosen.includes(newest)]).toEqual([2, false, true]);
  await button(bar, 'All that match').press('Enter');
  await bar.getByText('All that match are chosen').waitFor();
  const ofAll = await download();
  expect([ofAll.trim().split('\r\n').length, ofAll.includes(oldest)]).toEqual([31, true]);
  const wrong = await problemsInEveryLook(page, (look) => `keys-bulk-${look}`);
  await page.setViewportSize(LARGE);
  await button(bar, 'Limit of benefit').press('Enter');
  const limits = page.getByRole('dialog', { name: 'Apply a limit of the benefit' });
  await limits.getByText('30 keys stay unchanged: already so').waitFor();
  wrong.push(...(await problemsNow(page, 'keys-bulk-limit')));
  await page.keyboard.press('Escape');
  await button(bar, 'Extend').press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Extend license keys' });
  await dialog.getByText('29 keys will be changed.').waitFor();
  await dialog.getByText('1 key stays unchanged: never expires').waitFor();
  wrong.push(...(await problemsNow(page, 'keys-bulk-preview')));
  await button(dialog, 'Apply to 29').press('Enter');
  await says(page, '29 changed, 1 left unchanged.');
  expect((await read(keys[29]!.id)).expires_at).toBe('2099-01-31T12:00:00.000Z');
  wrong.push(...(await problemsNow(page, 'keys-bulk-done')));
  await button(page, 'Undo').press('Enter');
  await says(page, '29 keys restored.');
  expect((await read(keys[29]!.id)).expires_at).toBe(expires_at);
  expect([...wrong, ...problems]).toEqual([]);
  await page.close();
});

test('of ten thousand rows, only those near what is seen are there, and all for the keyboard, the printer and a screen reader', async () => {
  await seedLicenseKey(fixture.api, fixture.ours, {});
  const { body } = await fixture.seller('GET', '/v1/license-keys/search');
  const { page, problems } = await session.signedIn(`/console/${fixture.ours.organization.slug}/settings`);
  const limits: (string | null)[] = [];
  await page.route('**/v1/license-keys/search?*', async (route) => {
    const { searchParams } = new URL(route.request().url());
    const [from, to] = searchParams.has('cursor') ? [25, 10_000] : [0, 25];
    if (from > 0) limits.push(searchParams.get('limit'));
    const items = Array.from({ length: to - from }, (_, index) => ({
      ...body.items[0],
      id: randomUUID(),
      display_key: `****-ROW${from + index}`,
    }));
    await route.fulfill({ json: { ...body, items, next_cursor: 'next', total: { count: 20_000, is_exact: true } } });
  });
  await page.getByRole('link', { name: 'License keys', exact: true }).click();
  await button(page, 'Show more').click();
  await says(page, 'These are the first 10,000. Filters and search find the others.');
  const parts = page.locator('tbody');
  await parts.nth(199).waitFor({ state: 'attached' });
  const row = (index: number) => page.getByRole('link', { name: `****-ROW${index}`, exact: true });
  const rows = page.locator('tbody tr:not([aria-hidden])');
  expect([limits, await rows.count()]).toEqual([['100'], expect.any(Number)]);
  expect(await rows.count()).toBeLessThan(300);
  expect(await page.getByRole('table').getAttribute('aria-rowcount')).toBe('10001');

  await parts.last().scrollIntoViewIfNeeded();
  await row(9_999).waitFor();
  expect([await row(0).count(), await rows.last().getAttribute('aria-rowindex')]).toEqual([0, '10001']);
  expect(await rows.count()).toBeLessThan(300);
  await row(9_999).focus();
  await page.keyboard.press('ArrowUp');
  await page.locator('a:focus', { hasText: '****-ROW9998' }).waitFor();
  expect(problems).toEqual([]);
  await page.close();
});

test('chosen keys are disabled, in German and on a narrow screen', async () => {
  const { id: benefit_id } = await fixture.benefit();
  const keys = [
    await seedLicenseKey(fixture.api, fixture.ours, { benefit_id }),
    await seedLicenseKey(fixture.api, fixture.ours, { benefit_id }),
  ];
  const { page, problems } = await session.signedIn(`/console/${fixture.ours.organization.slug}/keys?benefit=${benefit_id}`);
  await page.evaluate(`localStorage.setItem('latchkey.language', 'de')`);
  await page.reload();
  await page.getByRole('checkbox').first().press('Space');
  const bar = page.getByRole('group', { name: 'Ausgewählte Lizenzschlüssel' });
  await bar.getByText('1 Schlüssel ausgewählt').waitFor();
  await page.setViewportSize({ width: 390, height: 844 });
  await button(bar, 'Sperren').click();
  const dialog = page.getByRole('dialog', { name: 'Lizenzschlüssel sperren' });
  await dialog.getByText('1 Schlüssel wird geändert.').waitFor();
  const wrong = await problemsNow(page, 'keys-bulk-german-390');
  await button(dialog, 'Auf 1 anwenden').click();
  await says(page, '1 Schlüssel geändert.');
  await page.evaluate(`localStorage.setItem('latchkey.language', 'en')`);
  const states = await Promise.all(keys.map(async ({ id }) => (await read(id)).status));
  expect(states.sort()).toEqual(['disabled', 'granted']);
  expect([...wrong, ...problems]).toEqual([]);
  await page.close();
});
