import { randomUUID } from 'node:crypto';
import type { Browser, Page } from 'playwright-core';
import { NO_SIGN_IN_LIMITS, startApi, type TestApi } from '../support/api.ts';
import { accessibilityProblems } from '../support/accessibility.ts';
import { launchBrowser, listen, openPage, screenshot, settled, type WatchedPage } from '../support/browser.ts';
import { type Call, callAs } from '../support/call.ts';
import { type ConsoleSession, openConsoleSession } from '../support/console-session.ts';
import { eventually } from '../support/eventually.ts';
import { follow, type ListedPage, problemsInEveryLook, problemsOfPages } from '../support/looks.ts';
import { PIXEL } from '../support/seed-file.ts';
import { seedUser, seedUserSession, seedUserSignInCode } from '../support/seed-user.ts';
import { type SeededOrganization, seedOrganization } from '../support/seed.ts';

/** A browser starts on a busy machine. */
import.meta.jest.setTimeout(240_000);

/** Browsers show pictures below the base URL, so they have to find the API there. */
const ORIGIN = 'http://localhost';

let api: TestApi;
let ours: SeededOrganization;
let seller: Call;
let browser: Browser;
let admin: ConsoleSession;
let base: string;
let connectorId: string;
beforeAll(async () => {
  api = await startApi({ ...NO_SIGN_IN_LIMITS, BASE_URL: ORIGIN });
  ours = await seedOrganization(api, { name: 'Acme' });
  seller = callAs(api, ours.oat);
  const { port } = new URL(await listen(api));
  browser = await launchBrowser([`--host-resolver-rules=MAP localhost:80 127.0.0.1:${port}`]);
  admin = await openConsoleSession(api, browser, ORIGIN, ours.organization);
  base = `/console/${ours.organization.slug}`;
  const created = await seller('POST', '/v1/connectors/', { provider: 'stripe', secret: 'whsec_c2VjcmV0IG9mIGEgY29ubmVjdG9y' });
  connectorId = created.body.id;
});
afterAll(async () => {
  await browser?.close();
  await api?.close();
});

/** Opens a page of the organization in a window. */
const open = (path: string, who = admin): Promise<WatchedPage> => who.signedIn(`${base}${path}`);

/** Closes the window; returns what was wrong in it. */
async function close({ page, problems }: WatchedPage): Promise<readonly string[]> {
  const found = [...(await accessibilityProblems(page)), ...problems];
  await page.close();
  return found;
}

const pages = (): readonly ListedPage[] => [
  ['settings', `${base}/settings`, 'Profile'],
  ['settings-portal', `${base}/settings/portal`, 'What customers see and do'],
  ['settings-branding', `${base}/settings/branding`, 'Color'],
  ['settings-alerts', `${base}/settings/alerts`, 'Paid, not delivered'],
  ['settings-people', `${base}/settings/people`, 'Members'],
  ['settings-applications', `${base}/settings/applications`, 'No applications yet'],
  ['settings-sandboxes', `${base}/settings/sandboxes`, 'No sandboxes yet'],
  ['audit-log', `${base}/audit-log`, 'Audit log'],
  ['connectors', `${base}/connectors`, 'Connectors'],
  ['connector', `${base}/connectors/${connectorId}`, 'Events'],
];

test('every page is accessible and breaks no rule in every look', async () => {
  expect(await problemsOfPages(await admin.newWindow(), 'console', pages())).toEqual([]);
});

test('the profile is changed, with a picture; what is wrong is said at its field', async () => {
  const watched = await open('/settings');
  const { page } = watched;
  await page.getByLabel('Name').fill('Ac');
  await page.keyboard.press('Enter');
  await page.locator('.field-error').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByLabel('Name').fill('Acme Studio');
  await page.getByLabel('Contact e-mail address').fill('support@example.com');
  await page.getByLabel('Website').fill('https://example.com/');
  await page.getByRole('combobox', { name: 'Time zone' }).fill('Kiritim');
  await page.getByRole('option', { name: 'Pacific/Kiritimati' }).click();
  await page.getByLabel('Website').focus();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Organization: Acme Studio' }).waitFor();
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Upload a picture' }).click(),
  ]);
  await chooser.setFiles({ name: 'logo.png', mimeType: 'image/png', buffer: PIXEL });
  await page.locator('.avatar-field .avatar img').waitFor();
  const { body } = await seller('GET', `/v1/organizations/${ours.organization.id}`);
  expect(body).toMatchObject({
    name: 'Acme Studio',
    email: 'support@example.com',
    website: 'https://example.com/',
    time_zone: 'Pacific/Kiritimati',
  });
  expect(body.avatar_url).toMatch(/^http:\/\/localhost\//);
  expect(await close(watched)).toEqual([]);
});

test('an alert goes to the roles and the channel that the seller chooses, is tried out and reset', async () => {
  const watched = await open('/settings/alerts');
  const { page } = watched;
  const card = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Disputes' }) });
  const press = (name: string): Promise<void> => card.getByRole('button', { name }).click();
  await card.getByText('Send these alerts').click();
  await card.getByText('Finance', { exact: true }).click();
  await card.getByLabel('Webhook URL of Slack').fill('https://10.0.0.1/');
  await press('Save changes');
  await card.locator('.field-error').waitFor();
  await card.getByLabel('Webhook URL of Slack').fill('https://hooks.slack.com/services/T0/B0/x');
  await press('Save changes');
  await card.getByText('Messages go to a channel at hooks.slack.com.').waitFor();
  const url = `/v1/organizations/${ours.organization.id}/alerts`;
  expect((await seller('GET', url)).body.items).toContainEqual(
    expect.objectContaining({ kind: 'disputes', is_enabled: true, roles: ['owner', 'finance'], slack_host: 'hooks.slack.com' }),
  );
  await press('Send a test');
  await page.getByText('A test is on its way.').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await press('Remove Slack');
  await card.getByText('Leave empty for none.').waitFor();
  await press('Use the default');
  await page.getByText('These alerts are sent as by default again.').waitFor();
  expect(await close(watched)).toEqual([]);
});

test('the portal has what the seller turns on', async () => {
  const watched = await open('/settings/portal');
  const { page } = watched;
  await page.getByText('Show usage', { exact: true }).click();
  await page.getByText('Change of the e-mail address', { exact: true }).click();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.getByText('Saved').waitFor();
  const { body } = await seller('GET', `/v1/organizations/${ours.organization.id}`);
  expect(body.customer_portal_settings).toMatchObject({ usage: { show: false }, customer: { allow_email_change: true } });
  expect(await close(watched)).toEqual([]);

  const customer = await seller('POST', '/v1/customers/', { email: 'ada@example.com', name: 'Ada Lovelace' });
  const link = await seller('POST', '/v1/customer-sessions/', { customer_id: customer.body.id });
  const portal = await openPage(browser, ORIGIN);
  await portal.page.goto(link.body.customer_portal_url);
  await portal.page.getByRole('link', { name: 'Billing' }).click();
  await portal.page.getByRole('button', { name: 'Change address' }).waitFor();
  expect(await portal.page.getByRole('link', { name: 'Usage' }).count()).toBe(0);
  await portal.page.goto(`/portal/${ours.organization.slug}/usage`);
  await portal.page.getByRole('heading', { name: 'There is no such page' }).waitFor();
  expect(await close(portal)).toEqual([]);
});

test('the color is shown in both themes before it is saved', async () => {
  const watched = await open('/settings/branding');
  const { page } = watched;
  const ink = () => page.evaluate(`getComputedStyle(document.querySelector('.brand-preview .button')).color`);
  await page.getByRole('button', { name: '#facc15' }).click();
  await page.getByText('Text on this color is black.').waitFor();
  expect(await ink()).toBe('rgb(0, 0, 0)');
  await screenshot(page, 'console-settings-branding-yellow');
  await page.getByLabel('Color', { exact: true }).fill('teal');
  await page.keyboard.press('Enter');
  await page.locator('.field-error').waitFor();
  await page.getByLabel('Color', { exact: true }).fill('#0d9488');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Use the default color' }).waitFor();
  const { body } = await seller('GET', `/v1/organizations/${ours.organization.id}/branding`);
  expect(body.accent_color).toBe('#0d9488');
  await page.getByRole('button', { name: 'Use the default color' }).click();
  await page.getByRole('button', { name: 'Use the default color' }).waitFor({ state: 'detached' });
  expect(await close(watched)).toEqual([]);
});

test('the language of mails to whom none is known is chosen', async () => {
  const watched = await open('/settings/branding');
  const { page } = watched;
  await page.getByRole('button', { name: /Language if none is known/ }).click();
  await page.getByRole('option', { name: 'Deutsch' }).click();
  await page.getByText('Saved').first().waitFor();
  const url = `/v1/organizations/${ours.organization.id}/branding`;
  expect((await seller('GET', url)).body.language).toBe('de');
  await seller('PATCH', url, { language: null });
  expect(await close(watched)).toEqual([]);
});

test('people are invited, get another role, own the organization and leave', async () => {
  const owned = await seedOrganization(api, { name: 'Northwind' });
  const owner = await openConsoleSession(api, browser, ORIGIN, owned.organization, 'owner');
  const people = `/console/${owned.organization.slug}/settings/people`;
  const watched = await owner.signedIn(people);
  const { page } = watched;
  await page.getByRole('button', { name: 'Invite' }).click();
  await page.getByText('accept within 7 days').waitFor();
  await page.getByLabel('E-mail address').fill('nobody');
  await page.keyboard.press('Enter');
  await page.locator('.field-error').waitFor();
  await screenshot(page, 'console-settings-invite');
  expect(await accessibilityProblems(page)).toEqual([]);
  const invited = await seedUser(api);
  await page.getByLabel('E-mail address').fill(invited.email);
  await page.keyboard.press('Enter');
  const invitations = page.getByRole('table', { name: 'Pending invitations' });
  await invitations.getByText(invited.email).first().waitFor();
  await page.getByRole('button', { name: `Send again ${invited.email}` }).click();
  await page.getByText(`The invitation was sent to ${invited.email} again.`).waitFor();
  await page.getByRole('button', { name: `Revoke ${invited.email}` }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
  await page.getByText('No invitation is pending.').waitFor();

  const other = await openConsoleSession(api, browser, ORIGIN, owned.organization, 'member');
  await page.reload();
  await page.getByRole('button', { name: `Role of ${other.user.email}` }).click();
  await page.getByRole('option', { name: 'Admin' }).click();
  await page.getByText(`${other.user.email}: Admin`).waitFor();
  const stale = await seedUserSession(api, other.user.id);
  await choose(page, `Actions for ${other.user.email}`, 'End sessions and tokens');
  await page.getByRole('alertdialog').getByRole('button', { name: 'End sessions and tokens' }).click();
  await page.getByText('All sessions and tokens have ended.').waitFor();
  const reached = await callAs(api, stale)('GET', `/v1/organizations/${owned.organization.id}`);
  expect([reached.status, reached.body.detail]).toEqual([403, expect.stringContaining('ended your sessions')]);
  await choose(page, `Actions for ${other.user.email}`, 'Hand over ownership');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Hand over ownership' }).click();
  await page.getByText('Ownership is handed over.').waitFor();
  const members = await callAs(api, owned.user_session)('GET', `/v1/organizations/${owned.organization.id}/members`);
  const roles = Object.fromEntries(members.body.items.map(({ email, role }: { email: string; role: string }) => [email, role]));
  expect(roles).toMatchObject({ [other.user.email]: 'owner', [owner.user.email]: 'admin' });
  await choose(page, `Actions for ${owner.user.email}`, 'Leave the organization');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Leave the organization' }).click();
  await page.getByRole('heading', { name: 'You belong to no organization yet' }).waitFor();
  expect(await close(watched)).toEqual([]);
});

test('who may not change the organization sees its settings, and neither its audit log nor its connectors', async () => {
  const member = await openConsoleSession(api, browser, ORIGIN, ours.organization, 'member');
  const watched = await open('/settings/people', member);
  const { page } = watched;
  await page.getByRole('table', { name: 'Members' }).waitFor();
  expect(await page.getByRole('button', { name: 'Invite' }).count()).toBe(0);
  expect(await page.getByRole('button', { name: /Role of/ }).count()).toBe(0);
  expect(await page.getByRole('link', { name: 'Audit log' }).count()).toBe(0);
  expect(await page.getByRole('link', { name: 'Connectors' }).count()).toBe(0);
  await page.getByRole('link', { name: 'Customer portal' }).click();
  await page.getByText('Show usage', { exact: true }).waitFor();
  expect(await page.getByRole('button', { name: 'Save changes' }).count()).toBe(0);
  expect(await close(watched)).toEqual([]);
});

const SALES = ['member', 'finance'];
const ALL = ['member', 'finance', 'support'];
/** Pages with their titles, and the roles below those of owners and admins that may see them. */
const PAGES = [
  ['charts', 'Charts', SALES],
  ['dashboards', 'Dashboards', SALES],
  ['keys', 'License keys', ALL],
  ['keys/batches', 'Batches of keys', ALL],
  ['keys/import', 'Import license keys', SALES],
  ['seats', 'Seats', ALL],
  ['products', 'Products', ALL],
  ['products/new', 'New product', ['member']],
  ['products/custom-fields', 'Custom fields', ALL],
  ['benefits', 'Benefits', ALL],
  ['benefits/new', 'New benefit', ['member']],
  ['add-ons', 'Add-ons', ALL],
  ['releases', 'Releases', ALL],
  ['customers', 'Customers', ALL],
  ['subscriptions', 'Subscriptions', SALES],
  ['orders', 'Orders', SALES],
  ['disputes', 'Disputes', SALES],
  ['sale', 'Record a sale', SALES],
  ['undelivered', 'Paid, not delivered', []],
  ['meters', 'Meters', ALL],
  ['events', 'Events', ALL],
  ['events/names', 'Names of events', ALL],
  ['tokens', 'Access tokens', []],
  ['webhooks', 'Webhooks', []],
  ['connectors', 'Connectors', []],
  ['failed-events', 'Failed events', []],
  ['audit-log', 'Audit log', []],
  ['settings', 'Settings', SALES],
  ['settings/people', 'Settings', ['member']],
] as const;

test.each(['member', 'finance', 'support'] as const)('the role %s is told of each page that it may not see', async (role) => {
  const watched = await open('', await openConsoleSession(api, browser, ORIGIN, ours.organization, role));
  const { page } = watched;
  await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
  const refused: string[] = [];
  page.on('response', (response) => response.status() === 403 && refused.push(response.url()));
  for (const [path, title, roles] of PAGES) {
    const name = (roles as readonly string[]).includes(role) ? title : 'You may not see this page';
    await page.evaluate(`history.pushState(null, '', ${JSON.stringify(`${base}/${path}`)})`);
    await page.waitForURL(`**${base}/${path}`);
    await page.getByRole('heading', { name, exact: true, level: 1 }).waitFor();
  }
  await settled(page);
  expect(refused).toEqual([]);
  await page.goto(`${base}/tokens`);
  await page.getByText('does not include it.').waitFor();
  expect(await problemsInEveryLook(page, (look) => `console-not-permitted-${role}-${look}`)).toEqual([]);
  expect(await close(watched)).toEqual([]);
});

/** Pages that read nothing before they are filled in, or show what they have without it. */
const READ_NOTHING: ReadonlySet<string> = new Set(['keys/import', 'products/new', 'benefits/new', 'sale']);
const RECORDS = [
  'dashboards',
  'keys',
  'products',
  'benefits',
  'releases',
  'customers',
  'subscriptions',
  'orders',
  'meters',
  'webhooks',
  'connectors',
];

test.each([500, 403])('a page that is answered %i says that it could not read, and not that nothing is there', async (status) => {
  const watched = await open('');
  const { page } = watched;
  await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
  await settled(page);
  await page.clock.install();
  await page.route('**/console/api/v1/**', (route) => route.fulfill({ status, json: { error: 'Failed', detail: 'It failed.' } }));
  const alert = page.locator('#main [role=alert]').first();
  /** Time passes until the page asks no more. */
  const failed = () =>
    eventually(async () => {
      await page.clock.runFor(2_000);
      return alert.isVisible();
    });
  const claims: string[] = [];
  for (const records of RECORDS) {
    const id = randomUUID();
    const asked = page.waitForRequest((request) => request.url().includes(id));
    await follow(page, `${base}/${records}/${id}`);
    await asked;
    await failed();
    claims.push(...(await page.locator('#main .empty:not([role=alert] *)').allInnerTexts()));
  }
  for (const [path, title] of PAGES.filter(([each]) => !READ_NOTHING.has(each))) {
    await follow(page, `${base}/${path}`);
    await page.getByRole('heading', { name: title, exact: true, level: 1 }).waitFor();
    await failed();
    claims.push(...(await page.locator('#main .empty:not([role=alert] *)').allInnerTexts()));
  }
  expect(claims).toEqual([]);
  await page.unroute('**/console/api/v1/**');
  await page.getByRole('button', { name: 'Try again' }).first().click();
  await page.getByRole('table', { name: 'Members' }).waitFor();
  await page.close();
});

test('the role finance does not see who else works for the organization', async () => {
  const watched = await open('/settings', await openConsoleSession(api, browser, ORIGIN, ours.organization, 'finance'));
  await watched.page.getByRole('link', { name: 'Branding' }).waitFor();
  expect(await watched.page.getByRole('link', { name: 'People' }).count()).toBe(0);
  expect(await close(watched)).toEqual([]);
});

test('the role support sees neither money nor settings, and changes customers and keys', async () => {
  const support = await openConsoleSession(api, browser, ORIGIN, ours.organization, 'support');
  const watched = await open('/customers', support);
  const { page } = watched;
  await page.getByRole('button', { name: 'Create a customer' }).first().waitFor();
  const links = await page.getByRole('navigation', { name: 'Pages' }).getByRole('link').allInnerTexts();
  expect(links).toEqual([
    'Overview',
    'License keys',
    'Seats',
    'Products',
    'Benefits',
    'Add-ons',
    'Releases',
    'Customers',
    'Meters',
    'Events',
  ]);
  await page.getByRole('link', { name: 'License keys' }).click();
  await page.getByRole('button', { name: 'Issue a key' }).first().waitFor();
  await page.getByRole('link', { name: 'Products' }).click();
  await page.getByRole('heading', { name: 'Products', exact: true }).waitFor();
  expect(await page.getByRole('link', { name: 'New product' }).count()).toBe(0);
  await page.goto(`${base}/keys/nothing`);
  await page.getByText('This does not exist').waitFor();
  await page.goto(`${base}/nowhere`);
  await page.getByRole('heading', { name: 'There is no such page' }).waitFor();
  expect(await page.title()).toMatch(/^There is no such page · /);
  await page.getByRole('link', { name: 'Go to the overview' }).click();
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  expect(await close(watched)).toEqual([]);
});

test.each([
  ['support', 'en-GB', ['View the portal', 'Export the data', 'End the sessions'], 'More actions', 'View the portal', 0],
  ['support', 'de-DE', ['Portal ansehen', 'Daten exportieren', 'Sitzungen beenden'], 'Weitere Aktionen', 'Portal ansehen', 0],
  [
    'member',
    'en-GB',
    ['View the portal', 'Export the data', 'End the sessions', 'Merge another customer into this one', 'Delete'],
    'More actions',
    'View the portal',
    1,
  ],
] as const)(
  'the role %s views the portal and ends sessions of a customer, in %s',
  async (role, locale, actions, more, view, switches) => {
    const customer = await seller('POST', '/v1/customers/', { email: `${role}-${locale}@example.com`.toLowerCase() });
    const colleague = await openConsoleSession(api, browser, ORIGIN, ours.organization, role, { locale });
    const watched = await open(`/customers/${customer.body.id}`, colleague);
    const { page } = watched;
    await page.getByRole('button', { name: more, exact: true }).press('Enter');
    await page.getByRole('menuitem').first().waitFor();
    expect(await page.getByRole('menuitem').allInnerTexts()).toEqual(actions);
    await screenshot(page, `console-customer-actions-${role}-${locale}`);
    await page.getByRole('menuitem', { name: view, exact: true }).press('Enter');
    const asked = page.locator('section[role=alertdialog]');
    await asked.waitFor();
    expect(await asked.getByRole('switch').count()).toBe(switches);
    await screenshot(page, `console-view-portal-${role}-${locale}`);
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.keyboard.press('Escape');
    const token = (await seller('POST', '/v1/customer-sessions/', { customer_id: customer.body.id })).body.token;
    await page.getByRole('button', { name: more, exact: true }).press('Enter');
    await page.getByRole('menuitem', { name: actions[2], exact: true }).press('Enter');
    await asked.getByRole('button', { name: actions[2], exact: true }).click();
    await asked.waitFor({ state: 'detached' });
    expect((await callAs(api, token)('GET', '/v1/customer-portal/customer-session/introspect')).status).toBe(401);
    expect(await close(watched)).toEqual([]);
  },
);

test('the audit log is narrowed in the address, shows values before and after, and is exported', async () => {
  const product = await seller('POST', '/v1/products/', { name: 'Studio', prices: [{ amount_type: 'free' }] });
  await seller('PATCH', `/v1/products/${product.body.id}`, { name: 'Studio Pro' });
  const watched = await open('/audit-log?type=product');
  const { page } = watched;
  const log = page.getByRole('table', { name: 'Audit log' });
  await log.getByText('Changed').first().waitFor();
  await log.getByText('Your software created it').first().waitFor();
  expect(await log.getByRole('link').allInnerTexts()).toEqual(['Product', 'Product']);
  await log.getByRole('button', { name: 'Details Product' }).first().click();
  const values = page.getByRole('row', { name: /^name/ });
  await values.waitFor();
  expect(await values.getByRole('cell').allInnerTexts()).toEqual(['Studio', 'Studio Pro']);
  await screenshot(page, 'console-audit-log-entry');
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole('button', { name: 'All changes of this resource' }).click();
  await page.waitForURL(new RegExp(`resource=${product.body.id}`));
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: 'Export CSV' }).click()]);
  expect(download.suggestedFilename()).toBe('audit-log.csv');
  await page.getByLabel('Until').fill('2001-01-01');
  await page.getByText('No change matches').waitFor();
  expect(page.url()).toContain('until=2001-01-01');
  await page.getByRole('button', { name: 'Show all changes' }).click();
  await page.waitForURL(({ search }) => search === '');
  await log.getByRole('link', { name: 'Product' }).first().waitFor();
  expect(await close(watched)).toEqual([]);
});

test('a connector is added and removed, its prices are mapped, and its events are shown', async () => {
  const product = await seller('POST', '/v1/products/', { name: 'Render', prices: [{ amount_type: 'free' }] });
  expect(product.status).toBe(201);
  const watched = await open('/connectors');
  const { page } = watched;
  await page.getByRole('button', { name: 'Add a connector' }).first().click();
  await page.getByLabel('Name').fill('Shop');
  await screenshot(page, 'console-connector-new');
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Shop' }).waitFor();
  await page.getByText('customer.subscription.*').waitFor();
  await page.getByText('No event has arrived yet').waitFor();
  await page.getByLabel('Signing secret').fill('short');
  await page.keyboard.press('Enter');
  await page.getByText('Enter at least 8 characters.').waitFor();
  await screenshot(page, 'console-connector-set-up');
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByLabel('Signing secret').fill('whsec_YW5vdGhlciBzZWNyZXQ=');
  await page.keyboard.press('Enter');
  await page.getByText('Saved', { exact: true }).waitFor();
  await page.getByLabel('Signing secret').and(page.locator('[value=""]')).waitFor();
  await page.getByLabel('Signing secret').fill('whsec_dGhlIHRoaXJkIHNlY3JldA==');
  await page.getByRole('button', { name: /The former secret is accepted/ }).click();
  await page.getByRole('option', { name: 'For a day' }).click();
  await page.getByRole('button', { name: 'Save secret' }).click();
  await page.getByText(/^The former secret is accepted until/).waitFor();
  await screenshot(page, 'console-connector-overlap');
  expect(await accessibilityProblems(page)).toEqual([]);
  const address = await page.locator('.secret code').innerText();
  expect(address).toMatch(/^http:\/\/localhost\/v1\/connectors\/[^/]+\/webhook$/);

  await page.getByRole('button', { name: 'Add a price' }).click();
  await page.getByLabel('Price at the provider').fill('price_123456');
  await page.getByRole('combobox', { name: 'Product here' }).pressSequentially('Render');
  await page.getByRole('option', { name: 'Render' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('table', { name: 'Prices' }).getByText('Render').waitFor();
  await page.getByText('No events yet').waitFor();
  await page.getByRole('radio', { name: 'Failed' }).click();
  await page.getByText('No event has this state').waitFor();
  expect(page.url()).toContain('status=failed');

  await page.getByRole('button', { name: 'Remove', exact: true }).first().click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('heading', { name: 'Connectors' }).waitFor();
  await page.getByRole('link', { name: 'Shop' }).waitFor({ state: 'detached' });
  expect(await close(watched)).toEqual([]);
});

test('a page that was open when the session ended is shown again after signing in', async () => {
  const { page, context, problems } = await openPage(browser, ORIGIN);
  await page.goto(`${base}/settings/branding`);
  await page.getByLabel('E-mail address').fill(admin.user.email);
  await page.keyboard.press('Enter');
  await page.getByLabel('Code').fill(await seedUserSignInCode(api, admin.user));
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Color' }).waitFor();
  expect(new URL(page.url()).pathname).toBe(`${base}/settings/branding`);
  expect(problems).toEqual([]);
  await context.close();
});

async function choose(page: Page, menu: string, action: string): Promise<void> {
  await page.getByRole('button', { name: menu }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

test('an application for signing in is added, and removed again', async () => {
  const offered = { type: 'license_keys', description: 'License of Orbit', properties: {} };
  await seller('POST', '/v1/benefits/', offered);
  const watched = await open('/settings/applications');
  const { page } = watched;
  await page.getByRole('button', { name: 'Add an application' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Orbit');
  await dialog.getByText('License of Orbit', { exact: true }).click();
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  const row = page.getByRole('row', { name: /Orbit/ });
  await row.getByText('License of Orbit').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  const { body } = await seller('GET', '/v1/sign-in-clients/');
  await row.getByText(body.items[0].id).waitFor();
  await row.getByRole('button', { name: 'Remove Orbit' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await page.getByText('No applications yet').waitFor();
  expect(await close(watched)).toEqual([]);
});

test('a sandbox is made with the catalog, shows its mails, and is thrown away after its slug was entered', async () => {
  const offered = { type: 'license_keys', description: 'License of Atlas', properties: {} };
  const { body: benefit } = await seller('POST', '/v1/benefits/', offered);
  const price = { amount_type: 'fixed', price_currency: 'usd', price_amount: 2900 };
  const { body: product } = await seller('POST', '/v1/products/', { name: 'Atlas', recurring_interval: null, prices: [price] });
  await seller('POST', `/v1/products/${product.id}/benefits`, { benefits: [benefit.id] });

  const watched = await open('/settings/sandboxes');
  const { page } = watched;
  await page.getByRole('button', { name: 'Create a sandbox' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Create a sandbox' }).click();
  // The connector has a secret, so it is not copied.
  await page.getByText('The catalog was copied, except:').waitFor();
  await page.getByText('leads to another system and has a secret').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole('button', { name: 'Open the sandbox' }).click();
  await page.getByText('This is a sandbox: nothing here is real').waitFor();
  const sandbox = `/console/${ours.organization.slug}-sandbox`;
  await page.goto(`${sandbox}/products`);
  await page.getByText('Atlas', { exact: true }).waitFor();

  await page.goto(`${sandbox}/settings/sandboxes`);
  await page.getByText('No mails yet').waitFor();
  await page.getByRole('button', { name: 'Delete this sandbox' }).click();
  const dialog = page.locator('section[role=alertdialog]');
  await dialog.getByRole('textbox').fill('acme');
  await dialog.getByRole('button', { name: 'Delete this sandbox' }).click();
  await page.getByText('This is not the slug of the sandbox.').waitFor();
  await dialog.getByRole('textbox').fill(`${ours.organization.slug}-sandbox`);
  await dialog.getByRole('button', { name: 'Delete this sandbox' }).click();
  await page.getByText('No sandboxes yet').waitFor();
  expect(await close(watched)).toEqual([]);
});
