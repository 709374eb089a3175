import type { Browser, Page } from 'playwright-core';
import { startApi, type TestApi } from '../support/api.ts';
import { launchBrowser, listen, openPage, type WatchedPage } from '../support/browser.ts';
import { openConsoleSession } from '../support/console-session.ts';
import { problemsInEveryLook } from '../support/looks.ts';
import { buildReference } from '../support/reference.ts';
import { type SeededOrganization, seedOrganization } from '../support/seed.ts';

/** A browser starts on a busy machine. */
import.meta.jest.setTimeout(240_000);

let api: TestApi;
let browser: Browser;
let origin: string;
let seller: SeededOrganization;
beforeAll(async () => {
  buildReference();
  [api, browser] = await Promise.all([startApi(), launchBrowser()]);
  seller = await seedOrganization(api);
  origin = await listen(api);
});
afterAll(async () => {
  await browser.close();
  await api.close();
});

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true, level: 1 });
const UPDATE = '/docs/license_keys.update';
const sample = (page: Page) => page.locator('.sample:visible code');

async function opened(path: string, title: string): Promise<WatchedPage> {
  const window = await openPage(browser, origin);
  await window.page.goto(path);
  await heading(window.page, title).waitFor();
  return window;
}

test.each([
  ['/docs', 'Latchkey API', 'reference-overview'],
  ['/docs/license_keys', 'License keys', 'reference-area'],
  [UPDATE, 'Update a license key', 'reference-operation'],
  ['/docs/webhook.order.paid', 'order.paid', 'reference-event'],
  ['/docs/orders.create', 'Create an order', 'reference-forms'],
  ['/docs/guides/limits', 'Limits', 'reference-long-guide'],
  ['/docs/errors', 'Errors', 'reference-errors'],
  ['/docs/errors/ACTIVATION_LIMIT_REACHED', 'ACTIVATION_LIMIT_REACHED', 'reference-refusal'],
  ['/docs/headers', 'Headers', 'reference-headers'],
  ['/docs/guides/licensing/devices', 'Devices', 'reference-guide'],
  ['/docs/nothing', 'Page not found', 'reference-not-found'],
])('%s in every look, wide and narrow, with nothing that its policy forbids', async (path, title, name) => {
  const { page, context, problems } = await opened(path, title);
  if (path === UPDATE) await page.getByText('Try it').click();
  expect([...(await problemsInEveryLook(page, (look) => `${name}-${look}`)), ...problems]).toEqual([]);
  await context.close();
});

test('nobody has to be signed in: no request of a page is refused, and an unknown page leads on', async () => {
  const { page, context, problems } = await openPage(browser, origin);
  const refused: string[] = [];
  page.on('response', (response) => void (response.status() >= 400 && refused.push(`${response.status()} ${response.url()}`)));
  const errors: string[] = [];
  page.on('console', (message) => void (message.type() === 'error' && errors.push(message.text())));
  const asked = page.waitForResponse('**/console/api/session');
  await page.goto('/docs');
  expect(await (await asked).json()).toEqual({ signed_in: false });
  expect([refused, errors]).toEqual([[], []]);
  await page.goto('/docs/orders.creat');
  await heading(page, 'Page not found').waitFor();
  expect(refused).toEqual([`404 ${origin}/docs/orders.creat`]);
  await page.locator('#reference-content').getByRole('link', { name: 'overview' }).click();
  await heading(page, 'Latchkey API').waitFor();
  expect(problems).toEqual([]);
  await context.close();
});

test('search finds operations by words and by paths, by keyboard alone', async () => {
  const { page, context, problems } = await opened('/docs', 'Latchkey API');
  const first = page.locator('#reference-results a').first();
  await page.keyboard.press('/');
  await page.keyboard.type('activate key');
  await first.filter({ hasText: 'Activate a license key' }).waitFor();
  await page.getByRole('searchbox').fill('/v1/license-keys/{id}/rotate');
  await first.filter({ hasText: 'POST /v1/license-keys/{id}/rotate' }).waitFor();
  const found = [
    ['429', '429 Too Many Requests', '/docs/errors/429'],
    ['rate limit', '429 Too Many Requests', '/docs/errors/429'],
    ['ACTIVATION_LIMIT_REACHED', 'ACTIVATION_LIMIT_REACHED', '/docs/errors/ACTIVATION_LIMIT_REACHED'],
    ['license-code', 'License-Code', '/docs/headers#license-code'],
    ['API_DOCS', 'API_DOCS', '/docs/guides/configuration#addresses-and-processes'],
    ['wordpress plugin', 'A plugin of WordPress', '/docs/guides/licensing/php'],
  ] as const;
  for (const [words, title, address] of found) {
    await page.getByRole('searchbox').fill(words);
    await first.filter({ hasText: title }).waitFor();
    expect([words, await first.getAttribute('href')]).toEqual([words, address]);
  }
  await page.getByRole('searchbox').fill('nothing like xyzzy');
  await page.locator('#reference-results', { hasText: 'Nothing found' }).waitFor();
  await page.getByRole('searchbox').fill('order paid');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await heading(page, 'order.paid').waitFor();
  expect(new URL(page.url()).pathname).toBe('/docs/webhook.order.paid');
  expect(problems).toEqual([]);
  await context.close();
});

test('forms are tabs, folds open for an address that leads into them', async () => {
  const { page, context, problems } = await opened('/docs/orders.create', 'Create an order');
  const country = page.locator('[id="body-3-customer.billing_address.country"]');
  const email = page.locator('[id="body-3-customer.email"]');
  const own = page.locator('[id="body-1-customer_id"]');
  await own.waitFor();
  expect(await email.isVisible()).toBe(false);
  await page.locator('.forms').first().getByText('With customer', { exact: true }).click();
  await own.waitFor({ state: 'hidden' });
  // An address leads to a field, wherever it is folded, also from another page.
  await page.goto('/docs/errors');
  await heading(page, 'Errors').waitFor();
  await page.goto('/docs/orders.create#body-3-customer.billing_address.country');
  await country.waitFor();
  await country.getByRole('link', { name: 'one of 249 values' }).click();
  await page.getByText('"VA"').waitFor();
  expect(problems).toEqual([]);
  await context.close();
});

test('the language of the samples stays chosen on other pages', async () => {
  const { page, context, problems } = await opened(UPDATE, 'Update a license key');
  expect(await sample(page).textContent()).toContain('Bearer $LATCHKEY_TOKEN');
  await page.getByText('Python', { exact: true }).click();
  expect(await sample(page).textContent()).toContain('polar.license_keys.update(');
  await page.getByRole('link', { name: 'Customers', exact: true }).click();
  await page.locator('#reference-content').getByRole('link', { name: 'Create a customer' }).click();
  await heading(page, 'Create a customer').waitFor();
  expect(await sample(page).textContent()).toContain('polar.customers.create(');
  await page.goBack();
  await heading(page, 'Customers').waitFor();
  expect(problems).toEqual([]);
  await context.close();
});

test('an operation is tried with a pasted token, which nothing stores', async () => {
  const { page, context, problems } = await opened('/docs/license_keys.list', 'List license keys');
  const requests: (string | undefined)[] = [];
  page.on('request', (request) => requests.push(request.headers()['authorization']));
  await page.getByText('Try it').click();
  await page.getByLabel('Token').fill(seller.oat);
  await page.getByRole('button', { name: 'Send GET request' }).click();
  await page.getByRole('status').getByText(/^200/).waitFor();
  expect(await page.locator('.answer pre').textContent()).toContain('"items": []');
  expect(requests).toEqual([`Bearer ${seller.oat}`]);

  // The next operation has it, and a document that is loaded does not.
  await page.locator('#reference-navigation').getByRole('link', { name: 'Get a license key', exact: true }).click();
  await heading(page, 'Get a license key').waitFor();
  await page.getByText('Try it').click();
  expect(await page.getByLabel('Token').inputValue()).toBe(seller.oat);
  const stored = 'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])';
  expect(await page.evaluate<string>(stored)).not.toContain(seller.oat);
  await page.reload();
  await page.getByText('Try it').click();
  expect(await page.getByLabel('Token').inputValue()).toBe('');
  expect(problems).toEqual([]);
  await context.close();
});

test('samples name the organization of who is signed in to the console, and no script gets the session', async () => {
  const session = await openConsoleSession(api, browser, origin, seller.organization);
  const { page, problems } = await session.newWindow();
  const authorized: string[] = [];
  page.on('request', (request) => authorized.push(...[request.headers()['authorization'] ?? []].flat()));
  await page.goto('/docs/customer_portal.license_keys.validate');
  await page.locator('.sample:visible', { hasText: seller.organization.id }).waitFor();
  expect(await page.locator('.samples').textContent()).not.toContain('ORGANIZATION_ID');
  expect(await page.locator('#try-body').inputValue()).toContain(seller.organization.id);
  expect(await page.evaluate<string>('document.cookie')).toBe('');
  // What is tried is sent without the session.
  await page.goto('/docs/license_keys.list');
  await page.getByText('Try it').click();
  await page.getByRole('button', { name: 'Send GET request' }).click();
  await page.getByRole('status').getByText(/^401/).waitFor();
  expect([authorized, problems]).toEqual([[], []]);
  await page.close();
});

test('all of it can be read without scripts', async () => {
  const { page, context, problems } = await openPage(browser, origin, { javaScriptEnabled: false });
  await page.goto(UPDATE);
  await page.getByText('Go', { exact: true }).click();
  expect(await sample(page).textContent()).toContain('http.NewRequest("PATCH"');
  await page.getByRole('link', { name: 'Errors', exact: true }).click();
  await heading(page, 'Errors').waitFor();
  expect(problems).toEqual([]);
  await context.close();
});
