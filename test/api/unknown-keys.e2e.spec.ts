import { EntityManager } from '@mikro-orm/postgresql';
import { randomUUID } from 'node:crypto';
import { startApi, type TestApi } from '../support/api.ts';
import { Contract } from '../support/contract.ts';
import { seedBenefit } from '../support/seed-benefit.ts';
import { seedLicenseKey, type SeededLicenseKey } from '../support/seed-license-key.ts';
import { callAs } from '../support/call.ts';
import { recordStatements } from '../support/record-statements.ts';
import { type SeededOrganization, seedOrganization } from '../support/seed.ts';
import { stopClock, type StoppedClock } from '../support/stop-clock.ts';

const PATH = '/v1/customer-portal/license-keys';

let api: TestApi;
let contract: Contract;
let ours: SeededOrganization;
let theirs: SeededOrganization;
let clock: StoppedClock;
beforeAll(async () => {
  api = await startApi();
  contract = Contract.of(api);
  ours = await seedOrganization(api);
  theirs = await seedOrganization(api);
});
afterAll(() => api.close());
beforeEach(() => void (clock = stopClock(api)));
afterEach(() => clock[Symbol.dispose]());

let count = 0;
const newNetwork = (): string => `203.0.113.${++count}`;

const AT_ONCE = 50;

const KEY_OPERATIONS = ['validate', 'activate', 'deactivate'] as const;

/** Presents a key from a network, and checks the response against the document. */
async function present(
  from: string,
  key: Pick<SeededLicenseKey, 'key' | 'organization_id'>,
  operation: (typeof KEY_OPERATIONS)[number] = 'validate',
  to = api,
) {
  const { key: string, organization_id } = key;
  const answer = await to.app.inject({
    method: 'POST',
    url: `${PATH}/${operation}`,
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify({ key: string, organization_id, label: 'laptop', activation_id: randomUUID() }),
    remoteAddress: from,
  });
  const heard = { status: answer.statusCode, text: answer.body, body: answer.json(), headers: answer.headers };
  expect(contract.violations(`POST ${PATH}/${operation}`, heard)).toEqual([]);
  return heard;
}
const validate = async (from: string, { key, organization_id }: SeededLicenseKey, to = api): Promise<number> => {
  const answer = await to.app.inject({
    method: 'POST',
    url: `${PATH}/validate`,
    payload: { key, organization_id },
    remoteAddress: from,
  });
  return answer.statusCode;
};
const wrong = (organization_id: string = ours.organization.id) => ({ key: `WRONG-${randomUUID()}`, organization_id });
const guess = async (from: string, times: number): Promise<number[]> => {
  const statuses: number[] = [];
  for (let n = 0; n < times; n++) statuses.push((await present(from, wrong())).status);
  return statuses;
};
/** A key that the seller chose: what the service makes cannot be guessed. */
const anOwnKey = (body: object = {}) => seedLicenseKey(api, ours, { key: `OWN-${randomUUID()}`, ...body });

test('of 3,282 wrong keys in a row, 30 are answered; the rest gets 429', async () => {
  const network = newNetwork();
  const statuses = [];
  // More at once would wait for the database, and be refused for that.
  for (let sent = 0; sent < 3282; sent += AT_ONCE) {
    const some = Array.from({ length: Math.min(AT_ONCE, 3282 - sent) }, () => present(network, wrong()));
    statuses.push(...(await Promise.all(some)));
  }
  const outcomes = Map.groupBy(statuses, ({ status }) => status);
  expect([outcomes.get(404)?.length, outcomes.get(429)?.length]).toEqual([30, 3252]);
  const refused = await present(network, wrong());
  expect(refused.body).toMatchObject({
    error: 'TooManyRequests',
    detail: expect.stringMatching(/^Too many requests\. Try again in/),
  });
  expect(refused.headers['retry-after']).toBe('5');
  expect(refused.headers['ratelimit-policy']).toBe('"minute";q=30;w=60, "hour";q=200;w=3600');
});

test('every response tells how many failures are left; a success is not counted', async () => {
  const network = newNetwork();
  const key = await anOwnKey();
  const policy = '"minute";q=30;w=60, "hour";q=200;w=3600';
  const untouched = { ratelimit: '"minute";r=30;t=60, "hour";r=200;t=3600', 'ratelimit-policy': policy };
  for (const operation of KEY_OPERATIONS) {
    expect((await present(newNetwork(), key, operation)).headers).toMatchObject(untouched);
  }
  expect((await present(network, wrong())).headers['ratelimit']).toBe('"minute";r=29;t=60, "hour";r=199;t=3600');
  for (let n = 0; n < 40; n++) expect(await validate(network, key)).toBe(200);
  expect((await present(network, key)).headers['ratelimit']).toMatch(/^"minute";r=29;t=\d+, "hour";r=199;t=\d+$/);
  expect((await present(network, wrong())).headers['ratelimit']).toMatch(/^"minute";r=28;/);
});

test('activate and deactivate count as well, with other errors left out', async () => {
  const network = newNetwork();
  const expired = await seedLicenseKey(api, ours, { expires_at: '2020-01-01T00:00:00Z' });
  for (let n = 0; n < 40; n++) expect(await validate(network, expired)).toBe(404);
  const statuses: number[] = [];
  for (let n = 0; n < 31; n++) statuses.push((await present(network, wrong(), KEY_OPERATIONS[n % 3])).status);
  expect(statuses).toEqual([...Array.from({ length: 30 }, () => 404), 429]);
});

test('500 devices behind one address never notice that one of them guesses', async () => {
  const network = newNetwork();
  const benefit_id = (await seedBenefit(api, ours.organization.id)).id;
  const first = await seedLicenseKey(api, ours, { benefit_id });
  const license_keys = Array.from({ length: 499 }, () => ({ customer_id: first.customer_id, benefit_id }));
  const { body } = await callAs(api, ours.oat)('POST', '/v1/license-keys/', { license_keys });
  const keys: SeededLicenseKey[] = [first, ...body.items];
  for (const key of keys) expect(await validate(network, key)).toBe(200);
  expect((await guess(network, 31)).at(-1)).toBe(429);
  clock.pass(29);
  await guess(network, 31);
  const statuses = await Promise.all(keys.map((key) => validate(network, key)));
  expect(new Set(statuses)).toEqual(new Set([200]));
});

describe('from a blocked network', () => {
  let network: string;
  let known: SeededLicenseKey;
  beforeEach(async () => {
    network = newNetwork();
    known = await anOwnKey({ limit_activations: 5 });
    await validate(network, known);
    await guess(network, 31);
  });

  test.each(KEY_OPERATIONS)(
    'a key that was never used from there gets the same response to %s as an unknown one',
    async (operation) => {
      const key = await anOwnKey({ limit_activations: 5 });
      const of = async (presented: Parameters<typeof present>[1]) => {
        const { status, body, headers } = await present(network, presented, operation);
        const { date: _date, 'x-request-id': _id, 'retry-after': after, ratelimit: _left, ...others } = headers;
        return { status, error: body.error, others, after: Number(after) > 0 };
      };
      const unknown = await of(wrong());
      expect(unknown).toMatchObject({ status: 429, error: 'TooManyRequests' });
      expect(unknown.others).not.toHaveProperty('license-code');
      expect(await of(key)).toEqual(unknown);
      const em = api.app.get(EntityManager).fork();
      const [row] = await em.execute(
        'select validations::int, activation_count, modified_at from licensing.license_keys where id = ?',
        [key.id],
      );
      expect(row).toEqual({ validations: 0, activation_count: 0, modified_at: null });
    },
  );

  test('a key that the service generated is used for the first time, however it is written, and the network stays blocked', async () => {
    const generated = await seedLicenseKey(api, ours, { limit_activations: 5 });
    const typed = { ...generated, key: ` ${generated.key.toLowerCase()}` };
    expect([(await present(network, typed, 'activate')).status, await validate(network, typed)]).toEqual([200, 200]);
    expect((await present(network, wrong())).status).toBe(429);
    const formatted = await anOwnKey();
    expect((await present(network, { ...formatted, key: formatted.key.toLowerCase() })).status).toBe(429);
  });

  test('a key of a device that is activated with it goes on', async () => {
    const { organization_id, key } = await anOwnKey({ limit_activations: 5 });
    const call = (from: string, operation: string, body: object, headers = {}) =>
      api.app.inject({
        method: 'POST',
        url: `${PATH}/${operation}`,
        payload: { key, organization_id, ...body },
        headers,
        remoteAddress: from,
      });
    const activated = await call(newNetwork(), 'activate', { label: 'laptop' }, { 'license-device': 'one' });
    const activation_id = activated.json().id;
    expect((await call(network, 'validate', { activation_id: randomUUID() })).statusCode).toBe(429);
    expect((await call(network, 'activate', { label: 'laptop' }, { 'license-device': 'two' })).statusCode).toBe(429);
    expect((await call(network, 'activate', { label: 'laptop' }, { 'license-device': 'one' })).json().id).toBe(activation_id);
    expect((await call(newNetwork(), 'validate', { activation_id })).statusCode).toBe(200);
  });

  test('an explanation says which keys are refused, and counts nothing', async () => {
    const explain = async (key: SeededLicenseKey, ip_address: string) => {
      const { id } = key;
      const { body } = await callAs(api, ours.oat)('POST', '/v1/license-keys/explain', { operation: 'validate', id, ip_address });
      return body.checks.find(({ name }: { name: string }) => name === 'network_accepted').outcome;
    };
    const other = await anOwnKey();
    expect([await explain(known, network), await explain(other, network)]).toEqual(['passed', 'failed']);
    expect(await explain(other, newNetwork())).toBe('passed');
    expect(await explain(await seedLicenseKey(api, ours), network)).toBe('passed');
  });

  test('a key that exists takes the same statements as one that does not', async () => {
    const key = await anOwnKey();
    const unknown = await recordStatements(() => present(network, wrong()));
    expect(await recordStatements(() => present(network, key))).toEqual(unknown);
  });

  test('a known key is validated, activated and deactivated', async () => {
    const params = { key: known.key, organization_id: known.organization_id };
    const call = (operation: string, body: object) =>
      api.app.inject({ method: 'POST', url: `${PATH}/${operation}`, payload: { ...params, ...body }, remoteAddress: network });
    expect((await call('validate', {})).statusCode).toBe(200);
    const activated = await call('activate', { label: 'laptop' });
    expect(activated.statusCode).toBe(200);
    expect((await call('deactivate', { activation_id: activated.json().id })).statusCode).toBe(204);
  });

  test('other networks, other organizations and sellers are not blocked', async () => {
    expect((await present(newNetwork(), wrong())).status).toBe(404);
    expect((await present(network, wrong(theirs.organization.id))).status).toBe(404);
    const key = await anOwnKey();
    const { key: string, organization_id } = key;
    const asSeller = (presented: string) =>
      api.app.inject({
        method: 'POST',
        url: '/v1/license-keys/validate',
        headers: { authorization: `Bearer ${ours.oat}` },
        payload: { key: presented, organization_id },
        remoteAddress: network,
      });
    expect((await asSeller(string)).statusCode).toBe(200);
    for (let n = 0; n < 40; n++) expect((await asSeller(wrong().key)).statusCode).toBe(404);
  });

  test('a key is known after a restart, and on another process', async () => {
    const { createApi } = await import('../../apps/api/create-api.ts');
    const { Config } = await import('#platform/config');
    const { SECRET_KEY } = await import('../support/api.ts');
    const app = await createApi({ config: Config.from({}), databaseUrl: api.databaseUrl, secretKeys: [SECRET_KEY] });
    await app.init();
    await app.getHttpAdapter().getInstance().ready();
    const restarted: TestApi = { ...api, app };
    for (let n = 0; n < 31; n++) await present(network, wrong(), 'validate', restarted);
    expect(await validate(network, known, restarted)).toBe(200);
    expect(await validate(network, await anOwnKey(), restarted)).toBe(429);
    await app.close();
  });

  test('a key is forgotten after 30 days', async () => {
    clock.pass(31);
    await guess(network, 31);
    expect(await validate(network, known)).toBe(429);
    clock.pass(1);
    expect(await validate(network, known)).toBe(200);
  });
});

test('a string that is presented again and again, however it is written, is one guess', async () => {
  const network = newNetwork();
  const { organization_id, key } = wrong();
  for (let n = 0; n < 40; n++) {
    const typed = `${' '.repeat(n % 3)}${n % 2 ? key.replaceAll('-', '\u2011') : key}${'\u200b'.repeat(n % 5)}`;
    expect((await present(network, { organization_id, key: typed })).status).toBe(404);
  }
  expect((await present(network, wrong())).headers['ratelimit']).toMatch(/^"minute";r=28;/);
});

test('the letters of keys that sellers chose may make the difference: other letters are another guess', async () => {
  const network = newNetwork();
  const { organization_id, key } = wrong();
  const statuses: number[] = [];
  for (let n = 0; n < 31; n++) {
    const typed = [...key].map((each, at) => ((n >> at) & 1 ? each.toLowerCase() : each)).join('');
    statuses.push((await present(network, { organization_id, key: typed })).status);
  }
  expect(statuses.at(-1)).toBe(429);
});

test('what differs from a key by its form only is no guess', async () => {
  const network = newNetwork();
  const key = await seedLicenseKey(api, ours);
  for (let n = 0; n < 40; n++) expect(await validate(network, { ...key, key: `${key.key.toLowerCase()}\n` })).toBe(200);
  expect((await present(network, wrong())).headers['ratelimit']).toMatch(/^"minute";r=29;/);
});

test('the refusal lasts seconds at first, and twice as long each time until it lasts 15 minutes', async () => {
  const network = newNetwork();
  await guess(network, 30);
  const waits: number[] = [];
  for (let n = 0; n < 10; n++) {
    await guess(network, 30);
    waits.push(Number((await present(network, wrong())).headers['retry-after']));
    clock.pass(waits.at(-1)! / 86_400);
  }
  expect(waits).toEqual([5, 10, 20, 40, 80, 160, 320, 640, 900, 900]);
});

test('the limit is configurable', async () => {
  const strict = await startApi({ KEY_FAILURES_PER_MINUTE: '1', KEY_FAILURES_PER_HOUR: '5', KEY_FAILURES_BLOCK_SECONDS: '3' });
  const network = newNetwork();
  expect((await present(network, wrong(), 'validate', strict)).status).toBe(404);
  expect((await present(network, wrong(), 'validate', strict)).headers['retry-after']).toBe('3');
  await strict.close();
});
