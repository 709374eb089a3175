import { readFile } from 'node:fs/promises';
import type { Browser, Locator, Page } from 'playwright-core';
import { accessibilityProblems } from '../support/accessibility.ts';
import { launchBrowser, listen, screenshot } from '../support/browser.ts';
import type { Answer } from '../support/call.ts';
import { type ConsoleSession, openConsoleSession } from '../support/console-session.ts';
import { type ListedPage, problemsInEveryLook, problemsNow, problemsOfPages } from '../support/looks.ts';
import { openPurchaseFixture, type PurchaseFixture } from '../support/purchase-fixture.ts';
import { seatsOf } from '../support/seat-fixture.ts';
import { seedCustomer } from '../support/seed-customer.ts';

/** A browser starts on a busy machine. */
import.meta.jest.setTimeout(240_000);

let fixture: PurchaseFixture;
let browser: Browser;
let session: ConsoleSession;
let origin: string;
let slug: string;
let ada: { readonly id: string };
let grace: { readonly id: string };
let team: Answer['body'];
let subscription: Answer['body'];
let order: Answer['body'];
let seated: Answer['body'];
beforeAll(async () => {
  fixture = await openPurchaseFixture();
  const { api, ours, create, product, benefit } = fixture;
  slug = ours.organization.slug;
  const organization = ours.organization.id;
  ada = await seedCustomer(api, organization, { email: 'ada@engines.example', name: 'Ada Lovelace' });
  grace = await seedCustomer(api, organization, { email: 'grace@compilers.example', name: 'Grace Hopper' });
  team = await create('/v1/customers/', { type: 'team', name: 'Bletchley Park', email: 'team@bletchley.example' });
  const monthly = await product({ name: 'Engine monthly', every: 'month', benefits: [(await benefit()).id] });
  const once = await product({ name: 'Punched cards' });
  subscription = await create('/v1/subscriptions/', { product_id: monthly.id, customer_id: ada.id });
  await create('/v1/orders/', { subscription_id: subscription.id, billing_reason: 'subscription_create' });
  order = await create('/v1/orders/', {
    product_id: once.id,
    customer_id: grace.id,
    amount: 2900,
    tax_amount: 551,
    external_id: 'shop-4711',
  });
  seated = await seatsOf(fixture).subscription(5, [], team.id);
  await seatsOf(fixture).seat(seated, { email: 'turing@bletchley.example' });
  await fixture.settled();
  browser = await launchBrowser();
  origin = await listen(api);
  session = await openConsoleSession(api, browser, origin, ours.organization);
});
afterAll(async () => {
  await browser?.close();
  await fixture?.close();
});

const at = (path: string): string => `/console/${slug}/${path}`;
const button = (within: Page | Locator, name: string) => within.getByRole('button', { name, exact: true });
const dialog = (page: Page) => page.getByRole('dialog');
const confirm = (page: Page, name: string) => page.getByRole('alertdialog').getByRole('button', { name, exact: true }).click();
/** Chooses an item of the menu with further actions, by keyboard. */
async function act(page: Page, name: string): Promise<void> {
  await button(page, 'More actions').press('Enter');
  await page.getByRole('menuitem', { name, exact: true }).press('Enter');
}
const read = async (path: string): Promise<Answer['body']> => (await fixture.seller('GET', path)).body;

const pages = (): readonly ListedPage[] => [
  ['charts', at('charts'), 'Charts'],
  ['dashboards', at('dashboards'), 'Dashboards'],
  ['add-ons', at('add-ons'), 'Add-ons'],
  ['subscriptions', at('subscriptions'), 'Subscriptions'],
  ['subscription', at(`subscriptions/${subscription.id}`), 'Engine monthly'],
  ['orders', at('orders'), 'Orders'],
  ['order', at(`orders/${order.id}`), 'Punched cards'],
  ['seats', at('seats'), 'Seats'],
  ['pool', at(`seats/subscription/${seated.id}`), 'Seats of Acme Pro'],
  ['customers', at('customers'), 'Customers'],
  ['customer', at(`customers/${team.id}`), 'Bletchley Park'],
];

test('every page is accessible and breaks no rule in every look', async () => {
  expect(
    await problemsOfPages(await session.newWindow(), 'console', pages(), (page, name) =>
      page.getByRole('heading', { name, exact: true, level: 1 }),
    ),
  ).toEqual([]);
});

test('lists are filtered, and the address keeps the filters', async () => {
  const { page, problems } = await session.signedIn(at('subscriptions'));
  await page.getByText('2 subscriptions').first().waitFor();
  await page.getByLabel('Search subscriptions').fill('lovelace');
  await page.getByText('1 subscription').first().waitFor();
  await page.waitForURL(/query=lovelace/);
  await page.reload();
  await page.getByRole('link', { name: 'Engine monthly' }).waitFor();
  await page.getByRole('button', { name: /Status$/ }).click();
  await page.getByRole('option', { name: 'Paused' }).click();
  await page.getByText('No subscription matches').waitFor();
  expect(page.url()).toContain('status=paused');
  await button(page, 'Clear the filters').click();
  await page.getByText('2 subscriptions').first().waitFor();

  await page.goto(at(`orders?customer=${grace.id}`));
  await button(page, 'Customer: Grace Hopper').waitFor();
  await page.getByText('1 order').first().waitFor();
  await page.getByRole('button', { name: /Reason$/ }).click();
  await page.getByRole('option', { name: 'Renewal' }).click();
  await page.getByText('No order matches').waitFor();
  const address = await page.getByRole('link', { name: 'Export CSV' }).getAttribute('href');
  expect(address).toContain(`customer_id=${grace.id}&billing_reason=subscription_cycle`);
  await page.goto(at('orders?from=2001-01-01&to=2001-12-31'));
  await page.getByText('No order matches').waitFor();
  await page.goto(at('seats?query=bletch'));
  await page.getByRole('link', { name: 'Acme Pro' }).waitFor();
  await page.goto(at('customers?activity=inactive'));
  await page.getByRole('link', { name: 'Grace Hopper' }).waitFor();
  expect(await page.getByRole('link', { name: 'Ada Lovelace' }).count()).toBe(0);
  expect(problems).toEqual([]);
  await page.close();
});

test('charts show figures of any time, how each is counted, a table, and the same as CSV', async () => {
  const { page, problems } = await session.signedIn(at('charts?from=2026-01-01&to=2099-12-31&interval=month'));
  await page.getByText('The interval is too big').waitFor();
  await page.goto(at('charts'));
  const card = (name: string) => page.locator('section.card', { has: page.getByRole('heading', { name, exact: true }) });
  const orders = card('Orders');
  await orders.getByText('2', { exact: true }).first().waitFor();
  await orders.getByText('How it is counted').click();
  await orders.getByText('How many orders were paid').waitFor();
  await orders.getByRole('button', { name: 'Show as a table' }).click();
  expect(await orders.getByRole('row').count()).toBe(31);
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: 'Export CSV' }).click()]);
  const csv = await readFile(await download.path(), 'utf8');
  expect(csv.split('\r\n').slice(0, 1)).toEqual(['Timestamp,Orders,Revenue,Net Revenue,Average Order Value,New Customers']);
  await screenshot(page, 'console-charts');
  expect(await accessibilityProblems(page)).toEqual([]);

  await page.getByRole('button', { name: /Figures$/ }).click();
  await page.getByRole('option', { name: 'Churn and retention' }).click();
  await card('Churn rate').getByText('0% In the last interval').waitFor();
  await page.getByLabel('From').fill('2001-01-01');
  await page.waitForURL(/group=churn&from=2001-01-01/);

  await page.goto(at('charts?group=refusals'));
  const refusals = card('Refusals');
  await refusals.getByText('0 Total').waitFor();
  await refusals.getByText('How it is counted').click();
  await refusals.getByText('that a license key refused').waitFor();
  await refusals.getByRole('button', { name: 'Show as a table' }).click();
  expect(await refusals.getByRole('row').count()).toBe(31);
  await page.getByRole('button', { name: /A chart for each$/ }).click();
  await page.getByRole('option', { name: 'Benefit' }).click();
  await page.waitForURL(/by=benefit/);
  const file = await page.getByRole('link', { name: 'Export CSV' }).getAttribute('href');
  expect(file).toContain('license-keys/uses/export?format=csv');
  expect(file).toContain('kind=refusals&group_by=benefit');
  expect(problems).toEqual([]);
  await page.close();
});

test('a subscription gets another product, is canceled, restored and ended', async () => {
  const { create, customer, product } = fixture;
  const started = await create('/v1/subscriptions/', {
    product_id: (await product({ name: 'Loom', every: 'month' })).id,
    customer_id: (await customer()).id,
  });
  const path = `/v1/subscriptions/${started.id}`;
  const { page, problems } = await session.signedIn(at(`subscriptions/${started.id}`));
  await button(page, 'Change product').click();
  await dialog(page)
    .getByRole('button', { name: /Product$/ })
    .click();
  await page.getByRole('option', { name: 'Engine monthly' }).click();
  await dialog(page).getByRole('button', { name: /When$/ }).click();
  await page.getByRole('option', { name: 'With the next period' }).click();
  await dialog(page).getByRole('button', { name: 'Change', exact: true }).click();
  await page.getByText(/^The product becomes Engine monthly on/).waitFor();
  await button(page, 'Withdraw the change').click();
  await page.getByText('The scheduled change was withdrawn.').waitFor();

  await act(page, 'Transfer to another customer');
  await page.getByRole('combobox', { name: 'New customer' }).fill('Hopper');
  await page.getByRole('option', { name: /Grace Hopper/ }).click();
  expect(await accessibilityProblems(page)).toEqual([]);
  await dialog(page).getByRole('button', { name: 'Transfer', exact: true }).click();
  await page.getByText('The subscription was transferred.').waitFor();
  await page.getByRole('link', { name: 'Grace Hopper' }).waitFor();
  expect(await read(path)).toMatchObject({ customer: { name: 'Grace Hopper' } });

  await act(page, 'Cancel at the end of the period');
  await page.getByText(/^It runs until .* This can be withdrawn until then\.$/).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByLabel('Comment').fill('Too many threads');
  await confirm(page, 'Cancel at the end of the period');
  await page.getByText(/^Ends /).waitFor();
  expect(await read(path)).toMatchObject({ cancel_at_period_end: true, customer_cancellation_comment: 'Too many threads' });
  await act(page, 'Withdraw the cancellation');
  await page.getByText(/^Renews /).waitFor();
  await act(page, 'End now');
  await confirm(page, 'End now');
  await page.getByText(/^Ended /).waitFor();
  expect(await read(path)).toMatchObject({ status: 'canceled' });
  expect(await button(page, 'More actions').count()).toBe(0);
  expect(problems).toEqual([]);
  await page.close();
});

test('an order is recorded, with an amount that is one, and refunded', async () => {
  const { page, problems } = await session.signedIn(at('orders'));
  await page.getByRole('link', { name: 'Record a sale' }).click();
  await page.getByRole('combobox', { name: 'Customer' }).fill('new.customer@example.com');
  await page.getByRole('combobox', { name: 'Product' }).fill('punched');
  await page.getByRole('option', { name: 'Punched cards' }).click();
  await page.getByLabel('Amount in USD').fill('twelve');
  await page.getByLabel('Amount in USD').press('Enter');
  await page.getByText('Enter an amount, such as 29.90.').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByLabel('Amount in USD').fill('12.50');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'The sale is recorded' }).waitFor();
  await page.getByRole('link', { name: 'Punched cards' }).click();
  await page.getByRole('heading', { name: 'Punched cards', level: 1 }).waitFor();
  const id = new URL(page.url()).pathname.split('/').at(-1)!;
  expect(await read(`/v1/orders/${id}`)).toMatchObject({
    subtotal_amount: 1250,
    customer: { email: 'new.customer@example.com' },
  });

  await button(page, 'Refund').click();
  await page.getByLabel('Amount in USD, without tax').fill('99');
  await dialog(page).getByRole('button', { name: 'Refund', exact: true }).click();
  await dialog(page).locator('.field-error', { hasText: 'At most US$12.50.' }).waitFor();
  await page.getByLabel('Amount in USD, without tax').fill('2.50');
  await dialog(page).getByRole('button', { name: 'Refund', exact: true }).click();
  await page.getByText('The refund was recorded.').waitFor();
  await page.getByText('Partly refunded', { exact: true }).waitFor();
  expect(await read(`/v1/orders/${id}`)).toMatchObject({ refunded_amount: 250, status: 'partially_refunded' });
  await button(page, 'Refund').click();
  await dialog(page).getByRole('button', { name: 'Refund', exact: true }).click();
  await dialog(page).getByText('Fill this in.').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await dialog(page).waitFor({ state: 'detached' });
  await button(page, 'Take back').click();
  await confirm(page, 'Take back');
  await page.getByText('The refund was taken back.').waitFor();
  await page.getByText('Paid', { exact: true }).waitFor();
  expect(await read(`/v1/orders/${id}`)).toMatchObject({ refunded_amount: 0, status: 'paid' });
  expect(problems).toEqual([]);
  await page.close();
});

test('an order is made void and restored', async () => {
  const { page, problems } = await session.signedIn(at(`orders/${order.id}`));
  await button(page, 'Void').click();
  await confirm(page, 'Void');
  await page.getByText('The order is void.').waitFor();
  await button(page, 'Restore').click();
  await button(page, 'Void').waitFor();
  expect(await read(`/v1/orders/${order.id}`)).toMatchObject({ status: 'paid' });
  expect(problems).toEqual([]);
  await page.close();
});

test('a dispute that no provider reports is recorded with an order, and its end', async () => {
  const { page, problems } = await session.signedIn(at(`orders/${order.id}`));
  await button(page, 'Record a dispute').click();
  await dialog(page).getByLabel('ID of the payment').fill('py_17');
  await dialog(page).getByLabel('Evidence due').fill('2099-03-04');
  await screenshot(page, 'console-record-dispute');
  expect(await accessibilityProblems(page)).toEqual([]);
  await button(dialog(page), 'Record a dispute').click();
  await page.getByText('The dispute is recorded', { exact: true }).waitFor();
  const dispute = async () => (await read(`/v1/disputes/?order_id=${order.id}`)).items[0];
  expect(await dispute()).toMatchObject({
    payment_id: 'py_17',
    status: 'needs_response',
    reason: 'general',
    revoke_benefits: true,
    evidence_due_by: expect.stringMatching(/^2099-03-04T/),
  });
  await button(page, 'Accept').click();
  await page.keyboard.press('Escape');
  await button(page, 'Won').click();
  await confirm(page, 'Won');
  await page.getByText('The dispute is won: it withholds nothing.').waitFor();
  expect(await dispute()).toMatchObject({ status: 'won' });
  expect(await button(page, 'Accept').count()).toBe(0);
  expect(problems).toEqual([]);
  await page.close();
});

test('a benefit of a purchase is revoked by hand, and granted again', async () => {
  const { page, problems } = await session.signedIn(at(`subscriptions/${subscription.id}`));
  const decide = page.getByRole('button', { name: /^(?:Revoke|Grant) .* of (?:Ada Lovelace|ada@engines.example)/ });
  const grant = async () => (await read(`/v1/benefit-grants/?customer_id=${ada.id}`)).items[0];
  await decide.click();
  await confirm(page, 'Revoke');
  await page.getByText('The benefit is revoked.').waitFor();
  await page.getByText('Revoked', { exact: true }).first().waitFor();
  expect(await grant()).toMatchObject({ is_granted: false, is_revoked: true });
  await decide.click();
  await confirm(page, 'Grant again');
  await page.getByText('The benefit is granted again.').waitFor();
  expect(await grant()).toMatchObject({ is_granted: true, is_revoked: false });
  expect(problems).toEqual([]);
  await page.close();
});

test('a seat is assigned, its invitation sent again, and the seat revoked', async () => {
  const { page, problems } = await session.signedIn(at(`seats/subscription/${seated.id}`));
  await page.getByText('1 of 5').first().waitFor();
  await button(page, 'Invite').click();
  await dialog(page).getByLabel('E-mail address', { exact: true }).fill('not an address');
  await page.keyboard.press('Enter');
  await dialog(page).getByText('Enter an e-mail address, such as name@example.com.').waitFor();
  await dialog(page).getByLabel('E-mail address', { exact: true }).fill('clarke@bletchley.example');
  await page.keyboard.press('Enter');
  await page.getByText('clarke@bletchley.example was invited.').waitFor();
  await page.getByText('2 of 5').first().waitFor();
  await button(page, 'Resend the invitation of clarke@bletchley.example').click();
  await page.getByText('clarke@bletchley.example got another invitation.', { exact: false }).waitFor();
  await button(page, 'Revoke the seat of clarke@bletchley.example').click();
  await confirm(page, 'Revoke');
  await page.getByText('1 of 5').first().waitFor();

  await button(page, 'Invite').click();
  await dialog(page).getByText('Invite several people').click();
  const addresses = dialog(page).getByLabel('E-mail addresses', { exact: true });
  await addresses.fill('welchman@bletchley.example, knox');
  await button(dialog(page), 'Invite').click();
  await dialog(page).getByText('knox is no e-mail address.').waitFor();
  await addresses.fill('welchman@bletchley.example\nknox@bletchley');
  await button(dialog(page), 'Invite').click();
  await dialog(page).getByText('knox@bletchley: ', { exact: false }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await addresses.fill('welchman@bletchley.example\nknox@bletchley.example');
  await button(dialog(page), 'Invite').click();
  await page.getByText('2 people were invited.').waitFor();
  await page.getByText('3 of 5').first().waitFor();
  await button(page, 'Give to somebody else: the seat of knox@bletchley.example').click();
  await dialog(page).getByLabel('E-mail address', { exact: true }).fill('milner-barry@bletchley.example');
  await button(dialog(page), 'Give to somebody else').click();
  await page.getByText('milner-barry@bletchley.example was invited.').waitFor();
  await page.getByRole('row', { name: /milner-barry/ }).waitFor();
  expect(await page.getByText('knox@bletchley.example').count()).toBe(0);

  await button(page, 'Change seats').click();
  await page.getByLabel('Seats', { exact: true }).fill('8');
  await dialog(page).getByRole('button', { name: 'Change', exact: true }).click();
  await page.getByText('3 of 8').first().waitFor();
  expect(problems).toEqual([]);
  await page.close();
});

test('a customer is created, changed and deleted; a team gets a member', async () => {
  const { page, problems } = await session.signedIn(at('customers'));
  await button(page, 'Create a customer').click();
  await dialog(page).getByLabel('E-mail address', { exact: true }).fill('ada@engines.example');
  await page.keyboard.press('Enter');
  await dialog(page)
    .getByText(/already exists/)
    .waitFor();
  await dialog(page).getByLabel('E-mail address', { exact: true }).fill('babbage@engines.example');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'babbage@engines.example', level: 1 }).waitFor();
  await button(page, 'Edit').click();
  await page.getByLabel('Name', { exact: true }).fill('Charles Babbage');
  await page.getByLabel('City').fill('London');
  await page.getByLabel('City').press('Enter');
  await dialog(page).locator('.field-error').waitFor();
  await page.getByRole('combobox', { name: 'Country' }).pressSequentially('United King');
  await page.getByRole('option', { name: 'United Kingdom' }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await button(page, 'Save changes').click();
  await page.getByRole('heading', { name: 'Charles Babbage', level: 1 }).waitFor();
  await page.getByText('London').waitFor();
  const [download] = await Promise.all([page.waitForEvent('download'), act(page, 'Export the data')]);
  expect(download.suggestedFilename()).toMatch(/^customer-.*\.json$/);
  await act(page, 'Delete');
  await page.getByText('Sessions end and license keys are refused at once.', { exact: false }).waitFor();
  await confirm(page, 'Delete');
  await page.getByText('The customer was deleted.').waitFor();

  await page.goto(at(`customers/${team.id}`));
  await button(page, 'Add a member').click();
  await dialog(page).getByLabel('E-mail address', { exact: true }).fill('welchman@bletchley.example');
  await page.keyboard.press('Enter');
  await button(page, 'Remove welchman@bletchley.example').click();
  await confirm(page, 'Remove');
  await page.getByText('The member was removed.').waitFor();
  expect(problems).toEqual([]);
  await page.close();
});

test('a note about an order stands on the pages of the order and of its customer, is pinned, changed and deleted; an order gets a tag', async () => {
  const { create, product } = fixture;
  const customer = await create('/v1/customers/', { email: 'byron@engines.example', name: 'Annabella Byron' });
  const bought = await create('/v1/orders/', { product_id: (await product({ name: 'Cards' })).id, customer_id: customer.id });
  const { page, problems } = await session.signedIn(at(`orders/${bought.id}`));
  await button(page, 'Add note').click();
  await dialog(page).getByLabel('Note', { exact: true }).fill('Wants an invoice.\nAsk her in September.');
  const wrong = await problemsNow(page, 'note-add');
  await button(dialog(page), 'Save note').click();
  await page.getByText('The note was added.').waitFor();
  await button(page, 'Pin').click();
  await page.getByText('Pinned', { exact: true }).waitFor();
  await page.getByLabel('New tag').fill('Reminded');
  await button(page, 'Add tag').click();
  await page.getByRole('row', { name: 'reminded' }).waitFor();
  wrong.push(...(await problemsNow(page, 'note-of-order')));

  await page.goto(at(`customers/${customer.id}`));
  await page.getByText('Ask her in September.').waitFor();
  await button(page, 'Edit').last().click();
  await dialog(page).getByLabel('Note', { exact: true }).fill('Has the invoice.');
  await button(dialog(page), 'Save note').click();
  await page.getByRole('link', { name: 'About an order' }).click();
  await page.getByText('Has the invoice.').waitFor();
  await button(page, 'Delete').click();
  await confirm(page, 'Delete');
  await page.getByText('Nobody has written a note yet.').waitFor();
  expect([...wrong, ...problems]).toEqual([]);
  await page.close();
});

test('a customer is merged into another one, whose page lists the address and takes it back', async () => {
  const { create, seller } = fixture;
  const target = await create('/v1/customers/', { email: 'mary@somerville.example', name: 'Mary Somerville' });
  await create('/v1/customers/', { email: 'mary@relay.example' });
  const { page, problems } = await session.signedIn(at(`customers/${target.id}`));
  await act(page, 'Merge another customer into this one');
  await page.getByRole('combobox', { name: 'Other customer' }).fill('@relay');
  await page.getByRole('option', { name: 'mary@relay.example' }).click();
  await dialog(page).getByRole('button', { name: 'Merge', exact: true }).click();
  await page.getByText('The customers were merged.').waitFor();
  await page.getByRole('table', { name: 'Addresses of merged customers' }).getByText('mary@relay.example').waitFor();
  expect(await problemsInEveryLook(page, (look) => `sales-aliases-${look}`)).toEqual([]);
  await button(page, 'Remove mary@relay.example').click();
  await page.getByRole('alertdialog').getByText('What was bought with it stays.', { exact: false }).waitFor();
  await confirm(page, 'Remove');
  await page.getByText('The address was removed.').waitFor();
  await page.getByRole('table', { name: 'Addresses of merged customers' }).waitFor({ state: 'detached' });
  expect((await seller('GET', `/v1/customers/${target.id}/aliases`)).body.items).toEqual([]);
  expect(problems).toEqual([]);
  await page.close();
});

test('the palette finds products, and purchases by the ID of the seller', async () => {
  const { page, problems } = await session.signedIn();
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('searchbox').fill('punched');
  await page.getByRole('menuitem', { name: /^Punched cards ?Product$/ }).waitFor();
  await page.getByRole('searchbox').fill('shop-4711');
  await page.getByRole('menuitem', { name: /Grace Hopper/ }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.locator('[role=menuitem][data-focused]', { hasText: 'Grace Hopper' }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Punched cards', level: 1 }).waitFor();
  expect(page.url()).toContain(`orders/${order.id}`);
  expect(problems).toEqual([]);
  await page.close();
});

test('somebody who may only read sees no actions', async () => {
  const { api, ours } = fixture;
  const reader = await openConsoleSession(api, browser, origin, ours.organization, 'finance');
  const { page, problems } = await reader.signedIn(at(`customers/${ada.id}`));
  await page.getByRole('heading', { name: 'Ada Lovelace', level: 1 }).waitFor();
  expect(await button(page, 'Edit').count()).toBe(0);
  await page.goto(at(`orders/${order.id}`));
  await page.getByText('Your software recorded the order', { exact: true }).waitFor();
  await page.goto(at(`subscriptions/${subscription.id}`));
  await page.getByText('Your software recorded the subscription', { exact: true }).waitFor();
  expect(problems).toEqual([]);
  await page.close();
});

test('a dashboard shows the figures that were chosen, in their order, until it is deleted', async () => {
  const { page, problems } = await session.signedIn(at('dashboards'));
  await button(page, 'Create a dashboard').first().click();
  await dialog(page).getByLabel('Name').fill('Mondays');
  for (const name of ['Revenue', 'Orders']) {
    await dialog(page).getByRole('combobox', { name: 'Add a figure' }).fill(name);
    await page.getByRole('option', { name, exact: true }).click();
  }
  await button(dialog(page), 'Move Orders up').click();
  await button(dialog(page), 'Create').click();
  await page.getByRole('heading', { name: 'Mondays', level: 1 }).waitFor();
  const figures = page.locator('section.card h2');
  await figures.nth(1).waitFor();
  expect(await figures.allTextContents()).toEqual(['Orders', 'Revenue']);
  await screenshot(page, 'console-dashboard');
  expect(await accessibilityProblems(page)).toEqual([]);
  await button(page, 'Edit').click();
  await dialog(page).getByLabel('Name').fill('Tuesdays');
  await button(dialog(page), 'Remove Revenue').click();
  await button(page, 'Save changes').click();
  await page.getByRole('heading', { name: 'Tuesdays', level: 1 }).waitFor();
  await figures.nth(1).waitFor({ state: 'detached' });
  expect(await figures.allTextContents()).toEqual(['Orders']);
  await button(page, 'Delete').click();
  await confirm(page, 'Delete');
  await page.getByText('No dashboards yet').waitFor();
  expect(problems).toEqual([]);
  await page.close();
});

test('the page of add-ons shows who has one, and gives it another license key', async () => {
  const { create, benefit, product, keysOf, settled } = fixture;
  const engine = await benefit();
  const flag = { type: 'feature_flag', description: 'Export module', properties: {} };
  const module = await create('/v1/benefits/', {
    ...flag,
    values: { export: true },
    attach: { to: 'key_of', benefit_id: engine.id },
  });
  for (const each of [engine, engine, module]) {
    const sold = await product({ name: `Sold ${each.id}`, benefits: [each.id] });
    await create('/v1/orders/', { product_id: sold.id, customer_id: grace.id });
    await settled();
  }
  const [older, newer] = await keysOf(engine);
  const { page, problems } = await session.signedIn(at('add-ons'));
  await button(page, 'Choose a key Grace Hopper').click();
  await dialog(page).getByText(`It extends ${newer.display_key} now.`).waitFor();
  await dialog(page)
    .getByRole('button', { name: /License key$/ })
    .click();
  await page.getByRole('option', { name: older.display_key }).click();
  await button(dialog(page), 'Extend this key').click();
  await page.getByText('The add-on extends this key.').waitFor();
  const { items } = await read(`/v1/license-keys/${older.id}/entitlements`);
  expect(items).toMatchObject([{ source: 'add_on', benefit_id: module.id }]);
  expect(await accessibilityProblems(page)).toEqual([]);
  expect(problems).toEqual([]);
  await page.close();
});
