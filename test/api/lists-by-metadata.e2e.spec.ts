import { EntityManager } from '@mikro-orm/postgresql';
import { startApi, type TestApi } from '../support/api.ts';
import { type Call, callAs } from '../support/call.ts';
import { cloneRow } from '../support/clone-rows.ts';
import { seedCustomer } from '../support/seed-customer.ts';
import { seedLicenseKey } from '../support/seed-license-key.ts';
import { seedProduct } from '../support/seed-product.ts';
import { seedOrganization } from '../support/seed.ts';

/** More than are found by their metadata before a list is read. */
const MANY = 1_010;
const METADATA = { plan: 'many', seats: 7, ratio: 2.5, beta: true, zip: '007', '"quoted"': `it's {"1": \\}` };

let api: TestApi;
let call: Call;
beforeAll(async () => {
  api = await startApi();
  const seller = await seedOrganization(api);
  call = callAs(api, seller.oat);
  await seedTwo(seller);
  const stranger = await seedOrganization(api);
  await seedTwo(stranger);
  await many(seller.organization.id);
});
afterAll(() => api.close());

const TABLES = {
  '/v1/license-keys/': 'licensing.license_keys',
  '/v1/customers/': 'customer_portal.customers',
  '/v1/orders/': 'entitlements.orders',
  '/v1/subscriptions/': 'entitlements.subscriptions',
};
const PATHS = Object.keys(TABLES) as (keyof typeof TABLES)[];

const run = (sql: string, ...values: unknown[]) => api.app.get(EntityManager).fork().execute(sql, values);

/** A row of each list with metadata, and one without. */
async function seedTwo(seller: Awaited<ReturnType<typeof seedOrganization>>): Promise<void> {
  const { id: organizationId } = seller.organization;
  const customer = await seedCustomer(api, organizationId);
  const product = await seedProduct(api, organizationId);
  const recurring = await seedProduct(api, organizationId, { every: 'month' });
  const sell = callAs(api, seller.oat);
  for (const _ of [1, 2]) {
    await seedLicenseKey(api, seller);
    await sell('POST', '/v1/orders/', { customer_id: customer.id, product_id: product.id });
    await sell('POST', '/v1/subscriptions/', { customer_id: customer.id, product_id: recurring.id });
  }
  for (const table of Object.values(TABLES)) {
    const first = `select id from ${table} where organization_id = ? order by id limit 1`;
    await run(`update ${table} set metadata = ? where id = (${first})`, JSON.stringify(METADATA), organizationId);
  }
}

/** Copies of each row with metadata, of which one has another `plan`. */
async function many(organizationId: string): Promise<void> {
  for (const table of Object.values(TABLES)) {
    const [row] = await run(`select id from ${table} where organization_id = ? and metadata <> '{}'`, organizationId);
    await cloneRow(api, table, row!.id, MANY, {
      ...(table === 'licensing.license_keys' ? { digest: `'\\x' || md5(n::text)`, grant_id: 'null' } : {}),
      ...(table === 'customer_portal.customers'
        ? { email: `n || '@example.com'`, email_key: `n || '@example.com'`, external_id: 'null' }
        : {}),
      metadata: `case when n = 5 then source.metadata || '{"plan": "one"}' else source.metadata || jsonb_build_object('n', n) end`,
    });
  }
}

const totalOf = async (path: string, ...filters: readonly (readonly [string, string])[]) => {
  const query = filters.map(([key, value]) => `metadata[${encodeURIComponent(key)}]=${encodeURIComponent(value)}`).join('&');
  const { status, body } = await call('GET', `${path}?${query}&limit=100`);
  expect([status, body.items.length]).toEqual([200, Math.min(100, body.pagination.total_count)]);
  return body.pagination.total_count as number;
};

describe.each(PATHS)('%s', (path) => {
  test('finds the only one, all of many, and none', async () => {
    expect(await totalOf(path, ['plan', 'one'])).toBe(1);
    expect(await totalOf(path, ['plan', 'many'])).toBe(MANY);
    expect(await totalOf(path, ['plan', 'one'], ['plan', 'many'])).toBe(MANY + 1);
    expect(await totalOf(path, ['plan', 'nobody'])).toBe(0);
    expect(await totalOf(path, ['nothing', 'many'])).toBe(0);
  });

  test('requires every key', async () => {
    expect(await totalOf(path, ['plan', 'many'], ['n', '17'])).toBe(1);
    expect(await totalOf(path, ['n', '17'], ['plan', 'one'])).toBe(0);
  });

  test.each([
    ['seats', '7'],
    ['ratio', '2.5'],
    ['beta', 'true'],
    ['zip', '007'],
    ['"quoted"', METADATA['"quoted"']],
  ])('compares texts of values of every kind: %s is %s', async (key, value) => {
    expect(await totalOf(path, [key, value])).toBe(MANY + 1);
  });

  test.each([
    ['seats', '7.0'],
    ['seats', '07'],
    ['seats', '1e999999'],
    ['ratio', '2.50'],
    ['beta', 'True'],
    ['zip', '7'],
    ['n', '-'],
    ['n', 'null'],
    ['n', '9'.repeat(1_024)],
  ])('compares nothing but their texts: %s is not %s', async (key, value) => {
    expect(await totalOf(path, [key, value])).toBe(0);
  });
});
