import { EntityManager } from '@mikro-orm/postgresql';
import { Logger } from '@nestjs/common';
import pg from 'pg';
import { Config } from '#platform/config';
import { createApi } from '../../apps/api/create-api.ts';
import { REQUEST_MS } from '#engine/tenancy';
import { SECRET_KEY, type TestApi } from '../support/api.ts';
import { type Answer, type Call, callAs } from '../support/call.ts';
import { freshDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { ONLY_TIMEOUTS } from '../support/fake-timers.ts';
import { Relay } from '../support/relay.ts';
import { seedOrganization } from '../support/seed.ts';
import { seedLicenseKey, type SeededLicenseKey } from '../support/seed-license-key.ts';
import { untilBlocked } from '../support/until-blocked.ts';

const { jest } = import.meta;

/** Waits for timeouts of PostgreSQL. */
jest.setTimeout(120_000);

const UNAVAILABLE = { error: 'ServiceUnavailable', detail: 'The service is not ready, try again shortly' };

let relay: Relay;
let api: TestApi;
let call: Call;
let key: SeededLicenseKey;
let operator: pg.Client;
const warnings: string[] = [];
beforeAll(async () => {
  const database = await freshDatabase();
  relay = new Relay(new URL(database.url));
  await relay.open();
  const app = await createApi({ config: Config.from({}), databaseUrl: relay.url, secretKeys: [SECRET_KEY] });
  app.useLogger(false);
  await app.init();
  await app.getHttpAdapter().getInstance().ready();
  operator = new pg.Client({ connectionString: database.url, application_name: 'nightly repair' });
  await operator.connect();
  api = {
    app,
    databaseUrl: relay.url,
    close: async () => {
      await operator.end();
      await app.close();
      await relay.cut();
      await database.drop();
    },
  };
  const seller = await seedOrganization(api);
  call = callAs(api, seller.oat);
  key = await seedLicenseKey(api, seller, { limit_activations: 100 });
});
beforeEach(() => {
  warnings.length = 0;
  jest.spyOn(Logger.prototype, 'warn').mockImplementation((line: string) => void warnings.push(line));
});
afterEach(() => jest.restoreAllMocks());
afterAll(() => api.close());

const expectUnavailable = ({ status, body, headers }: Answer): void => {
  expect([status, body]).toEqual([503, UNAVAILABLE]);
  expect(headers).toMatchObject({
    'retry-after': '1',
    'cache-control': 'private, no-store',
    'x-request-id': expect.any(String),
  });
};

/** The table is locked by an operator until the returned function is called. */
async function locked(table: string): Promise<() => Promise<unknown>> {
  await operator.query(`begin; lock table ${table} in access exclusive mode`);
  return () => operator.query('rollback');
}

const activate = (label: string, headers?: Record<string, string>): Promise<Answer> =>
  callAs(api)('POST', '/v1/customer-portal/license-keys/activate', { ...presented(), label }, headers);
const presented = () => ({ key: key.key, organization_id: key.organization_id });
const labels = async (): Promise<string[]> => {
  const { body } = await call('GET', `/v1/license-keys/${key.id}`);
  return (body.activations as { label: string }[]).map(({ label }) => label);
};

/** Requests that wait for each other's transactions, and one of a table that is locked. */
const requestsAbout: [table: string, requests: () => Promise<Answer>[]][] = [
  [
    'licensing.license_keys',
    () => [activate('a'), activate('b'), call('GET', '/v1/license-keys/'), call('GET', `/v1/license-keys/${key.id}`)],
  ],
  [
    'platform.idempotency_keys',
    () => [
      activate('with a key', { 'idempotency-key': 'of a change' }),
      call(
        'POST',
        '/v1/benefits/',
        { type: 'custom', description: 'New', properties: {} },
        { 'idempotency-key': 'of a request' },
      ),
    ],
  ],
  ['catalog.benefits', () => [call('POST', '/v1/benefits/', { type: 'custom', description: 'New', properties: {} })]],
  [
    'platform.outbox',
    () => [activate('c'), call('POST', '/v1/benefits/', { type: 'custom', description: 'New', properties: {} })],
  ],
];

test.each(requestsAbout)('503 while %s is locked, and nothing is written', async (table, requests) => {
  const before = await labels();
  const unlock = await locked(table);
  try {
    for (const answer of await Promise.all(requests())) expectUnavailable(answer);
    await eventually(() => warnings.length > 0);
  } finally {
    await unlock();
  }
  const { rows } = await operator.query<{ pid: number }>('select pg_backend_pid() as pid');
  expect(warnings.map((line) => line.replace(/\d+ seconds/, 'some seconds'))).toEqual([
    `Statements wait for a lock that process ${rows[0]!.pid} (nightly repair) of PostgreSQL holds on ${table}, whose latest query began some seconds ago and is idle in transaction. \`select pg_terminate_backend(${rows[0]!.pid})\` ends it.`,
  ]);
  expect(await labels()).toEqual(before);
  expect((await call('GET', '/v1/benefits/?query=New')).body.items).toEqual([]);
});

test('a request whose response was lost in time is done once by its repetition with the key', async () => {
  const unlock = await locked('licensing.license_keys');
  jest.useFakeTimers(ONLY_TIMEOUTS);
  const first = activate('laptop', { 'idempotency-key': 'laptop' });
  await untilBlocked(operator);
  jest.advanceTimersByTime(REQUEST_MS);
  jest.useRealTimers();
  expectUnavailable(await first);
  await unlock();
  let answer: Answer;
  await eventually(async () => {
    answer = await activate('laptop', { 'idempotency-key': 'laptop' });
    return answer.status !== 409;
  });
  expect(answer!.status).toBe(200);
  expect((await labels()).filter((label) => label === 'laptop')).toHaveLength(1);
});

test('a process that stood still, as one that is paused, answers what waited meanwhile', async () => {
  const unlock = await locked('catalog.benefits');
  const answer = call('GET', '/v1/benefits/');
  await untilBlocked(operator);
  const unlocked = unlock();
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, REQUEST_MS + 100);
  expect((await answer).status).toBe(200);
  await unlocked;
});

test('503 in time while PostgreSQL says nothing, also to those that wait behind others', async () => {
  expect((await call('GET', '/v1/license-keys/')).status).toBe(200);
  relay.silence();
  jest.useFakeTimers(ONLY_TIMEOUTS);
  const seen = jest.getTimerCount();
  const requests = [
    call('GET', '/v1/license-keys/'),
    call('PATCH', `/v1/license-keys/${key.id}`, { limit_usage: 5 }),
    activate('silent'),
    ...Array.from({ length: 20 }, () => call('GET', '/v1/benefits/')),
  ];
  await eventually(() => jest.getTimerCount() >= seen + requests.length);
  jest.advanceTimersByTime(REQUEST_MS);
  for (const answer of await Promise.all(requests)) expectUnavailable(answer);
  jest.useRealTimers();
  relay.restore();
  await eventually(async () => (await call('GET', '/v1/license-keys/')).status === 200);
  expect(await labels()).not.toContain('silent');
  await api.app.get(EntityManager).fork().execute('select 1');
});
