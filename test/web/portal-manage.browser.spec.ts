import { Config } from '#platform/config';
import { LicenseClient, type SignedInKey, type SignInCode } from '../../packages/client/src/index.ts';
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

test('a customer adds the key of a card, which somebody else cannot add any more', async () => {
  const { ada, grace, seller, signedIn, create } = fixture;
  const benefit = await seller('GET', '/v1/benefits/?type=license_keys&limit=1');
  const batch = await create('/v1/license-key-batches/', { name: 'Cards', benefit_id: benefit.body.items[0].id, size: 1 });
  const card = JSON.parse((await seller('GET', `/v1/license-key-batches/${batch.id}/export`)).text).key as string;
  const add = async (customerId: string, outcome: string): Promise<void> => {
    const { page, problems, context } = await signedIn(customerId);
    await page.getByRole('button', { name: 'Add a key' }).click();
    await page.getByRole('textbox', { name: 'Key' }).fill(card.toLowerCase());
    const wrong = await problemsInEveryLook(page, (look) => `portal-add-key-${look}`);
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByText(outcome).first().waitFor();
    expect([...wrong, ...problems.filter((problem) => !problem.includes('409'))]).toEqual([]);
    await context.close();
  };
  await add(grace.id, 'The key is yours now.');
  await add(ada.id, 'Somebody else has claimed the license key already.');
});

test('a customer signs in in an application that shows a code, and refuses another one', async () => {
  const { api, ours, grace, browser, origin, seller, create, mailTo } = fixture;
  const organizationId = ours.organization.id;
  const benefit = await seller('GET', '/v1/benefits/?type=license_keys&limit=1');
  const benefit_id = benefit.body.items[0].id as string;
  const { key } = await create('/v1/license-keys/', { customer_id: grace.id, benefit_id });
  const { id: clientId } = await create('/v1/sign-in-clients/', { name: 'Atlas', benefit_ids: [benefit_id] });
  const set = await seller('GET', `/.well-known/latchkey/${organizationId}/jwks.json`);
  const signIn = async () => {
    let goOn = (): void => {};
    const decided = new Promise<void>((done) => (goOn = done));
    const issuer = api.app.get(Config).baseUrl;
    const client = new LicenseClient({ url: origin, issuer, organizationId, rootKey: set.body.root.x, sleep: () => decided });
    let signedIn: ReturnType<LicenseClient['signIn']>;
    const code = await new Promise<SignInCode>((onCode) => {
      const choose = (found: readonly SignedInKey[]) => found.find((each) => each.key === key)!;
      signedIn = client.signIn({ clientId, label: 'Laptop', onCode, choose });
    });
    const complete = new URL(code.verificationUriComplete);
    return { code, path: complete.pathname + complete.search, goOn, signedIn: signedIn! };
  };
  const first = await signIn();
  const { page, context, problems } = await openPage(browser, origin);
  await page.goto(first.path);
  await page.getByText('Sign in here, and then allow the application that shows a code.').waitFor();
  await page.getByRole('textbox', { name: 'E-mail address' }).fill(grace.email);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Check your mail' }).waitFor();
  const link = /Sign in: (\S+)/.exec((await mailTo(grace.email)).text)![1]!;
  await page.getByRole('textbox', { name: 'Code' }).fill(new URLSearchParams(new URL(link).hash.slice(1)).get('code')!);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Sign in in an application', level: 1 }).waitFor();
  expect(await page.getByRole('textbox', { name: 'Code' }).inputValue()).toBe(first.code.userCode);
  const wrong = await problemsInEveryLook(page, (look) => `portal-device-${look}`);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByText('Atlas').waitFor();
  wrong.push(...(await problemsInEveryLook(page, (look) => `portal-device-allow-${look}`)));
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('heading', { name: 'You are signed in in Atlas' }).waitFor();
  first.goOn();
  expect(await first.signedIn).toMatchObject({ outcome: 'ok' });

  const second = await signIn();
  await page.goto(second.path.replace(/\?.*/, ''));
  await page.getByRole('textbox', { name: 'Code' }).fill('0000-0000');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByText('This code is not valid').waitFor();
  await page.getByRole('textbox', { name: 'Code' }).fill(second.code.userCode.toLowerCase());
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Refuse' }).click();
  await page.getByRole('heading', { name: 'The sign-in was refused' }).waitFor();
  second.goOn();
  expect(await second.signedIn).toMatchObject({ outcome: 'refused', code: 'SIGN_IN_DENIED' });
  expect([...wrong, ...problems.filter((problem) => !problem.includes('404'))]).toEqual([]);
  await context.close();
});

test('a customer chooses the license key of an add-on, and another one later', async () => {
  const { create, product, ada, settled, signedIn, base } = fixture;
  const flag = { type: 'feature_flag', description: 'Export module', properties: {}, visibility: 'public' };
  const { id } = await create('/v1/benefits/', { ...flag, values: { export: true }, attach: { to: 'choose' } });
  const sold = await product({ name: 'Export module', benefits: [id] });
  await create('/v1/orders/', { product_id: sold.id, customer_id: ada.id });
  await settled();
  const { page, problems, context } = await signedIn(ada.id);
  await page.goto(base);
  const choose = async (name: string): Promise<void> => {
    await page.getByRole('button', { name: /^Choose (a|another) key Export module$/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Choose a license key for Export module' });
    await dialog.getByRole('button', { name: /License key/ }).click();
    await page.getByRole('option', { name }).first().click();
    await dialog.getByRole('button', { name: 'Choose', exact: true }).click();
    await page
      .getByRole('region', { name: new RegExp(`^${name}`) })
      .getByText('export')
      .first()
      .waitFor();
  };
  await page.getByText('Waits until you choose a license key').waitFor();
  const wrong = await problemsInEveryLook(page, (look) => `portal-add-ons-${look}`);
  await choose('Acme Studio Pro');
  await page.getByText('Extends the license key').waitFor();
  await page.getByRole('button', { name: /^Choose (a|another) key Export module$/ }).click();
  await page.getByRole('dialog').waitFor();
  wrong.push(...(await problemsInEveryLook(page, (look) => `portal-choose-key-${look}`)));
  await page.keyboard.press('Escape');
  await choose('Acme Render');
  expect(
    await page
      .getByRole('region', { name: /^Acme Studio Pro/ })
      .getByText('export')
      .count(),
  ).toBe(0);
  await page.evaluate(`document.documentElement.dir = 'rtl'`);
  wrong.push(...(await problemsInEveryLook(page, (look) => `portal-add-ons-rtl-${look}`)));
  expect([...wrong, ...problems]).toEqual([]);
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
