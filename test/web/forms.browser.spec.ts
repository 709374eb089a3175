import { EntityManager } from '@mikro-orm/postgresql';
import type { Browser, Page } from 'playwright-core';
import { accessibilityProblems } from '../support/accessibility.ts';
import { launchBrowser, listen, openPage, screenshot } from '../support/browser.ts';
import { type ConsoleSession, openConsoleSession } from '../support/console-session.ts';
import { problemsInEveryLook } from '../support/looks.ts';
import { openPurchaseFixture, type PurchaseFixture } from '../support/purchase-fixture.ts';
import { seedUserSignInCode } from '../support/seed-user.ts';

import.meta.jest.setTimeout(240_000);

let fixture: PurchaseFixture;
let browser: Browser;
let origin: string;
let session: ConsoleSession;
let slug: string;
beforeAll(async () => {
  fixture = await openPurchaseFixture();
  slug = fixture.ours.organization.slug;
  browser = await launchBrowser();
  origin = await listen(fixture.api);
  session = await openConsoleSession(fixture.api, browser, origin, fixture.ours.organization);
});
afterAll(async () => {
  await browser?.close();
  await fixture?.close();
});

const at = (path: string): string => `/console/${slug}/${path}`;
const execute = (sql: string): Promise<unknown> => fixture.api.app.get(EntityManager).fork().execute(sql);
const problemsOf = (page: Page): Promise<string[]> => page.locator('.field-error').allTextContents();

/** Signs in with a code, in the dialog that asks for it. */
async function signInAgain(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Sign in again' });
  await dialog.getByRole('button', { name: 'Send me a code' }).waitFor();
  await dialog.getByLabel('E-mail address').press('Enter');
  await dialog.getByLabel('Code', { exact: true }).fill(await seedUserSignInCode(fixture.api, session.user));
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
}

test('a form says everything that is wrong, at the fields, and goes to the first', async () => {
  const { page, problems } = await session.signedIn(at('products/new'));
  await page.getByRole('button', { name: /Is paid/ }).click();
  await page.getByRole('option', { name: 'Months' }).click();
  await page.getByLabel('Every', { exact: true }).fill('often');
  await page.getByRole('button', { name: 'Create product' }).click();
  await page.locator('input[name=name]:focus').waitFor();
  expect(await problemsOf(page)).toEqual(['Fill this in.', 'Enter a whole number.', 'Fill this in.']);
  expect(await problemsInEveryLook(page, (look) => `forms-problems-${look}`)).toEqual([]);
  expect(problems).toEqual([]);
  await page.close();
});

test('choices that are missing are said with everything else, until one is made', async () => {
  const { page, problems } = await session.signedIn(at('tokens'));
  await page.getByRole('button', { name: 'Create token' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Create token' }).click();
  await dialog.locator('input[name=comment]:focus').waitFor();
  expect(await problemsOf(page)).toEqual(['Fill this in.', 'Choose at least one.']);
  await dialog.locator('input[name=comment]').fill('Build machine');
  await dialog.getByRole('button', { name: 'Create token' }).click();
  await dialog.locator('fieldset :focus').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Reading only' }).click();
  expect(await problemsOf(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Create token' }).click();
  await page.locator('.token-text code').waitFor();
  expect(problems).toEqual([]);
  await page.close();
});

test('what does not exist is said, and cannot be tried again', async () => {
  const { page, problems } = await session.signedIn(at('keys/11111111-1111-4111-8111-111111111111'));
  await page.getByRole('heading', { name: 'This does not exist' }).waitFor();
  expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0);
  expect(problems).toEqual([]);
  await page.close();
});

test('it says so in German, also what only the service knows', async () => {
  const { page, context, problems } = await openPage(browser, origin, { locale: 'de-DE' });
  await context.addCookies(await (await session.newWindow()).context.cookies());
  await page.goto(at('products/new'));
  await page.getByRole('button', { name: 'Produkt anlegen' }).click();
  await page.locator('input[name=name]:focus').waitFor();
  expect(await problemsOf(page)).toEqual(['Füllen Sie dieses Feld aus.', 'Füllen Sie dieses Feld aus.']);
  await page.getByLabel('Name', { exact: true }).fill('Ab');
  await page.getByLabel('Betrag', { exact: true }).fill('12');
  await page.keyboard.press('Enter');
  await page.getByText('Geben Sie mindestens 3 Zeichen ein.').waitFor();
  await page.getByLabel('Name', { exact: true }).fill('Abo');
  await page.getByLabel('Betrag', { exact: true }).fill('999999999999');
  await page.keyboard.press('Enter');
  await page.getByText(/^Geben Sie höchstens \d+ ein\.$/).waitFor();
  await screenshot(page, 'forms-problems-german');
  expect(problems).toEqual([]);
  await context.close();
});

test('leaving and reloading ask before input is lost, and only then', async () => {
  const { page, problems } = await session.signedIn(at('products'));
  const asked = page.getByRole('alertdialog', { name: 'Discard what you entered?' });
  await page.getByRole('link', { name: 'New product' }).click();
  const name = page.getByLabel('Name', { exact: true });
  await name.fill('Team edition');
  await page.getByRole('link', { name: 'Benefits' }).click();
  await asked.getByRole('button', { name: 'Keep editing' }).waitFor();
  await screenshot(page, 'forms-leaving');
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await asked.waitFor({ state: 'detached' });
  expect(await name.inputValue()).toBe('Team edition');

  const kinds: string[] = [];
  page.on('dialog', (dialog) => {
    kinds.push(dialog.type());
    void dialog.dismiss();
  });
  await page.reload().catch(() => null);
  expect(kinds).toEqual(['beforeunload']);
  expect(await name.inputValue()).toBe('Team edition');

  await page.goBack();
  await asked.getByRole('button', { name: 'Discard it' }).click();
  await page.getByRole('heading', { name: 'Products', exact: true }).waitFor();
  await page.getByRole('link', { name: 'New product' }).click();
  await name.fill('Team edition');
  await name.fill('');
  await page.getByRole('link', { name: 'Benefits' }).click();
  await page.getByRole('heading', { name: 'Benefits', exact: true }).waitFor();

  await page.getByRole('link', { name: 'Customers' }).click();
  await page.getByRole('button', { name: 'Create a customer' }).first().click();
  await page.getByRole('dialog').getByLabel('E-mail address').fill('ada@example.com');
  await page.keyboard.press('Escape');
  await asked.getByRole('button', { name: 'Keep editing' }).waitFor();
  await page.keyboard.press('Enter');
  await asked.waitFor({ state: 'detached' });
  expect(await page.getByRole('dialog').getByLabel('E-mail address').inputValue()).toBe('ada@example.com');
  await page.getByRole('dialog').locator(':focus').waitFor();
  await page.keyboard.press('Escape');
  await asked.getByRole('button', { name: 'Discard it' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(problems).toEqual([]);
  await page.close();
});

test('a form goes on after the session has ended, and back does not lead to it', async () => {
  const { page, problems } = await session.signedIn(at('products'));
  await page.getByRole('link', { name: 'New product' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Site license');
  await page.getByLabel('Amount', { exact: true }).fill('490');
  await execute('delete from identity.user_sessions');
  await page.getByRole('button', { name: 'Create product' }).click();
  await page.getByRole('dialog', { name: 'Sign in again' }).waitFor();
  // The form behind the dialog is on its way, so the page does not settle.
  expect(await accessibilityProblems(page)).toEqual([]);
  await signInAgain(page);
  await page.getByRole('heading', { name: 'Site license' }).waitFor();
  const { body } = await fixture.seller('GET', '/v1/products/?query=Site+license');
  expect(body.pagination.total_count).toBe(1);
  await page.goBack();
  await page.getByRole('heading', { name: 'Products', exact: true }).waitFor();
  expect(problems).toEqual([]);
  await page.close();
});

test('what gives access asks for a recent sign-in, and goes on', async () => {
  const { page, problems } = await session.signedIn(at('tokens'));
  await page.getByRole('button', { name: 'Create token' }).click();
  await execute(`update identity.user_sessions set authenticated_at = authenticated_at - interval '20 minutes'`);
  const form = page.getByRole('dialog', { name: 'Create an access token' });
  await form.locator('input[name=comment]').fill('Build machine');
  await form.getByRole('button', { name: 'Reading only' }).click();
  await form.getByRole('button', { name: 'Create token' }).click();
  await page.getByText('This gives access, so your sign-in must be recent.').waitFor();
  await signInAgain(page);
  await page
    .locator('.token-text code')
    .getByText(/^latchkey_oat_/)
    .waitFor();
  expect(problems).toEqual([]);
  await page.close();
});
