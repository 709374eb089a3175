import type { Browser } from 'playwright-core';
import { accessibilityProblems } from '../support/accessibility.ts';
import { launchBrowser, listen, openPage, screenshot } from '../support/browser.ts';
import { type ConsoleSession, openConsoleSession } from '../support/console-session.ts';
import { type LicenseFixture, openLicenseFixture } from '../support/license-fixture.ts';
import { type ListedPage, problemsOfPages } from '../support/looks.ts';
import { seedCustomer } from '../support/seed-customer.ts';
import type { SeededLicenseKey } from '../support/seed-license-key.ts';
import { seedUserSignInCode } from '../support/seed-user.ts';

/** A browser starts on a busy machine. */
import.meta.jest.setTimeout(240_000);

let fixture: LicenseFixture;
let browser: Browser;
let origin: string;
let session: ConsoleSession;
let slug: string;
let key: SeededLicenseKey;
let ada: { readonly id: string };
beforeAll(async () => {
  fixture = await openLicenseFixture();
  const { api, ours } = fixture;
  slug = ours.organization.slug;
  ada = await seedCustomer(api, ours.organization.id, { email: 'ada.lovelace@example.com', name: 'Ada Lovelace' });
  key = await fixture.key({
    customer_id: ada.id,
    key: 'CONSOLE-KEY-OF-ADA-LOVELACE-7QX0ZZ',
    limit_activations: 3,
    limit_usage: 50,
  });
  await fixture.activation(key, { label: 'Analytical Engine' });
  for (let n = 0; n < 3; n++) await fixture.key({ key: `ANOTHER-CONSOLE-KEY-NUMBER-${n}` });
  browser = await launchBrowser();
  origin = await listen(api);
  session = await openConsoleSession(api, browser, origin, ours.organization);
});
afterAll(async () => {
  await browser?.close();
  await fixture?.close();
});

const pages = (): readonly ListedPage[] => [
  ['overview', `/console/${slug}`, 'Overview'],
  ['keys', `/console/${slug}/keys`, 'License keys'],
  ['key', `/console/${slug}/keys/${key.id}`, '****-7QX0ZZ'],
  ['customers', `/console/${slug}/customers`, 'Customers'],
  ['customer', `/console/${slug}/customers/${ada.id}`, 'Ada Lovelace'],
];

test('every page is accessible and breaks no rule in every look', async () => {
  expect(await problemsOfPages(await session.newWindow(), 'console', pages())).toEqual([]);
});

test('a code that is wrong is refused in words, and no script sees the token of a session', async () => {
  const { page, context } = await openPage(browser, origin);
  await page.goto('/console');
  await page.getByLabel('E-mail address').fill(session.user.email);
  await page.keyboard.press('Enter');
  await page.getByLabel('Code').fill('WRONG-CODE-0');
  await page.keyboard.press('Enter');
  await page.getByText('This does not work, or not any more.').waitFor();
  await screenshot(page, 'console-sign-in');
  expect(await accessibilityProblems(page)).toEqual([]);
  const code = await seedUserSignInCode(fixture.api, session.user);
  const [response] = await Promise.all([
    page.waitForResponse((each) => each.url().endsWith('/sign-in/authenticate') && each.status() === 200),
    page
      .getByLabel('Code')
      .fill(code)
      .then(() => page.keyboard.press('Enter')),
  ]);
  expect((await response.json()).session.token).toBe('');
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  expect(await page.evaluate('document.cookie')).toBe('');
  const cookies = await context.cookies(`${origin}/console/api`);
  expect(cookies.find(({ name }) => name === 'latchkey_session')).toMatchObject({ httpOnly: true, sameSite: 'Strict' });
  await context.close();
});

test('keys are found by text and status, which the address keeps', async () => {
  const { page, problems } = await session.signedIn(`/console/${slug}/keys`);
  await page.getByText('4 keys').waitFor();
  await page.getByLabel('Search keys').fill('ada.lov');
  await page.getByText('1 key', { exact: true }).waitFor();
  await page.waitForURL(/query=ada\.lov/);
  await page.reload();
  await page.getByRole('link', { name: '****-7QX0ZZ' }).waitFor();
  await page.getByRole('radio', { name: 'Revoked' }).click();
  await page.getByText('No key matches').waitFor();
  expect(page.url()).toContain('status=revoked');
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole('button', { name: 'Show all keys' }).click();
  await page.getByText('4 keys').waitFor();
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: 'Export CSV' }).click()]);
  expect(download.suggestedFilename()).toBe('license-keys.csv');
  expect(problems).toEqual([]);
  await page.close();
});

test('a key is explained, changed, disabled and enabled; a device leaves it', async () => {
  const { page, problems } = await session.signedIn(`/console/${slug}/keys/${key.id}`);
  await page.getByRole('button', { name: 'Edit limits' }).click();
  const usage = await page.getByLabel('Usage limit').inputValue();
  await page.getByLabel('Usage limit').fill('0');
  await page.getByLabel('Devices at once').fill('none');
  await page.keyboard.press('Enter');
  await page.getByText('Enter a whole number.').waitFor();
  await page.getByText('Enter 1 or more.').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByLabel('Usage limit').fill(usage);
  await page.getByLabel('Devices at once').fill('2');
  await page.keyboard.press('Enter');
  await page.getByText('1 of 2').waitFor();
  await page.getByText('changed the device limit from 3 to 2').waitFor();

  await page.getByRole('button', { name: 'Disable' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Disable' }).click();
  await page.getByText('Applications cannot use this key now.').waitFor();
  await page.getByRole('button', { name: 'Enable' }).first().click();
  await page.getByRole('button', { name: 'Disable' }).waitFor();

  await page.getByRole('button', { name: 'Deactivate Analytical Engine' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Deactivate' }).click();
  await page.getByText('No device uses this key.').waitFor();
  expect(await fixture.read(key)).toMatchObject({ status: 'granted', limit_activations: 2, activations: [] });
  expect(problems).toEqual([]);
  await page.close();
});

test('a day ends in the time zone of the organization, which the field names, and is shown as it was chosen', async () => {
  const { seller, ours } = fixture;
  expect((await seller('PATCH', `/v1/organizations/${ours.organization.id}`, { time_zone: 'America/Los_Angeles' })).status).toBe(
    200,
  );
  const { page, problems } = await session.signedIn(`/console/${slug}/keys/${key.id}`);
  await page.getByRole('button', { name: 'Edit limits' }).click();
  await page.getByText('Time zone: America/Los_Angeles.').waitFor();
  await page.getByLabel('Expires on').fill('2099-12-31');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.getByText('31 Dec 2099', { exact: true }).waitFor();
  expect(await fixture.read(key)).toMatchObject({ expires_at: '2100-01-01T07:59:59.999Z' });
  await page.getByRole('button', { name: 'Edit limits' }).click();
  expect(await page.getByLabel('Expires on').inputValue()).toBe('2099-12-31');
  expect(problems).toEqual([]);
  await page.close();
});

test('a key is issued to a customer, who must exist', async () => {
  const { page, problems } = await session.signedIn(`/console/${slug}/keys`);
  await page.getByRole('button', { name: 'Issue a key' }).click();
  await page.getByLabel('E-mail address of the customer').fill('nobody.at.all@example.com');
  await page.keyboard.press('Enter');
  await page.getByText('No customer has this e-mail address.').waitFor();
  await page.getByLabel('E-mail address of the customer').fill('ada.lovelace@example.com');
  await page.keyboard.press('Enter');
  await page.getByText('issued the key').waitFor();
  await page.getByRole('link', { name: 'Ada Lovelace' }).waitFor();
  expect(problems).toEqual([]);
  await page.close();
});

test('the palette jumps to pages and customers by keyboard, and signing out ends the session', async () => {
  const { page, problems, context } = await openPage(browser, origin);
  await session.enter(page);
  await page.keyboard.press('Control+k');
  await page.getByRole('searchbox').waitFor();
  await page.keyboard.type('ada lov');
  await page
    .getByRole('menuitem', { name: /Ada Lovelace/ })
    .first()
    .waitFor();
  await screenshot(page, 'console-palette');
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole('searchbox').fill('custom');
  await page.locator('[role=menuitem][data-focused]', { hasText: 'Customers' }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Customers' }).waitFor();

  await page.getByRole('button', { name: /^Account/ }).click();
  expect(await page.getByRole('menuitem', { name: 'API reference' }).getAttribute('href')).toBe('/docs');
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  const status = await page.evaluate(async () => (await fetch('/console/api/v1/users/me')).status);
  expect(status).toBe(401);
  expect(problems).toEqual([]);
  await context.close();
});

test('pages of another origin get nothing of a session', async () => {
  const { page, context } = await session.signedIn();
  const stranger = await context.newPage();
  await stranger.goto(`${origin.replace('localhost', '127.0.0.1')}/health/live`);
  const outcome = await stranger.evaluate(
    (url) =>
      fetch(url, { credentials: 'include' }).then(
        (response) => response.status,
        (error: Error) => error.name,
      ),
    `${origin}/console/api/v1/users/me`,
  );
  expect(outcome).toBe('TypeError');
  expect(await page.evaluate(async () => (await fetch('/console/api/v1/users/me')).status)).toBe(200);
  await Promise.all([page.close(), stranger.close()]);
});
