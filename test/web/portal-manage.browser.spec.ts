import { Config } from '#platform/config';
import { LicenseClient } from '../../packages/client/src/index.ts';
import { openPage } from '../support/browser.ts';
import { problemsInEveryLook } from '../support/looks.ts';
import { openPortalPages, type PortalPagesFixture } from '../support/portal-pages-fixture.ts';

let fixture: PortalPagesFixture;
let keys: readonly { readonly id: string; readonly key: string; readonly limit_activations: number }[];
beforeAll(async () => {
  fixture = await openPortalPages();
  const { body } = await fixture.seller('GET', '/v1/license-keys/?limit=100');
  keys = body.items;
});
afterAll(() => fixture.close());

/** Fills the key with 4 activations, of which 2 are taken, and lets an application ask for one more. */
async function applicationWaits() {
  const { ours, seller, origin, api } = fixture;
  const { key } = keys.find(({ limit_activations }) => limit_activations === 4)!;
  const organizationId = ours.organization.id;
  const activate = (label: string) =>
    seller('POST', '/v1/license-keys/activate', { key, organization_id: organizationId, label });
  while ((await activate('Spare')).status === 200);
  await seller('POST', '/v1/license-keys/validate', { key, organization_id: organizationId }, { 'license-nonce': 'a-nonce' });
  const set = await seller('GET', `/.well-known/latchkey/${organizationId}/jwks.json`);
  let goOn = (): void => {};
  const removed = new Promise<void>((done) => (goOn = done));
  const client = new LicenseClient({
    url: origin,
    issuer: api.app.get(Config).baseUrl,
    organizationId,
    rootKey: set.body.root.x,
    sleep: () => removed,
  });
  let activated: ReturnType<LicenseClient['activate']>;
  const url = await new Promise<string>((open) => {
    activated = client.activate(key, { label: 'New laptop' }, { onManage: (page) => open(page.url) });
  });
  return { path: url.slice(new URL(url).origin.length), goOn, activated: activated! };
}

test('the customer of a full license signs in, removes a device, and the application goes on', async () => {
  const { browser, origin, ada, mailTo } = fixture;
  const { path, goOn, activated } = await applicationWaits();
  const { page, context, problems } = await openPage(browser, origin);
  await page.goto(path);
  await page.getByText('Sign in to see which devices use the license key, and to remove one.').waitFor();
  expect([
    new URL(page.url()).hash,
    await page.getByText('Studio iMac').count(),
    await page.getByText(ada.email).count(),
  ]).toEqual(['', 0, 0]);
  await page.getByRole('textbox', { name: 'E-mail address' }).fill(ada.email);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Check your mail' }).waitFor();
  const link = /Sign in: (\S+)/.exec((await mailTo(ada.email)).text)![1]!;
  await page.getByRole('textbox', { name: 'Code' }).fill(new URLSearchParams(new URL(link).hash.slice(1)).get('code')!);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Free a device', level: 1 }).waitFor();
  await page.getByText('4 of 4 devices').waitFor();
  expect(await page.getByRole('region', { name: /\*\*\*\*-/ }).count()).toBe(1);
  await page.getByRole('button', { name: 'Remove Studio iMac' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await page.getByText('3 of 4 devices').waitFor();
  goOn();
  expect(await activated).toMatchObject({ outcome: 'ok' });
  // The page sees by itself that the application has gone on.
  await page.getByText('4 of 4 devices').waitFor();
  expect(problems).toEqual([]);
  await context.close();
});

test('another customer sees nothing of the key, and is led to the own ones', async () => {
  const { grace, signedIn, base } = fixture;
  const { path, goOn } = await applicationWaits();
  const { page, context } = await signedIn(grace.id);
  await page.goto(path);
  await page.getByText('This link is over, or for somebody else').waitFor();
  expect(await page.getByText('Studio iMac').count()).toBe(0);
  await page.getByRole('link', { name: 'All license keys' }).click();
  await page.waitForURL(({ pathname }) => pathname === base || pathname === `${base}/`);
  goOn();
  await context.close();
});

test('a removed device whose lease holds the only place is listed with the day on which it ends', async () => {
  const { create, product, ada, seller, settled, keysOf, signedIn, base } = fixture;
  const properties = {
    activations: { limit: 1, enable_customer_admin: true },
    offline: { lease_seconds: 604_800, grace_seconds: 0, max_offline_devices: 1, held: 'until_lease_ends' },
  };
  const { id } = await create('/v1/benefits/', { type: 'license_keys', description: 'Portable Engine', properties });
  const sold = await product({ name: 'Portable Engine', benefits: [id] });
  await create('/v1/orders/', { product_id: sold.id, customer_id: ada.id });
  await settled();
  const [{ id: keyId, key, organization_id }] = await keysOf({ id });
  const asked = { key, organization_id, label: 'Lost notebook' };
  const { body } = await seller('POST', '/v1/customer-portal/license-keys/lease', asked, { 'license-device': 'notebook' });
  await seller('DELETE', `/v1/license-keys/${keyId}/activations/${body.activation.id}`);
  const { page, problems, context } = await signedIn(ada.id);
  await page.goto(base);
  const card = page.getByRole('region', { name: /^Portable Engine/ });
  await card.getByRole('listitem').filter({ hasText: 'Lost notebook' }).getByText('holds a place until').waitFor();
  expect(await card.getByText('No device uses this key yet.').count()).toBe(0);
  const wrong = await problemsInEveryLook(page, (look) => `portal-held-place-${look}`);
  expect([...wrong, ...problems]).toEqual([]);
  await context.close();
});
