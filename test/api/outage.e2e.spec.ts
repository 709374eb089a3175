import { EntityManager } from '@mikro-orm/postgresql';
import type { FastifyReply } from 'fastify';
import { randomUUID } from 'node:crypto';
import { Config } from '#platform/config';
import { SessionProxy } from '#platform/http/composition';
import { pgPool } from '#engine/persistence';
import { Keyring, newToken } from '#engine/secrets';
import { createApi } from '../../apps/api/create-api.ts';
import { SECRET_KEY, type TestApi } from '../support/api.ts';
import { type Answer, type Call, callAs } from '../support/call.ts';
import { freshDatabase } from '../support/database.ts';
import { Relay } from '../support/relay.ts';
import { seedOrganization } from '../support/seed.ts';
import { seedBenefit } from '../support/seed-benefit.ts';

const UNAVAILABLE = { error: 'ServiceUnavailable', detail: 'The service is not ready, try again shortly' };

let relay: Relay;
let api: TestApi;
let call: Call;
let organizationId: string;
beforeAll(async () => {
  const database = await freshDatabase();
  relay = new Relay(new URL(database.url));
  await relay.open();
  const config = Config.from({ DATABASE_CONNECTIONS: '4' });
  const app = await createApi({ config, databaseUrl: relay.url, secretKeys: [SECRET_KEY] });
  app.useLogger(false);
  await app.init();
  await app.getHttpAdapter().getInstance().ready();
  api = {
    app,
    databaseUrl: relay.url,
    close: async () => {
      await app.close();
      await relay.cut();
      await database.drop();
    },
  };
  const { oat, organization } = await seedOrganization(api);
  organizationId = organization.id;
  call = callAs(api, oat);
});
afterAll(() => api.close());

const expectUnavailable = (answer: Answer): void => {
  expect([answer.status, answer.body]).toEqual([503, UNAVAILABLE]);
  expect(answer.headers).toMatchObject({
    'retry-after': expect.stringMatching(/^[1-9]\d*$/),
    'cache-control': 'private, no-store',
    'x-request-id': expect.any(String),
  });
};

/** What the browser sends of somebody who has opened a link to a portal. */
function cookieOfLink(area: '/portal/acme'): string {
  const cookies: string[] = [];
  const reply = { header: (_name: string, cookie: string) => cookies.push(cookie) } as unknown as FastifyReply;
  new SessionProxy(new Keyring([SECRET_KEY]), false).rememberLink(reply, newToken('cst'), area);
  return cookies[0]!.split(';')[0]!;
}

const everyKindOfRequest = (id: string): (() => Promise<Answer>)[] => [
  () => call('GET', '/health/ready'),
  () => call('GET', '/v1/benefits/'),
  () => call('GET', `/v1/benefits/${id}`),
  () => call('POST', '/v1/benefits/', { type: 'license_keys', description: 'New', properties: {} }),
  () => call('PATCH', `/v1/benefits/${id}`, { type: 'license_keys', description: 'Changed' }),
  () => call('DELETE', `/v1/benefits/${id}`),
  () => call('POST', '/v1/license-keys/activate', { key: 'x', organization_id: organizationId, label: 'x' }),
  () => callAs(api)('POST', '/v1/customer-portal/license-keys/validate', { key: 'x', organization_id: randomUUID() }),
  () => call('POST', '/v1/customers/', { email: 'ada@example.com' }, { 'idempotency-key': 'outage' }),
  // A route of no controller, registered before the application is initialized.
  () =>
    callAs(api)('POST', '/portal/acme/api/link', undefined, {
      'sec-fetch-site': 'same-origin',
      cookie: cookieOfLink('/portal/acme'),
    }),
];

test('503 for everything that needs the database while it is unreachable, and recovery afterwards', async () => {
  const { id } = await seedBenefit(api, organizationId);
  await relay.cut();
  for (const request of everyKindOfRequest(id)) expectUnavailable(await request());
  expect((await call('GET', '/health/live')).status).toBe(200);
  expect((await call('GET', '/nothing')).status).toBe(404);
  expect((await callAs(api)('GET', '/v1/benefits/')).status).toBe(401);

  await relay.open();
  const { status, body } = await call('GET', `/v1/benefits/${id}`);
  expect([status, body.description, body.modified_at]).toEqual([200, 'A license key', null]);
  expect((await call('GET', '/health/ready')).status).toBe(200);
  const created = await call('POST', '/v1/customers/', { email: 'ada@example.com' }, { 'idempotency-key': 'outage' });
  const repeated = await call('POST', '/v1/customers/', { email: 'ada@example.com' }, { 'idempotency-key': 'outage' });
  expect([created.status, repeated.text, repeated.headers['idempotency-replayed']]).toEqual([201, created.text, 'true']);
});

test('a process opens at most the configured number of connections', async () => {
  const pool = await pgPool(api.app.get(EntityManager));
  const sellers = await Promise.all(Array.from({ length: 4 }, async () => callAs(api, (await seedOrganization(api)).oat)));
  const answers = await Promise.all(sellers.flatMap((seller) => Array.from({ length: 5 }, () => seller('GET', '/v1/benefits/'))));
  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
  expect(pool.totalCount).toBe(4);
});

test('replaces connections that the database closed', async () => {
  const { id } = await seedBenefit(api, organizationId);
  await Promise.all(Array.from({ length: 8 }, () => call('GET', `/v1/benefits/${id}`)));
  const statement =
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()';
  await api.app.get(EntityManager).fork().execute(statement);
  const answers = await Promise.all(Array.from({ length: 8 }, () => call('GET', `/v1/benefits/${id}`)));
  for (const { status } of answers) expect([200, 503]).toContain(status);
  expect((await call('GET', `/v1/benefits/${id}`)).status).toBe(200);
});
