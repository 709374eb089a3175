import type { Browser, Locator, Page } from 'playwright-core';
import { accessibilityProblems } from '../support/accessibility.ts';
import { launchBrowser, listen, screenshot } from '../support/browser.ts';
import { callAs } from '../support/call.ts';
import { type ConsoleSession, openConsoleSession } from '../support/console-session.ts';
import { eventually } from '../support/eventually.ts';
import { type ListedPage, problemsOfPages } from '../support/looks.ts';
import { requestFile } from '../support/offline-files.ts';
import { seedBenefit } from '../support/seed-benefit.ts';
import { seedCustomer } from '../support/seed-customer.ts';
import { seedFailedEvent } from '../support/seed-failed-event.ts';
import { seedLicenseKey, type SeededLicenseKey } from '../support/seed-license-key.ts';
import { openWebhookFixture, type WebhookFixture } from '../support/webhook-fixture.ts';

/** A browser starts on a busy machine. */
import.meta.jest.setTimeout(240_000);

let fixture: WebhookFixture;
let browser: Browser;
let session: ConsoleSession;
let origin: string;
let slug: string;
let endpoint: { readonly id: string };
let key: SeededLicenseKey;

beforeAll(async () => {
  fixture = await openWebhookFixture();
  const { api, ours, seller } = fixture;
  const { id } = ours.organization;
  slug = ours.organization.slug;
  endpoint = await fixture.endpoint('/production', {
    name: 'Production',
    events: ['customer.created', 'order.paid'],
    headers: [{ name: 'Authorization', value: 'Bearer x', is_secret: true }],
  });
  await seedCustomer(api, id, { email: 'ada.lovelace@example.com', name: 'Ada Lovelace' });
  await fixture.delivered();
  await callAs(api, ours.pat)('POST', '/v1/organization-access-tokens/', {
    organization_id: id,
    comment: 'License server',
    scopes: ['license_keys:read', 'license_keys:write', 'customers:read', 'orders:read', 'webhooks:read'],
  });
  await seedFailedEvent(api, id, { reason: 'mail', subscriber: 'SendKeyWhenIssued', name: 'license_key.issued' });
  const benefit = await seedBenefit(api, id, {
    activations: { limit: 3, enableCustomerAdmin: true },
    offline: { leaseSeconds: 3600, graceSeconds: 60, maxOfflineDevices: 3 },
  });
  await seller('POST', '/v1/license-key-pools', { name: 'Batch 7', benefit_id: benefit.id });
  key = await seedLicenseKey(api, ours, { benefit_id: benefit.id, limit_activations: 3, limit_usage: 50 });
  const reservation = { key: key.key, organization_id: id, units: 7 };
  await callAs(api)('POST', '/v1/customer-portal/license-keys/reservations', reservation);
  browser = await launchBrowser();
  origin = await listen(api);
  session = await openConsoleSession(api, browser, origin, ours.organization);
});
afterAll(async () => {
  await browser?.close();
  await fixture?.close();
});

/** The question that is asked before something is done. Toasts have the same role. */
const asked = (page: Page): Locator => page.locator('section[role=alertdialog]');

/** Chooses one of a few values of a field. */
async function choose(page: Page, field: string, value: string): Promise<void> {
  await page.getByRole('button', { name: field }).click();
  await page.getByRole('option', { name: value }).click();
}

const pages = (): readonly ListedPage[] => [
  ['tokens', `/console/${slug}/tokens`, 'Access tokens'],
  ['webhooks', `/console/${slug}/webhooks`, 'Webhooks'],
  ['endpoint', `/console/${slug}/webhooks/${endpoint.id}`, 'Production'],
  ['failed-events', `/console/${slug}/failed-events`, 'Failed events'],
  ['key-use', `/console/${slug}/keys/${key.id}`, 'Reservations'],
];

test('every page is accessible and breaks no rule in every look', async () => {
  expect(await problemsOfPages(await session.newWindow(), 'console', pages())).toEqual([]);
});

test('a token is created by keyboard, shown once, changed and revoked', async () => {
  const { page, problems } = await session.signedIn(`/console/${slug}/tokens`);
  await page.getByRole('button', { name: 'Create token' }).focus();
  await page.keyboard.press('Enter');
  await page.locator('input[name=comment]:focus').waitFor();
  await page.keyboard.type('Build machine');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Reading only' }).focus();
  await page.keyboard.press('Enter');
  await dialog.getByRole('checkbox', { name: 'Change License keys' }).focus();
  await page.keyboard.press('Space');
  await screenshot(page, 'console-token-create');
  expect(await accessibilityProblems(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Create token' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Copy the token now' }).waitFor();
  await screenshot(page, 'console-token-created');
  expect(await accessibilityProblems(page)).toEqual([]);
  const token = await dialog.locator('code').innerText();
  const asToken = callAs(fixture.api, token);
  expect((await asToken('GET', '/v1/license-keys/')).status).toBe(200);
  expect((await asToken('POST', '/v1/customers/', {})).status).toBe(403);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect(await page.getByText(token).count()).toBe(0);

  await page.getByRole('button', { name: 'Actions for Build machine' }).click();
  await page.getByRole('menuitem', { name: 'Edit', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Nothing' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Save changes' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect((await asToken('GET', '/v1/license-keys/')).status).toBe(403);

  await page.getByRole('button', { name: 'Actions for Build machine' }).click();
  await page.getByRole('menuitem', { name: 'Revoke' }).click();
  await asked(page).getByRole('button', { name: 'Revoke' }).click();
  await asked(page).waitFor({ state: 'detached' });
  await page.getByText('Build machine', { exact: true }).waitFor({ state: 'detached' });
  expect((await asToken('GET', '/v1/license-keys/')).status).toBe(401);
  expect(problems).toEqual([]);
  await page.close();
});

test('an endpoint is added, refused a wrong URL, tested, given a new secret, disabled and deleted', async () => {
  const { page, problems } = await session.signedIn(`/console/${slug}/webhooks`);
  await page.getByRole('button', { name: 'Add endpoint' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('searchbox', { name: 'Search events' }).fill('license_key_pool');
  await dialog.getByRole('checkbox', { name: 'customer_seat.assigned' }).waitFor({ state: 'detached' });
  await dialog.getByRole('checkbox', { name: 'Extensions: license keys and more' }).press('Space');
  await dialog.getByText('5 chosen').waitFor();
  await screenshot(page, 'console-endpoint-add');
  await dialog.getByLabel('URL').fill('ftp://example.com');
  await page.keyboard.press('Enter');
  await dialog.locator('input[name=url][aria-invalid=true]').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await dialog.getByLabel('URL').fill(new URL('/staging', fixture.receiver.url).href);
  await dialog.getByLabel('Name').fill('Staging');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Staging' }).waitFor();

  await page.getByRole('button', { name: 'Send a test' }).click();
  await page.getByRole('link', { name: 'organization.updated' }).first().waitFor();
  const [received] = await fixture.receiver.at('/staging', 1);
  await page.getByRole('link', { name: 'organization.updated' }).first().click();
  await page.getByRole('heading', { name: 'Delivered event' }).waitFor();
  await page.getByText('"type": "organization.updated"').waitFor();
  await screenshot(page, 'console-delivered-event');
  expect(await accessibilityProblems(page)).toEqual([]);
  expect(received!.body).toContain(slug);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });

  const secret = async (): Promise<string> =>
    (await fixture.seller('GET', `/v1/webhooks/endpoints/${page.url().split('/').at(-1)!.split('?')[0]!}`)).body.secret;
  const before = await secret();
  await page.getByRole('button', { name: 'Rotate' }).click();
  await asked(page).getByRole('button', { name: 'Rotate' }).click();
  await asked(page).waitFor({ state: 'detached' });
  expect(await secret()).not.toBe(before);

  await page.getByRole('button', { name: 'Disable' }).click();
  await asked(page).getByRole('button', { name: 'Disable' }).click();
  await page.getByText('Somebody of this organization disabled this endpoint.').waitFor();
  await page.getByRole('button', { name: 'Enable' }).click();
  await page.getByRole('button', { name: 'Disable' }).waitFor();

  await page.getByRole('button', { name: 'Delete' }).click();
  await asked(page).getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('heading', { name: 'Webhooks' }).waitFor();
  await page.getByRole('link', { name: 'Staging' }).waitFor({ state: 'detached' });
  expect(problems).toEqual([]);
  await page.close();
});

test('an endpoint that the service disabled says why', async () => {
  fixture.receiver.answer((response, { path }) => response.writeHead(path === '/gone' ? 410 : 200).end());
  const gone = await fixture.endpoint('/gone', { name: 'Gone' });
  await fixture.customer();
  const isDisabled = async () => !(await fixture.seller('GET', `/v1/webhooks/endpoints/${gone.id}`)).body.enabled;
  await eventually(isDisabled);
  const { page } = await session.signedIn(`/console/${slug}/webhooks/${gone.id}`);
  await page.getByText('responded with 410 Gone').waitFor();
  await screenshot(page, 'console-endpoint-gone');
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.close();
});

test('deliveries are filtered, which the address keeps, and delivered again, one and many', async () => {
  const { page, problems } = await session.signedIn(`/console/${slug}/webhooks/${endpoint.id}`);
  await page.getByRole('link', { name: 'customer.created' }).first().waitFor();
  await page.getByRole('radio', { name: 'Failed' }).click();
  await page.getByText('Nothing matches').waitFor();
  expect(page.url()).toContain('outcome=failed');
  await page.reload();
  await page.getByText('Nothing matches').waitFor();
  await page.getByRole('button', { name: 'Show all deliveries' }).click();
  const before = fixture.receiver.received.filter(({ path }) => path === '/production').length;
  await page.getByRole('link', { name: 'customer.created' }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Redeliver' }).click();
  await fixture.receiver.at('/production', before + 1);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });

  await page.getByRole('button', { name: 'Redeliver many' }).click();
  await choose(page, 'Which events', 'All, also what the endpoint has taken');
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole('dialog').getByRole('button', { name: 'Redeliver' }).click();
  await fixture.receiver.at('/production', before + 2);
  expect(problems).toEqual([]);
  await page.close();
});

test('an endpoint has headers; a secret value is not shown, and kept until another one is entered', async () => {
  const { page, problems } = await session.signedIn(`/console/${slug}/webhooks`);
  await page.getByRole('button', { name: 'Add endpoint' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('URL').fill(new URL('/headers', fixture.receiver.url).href);
  await dialog.getByLabel('Name', { exact: true }).fill('Behind a gateway');
  await dialog.getByRole('searchbox', { name: 'Search events' }).fill('customer.created');
  await dialog.getByRole('checkbox', { name: 'customer.created' }).press('Space');
  await dialog.getByRole('button', { name: 'Add header' }).click();
  await dialog.getByRole('textbox', { name: 'Name of header 1' }).fill('Host');
  await page.keyboard.press('Enter');
  await dialog.locator('input[name="headers.0.value"][aria-invalid=true]').waitFor();
  await dialog.getByRole('textbox', { name: 'Value of header 1' }).fill('Bearer first');
  await page.keyboard.press('Enter');
  await dialog.getByText('The service sets this header itself.').waitFor();
  await dialog.getByRole('textbox', { name: 'Name of header 1' }).fill('Authorization');
  await dialog.getByRole('button', { name: 'Add header' }).click();
  await dialog.getByRole('textbox', { name: 'Name of header 2' }).fill('X-Team');
  await dialog.getByRole('textbox', { name: 'Value of header 2' }).fill('team-one');
  await dialog.getByRole('checkbox', { name: 'Secret X-Team' }).press('Space');
  await screenshot(page, 'console-endpoint-headers');
  expect(await accessibilityProblems(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Add endpoint' }).click();
  await page.getByRole('heading', { name: 'Behind a gateway' }).waitFor();
  await page.getByText('Secret, not shown').waitFor();
  await page.getByText('team-one').waitFor();
  await screenshot(page, 'console-endpoint-with-headers');

  const sent = async (count: number) => {
    await fixture.customer();
    const { headers } = (await fixture.receiver.at('/headers', count))[count - 1]!;
    return [headers.authorization, headers['x-team']];
  };
  expect(await sent(1)).toEqual(['Bearer first', 'team-one']);
  await page.getByRole('button', { name: 'Edit' }).click();
  await dialog.getByPlaceholder('Unchanged').waitFor();
  await dialog.getByRole('textbox', { name: 'Value of header 2' }).fill('team-two');
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await page.getByText('team-two').waitFor();
  expect(await sent(2)).toEqual(['Bearer first', 'team-two']);
  await page.getByRole('button', { name: 'Edit' }).click();
  await dialog.getByRole('textbox', { name: 'Value of header 1' }).fill('Bearer second');
  await dialog.getByRole('button', { name: 'Remove X-Team' }).click();
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await page.getByText('team-two').waitFor({ state: 'detached' });
  expect(await sent(3)).toEqual(['Bearer second', undefined]);
  expect(await page.getByText('Bearer').count()).toBe(0);
  expect(problems).toEqual([]);
  await page.close();
});

test('an endpoint that was disabled gets what it missed, and nothing twice', async () => {
  const missing = await fixture.endpoint('/missing', { name: 'Missing' });
  const taken = await fixture.customer();
  await fixture.receiver.at('/missing', 1);
  await fixture.seller('PATCH', `/v1/webhooks/endpoints/${missing.id}`, { enabled: false });
  const missed = await fixture.customer();
  await fixture.delivered();
  await fixture.seller('PATCH', `/v1/webhooks/endpoints/${missing.id}`, { enabled: true });
  const { page, problems } = await session.signedIn(`/console/${slug}/webhooks/${missing.id}`);
  await page.getByRole('button', { name: 'Redeliver many' }).click();
  await page.getByRole('button', { name: /What the endpoint missed/ }).waitFor();
  await screenshot(page, 'console-endpoint-recover');
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole('dialog').getByRole('button', { name: 'Redeliver' }).click();
  await page.getByText('1 event is delivered again.').waitFor();
  await fixture.receiver.at('/missing', 2);
  await fixture.delivered();
  const received = fixture.receiver.received.filter(({ path }) => path === '/missing');
  expect(received.map(({ body }) => JSON.parse(body).data.id)).toEqual([taken.id, missed.id]);
  expect(problems).toEqual([]);
  await page.close();
});

test('failed events are retried, one and all', async () => {
  const { api, ours } = fixture;
  const { id } = ours.organization;
  await seedFailedEvent(api, id, { subscriber: 'IssueKeyWhenBenefitGranted' });
  await seedFailedEvent(api, id, { subscriber: 'RevokeKeyWhenBenefitRevoked', reason: 'unexpected' });
  const { page, problems } = await session.signedIn(`/console/${slug}/failed-events`);
  const row = page.getByRole('row', { name: /Issue key when benefit granted/ });
  await row.getByRole('button', { name: /^Retry/ }).click();
  await row.getByText('Being retried').waitFor();
  await page.getByRole('button', { name: 'Retry all' }).click();
  expect(await accessibilityProblems(page)).toEqual([]);
  await asked(page).getByRole('button', { name: 'Retry all' }).click();
  await asked(page).waitFor({ state: 'detached' });
  await page.getByRole('radio', { name: 'Failed' }).click();
  await page.getByText('Nothing matches').waitFor();
  expect(problems).toEqual([]);
  await page.close();
});

test('a reservation is released and a device is activated by file', async () => {
  const { page, problems } = await session.signedIn(`/console/${slug}/keys/${key.id}`);
  await page.getByText('Batch 7: 0 available').waitFor();
  await page.getByRole('button', { name: 'Release' }).click();
  await asked(page).getByRole('button', { name: 'Release' }).click();
  await page.getByRole('heading', { name: 'Reservations' }).waitFor({ state: 'detached' });

  await page.getByRole('button', { name: 'Activate by file' }).click();
  const dialog = page.getByRole('dialog');
  const input = dialog.locator('input[type=file]');
  await input.setInputFiles({ name: 'letter.txt', mimeType: 'text/plain', buffer: Buffer.from('Dear customer') });
  await page.getByText('This is not a file that an application made').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  const request = requestFile(key.organization_id, 'workshop');
  await input.setInputFiles({ name: 'request.txt', mimeType: 'text/plain', buffer: Buffer.from(request) });
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Save the license file' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('license.json');
  await page.getByText('1 of 3').waitFor();
  expect(problems).toEqual([]);
  await page.close();
});

test('who may not manage webhooks and tokens does not see their pages in the navigation', async () => {
  const member = await openConsoleSession(fixture.api, browser, origin, fixture.ours.organization, 'member');
  const { page } = await member.signedIn();
  const navigation = page.getByRole('navigation', { name: 'Pages' });
  await navigation.getByRole('link', { name: 'License keys' }).waitFor();
  expect(await navigation.getByRole('link', { name: 'Webhooks' }).count()).toBe(0);
  expect(await navigation.getByRole('link', { name: 'Failed events' }).count()).toBe(0);
  await page.close();
});
