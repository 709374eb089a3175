import { activateLicense, deactivateLicense, validateLicense } from '@lemonsqueezy/lemonsqueezy.js';
import { CommandBus } from '@nestjs/cqrs';
import { randomUUID } from 'node:crypto';
import { SetOrganizationStatus } from '#organizations';
import { startApi, type TestApi } from '../support/api.ts';
import { callAs } from '../support/call.ts';
import { recordStatements } from '../support/record-statements.ts';
import { seedBenefit } from '../support/seed-benefit.ts';
import { seedCustomer } from '../support/seed-customer.ts';
import { seedLicenseKey, type SeededLicenseKey } from '../support/seed-license-key.ts';
import { type SeededOrganization, seedOrganization } from '../support/seed.ts';

type Fields = Readonly<Record<string, string>>;

let api: TestApi;
let ours: SeededOrganization;
let theirs: SeededOrganization;
beforeAll(async () => {
  api = await startApi();
  [ours, theirs] = await Promise.all([seedOrganization(api), seedOrganization(api)]);
});
afterAll(() => api.close());

let networks = 0;
const newNetwork = (): string => `203.0.113.${++networks}`;

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

/** Sends a form, as applications of the vendors do. */
async function send(path: string, fields: Fields, { slug = ours.organization.slug, from = newNetwork() } = {}) {
  const payload = new URLSearchParams(fields).toString();
  const url = `/compat/${slug}/${path}`;
  const answer = await api.app.inject({ method: 'POST', url, headers: FORM, payload, remoteAddress: from });
  return { status: answer.statusCode, body: answer.json(), headers: answer.headers };
}

const seller = (method: 'POST' | 'PATCH', path: string, body: object) => callAs(api, ours.oat)(method, path, body);

async function anImportedKey(metadata: Fields, order: Parameters<typeof seedLicenseKey>[2] = {}): Promise<SeededLicenseKey> {
  const key = await seedLicenseKey(api, ours, { limit_activations: 2, key: `VENDOR-${randomUUID()}`, ...order });
  await seller('PATCH', `/v1/license-keys/${key.id}`, { metadata });
  return key;
}

/** As an import does it: the device has the id that it had there. */
async function activateOn(device: string, { key, organization_id }: SeededLicenseKey): Promise<void> {
  const body = { key, organization_id, label: 'Imported' };
  const answer = await callAs(api)('POST', '/v1/customer-portal/license-keys/activate', body, { 'license-device': device });
  expect(answer.status).toBe(200);
}

const devicesOf = async ({ id }: SeededLicenseKey) =>
  (await callAs(api, ours.oat)('GET', `/v1/license-keys/${id}`)).body.activations.map(({ label }: { label: string }) => label);

describe('Lemon Squeezy', () => {
  const PATH = 'lemon-squeezy/v1/licenses';
  const FACTS = {
    lemon_squeezy_license_key_id: '11',
    lemon_squeezy_store_id: '1',
    lemon_squeezy_order_id: '2',
    lemon_squeezy_order_item_id: '3',
    lemon_squeezy_product_id: '4',
    lemon_squeezy_product_name: 'Atlas',
    lemon_squeezy_variant_id: '5',
    lemon_squeezy_variant_name: 'Team',
    lemon_squeezy_customer_id: '6',
  };
  const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/);
  const metaOf = (customer_name: string, customer_email: string) => ({
    store_id: 1,
    order_id: 2,
    order_item_id: 3,
    product_id: 4,
    product_name: 'Atlas',
    variant_id: 5,
    variant_name: 'Team',
    customer_id: 6,
    customer_name,
    customer_email,
  });
  const shown = (key: SeededLicenseKey, status: string, activation_usage: number, more: object = {}) => ({
    id: 11,
    status,
    key: key.key,
    activation_limit: 2,
    activation_usage,
    created_at: TIME,
    expires_at: null,
    ...more,
  });

  test('an application activates, validates and deactivates; the instance that was imported is found', async () => {
    const customer = await seedCustomer(api, ours.organization.id);
    const key = await anImportedKey(FACTS, { customer_id: customer.id });
    const meta = metaOf(expect.any(String), customer.email);
    const instance_id = randomUUID();
    await activateOn(instance_id, key);
    const license_key = key.key;
    const activated = await send(`${PATH}/activate`, { license_key, instance_name: 'Laptop' });
    const laptop = { id: expect.any(String), name: 'Laptop', created_at: TIME };
    expect([activated.status, activated.body]).toEqual([
      200,
      { activated: true, error: null, license_key: shown(key, 'active', 2), instance: laptop, meta },
    ]);
    const full = await send(`${PATH}/activate`, { license_key, instance_name: 'Third' });
    expect([full.status, full.body]).toEqual([
      400,
      {
        activated: false,
        error: 'This license key has reached the activation limit.',
        license_key: shown(key, 'active', 2),
        instance: null,
        meta: metaOf('', ''),
      },
    ]);
    const validated = await send(`${PATH}/validate`, { license_key, instance_id });
    expect([validated.status, validated.body]).toEqual([
      200,
      {
        valid: true,
        error: null,
        license_key: shown(key, 'active', 2),
        instance: { id: instance_id, name: 'Imported', created_at: TIME },
        meta,
      },
    ]);
    const again = await send(`${PATH}/validate`, { license_key, instance_id: activated.body.instance.id });
    expect(again.body).toMatchObject({ valid: true, instance: activated.body.instance });
    const deactivated = await send(`${PATH}/deactivate`, { license_key, instance_id });
    expect([deactivated.status, deactivated.body]).toEqual([
      200,
      { deactivated: true, error: null, license_key: shown(key, 'active', 1), meta },
    ]);
    for (const [operation, outcome] of [
      ['validate', 'valid'],
      ['deactivate', 'deactivated'],
    ]) {
      const gone = await send(`${PATH}/${operation}`, { license_key, instance_id });
      expect([gone.status, gone.body]).toMatchObject([404, { [outcome!]: false, error: 'instance_id not found.' }]);
    }
    expect(await devicesOf(key)).toEqual(['Laptop']);
  });

  test('a license key without instances is inactive; one without a limit has none there, too', async () => {
    const key = await anImportedKey(FACTS, { limit_activations: 1_000_000 });
    const { status, body } = await send(`${PATH}/validate`, { license_key: key.key });
    expect([status, body]).toMatchObject([200, { valid: true, instance: null }]);
    expect(body.license_key).toEqual(shown(key, 'inactive', 0, { activation_limit: null }));
  });

  test('an expired license key and a disabled one are refused', async () => {
    const expired = await anImportedKey(FACTS, { expires_at: '2020-01-01T00:00:00Z' });
    const disabled = await anImportedKey(FACTS);
    await seller('PATCH', `/v1/license-keys/${disabled.id}`, { status: 'disabled' });
    for (const [{ key }, status, error] of [
      [expired, 'expired', 'This license key has expired.'],
      [disabled, 'disabled', 'This license key is disabled.'],
    ] as const) {
      const validated = await send(`${PATH}/validate`, { license_key: key });
      expect([validated.status, validated.body]).toMatchObject([400, { valid: false, error, license_key: { status } }]);
      const activated = await send(`${PATH}/activate`, { license_key: key, instance_name: 'Laptop' });
      expect([activated.status, activated.body]).toMatchObject([400, { activated: false, error, license_key: { status } }]);
    }
  });

  test('a parameter that is missing is a 422', async () => {
    const { status, body } = await send(`${PATH}/activate`, { license_key: 'x' });
    expect([status, body]).toMatchObject([422, { activated: false, error: 'The instance name field is required.' }]);
    const none = await send(`${PATH}/validate`, {});
    expect([none.status, none.body]).toMatchObject([422, { valid: false, error: 'The license key field is required.' }]);
  });

  test('a license key that was issued here has the product of its benefit, and numbers of its own that stay', async () => {
    const benefit = await seedBenefit(api, ours.organization.id);
    const metadata = { lemon_squeezy_store_id: '1', lemon_squeezy_product_id: '4', lemon_squeezy_variant_id: '5' };
    expect((await seller('PATCH', `/v1/benefits/${benefit.id}`, { type: 'license_keys', metadata })).status).toBe(200);
    const key = await seedLicenseKey(api, ours, { benefit_id: benefit.id });
    const validate = async () => (await send(`${PATH}/validate`, { license_key: key.key.toLowerCase() })).body;
    const { license_key, meta } = await validate();
    expect(meta).toMatchObject({ store_id: 1, product_id: 4, variant_id: 5, order_id: expect.any(Number) });
    expect(Number.isInteger(license_key.id)).toBe(true);
    expect(await validate()).toMatchObject({ license_key: { id: license_key.id }, meta });
  });

  test('JSON is read as a form is, also of the type that the client of Lemon Squeezy sends', async () => {
    const key = await anImportedKey(FACTS);
    for (const type of ['application/json', 'application/vnd.api+json']) {
      const url = `/compat/${ours.organization.slug}/${PATH}/validate`;
      const payload = JSON.stringify({ license_key: key.key, other: [1] });
      const answer = await api.app.inject({ method: 'POST', url, payload, headers: { 'content-type': type } });
      expect([answer.statusCode, answer.json().valid]).toEqual([200, true]);
    }
  });
});

test('the client of Lemon Squeezy works, once its address leads here', async () => {
  await api.app.listen(0, '127.0.0.1');
  const base = `${await api.app.getUrl()}/compat/${ours.organization.slug}/lemon-squeezy`;
  const fetched = globalThis.fetch;
  const redirected = import.meta.jest
    .spyOn(globalThis, 'fetch')
    .mockImplementation((url, options) => fetched(String(url).replace('https://api.lemonsqueezy.com', base), options));
  try {
    const { key } = await seedLicenseKey(api, ours, { limit_activations: 1 });
    const { data: activated } = await activateLicense(key, 'Laptop');
    const { id, name } = activated!.instance!;
    expect([activated!.activated, activated!.license_key.status, name]).toEqual([true, 'active', 'Laptop']);
    const full = await activateLicense(key, 'Other');
    expect([full.statusCode, full.error!.cause]).toEqual([400, 'This license key has reached the activation limit.']);
    expect((await validateLicense(key, id)).data).toMatchObject({ valid: true, error: null, instance: { id } });
    expect((await deactivateLicense(key, id)).data).toMatchObject({ deactivated: true, license_key: { activation_usage: 0 } });
    expect((await validateLicense(key, id)).statusCode).toBe(404);
    expect((await validateLicense('unknown')).error!.cause).toBe('license_key not found.');
  } finally {
    redirected.mockRestore();
  }
});

describe('Software Licensing of Easy Digital Downloads', () => {
  const FACTS = { edd_item_id: '42', edd_item_name: 'Atlas & Co', edd_payment_id: '7', edd_price_id: '2' };
  const SITE = 'https://www.Example.com/shop/';
  const ask = async (edd_action: string, fields: Fields) => (await send('edd/', { edd_action, ...fields })).body;

  test('a plugin activates, checks and deactivates; a site that was imported has its activation again', async () => {
    const customer = await seedCustomer(api, ours.organization.id);
    const key = await anImportedKey(FACTS, { customer_id: customer.id, expires_at: '2030-01-31T23:59:59Z' });
    await activateOn('example.com/shop', key);
    const fields = { license: key.key, item_id: '42', url: SITE };
    const item = { item_id: 42, item_name: 'Atlas & Co' };
    const terms = { expires: '2030-01-31 23:59:59', license_limit: 2, site_count: 1, activations_left: 1 };
    const details = { payment_id: 7, customer_name: expect.any(String), customer_email: customer.email, price_id: '2' };
    const valid = { success: true, license: 'valid', ...item, ...terms, ...details };
    expect(await ask('activate_license', fields)).toEqual(valid);
    expect(await ask('check_license', fields)).toEqual(valid);
    expect(await devicesOf(key)).toEqual(['Imported']);
    expect(await ask('check_license', { ...fields, url: 'https://other.example.com' })).toEqual({
      success: true,
      license: 'site_inactive',
      ...item,
      ...terms,
    });
    expect(await ask('activate_license', { ...fields, url: 'https://other.example.com' })).toMatchObject({ site_count: 2 });
    expect(await ask('activate_license', { ...fields, url: 'https://third.example.com' })).toEqual({
      success: false,
      license: 'invalid',
      error: 'no_activations_left',
      ...item,
      ...terms,
      site_count: 2,
      activations_left: 0,
    });
    expect(await ask('deactivate_license', fields)).toEqual({ ...valid, license: 'deactivated' });
    expect(await ask('deactivate_license', fields)).toEqual({ success: false, license: 'failed', ...item });
  });

  test('HEAD of an activation activates nothing', async () => {
    const key = await anImportedKey(FACTS);
    const query = new URLSearchParams({ edd_action: 'activate_license', license: key.key, item_id: '42', url: SITE }).toString();
    const url = `/compat/${ours.organization.slug}/edd/?${query}`;
    expect(await api.app.inject({ method: 'HEAD', url })).toMatchObject({ statusCode: 200, body: '' });
    expect(await devicesOf(key)).toEqual([]);
    expect((await api.app.inject({ url })).json()).toMatchObject({ success: true });
    expect(await devicesOf(key)).toHaveLength(1);
  });

  test('GET is answered as POST is, and the item may be named', async () => {
    const key = await anImportedKey(FACTS);
    for (const item_name of ['Atlas & Co', encodeURIComponent('Atlas & Co')]) {
      const query = new URLSearchParams({ edd_action: 'check_license', license: key.key, item_name }).toString();
      const answer = await api.app.inject({ url: `/compat/${ours.organization.slug}/edd/?${query}` });
      expect([answer.statusCode, answer.json()]).toMatchObject([
        200,
        { success: true, license: 'inactive', item_id: false, item_name: 'Atlas & Co', expires: 'lifetime' },
      ]);
    }
  });

  test('a license key of another item, an expired and a disabled one are refused', async () => {
    const key = await anImportedKey(FACTS);
    const fields = { license: key.key, url: SITE };
    for (const [item, error] of [
      [{ item_id: '43' }, 'invalid_item_id'],
      [{}, 'invalid_item_id'],
      [{ item_name: 'Other' }, 'item_name_mismatch'],
    ] as const) {
      const activated = await ask('activate_license', { ...fields, ...item });
      expect(activated).toMatchObject({ success: false, license: 'invalid', error });
      expect(await ask('check_license', { ...fields, ...item })).toMatchObject({ success: true, license: error });
    }
    expect(await devicesOf(key)).toEqual([]);
    const expired = await anImportedKey(FACTS, { expires_at: '2020-01-01T00:00:00Z' });
    const disabled = await anImportedKey(FACTS);
    await seller('PATCH', `/v1/license-keys/${disabled.id}`, { status: 'revoked' });
    for (const [{ key: license }, reason] of [
      [expired, 'expired'],
      [disabled, 'disabled'],
    ] as const) {
      const asked = { license, item_id: '42', url: SITE };
      expect(await ask('activate_license', asked)).toMatchObject({ success: false, license: 'invalid', error: reason });
      expect(await ask('check_license', asked)).toMatchObject({ success: true, license: reason });
    }
  });

  test('what is not known or missing is said as there', async () => {
    const item = { item_id: 42, item_name: '' };
    const unknown = { license: 'unknown', item_id: '42', url: SITE };
    const invalid = { success: false, license: 'invalid', ...item };
    expect(await ask('activate_license', unknown)).toEqual({ ...invalid, error: 'missing' });
    expect(await ask('check_license', unknown)).toEqual(invalid);
    expect(await ask('activate_license', { item_id: '42', url: SITE })).toEqual({ ...invalid, error: 'missing' });
    expect(await ask('activate_license', { license: 'unknown', item_id: '42' })).toEqual({ ...invalid, error: 'missing_url' });
    const other = await send('edd', { edd_action: 'get_version', license: 'unknown' });
    expect([other.status, other.body]).toMatchObject([422, { success: false, license: 'invalid' }]);
  });
});

describe('Gumroad', () => {
  const PATH = 'gumroad/v2/licenses/verify';
  const FACTS = {
    gumroad_product_id: 'abc==',
    gumroad_permalink: 'QMGY',
    gumroad_product_name: 'Atlas',
    gumroad_sale_id: 'sale==',
    gumroad_variants: '(Team)',
  };
  const verify = async (fields: Fields) => {
    const { status, body } = await send(PATH, fields);
    return [status, body];
  };
  const NOT_FOUND = [404, { success: false, message: 'That license does not exist for the provided product.' }];

  test('a license key is verified, and its uses are counted unless the request says otherwise', async () => {
    const customer = await seedCustomer(api, ours.organization.id);
    const { key: license_key } = await anImportedKey(FACTS, { customer_id: customer.id });
    const purchase = {
      product_id: 'abc==',
      product_name: 'Atlas',
      permalink: 'QMGY',
      email: customer.email,
      sale_id: 'sale==',
      variants: '(Team)',
      license_key,
      refunded: false,
      chargebacked: false,
      subscription_ended_at: null,
    };
    const product_id = 'abc==';
    expect(await verify({ product_id, license_key })).toMatchObject([200, { success: true, uses: 1, purchase }]);
    const uncounted = { product_id, license_key, increment_uses_count: 'false' };
    expect(await verify(uncounted)).toMatchObject([200, { uses: 1 }]);
    for (const name of ['product_permalink', 'id', 'link_id'])
      expect(await verify({ [name]: 'QMGY', license_key })).toMatchObject([200, { success: true }]);
    expect(await verify(uncounted)).toMatchObject([200, { uses: 4 }]);
  });

  test('another product, none, and a license key that does not exist get the same response', async () => {
    const { key: license_key } = await anImportedKey(FACTS);
    expect(await verify({ product_id: 'other', license_key })).toEqual(NOT_FOUND);
    expect(await verify({ product_permalink: 'other', license_key })).toEqual(NOT_FOUND);
    expect(await verify({ license_key })).toEqual(NOT_FOUND);
    expect(await verify({ product_id: 'abc==', license_key: 'unknown' })).toEqual(NOT_FOUND);
    expect(await verify({ product_id: 'abc==' })).toEqual(NOT_FOUND);
  });

  test('a disabled license key, and one whose access is over, are refused', async () => {
    const [disabled, revoked] = [await anImportedKey(FACTS), await anImportedKey(FACTS)];
    await seller('PATCH', `/v1/license-keys/${disabled.id}`, { status: 'disabled' });
    await seller('PATCH', `/v1/license-keys/${revoked.id}`, { status: 'revoked' });
    const used = await anImportedKey(FACTS, { limit_usage: 1 });
    const asked = ({ key }: SeededLicenseKey) => ({ product_id: 'abc==', license_key: key });
    const refused = (message: string) => [404, { success: false, message }];
    expect(await verify(asked(disabled))).toEqual(refused('This license key has been disabled.'));
    expect(await verify(asked(revoked))).toEqual(refused('Access to the purchase associated with this license has expired.'));
    expect(await verify(asked(used))).toMatchObject([200, { uses: 1 }]);
    expect(await verify(asked(used))).toEqual(refused('License key only has 0 more usages.'));
  });

  test('a parameter that is no text is a 400', async () => {
    const { status, body } = await send(PATH, { 'license_key[]': 'x' });
    expect([status, body]).toEqual([400, { success: false, message: "The 'license_key' parameter must be a string." }]);
  });
});

/** The operations, with parameters about a license key, and the field that says that something was refused. */
const OPERATIONS: readonly (readonly [path: string, fields: (key: string) => Fields, refused: string])[] = [
  ['lemon-squeezy/v1/licenses/activate', (license_key) => ({ license_key, instance_name: 'Laptop' }), 'activated'],
  ['lemon-squeezy/v1/licenses/validate', (license_key) => ({ license_key }), 'valid'],
  ['lemon-squeezy/v1/licenses/deactivate', (license_key) => ({ license_key, instance_id: 'i' }), 'deactivated'],
  ['edd/', (license) => ({ edd_action: 'check_license', license, item_id: '42', url: 'https://example.com' }), 'success'],
  ['gumroad/v2/licenses/verify', (license_key) => ({ license_key, product_id: 'abc' }), 'success'],
];

describe.each(OPERATIONS)('%s', (path, fieldsOf, refused) => {
  test('a license key of another organization and an organization that does not exist are unknown', async () => {
    const key = await seedLicenseKey(api, theirs);
    const unknown = await send(path, fieldsOf('unknown'));
    expect(unknown.body[refused]).toBe(false);
    const foreign = await send(path, fieldsOf(key.key));
    const nowhere = await send(path, fieldsOf(key.key), { slug: 'nowhere' });
    expect([foreign.status, foreign.body]).toEqual([unknown.status, unknown.body]);
    expect([nowhere.status, nowhere.body]).toEqual([unknown.status, unknown.body]);
  });

  test('unknown keys are counted with those of our own operations', async () => {
    const from = newNetwork();
    const { id: organization_id } = ours.organization;
    for (let count = 0; count < 15; count++) {
      await send(path, fieldsOf(`UNKNOWN-${randomUUID()}`), { from });
      await api.app.inject({
        method: 'POST',
        url: '/v1/customer-portal/license-keys/validate',
        payload: { key: `UNKNOWN-${randomUUID()}`, organization_id },
        remoteAddress: from,
      });
    }
    const { status, body, headers } = await send(path, fieldsOf(`UNKNOWN-${randomUUID()}`), { from });
    expect([status, body[refused], headers['retry-after']]).toEqual([429, false, '5']);
    const key = await seedLicenseKey(api, ours, { key: `OWN-${randomUUID()}` });
    const hidden = await send(path, fieldsOf(key.key), { from });
    const statements = (presented: string) => recordStatements(() => send(path, fieldsOf(presented), { from }));
    expect(await statements(key.key)).toEqual(await statements(`UNKNOWN-${randomUUID()}`));
    expect([hidden.status, Object.keys(hidden.body)]).toEqual([429, Object.keys(body)]);
  });

  const KIB_300 = 300 * 1024;
  test.each<readonly [what: string, type: string, payload: string | Buffer]>([
    ['no body', 'application/json', ''],
    ['another type', 'text/plain', 'license_key=x'],
    ['no type', '', 'x'],
    ['a form in another encoding', 'application/x-www-form-urlencoded; charset=latin1', 'license_key=%E4'],
    ['a form that is no UTF-8', 'application/x-www-form-urlencoded', Buffer.from([0x61, 0x3d, 0xff])],
    ['a form with bad escapes', 'application/x-www-form-urlencoded', 'license_key=%zz%&=&&&license=%u0000'],
    ['NUL', 'application/x-www-form-urlencoded', 'license_key=%00&license=%00&edd_action=check_license'],
    ['a long form', 'application/x-www-form-urlencoded', `license_key=${'x'.repeat(KIB_300)}`],
    ['many fields', 'application/x-www-form-urlencoded', 'a=&'.repeat(2_000)],
    ['a long key', 'application/x-www-form-urlencoded', `license_key=${'x'.repeat(20_000)}&license=${'x'.repeat(20_000)}`],
    ['a list', 'application/json', '[1,2]'],
    ['a number', 'application/json', '1e999'],
    ['null', 'application/json', 'null'],
    ['lists as values', 'application/json', '{"license_key":["x"],"license":["x"],"edd_action":{"a":1},"instance_name":[[]]}'],
    ['malformed JSON', 'application/json', '{"license_key":'],
    ['a lone surrogate', 'application/json', String.raw`{"license_key":"\ud800","license":"\ud800","instance_name":"a"}`],
    ['deep JSON', 'application/json', `{"a":${'['.repeat(5_000)}${']'.repeat(5_000)}}`],
    ['the name of a prototype', 'application/json', '{"__proto__":{"license_key":"x"},"constructor":"x"}'],
  ])('%s is refused in the form of the vendor', async (_what, type, payload) => {
    const url = `/compat/${ours.organization.slug}/${path}`;
    const headers = type === '' ? {} : { 'content-type': type };
    const answer = await api.app.inject({ method: 'POST', url, payload, headers, remoteAddress: newNetwork() });
    expect(answer.statusCode).toBeLessThan(500);
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(answer.json()).toMatchObject({ [refused]: false });
  });
});

test('license keys of a blocked organization work as before', async () => {
  const blocked = await seedOrganization(api);
  const { key } = await seedLicenseKey(api, blocked);
  await api.app.get(CommandBus).execute(new SetOrganizationStatus({ id: blocked.organization.id }, 'blocked'));
  const fields = { license_key: key };
  const { status } = await send('lemon-squeezy/v1/licenses/validate', fields, { slug: blocked.organization.slug });
  expect(status).toBe(200);
});

test('forms are read by these operations only', async () => {
  const { id } = ours.organization;
  const payload = `key=x&organization_id=${id}`;
  const url = '/v1/customer-portal/license-keys/validate';
  const answer = await api.app.inject({ method: 'POST', url, payload, headers: FORM });
  expect([answer.statusCode, answer.json().error]).toEqual([415, 'UnsupportedMediaType']);
});
