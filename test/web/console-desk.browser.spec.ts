import { randomUUID } from 'node:crypto';
import type { Browser, Locator, Page } from 'playwright-core';
import { launchBrowser, listen, screenshot, settled, type WatchedPage } from '../support/browser.ts';
import { type ConsoleSession, openConsoleSession } from '../support/console-session.ts';
import { follow, type ListedPage, problemsInEveryLook, problemsNow, problemsOfPages } from '../support/looks.ts';
import { openMailServer } from '../support/mail-server.ts';
import { openPurchaseFixture, type PurchaseFixture } from '../support/purchase-fixture.ts';
import { seedCustomer } from '../support/seed-customer.ts';

/** A browser starts on a busy machine. */
import.meta.jest.setTimeout(240_000);

/** Addresses whose mailbox is gone. */
const gone = new Set<string>();
let mailServer: Awaited<ReturnType<typeof openMailServer>>;
let fixture: PurchaseFixture;
let browser: Browser;
let session: ConsoleSession;
let german: ConsoleSession;
let slug: string;
let origin: string;
let ada: { readonly id: string };
let benefit: { readonly id: string };
beforeAll(async () => {
  mailServer = await openMailServer((to) => (gone.has(to) ? `550 5.1.1 <${to}>: no such mailbox` : undefined));
  fixture = await openPurchaseFixture({ SMTP_URL: mailServer.url, MAIL_FROM: 'licenses@example.com' });
  const { api, ours, create, product } = fixture;
  slug = ours.organization.slug;
  const organization = ours.organization.id;
  ada = await seedCustomer(api, organization, { email: 'ada@engines.example', name: 'Ada Lovelace' });
  const grace = await seedCustomer(api, organization, { email: 'grace@compilers.example', name: 'Grace Hopper' });
  benefit = await fixture.benefit();
  const engine = await product({ name: 'Engine', benefits: [benefit.id] });
  const cards = await product({ name: 'Punched cards' });
  const monthly = await product({ name: 'Engine monthly', every: 'month', benefits: [benefit.id] });
  await create('/v1/orders/', { product_id: engine.id, customer_id: grace.id, amount: 1000, external_id: 'shop-4711' });
  const taxed = { product_id: cards.id, customer_id: grace.id, amount: 900, tax_amount: 300 };
  await create('/v1/orders/', { ...taxed, purchased_at: '2001-02-03T00:00:00Z' });
  await create('/v1/orders/', { product_id: cards.id, customer_id: grace.id, amount: 77_700, currency: 'eur' });
  const annie = await seedCustomer(api, organization, { email: 'annie@engines.example', name: 'Annie Jump Cannon' });
  const left = await create('/v1/subscriptions/', { product_id: monthly.id, customer_id: annie.id });
  await fixture.seller('DELETE', `/v1/subscriptions/${left.id}`);
  await create('/v1/orders/', { product_id: cards.id, customer_id: annie.id });
  await fixture.settled();
  const [key] = await fixture.keysOf(benefit);
  await fixture.seller('PATCH', `/v1/license-keys/${key.id}`, { limit_activations: 3 });
  const week = new Date(Date.now() + 7 * 86_400_000).toISOString();
  await create('/v1/license-keys/', { customer_id: annie.id, benefit_id: benefit.id, expires_at: week });
  await fixture.seller('POST', '/v1/license-keys/activate', { key: key.key, organization_id: organization, label: 'Analytical' });
  browser = await launchBrowser();
  origin = await listen(api);
  session = await openConsoleSession(api, browser, origin, ours.organization);
  german = await openConsoleSession(api, browser, origin, ours.organization, 'admin', { locale: 'de-DE' });
});
afterAll(async () => {
  await browser?.close();
  await fixture?.close();
  await mailServer?.close();
});

const at = (path: string): string => `/console/${slug}/${path}`;
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const title = (page: Page, name: string) => page.getByRole('heading', { name, exact: true, level: 1 });
/** What Enter does. */
const first = (page: Page, text: string) => page.getByRole('menuitem').first().filter({ hasText: text });

/** Counts how often the pointer is pressed, from now on. */
async function countClicks(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(
    `window.presses = 0; addEventListener('pointerdown', ({ isTrusted }) => { window.presses += isTrusted ? 1 : 0; }, true)`,
  );
  return () => page.evaluate<number>('window.presses');
}

async function opened(path: string, heading: string, by = session): Promise<WatchedPage> {
  const watched = await by.signedIn(at(path));
  await title(watched.page, heading).waitFor();
  return watched;
}

test('everything is found from everywhere, with two clicks or by keyboard alone', async () => {
  const { page, problems } = await opened('products', 'Products');
  const clicks = await countClicks(page);
  await page.getByRole('button', { name: /^Search or jump to/ }).click();
  await page.getByRole('dialog').getByRole('searchbox').fill('hopper');
  await page.getByRole('menuitem', { name: /^Grace Hopper/ }).click();
  await title(page, 'Grace Hopper').waitFor();
  expect(await clicks()).toBe(2);

  await page.keyboard.press('/');
  await page.getByRole('dialog').getByRole('searchbox').fill('shop-47');
  await first(page, 'Grace Hopper').waitFor();
  await page.keyboard.press('Enter');
  await title(page, 'Engine').waitFor();
  expect(page.url()).toContain('/orders/');
  expect(await clicks()).toBe(2);
  expect(problems).toEqual([]);
  await page.close();
});

test('filters are saved under a name, opened with one press and by the palette, renamed and deleted, by keyboard alone', async () => {
  const { page, problems } = await opened('orders?sort=total_amount', 'Orders');
  const enter = (name: string) => button(page, name).press('Enter');
  const choose = (name: string) => page.getByRole('menuitem', { name, exact: true }).press('Enter');
  await enter('Views');
  const wrong = await problemsNow(page, 'desk-views-none');
  await choose('Save these filters…');
  await page.getByLabel('Name').fill('Smallest first');
  await page.getByRole('switch', { name: 'Share with everybody in the organization' }).press('Space');
  wrong.push(...(await problemsNow(page, 'desk-views-save')));
  await enter('Save view');
  await page.getByText('The view was saved.').waitFor();

  await page.goto(origin + at('orders'));
  await title(page, 'Orders').waitFor();
  await enter('Views');
  await page.getByRole('menuitemradio', { name: 'Smallest first' }).press('Enter');
  await page.waitForURL(/orders\?sort=total_amount$/);

  await page.goto(origin + at('products'));
  await title(page, 'Products').waitFor();
  await page.keyboard.press('/');
  await page.getByRole('dialog').getByRole('searchbox').fill('smallest');
  await first(page, 'Smallest first').waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL(/orders\?sort=total_amount$/);

  await enter('Views');
  await choose('Change or delete views…');
  await enter('Change Smallest first');
  await page.getByLabel('Name').fill('Least first');
  await enter('Save view');
  wrong.push(...(await problemsNow(page, 'desk-views-manage')));
  await enter('Delete Least first');
  await enter('Delete view');
  await page.getByText('Nobody has saved a view of this list yet.').waitFor();
  expect([...wrong, ...problems]).toEqual([]);
  await page.close();
});

test('the palette says what is wrong, and leads to what mends it and to what an error means', async () => {
  const { create, ours, seller } = fixture;
  const jurgen = await seedCustomer(fixture.api, ours.organization.id, { name: 'Jürgen Müller' });
  const key = await create('/v1/license-keys/', { customer_id: jurgen.id, benefit_id: benefit.id, limit_activations: 1 });
  await seller('POST', '/v1/license-keys/activate', {
    key: key.key,
    organization_id: ours.organization.id,
    label: 'Jürgens Büro',
  });
  const request = randomUUID();
  await seller('PATCH', `/v1/license-keys/${key.id}`, { limit_usage: 3 }, { 'x-request-id': request });
  const { page, problems } = await opened('products', 'Products');
  await page.keyboard.press('/');
  const field = page.getByRole('dialog').getByRole('searchbox');
  await field.fill('Juergen Mueller');
  await page.getByRole('menuitem', { name: /^Jürgen Müller/ }).waitFor();
  await field.fill('It says NotPermitted');
  await page.getByRole('menuitem', { name: /^NotPermitted The credentials are known/ }).waitFor();
  await field.fill(`Request ${randomUUID()}`);
  await page.getByRole('menuitem', { name: /^Perhaps the ID of a request It changed nothing here/ }).waitFor();
  await field.fill(`Request ${request}`);
  await page.getByRole('menuitem', { name: /^What this request changed License key: Changed · / }).click();
  await title(page, 'Audit log').waitFor();
  await page.getByRole('table', { name: 'Audit log' }).getByRole('link', { name: 'License key' }).waitFor();
  const wrong = await problemsNow(page, 'desk-audit-log-of-request');
  await button(page, `Remove the filter: Request ${request}`).click();
  await page.waitForURL(/audit-log$/);
  await page.keyboard.press('/');
  await field.fill('jurgens buro');
  await page.getByRole('menuitem', { name: /Jürgen Müller · All devices of the key are in use/ }).waitFor();
  await page.getByRole('menuitem', { name: /^Free a device/ }).click();
  await button(page, 'Remove a device').waitFor();
  expect([...wrong, ...problems]).toEqual([]);
  await page.close();
});

test('what is typed before the finder is loaded is what it looks for', async () => {
  const { page, problems } = await opened('products', 'Products');
  const { promise: asked, resolve: load } = Promise.withResolvers<void>();
  await page.route(/\/assets\/finder-/, (route) => asked.then(() => route.continue()));
  await page.keyboard.press('/');
  await page.keyboard.type('hop');
  expect(await page.locator('.palette input').inputValue()).toBe('hop');
  load();
  await page.getByRole('menuitem', { name: /^Grace Hopper/ }).waitFor();
  await page.keyboard.type('per');
  expect(await page.getByRole('dialog').getByRole('searchbox').inputValue()).toBe('hopper');
  await page.getByRole('menuitem', { name: /^Grace Hopper/ }).click();
  await title(page, 'Grace Hopper').waitFor();
  expect(problems).toEqual([]);
  await page.close();
});

test('without a network the frame stays and says so, and the page is shown when the network is back', async () => {
  const { page, context } = await opened('products', 'Products');
  await context.setOffline(true);
  const link = page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Meters' });
  await link.hover();
  await link.click();
  await page.getByText('The service cannot be reached.').waitFor();
  await button(page, 'Reload the page').click();
  await page.getByText('The service cannot be reached.').waitFor();
  expect(await link.isVisible()).toBe(true);
  await context.setOffline(false);
  await button(page, 'Reload the page').click();
  await title(page, 'Meters').waitFor();
  await page.close();
});

test('the palette shows what it finds in every look', async () => {
  const { page, problems } = await opened('products', 'Products');
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByRole('searchbox').fill('grace');
  await page.getByRole('menuitem', { name: /^Grace Hopper/ }).waitFor();
  expect(await problemsInEveryLook(page, (look) => `desk-palette-${look}`)).toEqual([]);
  await page.getByRole('dialog').getByRole('searchbox').fill('');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.keyboard.press('?');
  await page.getByRole('heading', { name: 'Keyboard shortcuts' }).waitFor();
  expect(await problemsInEveryLook(page, (look) => `desk-shortcuts-${look}`)).toEqual([]);
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(problems).toEqual([]);
  await page.close();
});

test('keys go to pages, rows and what is done from everywhere', async () => {
  const { page, problems } = await opened('products', 'Products');
  const clicks = await countClicks(page);
  await page.keyboard.press('g');
  await page.keyboard.press('o');
  await title(page, 'Orders').waitFor();
  await page.getByRole('link', { name: 'Punched cards' }).first().waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  const name = await page.evaluate<string>('document.activeElement.textContent');
  await page.keyboard.press('Enter');
  await title(page, name).waitFor();

  await page.keyboard.press('/');
  await page.getByRole('dialog').getByRole('searchbox').fill('issue a');
  await first(page, 'Issue a license key').waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Issue a key' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.keyboard.press('/');
  await page.getByRole('dialog').getByRole('searchbox').fill('extend');
  await first(page, 'Extend a license key').waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('searchbox', { name: /^Which license key/ }).fill('hopper');
  await first(page, '****-').waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/keys\/[0-9a-f-]+$/);
  const dialog = page.getByRole('dialog', { name: 'Edit limits' });
  await dialog.locator('input[name=expires_at]:focus').waitFor();
  await page.locator('input[name=expires_at]:focus').fill('2099-02-01');
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('1 Feb 2099').first().waitFor();
  expect((await fixture.keysOf(benefit)).map(({ expires_at }) => expires_at)).toContain('2099-02-01T23:59:59.999Z');
  expect(await clicks()).toBe(0);
  expect(problems).toEqual([]);
  await page.close();
});

test('shortcuts of single keys can be turned off, and the palette turns them on again', async () => {
  const { page, problems } = await opened('products', 'Products');
  const shortcuts = page.getByRole('heading', { name: 'Keyboard shortcuts' });
  await page.keyboard.press('?');
  await page.getByRole('switch', { name: 'Shortcuts of a single key' }).press(' ');
  await page.keyboard.press('Escape');
  await shortcuts.waitFor({ state: 'detached' });
  await page.reload();
  await title(page, 'Products').waitFor();
  for (const key of ['?', '/', 'g', 'o']) await page.keyboard.press(key);
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByRole('searchbox').fill('shortcuts');
  await first(page, 'Keyboard shortcuts').waitFor();
  await page.keyboard.press('Enter');
  await shortcuts.waitFor();
  expect(await title(page, 'Orders').count()).toBe(0);
  await page.getByRole('switch', { name: 'Shortcuts of a single key' }).press(' ');
  await page.keyboard.press('Escape');
  await shortcuts.waitFor({ state: 'detached' });
  await page.keyboard.press('g');
  await page.keyboard.press('o');
  await title(page, 'Orders').waitFor();
  expect(problems).toEqual([]);
  await page.close();
});

test('a press anywhere in a row opens it, but not what else is in it', async () => {
  const { page, problems } = await opened('orders', 'Orders');
  await page
    .getByRole('row', { name: /Engine/ })
    .getByText('Paid')
    .click();
  await title(page, 'Engine').waitFor();
  await page.goBack();
  await page
    .getByRole('row', { name: /Engine/ })
    .getByRole('link', { name: 'Grace Hopper' })
    .click();
  await title(page, 'Grace Hopper').waitFor();
  expect(problems).toEqual([]);
  await page.close();
});

test('a sale to a customer takes four clicks, and ends with the key', async () => {
  const { page, problems } = await opened(`customers/${ada.id}`, 'Ada Lovelace');
  const clicks = await countClicks(page);
  await page.getByRole('link', { name: 'Record a sale' }).click();
  await page.getByRole('combobox', { name: 'Product' }).click();
  await page.getByRole('option', { name: 'Engine', exact: true }).click();
  await button(page, 'Record the sale').click();
  await page.getByRole('heading', { name: 'The sale is recorded' }).waitFor();
  await page.getByRole('link', { name: 'Open the license key' }).waitFor();
  expect(await clicks()).toBe(4);
  await page.getByText('It is also sent to ada@engines.example.').waitFor();
  const [key] = await fixture.keysOf(benefit).then((keys) => keys.filter(({ customer_id }) => customer_id === ada.id));
  await page.getByText(key.key, { exact: true }).waitFor();
  expect(await problemsInEveryLook(page, (look) => `desk-sale-result-${look}`)).toEqual([]);
  expect(problems).toEqual([]);
  await page.close();
});

test('a sale of a subscription to a new customer is recorded by keyboard alone', async () => {
  const { page, problems } = await opened('products', 'Products');
  const clicks = await countClicks(page);
  await page.keyboard.press('/');
  await page.getByRole('dialog').getByRole('searchbox').fill('record');
  await first(page, 'Record a sale').waitFor();
  await page.keyboard.press('Enter');
  await page.locator('input[role=combobox]:focus').waitFor();
  await page.keyboard.type('charles@engines.example');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Charles Babbage');
  await page.keyboard.press('Tab');
  await page.keyboard.type('engine m');
  await page.getByRole('option', { name: 'Engine', exact: true }).waitFor({ state: 'detached' });
  await page.getByRole('option', { name: 'Engine monthly' }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByLabel('Amount in USD').press('x');
  await page.keyboard.press('Enter');
  await page.getByText('Enter an amount, such as 29.90.').waitFor();
  expect(await problemsInEveryLook(page, (look) => `desk-sale-${look}`)).toEqual([]);
  await page.getByLabel('Amount in USD').fill('12.50');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'The sale is recorded' }).waitFor();
  await page.getByRole('link', { name: 'Open the license key' }).waitFor();
  expect(await clicks()).toBe(0);
  const { body } = await fixture.seller('GET', '/v1/subscriptions/?query=charles');
  expect(body.items[0]).toMatchObject({ amount: 1250, customer: { email: 'charles@engines.example', name: 'Charles Babbage' } });
  expect(problems).toEqual([]);
  await page.close();
});

test('orders are sorted by the total that is shown', async () => {
  const { page, problems } = await opened('orders?sort=total_amount&query=hopper', 'Orders');
  const totals = page.getByRole('row').getByText(/US\$1[02]\.00/);
  await totals.nth(1).waitFor();
  expect(await totals.allTextContents()).toEqual(['US$10.00', 'US$12.00']);
  expect(problems).toEqual([]);
  await page.close();
});

test('the overview has the money of one currency, compared, and each number leads to its list', async () => {
  const { page, problems } = await opened('', 'Overview');
  const figure = (name: string) => page.locator('.figure', { has: page.getByText(name, { exact: true }) });
  await figure('Revenue').getByText('before: US$0.00').waitFor();
  expect(await figure('New customers').getByRole('definition').first().textContent()).toMatch(/^\d$/);
  expect(await problemsInEveryLook(page, (look) => `desk-overview-${look}`)).toEqual([]);
  await page.setViewportSize({ width: 1440, height: 900 });
  expect(await problemsNow(page, 'desk-overview-1440')).toEqual([]);
  const before = await figure('Revenue').getByRole('definition').first().textContent();
  expect(before).toMatch(/^US\$/);

  await button(page, 'Currency of the organization Currency').click();
  await page.getByRole('menuitemradio', { name: 'EUR' }).click();
  await figure('Revenue').getByText('€777.00').waitFor();
  await page.getByText('only those in EUR').waitFor();
  await button(page, 'Last 30 days Period').click();
  await page.getByRole('menuitemradio', { name: 'Last 7 days' }).click();
  await page.waitForURL(/period=week/);

  const clicks = await countClicks(page);
  await figure('Revenue').click();
  await title(page, 'Orders').waitFor();
  expect(page.url()).toMatch(/from=.*to=.*status=earned/);
  expect(await clicks()).toBe(1);
  await page.goBack();
  const paid = page.getByRole('list', { name: 'Orders of the period' }).getByRole('link', { name: /^Paid \d/ });
  const orders = Number((await paid.textContent())!.replace('Paid ', ''));
  await paid.click();
  await title(page, 'Orders').waitFor();
  await settled(page);
  expect([orders > 0, await page.locator('tbody tr').count()]).toEqual([true, orders]);
  await page.goBack();
  await figure('Expire in 30 days').click();
  await title(page, 'License keys').waitFor();
  expect(page.url()).toContain('expiry=month');
  expect(problems).toEqual([]);
  await page.close();
});

test('the overview opens with at most 25 requests, and asks for what is below when the reader comes near', async () => {
  const { page, problems } = await session.newWindow();
  await page.setViewportSize({ width: 1440, height: 900 });
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto(at(''));
  await page.locator('.figure dd:not(:has(.skeleton))').nth(9).waitFor();
  await settled(page);
  expect(asked.length <= 25 ? [] : asked).toEqual([]);
  await page.evaluate('scrollTo(0, document.body.scrollHeight)');
  await page.getByRole('heading', { name: 'Recent purchases' }).waitFor();
  expect(problems).toEqual([]);
  await page.close();
});

test('numbers of the overview are those of the lists that they lead to', async () => {
  const { page, problems } = await opened('', 'Overview');
  const figure = (name: string) => page.locator('.figure', { has: page.getByText(name, { exact: true }) });
  for (const [name, heading] of [
    ['New customers', 'Customers'],
    ['Lost subscribers', 'Customers'],
    ['Active keys', 'License keys'],
    ['Expire in 30 days', 'License keys'],
  ] as const) {
    await figure(name).locator('dd:not(:has(.skeleton))').first().waitFor();
    const number = Number(await figure(name).getByRole('definition').first().textContent());
    await figure(name).click();
    await title(page, heading).waitFor();
    await settled(page);
    expect([name, number, number > 0]).toEqual([name, await page.locator('tbody tr').count(), true]);
    await page.goBack();
    await title(page, 'Overview').waitFor();
  }
  await figure('Activations').click();
  await page.waitForURL(/#activations$/);
  const chart = page.locator('#activations');
  await chart.getByRole('button', { name: 'Show as a table' }).click();
  const days = await chart.locator('tbody td.number').allTextContents();
  const sum = days.reduce((total, day) => total + Number(day), 0);
  expect([days.length, `${sum}`]).toEqual([30, await figure('Activations').getByRole('definition').first().textContent()]);
  expect(problems).toEqual([]);
  await page.close();
});

const rowOf = (page: Page, name: string | RegExp) => page.getByRole('row', { name });

test('what colleagues change shows by itself, and leaves focus, selection and what was typed', async () => {
  const { page, problems } = await session.newWindow();
  await page.clock.install();
  await page.goto(at('customers'));
  await rowOf(page, /Grace Hopper/).waitFor();
  await page.getByRole('link', { name: 'Grace Hopper' }).focus();
  await page.evaluate(`getSelection().selectAllChildren(document.querySelector('tbody td:nth-child(2)'))`);
  const selected = await page.evaluate<string>('String(getSelection())');
  await seedCustomer(fixture.api, fixture.ours.organization.id, { email: 'new@example.com', name: 'Hedy Lamarr' });
  await page.clock.runFor(5_000);
  await rowOf(page, /Hedy Lamarr/).waitFor();
  expect(await page.evaluate('[document.activeElement.textContent, String(getSelection())]')).toEqual([
    expect.stringContaining('Grace Hopper'),
    selected,
  ]);

  const [key] = await fixture.keysOf(benefit);
  const change = (body: object) => fixture.seller('PATCH', `/v1/license-keys/${key.id}`, body);
  await page.goto(at('keys'));
  await rowOf(page, key.display_key).getByText('Active').waitFor();
  await change({ status: 'disabled' });
  await page.clock.runFor(5_000);
  await rowOf(page, key.display_key).getByText('Disabled').waitFor();

  await page.goto(at(`keys/${key.id}`));
  await page.getByRole('button', { name: 'Edit limits' }).click();
  await page.getByLabel('Devices at once').fill('7');
  await change({ status: 'granted', limit_usage: 12 });
  await page.clock.runFor(10_000);
  await page.getByText('Applications can use this key now.').waitFor({ state: 'attached' });
  expect(await page.getByLabel('Devices at once').inputValue()).toBe('7');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect((await fixture.seller('GET', `/v1/license-keys/${key.id}`)).body).toMatchObject({
    limit_activations: 7,
    limit_usage: 12,
  });
  expect(problems).toEqual([]);
  await page.close();
});

test('a page with many live lists asks once in five seconds, and not at all while it is hidden', async () => {
  const { page, problems } = await session.newWindow();
  await page.clock.install();
  await page.goto(at(`customers/${ada.id}`));
  await title(page, 'Ada Lovelace').waitFor();
  await page.getByRole('heading', { name: 'Mails', exact: true }).waitFor();
  await settled(page);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  for (let times = 0; times < 4; times += 1) {
    await page.clock.runFor(5_000);
    await settled(page);
  }
  expect([asked.length, new Set(asked).size]).toEqual([4, 4]);
  await page.evaluate(`Object.defineProperty(document, 'visibilityState', { value: 'hidden' })`);
  await page.clock.runFor(20_000);
  expect(asked).toHaveLength(4);
  expect(problems).toEqual([]);
  await page.close();
});

test('the overview of the support desk is without money', async () => {
  const desk = await openConsoleSession(fixture.api, browser, origin, fixture.ours.organization, 'support');
  const { page, problems } = await opened('', 'Overview', desk);
  await page.getByText('Active keys').waitFor();
  await page.getByRole('heading', { name: 'Validations' }).waitFor();
  for (const money of ['Net of refunds', 'Recent purchases', 'Record a sale', 'Currency'])
    expect([money, await page.getByText(money, { exact: true }).count()]).toEqual([money, 0]);
  expect(problems).toEqual([]);
  await page.close();
});

test('in German, nothing is wider than the window', async () => {
  const pages: readonly ListedPage[] = [
    ['overview', at(''), 'Überblick'],
    ['sale', at('sale'), 'Verkauf erfassen'],
    ['orders', at('orders'), 'Bestellungen'],
    ['customers', at('customers?change=new'), 'Kunden'],
  ];
  expect(await problemsOfPages(await german.newWindow(), 'desk-german', pages, title)).toEqual([]);
});

test('one long name pushes no column out of a list', async () => {
  const { api, ours, create } = fixture;
  const name = 'Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz';
  const { id: customer_id } = await seedCustomer(api, ours.organization.id, { email: `${name}@example.com`, name });
  const key = await create('/v1/license-keys/', { customer_id, benefit_id: benefit.id });
  const order = await create('/v1/orders/', { product_id: (await fixture.product({ name: name.slice(0, 60) })).id, customer_id });
  const tag = name.slice(0, 40).toLowerCase();
  for (const path of [`customers/${customer_id}`, `license-keys/${key.id}`, `orders/${order.id}`])
    await fixture.seller('PUT', `/v1/${path}/tags`, { tags: [tag, 'vip'] });
  await create('/v1/disputes/', { order_id: order.id, payment_id: 'ch_1', reason: name });
  const { page, problems } = await opened('customers', 'Customers');
  const wrong: string[] = [];
  const asked = new Set<string>();
  page.on('request', (request) => request.url().includes('/tagged?') && asked.add(request.url()));
  for (const [path, heading] of [
    ['customers', 'Customers'],
    ['keys', 'License keys'],
    ['orders', 'Orders'],
    ['disputes', 'Disputes'],
  ] as const) {
    await follow(page, at(path));
    await title(page, heading).waitFor();
    await page.getByText(name).first().waitFor();
    if (path !== 'disputes') await page.getByRole('link', { name: `Tag ${tag}` }).waitFor();
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await screenshot(page, `desk-long-name-${path}-${width}`);
      const pushed = await page.evaluate<number>(
        `[...document.querySelectorAll('html, .table-scroll, .table td > div')].filter((each) => each.scrollWidth > each.clientWidth).length`,
      );
      expect([path, width, pushed]).toEqual([path, width, 0]);
    }
    if (path === 'orders') wrong.push(...(await problemsNow(page, 'desk-tags-of-orders')));
  }
  expect(asked.size).toBe(2);
  await follow(page, at('orders'));
  await page.getByRole('link', { name: `Tag ${tag}` }).click();
  await page.waitForURL(new RegExp(`orders\\?tag=${tag.slice(0, 9)}`));
  await page.locator('tbody tr').nth(1).waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'Tag vip' }).waitFor();
  await page.keyboard.press('/');
  await page.getByRole('dialog').getByRole('searchbox').fill('VIP');
  await page
    .getByRole('menuitem', { name: /^Rindfleisch.* · Tag vip$/ })
    .first()
    .waitFor();
  await page.getByRole('dialog').getByRole('searchbox').fill(name.slice(0, 9));
  await page
    .getByRole('menuitem', { name: /Rindfleisch/ })
    .first()
    .waitFor();
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await screenshot(page, `desk-long-name-palette-${width}`);
    const overlapping = await page.evaluate<number>(`[...document.querySelectorAll('.palette .option')]
      .filter((each) => each.scrollWidth > each.clientWidth || each.getBoundingClientRect().bottom > (each.nextElementSibling?.getBoundingClientRect().top ?? Infinity) + 0.5)
      .length`);
    expect([width, overlapping]).toEqual([width, 0]);
  }
  expect([...wrong, ...problems]).toEqual([]);
  await page.close();
});

test('the seller changes the text of the service for a mail; what became of the mail stands on the page of the customer', async () => {
  const { api, ours, create } = fixture;
  const { page, problems } = await opened('settings/branding', 'Settings');
  const [subject, text] = ['Subject', 'Text'].map((label) => page.getByLabel(label, { exact: true })) as [Locator, Locator];
  await subject.waitFor();
  const own = await text.inputValue();
  expect(own).toMatch(/^Hello,\n\nHere is your license key for {{product}}\..*{{key}}.*{{seller}}$/s);
  await text.fill(own.replace('{{product}}', '{{prodct}}'));
  await button(page, 'Save changes').last().click();
  await page.getByText('{{prodct}} is not known here.').waitFor();
  await text.fill(own.replace('Here is', 'This is'));
  await subject.fill('The key to {{product}}');
  await button(page, 'Preview').click();
  await page.getByRole('region', { name: 'Preview' }).getByText('This is your license key for Editor Pro.').waitFor();
  expect(await problemsInEveryLook(page, (look) => `desk-mail-texts-${look}`)).toEqual([]);
  await button(page, 'Save changes').last().click();
  await page.getByText('Saved', { exact: true }).waitFor();
  await button(page, 'Use the text of the service').waitFor();

  const email = 'emmy@engines.example';
  const customer = await seedCustomer(api, ours.organization.id, { email, name: 'Emmy Noether' });
  const { id: benefit_id } = await create('/v1/benefits/', {
    type: 'license_keys',
    description: 'Studio',
    properties: { deliver_by_email: true },
  });
  await create('/v1/license-keys/', { customer_id: customer.id, benefit_id });
  await fixture.settled();
  expect(mailServer.accepted.find(({ to }) => to === email)?.text).toContain('Subject: The key to Studio\r\n');
  gone.add(email);
  await create('/v1/license-keys/', { customer_id: customer.id, benefit_id });
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(at(`customers/${customer.id}`));
  const mails = page.getByRole('table', { name: 'Mails' });
  const row = (outcome: RegExp) =>
    mails.getByRole('row', { name: /License key emmy@engines\.example/ }).filter({ hasText: outcome });
  await row(/Sent/).waitFor();
  await row(/Mailbox takes no mail550 5\.1\.1 … no such mailbox/).waitFor();
  expect(await problemsInEveryLook(page, (look) => `desk-mails-${look}`)).toEqual([]);

  await page.goto(at('settings/branding'));
  await button(page, 'Use the text of the service').click();
  await page.getByText('The mail has the text of the service again.').waitFor();
  await page.getByText('This mail has the text of the service.').waitFor();
  expect(await text.inputValue()).toBe(own);
  expect(problems).toEqual([]);
  await page.close();
  for (const [path, heading] of [
    ['settings/branding', 'Einstellungen'],
    [`customers/${customer.id}`, 'Emmy Noether'],
  ] as const) {
    const watched = await opened(path, heading, german);
    await watched.page.getByRole('heading', { name: /Eigene Texte|^E-Mails$/ }).waitFor();
    expect(await problemsInEveryLook(watched.page, (look) => `desk-german-mails-${heading}-${look}`)).toEqual([]);
    await watched.page.close();
  }
  gone.clear();
});
