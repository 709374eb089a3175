import { readFileSync } from 'node:fs';
import type { Locator, Page } from 'playwright-core';
import { openPage } from '../support/browser.ts';
import { eventually } from '../support/eventually.ts';
import { problemsInEveryLook } from '../support/looks.ts';
import { requestFile } from '../support/offline-files.ts';
import { openPortalPages, type PortalPagesFixture } from '../support/portal-pages-fixture.ts';

let fixture: PortalPagesFixture;
beforeAll(async () => {
  fixture = await openPortalPages();
});
afterAll(() => fixture.close());

const MAX_TABS = 80;

type Role = Parameters<Page['getByRole']>[0];

/** Goes to a control of a page or a dialog with the tab key alone. */
async function tabTo(scope: Page | Locator, name: string | RegExp, role: Role = 'button'): Promise<Page> {
  const control = scope.getByRole(role, { name, exact: true }).first();
  await control.waitFor();
  const page = control.page();
  for (let presses = 0; presses < MAX_TABS; presses += 1) {
    if (await control.evaluate((element) => element.matches(':focus'))) return page;
    await page.keyboard.press('Tab');
  }
  throw new Error(`The tab key does not reach ${String(name)}`);
}

async function press(scope: Page | Locator, name: string | RegExp, role?: Role): Promise<void> {
  const page = await tabTo(scope, name, role);
  await page.keyboard.press('Enter');
}

/** A dialog that asks, once it is there. */
const asks = (page: Page, title: string): Locator => page.getByRole('alertdialog', { name: title });

const pathOf = (link: string): string => link.slice(new URL(link).origin.length);

test('signs in with a code, and by the link beside it, and signs out, with the keyboard alone', async () => {
  const { browser, origin, base, ada, mailTo } = fixture;
  const { page, context, problems, refused } = await openPage(browser, origin);
  await page.goto(base);
  await page.getByRole('textbox', { name: 'E-mail address' }).waitFor();
  expect(refused).toEqual([]);
  expect(await page.getByText('Your session has ended').count()).toBe(0);
  await page.keyboard.type(ada.email);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Check your mail' }).waitFor();
  await page.keyboard.type('00000-00000');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').getByText('This code does not work').waitFor();
  const { text } = await mailTo(ada.email);
  const link = /Sign in: (\S+)/.exec(text)![1]!;
  await page.getByRole('textbox', { name: 'Code' }).fill('');
  await page.keyboard.type(new URLSearchParams(new URL(link).hash.slice(1)).get('code')!);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'License keys', level: 1 }).waitFor();
  expect(await page.evaluate('document.cookie')).toBe('');

  await press(page, 'Account: Ada Lovelace');
  await page.getByRole('menuitem', { name: 'Sign out' }).press('Enter');
  await page.getByText('You are signed out.').waitFor();
  await page.goto(base);
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  expect(problems).toEqual([]);
  expect(refused).toEqual([`401 ${base}/api/v1/customer-portal/customer-session/authenticate`]);
  await context.close();
});

test('the link in the mail signs in by one press, and leaves no code in the address', async () => {
  const { browser, origin, grace, mailTo, seller, ours } = fixture;
  const body = { email: grace.email, organization_id: ours.organization.id };
  expect((await seller('POST', '/v1/customer-portal/customer-session/request', body)).status).toBe(202);
  const { page, context, refused } = await openPage(browser, origin);
  await page.goto(pathOf(/Sign in: (\S+)/.exec((await mailTo(grace.email)).text)![1]!));
  await press(page, 'Sign in');
  await page.getByRole('heading', { name: 'License keys', level: 1 }).waitFor();
  expect(new URL(page.url()).hash).toBe('');
  expect(refused).toEqual([]);
  await context.close();
});

test('the mail with a code, and the page that its link opens in any browser, are in the language of whoever asks for it', async () => {
  const { browser, origin, ada, mailTo, seller, ours } = fixture;
  await seller('PATCH', `/v1/customers/${ada.id}`, { locale: 'en-GB' });
  const body = { email: ada.email, organization_id: ours.organization.id };
  await seller('POST', '/v1/customer-portal/customer-session/request', body, { 'accept-language': 'de' });
  await eventually(async () => (await mailTo(ada.email)).text.includes('Anmelden: '));
  expect((await mailTo(ada.email)).subject).toContain('Ihr_Anmeldecode');
  const { page, context } = await openPage(browser, origin, { locale: 'en-GB' });
  await page.goto(pathOf(/Anmelden: (\S+)/.exec((await mailTo(ada.email)).text)![1]!));
  await page.getByRole('button', { name: 'Anmelden' }).waitFor();
  expect(await page.evaluate('document.documentElement.lang')).toBe('de');
  await page.reload();
  await page.getByRole('heading', { name: 'Anmelden' }).waitFor();
  await context.close();
});

test('removes a device, replaces a key and activates a device by file, with the keyboard alone', async () => {
  const { ours, ada, signedIn } = fixture;
  const { page, context } = await signedIn(ada.id);
  const card = page.getByRole('region', { name: /^Acme Studio Pro/ });
  await press(card, 'Remove Studio iMac');
  await press(asks(page, 'Remove Studio iMac?'), 'Remove');
  await card.getByText('1 of 4 devices').waitFor();

  await press(card, 'Show License key');
  const before = await card.locator('code').textContent();
  await press(card, 'Replace key');
  await press(asks(page, 'Replace this key?'), 'Replace key');
  await page.getByText('Here is your new key.').waitFor();
  await eventually(async () => (await card.locator('code').textContent()) !== before);

  await press(card, 'Device without a network');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Choose a file' }).waitFor();
  const file = { name: 'request.txt', mimeType: 'text/plain', buffer: Buffer.from(requestFile(ours.organization.id)) };
  await dialog.locator('input[type=file]').setInputFiles(file);
  await dialog.getByText('Chosen: request.txt').waitFor();
  const [download] = await Promise.all([page.waitForEvent('download'), press(dialog, 'Get the license file')]);
  expect(JSON.parse(readFileSync(await download.path(), 'utf8'))).toMatchObject({ type: 'latchkey-lease-file' });
  await card.getByText('2 of 4 devices').waitFor();
  await context.close();
});

test('cancels a subscription and keeps it after all, with the keyboard alone', async () => {
  const { page, context } = await fixture.signedIn(fixture.ada.id);
  await press(page, 'Purchases', 'link');
  await press(page, 'Cancel subscription');
  const dialog = asks(page, 'Cancel Acme Render?');
  await press(dialog, /^Choose a reason/);
  await page.getByRole('option', { name: 'Too expensive' }).waitFor();
  await page.keyboard.press('Enter');
  expect(await dialog.getByRole('button').allTextContents()).toEqual(expect.arrayContaining(['Keep subscription']));
  await press(dialog, 'Cancel subscription');
  await page.getByText('Ends on', { exact: true }).waitFor();
  await press(page, 'Keep subscription');
  await page.getByText('Renews on', { exact: true }).waitFor();
  expect(await page.getByText('Ends on', { exact: true }).count()).toBe(0);
  await context.close();
});

test('billing details show what is wrong where it is wrong', async () => {
  const { page, context } = await fixture.signedIn(fixture.ada.id);
  await press(page, 'Billing', 'link');
  await tabTo(page, 'Country', 'combobox');
  await page.keyboard.type('Germ');
  await page.getByRole('option', { name: 'Germany' }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await tabTo(page, 'Tax ID', 'textbox');
  await page.keyboard.type('DE123');
  await page.keyboard.press('Enter');
  const taxId = page.getByRole('textbox', { name: 'Tax ID' });
  await page.getByText('Invalid tax ID.').waitFor();
  expect(await taxId.getAttribute('aria-invalid')).toBe('true');
  await taxId.fill('');
  await page.keyboard.press('Enter');
  await page.getByText('The billing details were saved.').waitFor();
  const [download] = await Promise.all([page.waitForEvent('download'), press(page, 'Download my data', 'link')]);
  expect(JSON.parse(readFileSync(await download.path(), 'utf8'))).toMatchObject({ customer: { email: fixture.ada.email } });
  await context.close();
});

test('an individual customer changes the e-mail address by a mailed link', async () => {
  const { create, signedIn, mailTo } = fixture;
  const customer = await create('/v1/customers/', { email: 'before@example.com', name: 'Maria' });
  const { page, context } = await signedIn(customer.id);
  await press(page, 'Billing', 'link');
  await tabTo(page, 'New e-mail address', 'textbox');
  await page.keyboard.type('after@example.com');
  await page.keyboard.press('Enter');
  await page.getByText('A link is on its way to after@example.com').waitFor();
  const { text } = await mailTo('after@example.com');
  await page.goto(pathOf(/Confirm the address: (\S+)/.exec(text)![1]!));
  await press(page, 'Confirm the address');
  await page.getByText('You sign in with after@example.com.').waitFor();
  expect(page.url()).not.toContain('token');
  await context.close();
});

test('a customer who bought with another address adds these purchases with a mailed code', async () => {
  const { create, product, benefit, signedIn, mailTo, settled } = fixture;
  const [own, other] = [
    await create('/v1/customers/', { email: 'work@example.com', name: 'Maria' }),
    await create('/v1/customers/', { email: 'home@example.com', name: 'Maria' }),
  ];
  const { id: product_id } = await product({ benefits: [(await benefit()).id] });
  await create('/v1/orders/', { product_id, customer_id: other.id });
  await settled();
  const { page, context, problems, refused } = await signedIn(own.id);
  await page.getByText('No license keys yet').waitFor();
  await press(page, 'Billing', 'link');
  await page.getByText('You cannot take this back.').waitFor();
  await tabTo(page, 'Other e-mail address', 'textbox');
  await page.keyboard.type('home@example.com');
  await page.keyboard.press('Enter');
  await page.getByText('If home@example.com is known here').waitFor();
  await tabTo(page, 'Code', 'textbox');
  await page.keyboard.type('00000-00000');
  await page.keyboard.press('Enter');
  await page.getByText('This code does not work').waitFor();
  const { text } = await mailTo('home@example.com');
  await page.getByRole('textbox', { name: 'Code', exact: true }).fill('');
  await page.keyboard.type(/\b[0-9A-Z]{4}-[0-9A-Z]{6}\b/.exec(text)![0]);
  await press(page, 'Add these purchases');
  await page.getByText('The purchases of the other address are yours here now.').waitFor();
  await settled();
  await press(page, 'License keys', 'link');
  await page
    .getByText('Can be activated')
    .or(page.getByText('Active', { exact: true }))
    .first()
    .waitFor();
  expect(problems).toEqual([]);
  expect(refused).toHaveLength(1);
  await context.close();
});

test('a team invites, and the invited person takes the seat', async () => {
  const { browser, origin, grace, signedIn, mailTo } = fixture;
  const { page, context } = await signedIn(grace.id);
  await press(page, 'Team', 'link');
  await press(page, 'Invite');
  await page.getByRole('dialog').getByRole('textbox', { name: 'E-mail address' }).waitFor();
  await page.keyboard.type('linus@example.com');
  await page.keyboard.press('Enter');
  await page.getByText('linus@example.com was invited.').waitFor();
  const { text } = await mailTo('linus@example.com');
  const invited = await openPage(browser, origin);
  await invited.page.goto(pathOf(/(https?:\S+seats\/claim\S+)/.exec(text)![1]!));
  await press(invited.page, 'Take the seat');
  await invited.page.getByText('The seat is yours.').waitFor();
  expect(invited.page.url()).not.toContain('invitation_token');
  await press(page, 'Revoke the seat of linus@example.com');
  await press(asks(page, 'Revoke the seat of linus@example.com?'), 'Revoke');
  await page.getByText('The seat is free again.').waitFor();
  await Promise.all([context.close(), invited.context.close()]);
});

test('a key that does not work says why, since when and whom to ask, in German too', async () => {
  const { ours, ada, seller, signedIn } = fixture;
  const organization = `/v1/organizations/${ours.organization.id}`;
  expect((await seller('PATCH', organization, { email: 'help@example.com' })).status).toBe(200);
  const { items } = (await seller('GET', `/v1/license-keys/?organization_id=${ours.organization.id}&limit=100`)).body;
  const [disabled, expired] = items.filter(({ customer_id }: { customer_id: string }) => customer_id === ada.id);
  await seller('PATCH', `/v1/license-keys/${disabled.id}`, { status: 'disabled' });
  await seller('PATCH', `/v1/license-keys/${expired.id}`, { expires_at: '2026-05-04T12:00:00Z' });
  const { page, context, problems } = await signedIn(ada.id, { locale: 'de-DE' });
  await page.getByText('Der Anbieter hat diesen Schlüssel gesperrt.').waitFor();
  await page.getByText('Dieser Schlüssel ist am 4. Mai 2026 abgelaufen.').waitFor();
  const contact = page.getByRole('link', { name: 'An Acme Studio schreiben' });
  expect(await contact.first().getAttribute('href')).toMatch(/^mailto:help@example\.com\?subject=/);
  expect(await problemsInEveryLook(page, (look) => `portal-dead-keys-${look}`)).toEqual([]);
  // An individual customer has no team, and the files are those of a purchase.
  const tabs = await page.getByRole('navigation', { name: 'Kundenportal' }).getByRole('link').allTextContents();
  expect(tabs).toEqual(['Lizenzschlüssel', 'Käufe', 'Downloads', 'Nutzung', 'Rechnung']);
  // Where customers do not change their address, the portal says whom to ask.
  const { customer_portal_settings: settings } = (await seller('GET', organization)).body;
  const allow = (allow_email_change: boolean) =>
    seller('PATCH', organization, { customer_portal_settings: { ...settings, customer: { allow_email_change } } });
  expect((await allow(false)).status).toBe(200);
  await page.goto(`${fixture.base}/billing`);
  await page.getByText('Nur Acme Studio kann diese Adresse ändern.').waitFor();
  expect(await page.getByRole('button', { name: /^(Adresse ändern|Code senden)$/ }).count()).toBe(0);
  expect(await page.locator('.card').getByRole('link', { name: 'An Acme Studio schreiben' }).getAttribute('href')).toBe(
    'mailto:help@example.com',
  );
  expect((await allow(true)).status).toBe(200);
  expect(problems).toEqual([]);
  await context.close();
});

test('a team lists each person once, with the seats that they have taken', async () => {
  const { grace, signedIn } = fixture;
  const { page, context } = await signedIn(grace.id);
  await press(page, 'Team', 'link');
  await page.getByRole('table', { name: 'Members' }).waitFor();
  await page.getByText('claire@example.com').first().waitFor();
  expect(await page.getByText('claire@example.com', { exact: true }).count()).toBe(1);
  await context.close();
});

test('a session of a team that no member has shows its seats, and does not end', async () => {
  const { browser, origin, grace, seller } = fixture;
  const { customer_portal_url } = (await seller('POST', '/v1/customer-sessions/', { customer_id: grace.id })).body;
  const { page, context, problems } = await openPage(browser, origin);
  await page.goto(pathOf(customer_portal_url));
  await press(page, 'Team', 'link');
  await page.getByText('claire@example.com', { exact: true }).waitFor();
  expect(await page.getByRole('table', { name: 'Members' }).count()).toBe(0);
  expect(problems).toEqual([]);
  await context.close();
});
