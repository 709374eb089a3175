import type { Browser, Locator, Page } from 'playwright-core';
import { KeyRefusals } from '#licensing';
import { launchBrowser, listen, settled } from '../support/browser.ts';
import type { Answer } from '../support/call.ts';
import { type ConsoleSession, openConsoleSession } from '../support/console-session.ts';
import { problemsInEveryLook, problemsNow } from '../support/looks.ts';
import { openPurchaseFixture, type PurchaseFixture } from '../support/purchase-fixture.ts';
import { HeldPage } from '../support/round-trips.ts';
import { scriptSizes } from '../support/script-sizes.ts';
import { seedCustomer } from '../support/seed-customer.ts';

/** A browser starts on a busy machine. */
import.meta.jest.setTimeout(240_000);

const LARGE = { width: 1440, height: 900 };
/** What a page loads, with gzip and in one language: its own scripts, and those that all pages of the surface have. */
const MOST_BYTES = { console: 272_500, portal: 224_600 };

let fixture: PurchaseFixture;
let browser: Browser;
let session: ConsoleSession;
let slug: string;
let license: { readonly id: string };
let once: { readonly id: string };
let tried: { readonly id: string };
beforeAll(async () => {
  fixture = await openPurchaseFixture();
  const { api, ours, create, product, benefit } = fixture;
  slug = ours.organization.slug;
  license = await benefit();
  once = await product({ name: 'Analytical Engine', benefits: [license.id] });
  tried = await product({ name: 'Difference Engine', every: 'month', trial: { unit: 'day', count: 7 } });
  const meter = { name: 'Render minutes', filter: { conjunction: 'and', clauses: [] }, aggregation: { func: 'count' } };
  await create('/v1/meters/', meter);
  browser = await launchBrowser();
  session = await openConsoleSession(api, browser, await listen(api), ours.organization);
});
afterAll(async () => {
  await browser?.close();
  await fixture?.close();
});

interface Sold {
  readonly customer: { readonly id: string; readonly email: string };
  readonly key: Answer['body'];
}

let sold = 0;
/** Sells a key to a customer of its own, who has activated it on three of three devices. */
async function sell(): Promise<Sold> {
  const { api, ours, create, seller } = fixture;
  sold += 1;
  const email = `ada.${sold}@engines.example`;
  const { id } = await seedCustomer(api, ours.organization.id, { email, name: 'Ada Lovelace' });
  await create('/v1/orders/', { product_id: once.id, customer_id: id });
  await fixture.settled();
  const key = (await fixture.keysOf(license)).find(({ customer_id }) => customer_id === id)!;
  await seller('PATCH', at(key.id), { limit_activations: 3, expires_at: '2099-01-31T12:00:00Z', limit_usage: 10 });
  for (const label of ['MacBook Pro', 'Mac mini', 'Work PC']) await activate(key, label);
  return { customer: { id, email }, key };
}

/** Sells a key to a customer who has used a meter, too, and tries a subscription. */
async function sellWithUsage(): Promise<Sold> {
  const { create, seller } = fixture;
  const found = await sell();
  const render = { name: 'render', customer_id: found.customer.id };
  await seller('POST', '/v1/events/ingest', { events: Array.from({ length: 7 }, () => render) });
  await create('/v1/subscriptions/', { product_id: tried.id, customer_id: found.customer.id });
  await fixture.settled();
  return found;
}

const at = (id: string): string => `/v1/license-keys/${id}`;
const activate = ({ key, organization_id }: Answer['body'], label: string) =>
  fixture.seller('POST', '/v1/license-keys/activate', { key, organization_id, label });
const read = async (path: string): Promise<Answer['body']> => (await fixture.seller('GET', path)).body;
const says = (page: Page, text: string): Promise<void> => page.getByText(text).first().waitFor();

/** How often something was pressed since the last look. */
class Presses {
  count = 0;

  /** Clicks with the mouse. */
  async click(target: Locator): Promise<void> {
    this.count += 1;
    await target.click();
  }

  /** Presses by keyboard alone: what has the focus, or gets it. */
  async press(target: Locator): Promise<void> {
    this.count += 1;
    await target.press('Enter');
  }

  taken(): number {
    const { count } = this;
    this.count = 0;
    return count;
  }
}

const button = (within: Page | Locator, name: string) => within.getByRole('button', { name, exact: true });
const confirming = (page: Page) => page.locator('section[role=alertdialog]');
const openKey = ({ key }: Sold) => session.signedIn(`/console/${slug}/keys/${key.id}`);

test('the page of a key says in words why no device is activated, and each mend is one click', async () => {
  const { customer, key } = await sell();
  for (let times = 0; times < 2; times += 1) await activate(key, 'Another PC');
  await fixture.api.app.get(KeyRefusals).flush();
  const { page, problems } = await openKey({ customer, key });
  await page.setViewportSize(LARGE);
  const presses = new Presses();
  await says(page, 'All 3 of 3 devices are in use.');
  await says(page, 'Activation was refused 2 times: All devices of the key are in use.');
  await says(page, 'MacBook Pro was activated');
  expect(await problemsNow(page, 'key-full-1440')).toEqual([]);

  await button(page, 'Answer the customer').click();
  const text = page.getByRole('dialog').getByLabel('Text', { exact: true });
  await text.waitFor();
  expect(await text.inputValue()).toContain(`It is for 3 devices, and all of them are in use.`);
  expect(await problemsNow(page, 'key-answer-1440')).toEqual([]);
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /English/ })
    .click();
  await page.getByRole('option', { name: 'Deutsch' }).click();
  await page.getByRole('dialog').getByText('Write a mail').and(page.locator('[href*="Er%20gilt"]')).waitFor();
  expect(await text.inputValue()).toMatch(/^Guten Tag.*\n\nIhr Lizenzschlüssel.*Er gilt für 3 Geräte.*\/portal\//s);
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();

  await presses.click(button(page, '+1 device'));
  await says(page, 'One more device can be activated.');
  await says(page, 'changed the device limit from 3 to 4');
  expect(presses.taken()).toBe(1);
  await presses.click(button(page, '+1 month'));
  await says(page, `${session.user.email} extended it from 31 Jan 2099 to 28 Feb 2099`);
  await presses.click(button(page, '+1 year'));
  await says(page, `${session.user.email} extended it from 28 Feb 2099 to 28 Feb 2100`);
  await presses.click(button(page, 'Send by mail'));
  await says(page, `${session.user.email} sent the key to the customer by mail`);
  expect(presses.taken()).toBe(3);
  expect(await read(at(key.id))).toMatchObject({ limit_activations: 4, expires_at: '2100-02-28T12:00:00.000Z' });
  for (const [name, heading] of [
    ['Order', 'Analytical Engine'],
    ['All keys of the customer', 'License keys'],
  ] as const) {
    await page.getByRole('link', { name, exact: true }).click();
    await page.getByRole('heading', { name: heading, level: 1 }).waitFor();
    await page.goBack();
    await says(page, 'Can it be used?');
  }
  expect(problems).toEqual([]);
  await page.close();
});

test('a disabled key is enabled and a device removed, by keyboard alone; the explanation follows each change', async () => {
  const found = await sell();
  await fixture.seller('PATCH', at(found.key.id), { status: 'disabled' });
  const { page, problems } = await openKey(found);
  const presses = new Presses();
  // What happened before is read after the key: nothing on the page waits for it.
  let readHistory = (): void => {};
  const historyIsRead = new Promise<void>((resolve) => (readHistory = resolve));
  await says(page, 'Applications cannot use this key now.');
  await says(page, 'The key is disabled.');
  const quick = page.getByRole('group', { name: 'Quick changes' });
  await page.route('**/timeline*', async (route) => {
    await historyIsRead;
    await route.continue();
  });
  await presses.press(button(quick, 'Enable'));
  await says(page, 'Applications can use this key now.');
  await says(page, 'All 3 of 3 devices are in use.');
  expect(presses.taken()).toBe(1);
  await presses.press(button(quick, 'Remove a device'));
  await page.locator('tbody button:focus').waitFor();
  readHistory();
  await presses.press(page.locator('tbody button:focus'));
  await presses.press(confirming(page).getByRole('button', { name: 'Deactivate' }));
  await says(page, 'One more device can be activated.');
  await says(page, `${session.user.email} removed`);
  expect(presses.taken()).toBe(3);
  expect(problems).toEqual([]);
  await page.close();
});

test('a key that a dispute has revoked says so and asks before it is enabled; order, list and overview show the dispute until it is taken back', async () => {
  const { customer, key } = await sell();
  const { items } = await read(`/v1/orders/?customer_id=${customer.id}`);
  const dispute = {
    order_id: items[0].id,
    payment_id: 'ch_3Q9aF',
    reason: 'fraudulent',
    evidence_due_by: '2099-03-04T12:00:00Z',
    revoke_benefits: true,
  };
  await fixture.create('/v1/disputes/', dispute);
  await fixture.settled();
  const { page, problems } = await session.signedIn();
  const wrong: string[] = [];
  /** In both languages and every look. */
  const look = async (name: string, english: string, german: string): Promise<void> => {
    await says(page, english);
    wrong.push(...(await problemsInEveryLook(page, (each) => `dispute-${name}-${each}`)));
    await page.evaluate(`localStorage.setItem('latchkey.language', 'de')`);
    await page.reload();
    await says(page, german);
    wrong.push(...(await problemsInEveryLook(page, (each) => `dispute-${name}-german-${each}`)));
    await page.evaluate(`localStorage.setItem('latchkey.language', 'en')`);
    await page.reload();
    await page.setViewportSize(LARGE);
    await says(page, english);
  };
  await page.setViewportSize(LARGE);
  await page.getByRole('link', { name: 'Open disputes' }).click();
  await look('list', '1 dispute.', '1 Streitfall.');
  expect(await page.getByRole('row', { name: /Ada Lovelace/ }).innerText()).toMatch(
    /Fraud[^]*Needs a response[^]*\$10\.00[^]*4 Mar 2099/,
  );
  await page.getByRole('link', { name: 'Fraud' }).click();
  await look(
    'order',
    'The benefits of the order are withheld until the dispute is won.',
    'Die Leistungen der Bestellung sind entzogen',
  );
  await page.locator('header').getByText('Disputed', { exact: true }).waitFor();
  const link = page.getByRole('link', { name: 'Open at Stripe (new tab)' });
  expect(await link.getAttribute('href')).toBe('https://dashboard.stripe.com/payments/ch_3Q9aF');
  await page.goto(`/console/${slug}/orders`);
  await page
    .getByRole('row', { name: new RegExp(customer.email) })
    .getByText('Disputed', { exact: true })
    .waitFor();
  await page.goto(`/console/${slug}/keys/${key.id}`);
  await look(
    'key',
    'The bank demands the payment of its order back, and the dispute is not won.',
    'Die Bank fordert die Zahlung',
  );
  await button(page.locator('header'), 'Enable').click();
  await says(page, 'Enable this key all the same?');
  wrong.push(...(await problemsNow(page, 'dispute-enable')));
  expect(await confirming(page).innerText()).toContain('The bank demands the payment of its order back');
  expect((await read(at(key.id))).status).toBe('revoked');
  await button(confirming(page), 'Enable all the same').click();
  await says(page, 'The key is active again.');
  expect((await read(at(key.id))).status).toBe('granted');

  await page.goto(`/console/${slug}/orders/${items[0].id}`);
  await button(page, 'Take back').click();
  await says(page, 'The customer gets the benefits of the order back, unless something else withholds them.');
  wrong.push(...(await problemsNow(page, 'dispute-take-back')));
  await button(confirming(page), 'Take back').click();
  await says(page, 'The dispute is taken back');
  await says(page, 'The customer keeps the benefits of the order.');
  await page.locator('header').getByText('Disputed', { exact: true }).waitFor({ state: 'detached' });
  expect((await read(`/v1/disputes/?order_id=${items[0].id}`)).items).toMatchObject([
    { status: 'prevented', revoke_benefits: false },
  ]);
  expect([...wrong, ...problems]).toEqual([]);
  await page.close();
});

test('a rotated key is mailed with it, in two clicks, and one message says so', async () => {
  const found = await sell();
  const { page, problems } = await openKey(found);
  const presses = new Presses();
  await presses.click(button(page, 'Rotate'));
  await confirming(page).getByText(`Send the new key to ${found.customer.email}`).waitFor();
  await presses.click(button(confirming(page), 'Rotate'));
  await says(page, `The key was replaced, and the new one is on its way to ${found.customer.email}.`);
  expect(presses.taken()).toBe(2);
  expect(await page.locator('.toast').count()).toBe(1);
  await says(page, '; the new one ends in');
  expect(problems).toEqual([]);
  await page.close();
});

/** Sells a key to a customer who has removed a computer, whose lease goes on. */
async function sellWithHeldPlace(): Promise<Sold> {
  const { api, ours, create, benefit, product, seller } = fixture;
  const offline = { leaseSeconds: 604_800, graceSeconds: 86_400, maxOfflineDevices: 1, held: 'until_lease_ends' as const };
  const given = await benefit({ offline });
  const { id: product_id } = await product({ name: 'Portable Engine', benefits: [given.id] });
  sold += 1;
  const email = `ada.${sold}@engines.example`;
  const { id } = await seedCustomer(api, ours.organization.id, { email, name: 'Ada Lovelace' });
  await create('/v1/orders/', { product_id, customer_id: id });
  await fixture.settled();
  const [key] = await fixture.keysOf(given);
  await seller('PATCH', at(key.id), { limit_activations: 1 });
  const asked = { key: key.key, organization_id: key.organization_id, label: 'Lost notebook' };
  const { body } = await seller('POST', '/v1/customer-portal/license-keys/lease', asked, { 'license-device': 'notebook' });
  await seller('DELETE', `${at(key.id)}/activations/${body.activation.id}`);
  return { customer: { id, email }, key };
}

test('a license key is transferred to another customer, without its devices', async () => {
  const { api, ours } = fixture;
  const { key } = await sell();
  const heir = await seedCustomer(api, ours.organization.id, { email: 'heir@engines.example', name: 'Augusta Byron' });
  const { page, problems } = await session.signedIn(`/console/${slug}/keys/${key.id}`);
  await page.setViewportSize(LARGE);
  await button(page, 'Transfer to another customer').click();
  const dialog = page.getByRole('dialog', { name: 'Transfer this key to another customer' });
  await dialog.getByRole('combobox', { name: 'New customer' }).fill('augusta');
  await page.getByRole('option', { name: /Augusta Byron/ }).click();
  await dialog.getByText('Deactivate the devices of the former customer').click();
  const wrong = await problemsNow(page, 'key-transfer');
  await button(dialog, 'Transfer').click();
  await says(page, 'The key was transferred.');
  await page.getByRole('link', { name: /Augusta Byron/ }).waitFor();
  expect(await read(at(key.id))).toMatchObject({ customer_id: heir.id, activations: [] });
  expect([...wrong, ...problems]).toEqual([]);
  await page.close();
});

test('a leak that was found by hand is reported, and the page says so', async () => {
  const { key } = await sell();
  const { page, problems } = await session.signedIn(`/console/${slug}/keys/${key.id}`);
  await page.setViewportSize(LARGE);
  await button(page, 'Report a leak').click();
  const dialog = page.getByRole('dialog', { name: 'Was this key found in public?' });
  await dialog.getByRole('textbox', { name: 'Where it was found' }).fill('https://forum.example.com/keys');
  const wrong = await problemsNow(page, 'key-report-leak');
  await button(dialog, 'Report a leak').click();
  await says(page, 'The leak is reported.');
  expect([...wrong, ...problems]).toEqual([]);
  await page.close();
});

test('the device of a trial key is allowed another trial', async () => {
  const { api, ours, benefit, seller } = fixture;
  const { id: organization_id } = ours.organization;
  const customer = await seedCustomer(api, organization_id, { email: 'trials@engines.example', name: 'Trials' });
  const { id: benefit_id } = await benefit({ policy: { trial: { days: 14, customerId: customer.id } } });
  const ask = async () => {
    const asked = { organization_id, benefit_id };
    return (await seller('POST', '/v1/customer-portal/license-keys/trial', asked, { 'license-device': 'notebook' })).body;
  };
  const key = await ask();
  const { page, problems } = await session.signedIn(`/console/${slug}/keys/${key.id}`);
  await page.setViewportSize(LARGE);
  await says(page, 'A device got this key as its trial of the benefit.');
  const wrong = await problemsInEveryLook(page, (look) => `key-trial-${look}`);
  await page.setViewportSize(LARGE);
  await button(page, 'Allow another trial').click();
  const dialog = page.getByRole('alertdialog', { name: 'Allow another trial?' });
  await button(dialog, 'Allow another trial').click();
  await says(page, 'The device can start another trial.');
  await says(page, 'allowed the device another trial');
  expect((await ask()).id).not.toBe(key.id);
  expect([...wrong, ...problems]).toEqual([]);
  await page.close();
});

test('what applications said about their uses of counters is listed at the key, newest first, and exported', async () => {
  const { api, ours, benefit, seller } = fixture;
  const { id: organization_id } = ours.organization;
  const customer = await seedCustomer(api, organization_id, { email: 'counting@engines.example', name: 'Counting' });
  const { id: benefit_id } = await benefit({ policy: { counters: { exports: { limit: 100 } } } });
  const key = (await seller('POST', '/v1/license-keys/', { customer_id: customer.id, benefit_id })).body;
  for (let page = 1; page <= 12; page++) {
    const increment = { counter: 'exports', units: 2, metadata: { project: 'Site plan', page } };
    expect((await seller('POST', '/v1/license-keys/validate', { key: key.key, organization_id, increment })).status).toBe(200);
  }
  const { page, problems } = await session.signedIn(`/console/${slug}/keys/${key.id}`);
  await page.setViewportSize(LARGE);
  const uses = page.getByRole('table', { name: 'Uses of counters' });
  await uses.getByText('page: 12, project: Site plan').waitFor();
  expect(await uses.getByRole('row').count()).toBe(11);
  const wrong = await problemsInEveryLook(page, (look) => `key-increments-${look}`);
  await page.setViewportSize(LARGE);
  const card = page.locator('section', { has: uses });
  await button(card, 'Show more').click();
  await uses.getByText(/^page: 1,/).waitFor();
  const address = await card.getByRole('link', { name: 'Export CSV' }).getAttribute('href');
  expect(address).toBe(`/console/api/v1/license-keys/${key.id}/increments/export?format=csv`);
  expect([...wrong, ...problems]).toEqual([]);
  await page.close();
});

test('a place that a lease holds is shown, and ended with a reason, after which another device is activated', async () => {
  const found = await sellWithHeldPlace();
  const { page, problems } = await openKey(found);
  const held = page.getByRole('table', { name: 'Held places' });
  await held.getByText('Lost notebook').first().waitFor();
  await says(page, 'Its only place is held by the lease of a deactivated device.');
  await page.setViewportSize(LARGE);
  const wrong = await problemsInEveryLook(page, (look) => `key-held-place-${look}`);
  await page.setViewportSize(LARGE);
  await button(held, 'End the place Lost notebook').click();
  const dialog = page.getByRole('dialog', { name: 'End the place of Lost notebook?' });
  await dialog.getByLabel('Reason').waitFor();
  wrong.push(...(await problemsInEveryLook(page, (look) => `key-end-place-${look}`)));
  await page.setViewportSize(LARGE);
  await button(dialog, 'End the place').click();
  await dialog.getByText('Fill this in.').waitFor();
  await dialog.getByLabel('Reason').fill('Stolen');
  await page.keyboard.press('Enter');
  await says(page, 'The place is free.');
  await held.waitFor({ state: 'detached' });
  await says(page, 'One more device can be activated.');
  wrong.push(...(await problemsNow(page, 'key-ended-place-1440')));
  await says(page, 'The place that Lost notebook held was given away: Stolen');
  expect((await activate(found.key, 'New notebook')).status).toBe(200);
  expect([...wrong, ...problems]).toEqual([]);
  await page.close();
});

const meterOf = async ({ customer }: Sold) => (await read(`/v1/customer-meters/?customer_id=${customer.id}`)).items[0];

test.each(['click', 'press'] as const)(
  'support gives units, a reset, usage and a longer trial in one dialog each (%s)',
  async (by) => {
    const found = await sellWithUsage();
    const { page, problems } = await session.signedIn(`/console/${slug}/customers/${found.customer.id}`);
    const presses = new Presses();
    /** Chooses a gift, fills its dialog, and sends it. */
    const give = async (name: string, fields: Readonly<Record<string, string>>, submit: string, done: string): Promise<void> => {
      await presses[by](button(page, 'Give'));
      await presses[by](page.getByRole('menuitem', { name, exact: true }));
      const dialog = page.getByRole('dialog');
      for (const [label, value] of Object.entries(fields)) await dialog.getByLabel(label, { exact: true }).fill(value);
      expect(await problemsNow(page, `gift-${name}`)).toEqual([]);
      await presses[by](button(dialog, submit));
      await says(page, done);
      await dialog.waitFor({ state: 'detached' });
      expect([name, presses.taken()]).toEqual([name, 3]);
    };
    const before = await meterOf(found);
    await give('Credit units of a meter', { Units: '100', Reason: 'An outage' }, 'Credit', '100 units were credited.');
    expect((await meterOf(found)).credited_units).toBe(before.credited_units + 100);
    await give('Reset the usage of a meter', { Reason: 'An outage' }, 'Set back to 0', 'The usage is 0 again.');
    expect((await meterOf(found)).consumed_units).toBe(0);
    const { limit_usage } = await read(at(found.key.id));
    await give('Add usage to a key', { Units: '5' }, 'Add', '5 units were added.');
    expect((await read(at(found.key.id))).limit_usage).toBe(limit_usage + 5);
    await give('Extend a trial', { 'End of the trial': '2098-05-01' }, 'Extend', 'The trial was extended.');
    await says(page, 'changed the credit of a meter from');
    await says(page, 'The reason: “An outage”');
    await settled(page);
    expect(problems).toEqual([]);
    await page.close();
  },
);

test('a batch of keys that nobody has bought is made, exported, stopped and resumed', async () => {
  const { page, problems } = await session.signedIn(`/console/${slug}/keys`);
  await page.setViewportSize(LARGE);
  await page.getByRole('link', { name: 'Batches', exact: true }).click();
  await says(page, 'No batches yet');
  const wrong = await problemsInEveryLook(page, (look) => `key-batches-none-${look}`);
  await page.setViewportSize(LARGE);
  await button(page, 'New batch').click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Boxes');
  await page.getByRole('textbox', { name: 'Number of keys' }).fill('20');
  wrong.push(...(await problemsNow(page, 'key-batches-new')));
  await button(page, 'Make keys').click();
  await says(page, '0 of 20');
  wrong.push(...(await problemsInEveryLook(page, (look) => `key-batches-${look}`)));
  await page.setViewportSize(LARGE);
  const address = await page.getByRole('link', { name: 'Export CSV Boxes' }).getAttribute('href');
  const csv = await page.evaluate<string>(`fetch(${JSON.stringify(address)}).then((answer) => answer.text())`);
  expect(csv.trim().split('\r\n')).toHaveLength(21);
  await button(page, 'Stop Boxes').click();
  await button(confirming(page), 'Stop').click();
  await says(page, 'Boxes is stopped.');
  await button(page, 'Resume Boxes').click();
  await button(confirming(page), 'Resume').click();
  await says(page, 'The keys of Boxes can be claimed again.');
  expect([...wrong, ...problems]).toEqual([]);
  await page.close();
});

test('the pages are accessible in every look, also in German', async () => {
  const sale = await sellWithUsage();
  const { id } = await meterOf(sale);
  await fixture.seller('POST', `/v1/customer-meters/${id}/credits`, { units: 100, reason: 'An outage' });
  const { page, problems } = await openKey(sale);
  const found: string[] = [];
  const shown = async (name: string): Promise<void> => {
    found.push(...(await problemsInEveryLook(page, (look) => `support-${name}-${look}`)));
    await page.setViewportSize(LARGE);
    found.push(...(await problemsNow(page, `support-${name}-1440`)));
  };
  await says(page, 'Can it be used?');
  await shown('key');
  await page.evaluate(`localStorage.setItem('latchkey.language', 'de')`);
  await page.reload();
  await says(page, 'Ist er verwendbar?');
  await shown('key-german');
  await page.goto(`/console/${slug}/customers/${sale.customer.id}`);
  await says(page, 'hat das Guthaben eines Zählers');
  await shown('customer-german');
  await page.evaluate(`localStorage.setItem('latchkey.language', 'en')`);
  expect([...found, ...problems]).toEqual([]);
  await page.close();
});

const loadedScripts = (page: Page): Promise<string[]> =>
  page.evaluate<string[]>(
    `performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname).filter((path) => path.endsWith('.js'))`,
  );

test('scripts are loaded in the language of the reader only', async () => {
  const { page } = await openKey(await sell());
  await says(page, 'Can it be used?');
  await settled(page);
  const scripts = await loadedScripts(page);
  const isOf = (language: string) => (path: string) => path.includes(`/${language}-`) || path.includes(`.${language}-`);
  expect(['en', 'de'].map((language) => scripts.filter(isOf(language)).length)).toEqual([5, 0]);
  await page.close();
});

test.each(['console', 'portal'] as const)('the scripts of every page of the %s are small', (surface) => {
  const { shared, pages } = scriptSizes(surface);
  expect(pages.size).toBeGreaterThan(8);
  expect([...pages].filter(([, own]) => shared + own > MOST_BYTES[surface])).toEqual([]);
});

test('the scripts of the first page of the console are small', () => {
  const { shared, pages } = scriptSizes('console');
  expect(shared + pages.get('overview')!).toBeLessThanOrEqual(196_500);
});

test.each([
  ['keys', '/v1/license-keys/search', 'tbody tr'],
  ['', '/v1/license-keys/figures', '.figure dd:not(:has(.skeleton))'],
])(
  'the page /%s takes three round trips to what it shows: the document, what that asks for, and the data',
  async (path, data, shown) => {
    await sell();
    const { page, problems } = await session.newWindow();
    const held = await HeldPage.open(page, `/console/${slug}/${path}`);
    await held.answerWhatDocumentAsks();
    await held.answerRequest(data);
    await page.locator(shown).first().waitFor();
    await held.release();
    await settled(page);
    expect(problems).toEqual([]);
    await page.close();
  },
);
