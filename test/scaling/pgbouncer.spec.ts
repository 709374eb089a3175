import { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { Config } from '#platform/config';
import { isStatementTimeout, readDb } from '#engine/persistence';
import { runInContext, RequestContext } from '#engine/tenancy';
import { startMessaging } from '../../apps/worker/start-messaging.ts';
import { apiOn, SECRET_KEY, type TestApi } from '../support/api.ts';
import { type Call, callAs } from '../support/call.ts';
import { freshDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { hasPgBouncer, PgBouncer } from '../support/pgbouncer.ts';
import { seedBenefit } from '../support/seed-benefit.ts';
import { seedCustomer } from '../support/seed-customer.ts';
import { seedProduct } from '../support/seed-product.ts';
import { type SeededOrganization, seedOrganization } from '../support/seed.ts';

const isThere = hasPgBouncer();
if (!isThere) process.stderr.write('Skipped: test/scaling/pgbouncer.spec.ts, because there is no /usr/sbin/pgbouncer.\n');

/** Fewer than the API has: its transactions run on any of them. */
const CONNECTIONS = 3;

(isThere ? describe : describe.skip)('behind PgBouncer in transaction mode', () => {
  const resources = new AsyncDisposableStack();
  let pooler: PgBouncer;
  let api: TestApi;
  let ours: SeededOrganization;
  let seller: Call;
  beforeAll(async () => {
    const database = await freshDatabase();
    resources.defer(() => database.drop());
    pooler = resources.use(await PgBouncer.start(database.url, CONNECTIONS));
    api = await apiOn(database.url, { DATABASE_POOLER_URL: pooler.url });
    resources.defer(() => api.close());
    const config = Config.from({});
    resources.use(await startMessaging(api.app, { config, databaseUrl: database.url, secretKeys: [SECRET_KEY] }));
    ours = await seedOrganization(api);
    seller = callAs(api, ours.oat);
  });
  afterAll(() => resources.disposeAsync());

  const created = async (url: string, body: object, headers: Record<string, string> = {}) => {
    const answer = await seller('POST', url, body, headers);
    expect([url, answer.status, answer.text]).toEqual([url, 201, expect.anything()]);
    return answer.body;
  };

  test('requests of all kinds share the connections', async () => {
    const activations = { limit: 5, enableCustomerAdmin: false };
    const benefit_id = (await seedBenefit(api, ours.organization.id, { activations })).id;
    const work = async (): Promise<string> => {
      const customer_id = (await seedCustomer(api, ours.organization.id)).id;
      const { id, key } = await created('/v1/license-keys/', { customer_id, benefit_id }, { 'idempotency-key': randomUUID() });
      const about = { key, organization_id: ours.organization.id };
      const activated = await callAs(api)('POST', '/v1/customer-portal/license-keys/activate', { ...about, label: 'Laptop' });
      const validated = await callAs(api)('POST', '/v1/customer-portal/license-keys/validate', about);
      const updated = await seller('PATCH', `/v1/license-keys/${id}`, { limit_usage: 5 });
      const listed = await seller('GET', `/v1/license-keys/?benefit_id=${benefit_id}&limit=100`);
      expect([activated, validated, updated, listed].map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      return id;
    };
    const ids = await Promise.all(Array.from({ length: 12 }, work));
    const { body } = await seller('GET', `/v1/license-keys/?benefit_id=${benefit_id}&limit=100`);
    expect(body.items.map(({ id }: { id: string }) => id).sort()).toEqual([...ids].sort());
  });

  test('a repeated request gets the stored response', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const body = { email: 'ada@example.com' };
    expect(await created('/v1/customers/', body, headers)).toEqual(await created('/v1/customers/', body, headers));
  });

  test('the worker issues a key for a purchase', async () => {
    const { id: benefit } = await seedBenefit(api, ours.organization.id);
    const product = await seedProduct(api, ours.organization.id, { every: 'month', benefits: [benefit] });
    const customer = await seedCustomer(api, ours.organization.id);
    await created('/v1/subscriptions/', { product_id: product.id, customer_id: customer.id });
    const issued = async () => (await seller('GET', `/v1/license-keys/?benefit_id=${benefit}`)).body.items;
    await eventually(async () => (await issued()).length > 0);
    expect(await issued()).toMatchObject([{ customer_id: customer.id }]);
  });

  test('a list may take as long as without a pooler', async () => {
    const context = new RequestContext({ tenant: ours.organization.id, statementMs: 50 });
    const slow = runInContext(context, () => sql`select pg_sleep(60)`.execute(readDb<object>(api.app.get(EntityManager))));
    await expect(slow.catch(isStatementTimeout)).resolves.toBe(true);
  });

  test('nothing stays on the connections of PostgreSQL', async () => {
    const left = `select (select count(*)::int from pg_prepared_statements) as statements,
      current_setting('statement_timeout') as timeout, pg_backend_pid() as pid`;
    const clients = Array.from({ length: CONNECTIONS }, () => new pg.Client(pooler.url));
    await Promise.all(clients.map((client) => client.connect()));
    // Each transaction has a connection to itself.
    for (const client of clients) await client.query('begin');
    const found = (await Promise.all(clients.map((client) => client.query(left)))).flatMap(({ rows }) => rows);
    await Promise.all(clients.map((client) => client.end()));
    expect(found).toEqual(found.map(({ pid }) => ({ statements: 0, timeout: '0', pid })));
    expect(new Set(found.map(({ pid }) => pid)).size).toBe(CONNECTIONS);
  });
});
