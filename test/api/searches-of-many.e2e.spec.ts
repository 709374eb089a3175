import { EntityManager } from '@mikro-orm/postgresql';
import { startApi, type TestApi } from '../support/api.ts';
import { type Call, callAs } from '../support/call.ts';
import { cloneRow } from '../support/clone-rows.ts';
import { seedCustomer } from '../support/seed-customer.ts';
import { seedLicenseKey } from '../support/seed-license-key.ts';
import { seedProduct } from '../support/seed-product.ts';
import { seedSeats } from '../support/seed-seats.ts';
import { seedOrganization, type SeededOrganization } from '../support/seed.ts';

/** More than the search of customers lists one by one. */
const CUSTOMERS = 10_010;
/** So many customers have a key, an order, a subscription and a seat pool. */
const OWNERS = 1_203;
/** One customer was deleted. */
const FOUND = OWNERS - 1;
const FEW = 30;

let api: TestApi;
let seller: SeededOrganization;
let call: Call;
beforeAll(async () => {
  api = await startApi();
  seller = await seedOrganization(api);
  call = callAs(api, seller.oat);
  await sellToMany();
  const stranger = await seedOrganization(api);
  const customer = await seedCustomer(api, stranger.organization.id, { email: 'crowd@example.com', name: 'A crowd' });
  await seedLicenseKey(api, stranger, { customer_id: customer.id });
});
afterAll(() => api.close());

const run = (sql: string, ...values: unknown[]) => api.app.get(EntityManager).fork().execute(sql, values);

/** The ids of the n-th row of each table, so that others can refer to it. */
const idOf = (kind: string): string =>
  `overlay(overlay(md5('${seller.organization.id} ${kind} ' || n) placing '4' from 13) placing '8' from 17)::uuid`;

async function sellToMany(): Promise<void> {
  const organizationId = seller.organization.id;
  const first = await seedCustomer(api, organizationId, { email: 'first-crowd@example.com', name: 'First of the crowd' });
  const product = await seedProduct(api, organizationId, { name: 'Plain' });
  const order = (await call('POST', '/v1/orders/', { customer_id: first.id, product_id: product.id })).body;
  const key = await seedLicenseKey(api, seller, { customer_id: first.id });
  const seats = await seedSeats(api, seller, 3, first.id);
  await seats.invite();
  const [pool] = await run('select id from seats.seat_pools where organization_id = ?', organizationId);
  await run('update seats.seat_pools set subscription_id = null, order_id = ? where id = ?', order.id, pool!.id);
  const others = OWNERS - 1;
  const email = `'crowd-' || n || '@example.com'`;
  await cloneRow(api, 'customer_portal.customers', first.id, CUSTOMERS - 1, {
    id: idOf('customer'),
    email,
    email_key: email,
    name: `n || ' of the crowd'`,
    external_id: 'null',
    deleted_at: 'case when n = 7 then now() end',
  });
  const customer_id = idOf('customer');
  const created_at = `source.created_at + n * interval '1 millisecond'`;
  const external_id = `case when n <= ${FEW} then 'TICKET-' || n end`;
  await cloneRow(api, 'entitlements.orders', order.id, others, { id: idOf('order'), customer_id, external_id });
  await cloneRow(api, 'entitlements.subscriptions', seats.subscription_id, others, { customer_id, external_id });
  await cloneRow(api, 'seats.seat_pools', pool!.id, others, { customer_id, created_at, order_id: idOf('order') });
  await cloneRow(api, 'licensing.license_keys', key.id, others, {
    customer_id,
    created_at,
    digest: `'\\x' || md5(n::text)`,
    status: `case when n <= ${FEW} then 'disabled' else 'granted' end`,
  });
  // PostgreSQL's own `autovacuum` analyzes tables after such a change, some time later.
  await run('analyze customer_portal.customers');
}

interface Page {
  readonly items: readonly { readonly id: string }[];
  readonly next_cursor: string | null;
  readonly total: object;
}

/** All pages of a list that follow each other. */
async function pagesOf(path: string): Promise<{ readonly ids: readonly string[]; readonly total: object }> {
  const ids: string[] = [];
  let cursor: string | null = '';
  let total = {};
  while (cursor !== null) {
    const { status, body }: { status: number; body: Page } = await call(
      'GET',
      `${path}&limit=100${cursor && `&cursor=${cursor}`}`,
    );
    expect(status).toBe(200);
    ids.push(...body.items.map(({ id }) => id));
    [cursor, total] = [body.next_cursor, body.total];
  }
  return { ids, total };
}

describe.each(['/v1/license-keys/search', '/v1/seat-pools/'])('%s', (path) => {
  test.each(['created_at', '-created_at'])('has all that belong to 1,202 customers in its pages, by %s', async (sorting) => {
    const { ids, total } = await pagesOf(`${path}?query=crowd&sorting=${sorting}`);
    expect([ids.length, new Set(ids).size, total]).toEqual([FOUND, FOUND, { count: 1_000, is_exact: false }]);
  });

  test('counts exactly what further filters leave', async () => {
    const [{ customer_id }] = (await call('GET', `${path}?limit=1`)).body.items;
    const { ids, total } = await pagesOf(`${path}?query=crowd&customer_id=${customer_id}`);
    expect([ids.length, total]).toEqual([1, { count: 1, is_exact: true }]);
  });
});

test('license keys: a filter by status leaves few of many, and the export has all', async () => {
  const { ids, total } = await pagesOf('/v1/license-keys/search?query=crowd&status=disabled');
  expect([ids.length, total]).toEqual([FEW - 1, { count: FEW - 1, is_exact: true }]);
  const { status, text } = await call('GET', '/v1/license-keys/export?query=crowd');
  const lines = text.split('\n').filter(Boolean);
  expect([status, lines.length, new Set(lines.map((line) => JSON.parse(line).id)).size]).toEqual([200, FOUND, FOUND]);
});

describe.each(['/v1/orders/', '/v1/subscriptions/'])('%s', (path) => {
  const listed = async (query: string) => {
    const { status, body } = await call('GET', `${path}?${query}`);
    expect(status).toBe(200);
    return body as { readonly items: readonly { readonly id: string }[]; readonly pagination: object };
  };

  test('counts all that belong to 1,202 customers, and has them in its pages', async () => {
    const ids: string[] = [];
    for (let page = 1; page <= 13; page++) {
      const { items, pagination } = await listed(`query=crowd&limit=100&page=${page}`);
      expect(pagination).toEqual({ total_count: FOUND, max_page: 13 });
      ids.push(...items.map(({ id }) => id));
    }
    expect(new Set(ids).size).toBe(FOUND);
  });

  test('counts all whose number contains a text', async () => {
    const { items, pagination } = await listed('query=icket&limit=100');
    expect([items.length, pagination]).toEqual([FEW, { total_count: FEW, max_page: 1 }]);
  });

  test('counts those of all products whose name contains a text', async () => {
    const isRecurring = path.includes('subscriptions');
    const table = isRecurring ? 'entitlements.subscriptions' : 'entitlements.orders';
    for (let n = 1; n <= FEW; n++) {
      const every = isRecurring ? ({ every: 'month' } as const) : {};
      const { id } = await seedProduct(api, seller.organization.id, { name: `${path} of a suite ${n}`, ...every });
      await run(`update ${table} set product_id = ? where external_id = 'TICKET-' || ?`, id, String(n));
    }
    const { pagination } = await listed(`query=${encodeURIComponent(path)}%20of%20a%20suite&limit=100`);
    expect(pagination).toEqual({ total_count: FEW, max_page: 1 });
  });
});
