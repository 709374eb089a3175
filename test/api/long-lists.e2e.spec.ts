import { EntityManager } from '@mikro-orm/postgresql';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { text as textOf } from 'node:stream/consumers';
import { Config } from '#platform/config';
import { createApi } from '../../apps/api/create-api.ts';
import { SECRET_KEY, type TestApi } from '../support/api.ts';
import { type Call, callAs } from '../support/call.ts';
import { cloneRow } from '../support/clone-rows.ts';
import { databaseWrites } from '../support/database-writes.ts';
import { freshDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { keyParams } from '../support/license-fixture.ts';
import { openSession } from '../support/portal.ts';
import { recordStatements } from '../support/record-statements.ts';
import { Relay } from '../support/relay.ts';
import { seedBenefit } from '../support/seed-benefit.ts';
import { seedCustomer } from '../support/seed-customer.ts';
import { seedLicenseKey, type SeededLicenseKey } from '../support/seed-license-key.ts';
import { seedProduct } from '../support/seed-product.ts';
import { seedSeats } from '../support/seed-seats.ts';
import { seedOrganization, type SeededOrganization } from '../support/seed.ts';

const EXPORT = '/v1/customer-portal/customers/me/export';
/** More than the buffers of a connection hold. */
const MANY = 3_000;
const LONG_LABEL = `repeat('long label ', 900)`;

/** Two processes on one database, behind a relay. Few connections: one that is kept would be missed. */
let relay: Relay;
let apis: TestApi[];
let [api, other]: TestApi[] = [];
let port: number;
let seller: SeededOrganization;
let sellers: Call;
let drop: () => Promise<void>;
beforeAll(async () => {
  const database = await freshDatabase();
  ({ drop } = database);
  relay = new Relay(new URL(database.url));
  await relay.open();
  const start = async (): Promise<TestApi> => {
    const config = Config.from({ DATABASE_CONNECTIONS: '2' });
    const app = await createApi({ config, databaseUrl: relay.url, secretKeys: [SECRET_KEY] });
    app.useLogger(false);
    await app.init();
    await app.getHttpAdapter().getInstance().ready();
    return { app, databaseUrl: relay.url, close: () => app.close() };
  };
  apis = [await start(), await start()];
  [api, other] = apis;
  await api!.app.listen(0, '127.0.0.1');
  ({ port } = api!.app.getHttpServer().address() as { port: number });
  seller = await seedOrganization(api!);
  sellers = callAs(api!, seller.oat);
});
afterAll(async () => {
  await Promise.all(apis.map(({ close }) => close()));
  await relay.cut();
  await drop();
});

/** A key of a new customer with this many activations, and a session of the customer. */
async function keyWith(count: number, label = `'device ' || n`) {
  const customer = await seedCustomer(api!, seller.organization.id);
  const benefit = await seedBenefit(api!, seller.organization.id, {
    activations: { limit: 1_000_000, enableCustomerAdmin: true },
  });
  const order = { customer_id: customer.id, benefit_id: benefit.id, limit_activations: 1_000_000 };
  const key = await seedLicenseKey(api!, seller, order);
  const input = { ...keyParams(key), label: 'first', meta: { os: 'linux' } };
  const { body: first } = await sellers('POST', '/v1/license-keys/activate', input);
  await cloneRow(api!, 'licensing.activations', first.id, count - 1, { label });
  await run('update licensing.license_keys set activation_count = ? where id = ?', count, key.id);
  return { key, customer, session: await openSession(api!, seller, customer.id) };
}

const run = <T>(statement: string, ...values: unknown[]): Promise<T[]> =>
  api!.app.get(EntityManager).fork().execute<T[]>(statement, values);

const ownOf = ({ id, created_at }: { id: string; created_at: string }) => ({ id, created_at });

/** All pages of a list, joined. */
async function paged(pages: number, page: (number: number) => Promise<object[]>): Promise<object[]> {
  const items: object[] = [];
  for (let number = 1; number <= pages; number++) items.push(...(await page(number)));
  return items;
}

/** Sends a request on a connection of its own and reads nothing of the response but its head. */
async function open(path: string, token: string): Promise<IncomingMessage> {
  const request = get({ port, path, agent: false, headers: { authorization: `Bearer ${token}` } });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  response.pause();
  return response;
}

describe('a key with more activations than a page', () => {
  let key: SeededLicenseKey;
  let portal: Call;
  let expected: object;
  beforeAll(async () => {
    const large = await keyWith(450);
    key = large.key;
    portal = large.session.call;
    const { body } = await sellers('GET', `/v1/license-keys/${key.id}?activations_limit=1`);
    const activations = await paged(
      5,
      async (page) =>
        (await sellers('GET', `/v1/license-keys/${key.id}?activations_limit=100&activations_page=${page}`)).body.activations,
    );
    expected = { ...body, activations };
  });

  test('is returned with all of them, to the seller and to the customer', async () => {
    for (const [call, path] of [
      [sellers, `/v1/license-keys/${key.id}`],
      [portal, `/v1/customer-portal/license-keys/${key.id}`],
    ] as const) {
      const { status, headers, body } = await call('GET', path);
      expect([status, headers['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
      expect(headers['cache-control']).toBe('private, no-store');
      expect(new Set(body.activations.map(({ id }: { id: string }) => id)).size).toBe(450);
      expect(body).toEqual(expected);
    }
  });

  test('is read in pages, a short one by a single statement', async () => {
    const readsOf = async ({ id }: { id: string }): Promise<number> =>
      (await recordStatements(() => sellers('GET', `/v1/license-keys/${id}`))).filter(
        (text) => text.includes('from "licensing"."activations"') && !text.includes('"licensing"."leases"'),
      ).length;
    expect(await readsOf(key)).toBe(5);
    expect(await readsOf((await keyWith(100)).key)).toBe(1);
  });

  test('does not exist for another organization', async () => {
    const stranger = callAs(api!, (await seedOrganization(api!)).oat);
    expect((await stranger('GET', `/v1/license-keys/${key.id}`)).status).toBe(404);
  });
});

test('a pool with more seats than a page is returned with all of them, to the seller, the customer and a member', async () => {
  const pool = await seedSeats(api!, seller, 1_000);
  const owner = await openSession(api!, seller, pool.customer_id, 'owner');
  const member = await openSession(api!, seller, pool.customer_id, 'member');
  const { seat_id } = await pool.invite();
  const { seat_id: own } = await pool.invite();
  await run(`update seats.seats set member_id = ? where id = ?`, member.memberId, own);
  await cloneRow(api!, 'seats.seats', seat_id, 300, { member_id: 'gen_random_uuid()', invitation_digest: 'null' });
  const query = `subscription_id=${pool.subscription_id}`;
  const list = (call: Call, path: string, paging = '') => call('GET', `${path}?${query}${paging}`);
  const { body } = await list(sellers, '/v1/customer-seats');
  const seats = await paged(4, async (page) => (await list(sellers, '/v1/customer-seats', `&page=${page}&limit=100`)).body.seats);
  expect([body.seats.length, body]).toEqual([302, { seats, available_seats: 998, total_seats: 1_000 }]);
  expect((await list(owner.call, '/v1/customer-portal/seats')).body).toEqual(body);
  expect((await list(member.call, '/v1/customer-portal/seats')).body.seats).toEqual(
    seats.filter((seat) => (seat as { id: string }).id === own),
  );
});

test('a storefront with more products than a page shows all of them, oldest first', async () => {
  const shop = await seedOrganization(api!);
  const ids: string[] = [];
  for (let n = 0; n < 45; n++) ids.push((await seedProduct(api!, shop.organization.id, { name: `Product ${n}` })).id);
  await seedProduct(api!, shop.organization.id, { visibility: 'private' });
  const { body } = await callAs(api!)('GET', `/v1/customer-portal/organizations/${shop.organization.slug}`);
  expect(body.products.map(({ id }: { id: string }) => id)).toEqual(ids);
  const [first, last] = [body.products[0], body.products[44]];
  const { id, created_at } = last;
  const prices = [{ ...first.prices[0], ...ownOf(last.prices[0]), product_id: id }];
  expect(last).toEqual({ ...first, id, created_at, name: 'Product 44', prices });
  expect(body.organization.slug).toBe(shop.organization.slug);
});

test('the state of a customer with more grants and subscriptions than a page contains all of them', async () => {
  const customer = await seedCustomer(api!, seller.organization.id);
  const benefit = await seedBenefit(api!, seller.organization.id);
  const product = await seedProduct(api!, seller.organization.id, { every: 'month', benefits: [benefit.id] });
  const input = { customer_id: customer.id, product_id: product.id };
  const subscription_id = (await sellers('POST', '/v1/subscriptions/', input)).body.id;
  const state = async () => (await sellers('GET', `/v1/customers/${customer.id}/state`)).body;
  await run(
    `insert into entitlements.benefit_grants (organization_id, id, customer_id, member_id, benefit_id, subscription_id, granted_at, properties, revision, state_revision, created_at)
     select ?, gen_random_uuid(), ?, gen_random_uuid(), ?, ?, now(), '{}', 0, 0, now() + n * interval '1 microsecond' from generate_series(1, 250) as n`,
    seller.organization.id,
    customer.id,
    benefit.id,
    subscription_id,
  );
  const few = await state();
  await cloneRow(api!, 'entitlements.subscriptions', subscription_id, 120);
  const many = await state();
  expect([few.active_subscriptions.length, few.granted_benefits.length]).toEqual([1, 250]);
  expect(few.granted_benefits[249]).toMatchObject({ benefit_id: benefit.id, benefit_type: 'license_keys', properties: {} });
  expect({ ...many, active_subscriptions: few.active_subscriptions }).toEqual(few);
  expect(new Set(many.active_subscriptions.map(({ id }: { id: string }) => id)).size).toBe(121);
  expect(many.active_subscriptions[120]).toEqual({ ...few.active_subscriptions[0], ...ownOf(many.active_subscriptions[120]) });
});

describe('GET /v1/customer-portal/customers/me/export', () => {
  test('contains all keys, devices, members and purchases of a large customer', async () => {
    const { key, customer, session } = await keyWith(250);
    const product = await seedProduct(api!, seller.organization.id);
    const { body: order } = await sellers('POST', '/v1/orders/', { customer_id: customer.id, product_id: product.id });
    await openSession(api!, seller, customer.id, 'owner');
    await cloneRow(api!, 'entitlements.orders', order.id, 150);
    const keys = [key.id];
    for (let n = 0; n < 105; n++)
      keys.push((await seedLicenseKey(api!, seller, { customer_id: customer.id, benefit_id: key.benefit_id })).id);
    const { status, headers, body } = await session.call('GET', EXPORT);
    expect([status, headers['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
    expect(Object.keys(body)).toEqual(
      ['exported_at', 'customer', 'members', 'license_keys', 'downloads', 'subscriptions', 'orders', 'benefit_grants'], // prettier-ignore
    );
    expect(body.license_keys.map(({ id }: { id: string }) => id)).toEqual(keys);
    const shown = (await sellers('GET', `/v1/license-keys/${key.id}`)).body.activations;
    expect(body.license_keys[0].activations).toEqual(
      shown.map(({ id, label, meta, created_at }: Record<string, unknown>) => ({ id, label, meta, device: null, created_at })),
    );
    expect(body.license_keys[105].activations).toEqual([]);
    expect([body.members.length, body.orders.length, body.subscriptions.length]).toEqual([1, 151, 0]);
    expect(body.orders[150]).toEqual({ ...body.orders[0], ...ownOf(body.orders[150]) });
  });

  test('429 while the session makes another one, in any process; other sessions are not affected', async () => {
    const { customer, session } = await keyWith(MANY, LONG_LABEL);
    const sibling = await openSession(api!, seller, customer.id);
    const underWay = await open(EXPORT, session.token);
    for (const process of apis) {
      const before = await databaseWrites(api!);
      const { status, headers, body } = await callAs(process, session.token)('GET', EXPORT);
      expect([status, body.error]).toEqual([429, 'TooManyRequests']);
      expect(Number(headers['retry-after'])).toBeGreaterThan(0);
      expect(await databaseWrites(api!)).toEqual(before);
    }
    const parallel = await open(EXPORT, sibling.token);
    expect(parallel.statusCode).toBe(200);
    parallel.destroy();
    const whole = JSON.parse(await textOf(underWay));
    expect(whole.license_keys[0].activations).toHaveLength(MANY);
    // The lease ends right after the response.
    await eventually(async () => (await callAs(other!, session.token)('GET', EXPORT)).status === 200);
  });

  test('a client that disconnects ends its export, and may start another one', async () => {
    const { session } = await keyWith(MANY, LONG_LABEL);
    const abandoned = await open(EXPORT, session.token);
    expect((await session.call('GET', EXPORT)).status).toBe(429);
    abandoned.destroy();
    const isFree = async () => (await run(`select from customer_portal.sessions where export_id is not null`)).length === 0;
    await eventually(isFree);
    const again = await open(EXPORT, session.token);
    expect(again.statusCode).toBe(200);
    again.destroy();
    await eventually(isFree);
  });
});

describe('clients that read slowly, and failures', () => {
  let key: SeededLicenseKey;
  let path: string;
  beforeAll(async () => {
    ({ key } = await keyWith(MANY, LONG_LABEL));
    path = `/v1/license-keys/${key.id}`;
  });

  test('clients that read nothing hold no connection to the database, and what they do not read is not read from it', async () => {
    let slow: IncomingMessage[] = [];
    const statements = await recordStatements(async () => {
      slow = await Promise.all(Array.from({ length: 5 }, () => open(path, seller.oat)));
      for (let n = 0; n < 3; n++) expect((await sellers('GET', `${path}?activations_limit=1`)).status).toBe(200);
    });
    expect(statements.filter((text) => text.includes('"activations"')).length).toBeLessThan((5 * MANY) / 25);
    const [first, ...others] = slow;
    for (const response of others) response.destroy();
    const { activations } = JSON.parse(await textOf(first!));
    expect(activations).toHaveLength(MANY);
  });

  test('the response is not complete if the database fails in the middle', async () => {
    const response = await open(path, seller.oat);
    expect(response.statusCode).toBe(200);
    await relay.cut();
    await expect(textOf(response)).rejects.toThrow('aborted');
    expect(response.complete).toBe(false);
    const { status } = await sellers('GET', path);
    expect(status).toBe(503);
    await relay.open();
    expect((await sellers('GET', `${path}?activations_limit=1`)).status).toBe(200);
  });
});
