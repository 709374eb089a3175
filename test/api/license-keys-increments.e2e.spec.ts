import { randomUUID } from 'node:crypto';
import { type Answer, callAs } from '../support/call.ts';
import { Contract } from '../support/contract.ts';
import { keyParams, type LicenseFixture, NOT_FOUND, openLicenseFixture, TIME, UUID } from '../support/license-fixture.ts';
import type { SeededLicenseKey } from '../support/seed-license-key.ts';

let fixture: LicenseFixture;
let contract: Contract;
beforeAll(async () => {
  fixture = await openLicenseFixture();
  contract = await Contract.of(fixture.api);
});
afterAll(() => fixture.close());

const PUBLIC = '/v1/customer-portal/license-keys';
const COUNTERS = { exports: { limit: 10 }, pages: {} };

async function countingKey(): Promise<SeededLicenseKey> {
  const { body } = await fixture.seller('POST', '/v1/benefits/', {
    type: 'license_keys',
    description: 'A license key',
    properties: { activations: { limit: 3, enable_customer_admin: true }, policy: { counters: COUNTERS } },
  });
  return fixture.key({ benefit_id: body.id });
}

const send = (key: SeededLicenseKey, operation: string, body: object, headers = {}): Promise<Answer> =>
  fixture.anonymous('POST', `${PUBLIC}/${operation}`, { ...keyParams(key), ...body }, headers);
const increment = (
  key: SeededLicenseKey,
  metadata: unknown,
  { counter = 'exports', units = 1, ...rest }: { counter?: string; units?: number; activation_id?: string } = {},
  headers = {},
) => send(key, 'validate', { increment: { counter, units, metadata }, ...rest }, headers);

async function list(key: { readonly id: string }, query = '', by = fixture.seller): Promise<Answer> {
  const answer = await by('GET', `/v1/license-keys/${key.id}/increments${query}`);
  expect(contract.violations('GET /v1/license-keys/{id}/increments', answer)).toEqual([]);
  return answer;
}
const jobs = ({ body }: Answer): unknown[] => body.items.map(({ metadata }: { metadata: { job: unknown } }) => metadata.job);

test('200: what applications sent with their increments is listed, newest first, with the activation', async () => {
  const key = await countingKey();
  const activation_id = await fixture.activation(key);
  await increment(key, { job: 'a', pages: 12, draft: true }, { units: 3, activation_id });
  await send(key, 'validate', { increment: { counter: 'exports', units: 1 } });
  await increment(key, {});
  await increment(key, { job: 'b' }, { counter: 'pages' });
  const { body } = await list(key);
  expect(body.items.toSorted((a: { units: number }, b: { units: number }) => a.units - b.units)).toEqual([
    {
      id: expect.stringMatching(UUID),
      created_at: expect.stringMatching(TIME),
      counter: 'pages',
      units: 1,
      activation_id: null,
      metadata: { job: 'b' },
    },
    {
      id: expect.stringMatching(UUID),
      created_at: expect.stringMatching(TIME),
      counter: 'exports',
      units: 3,
      activation_id,
      metadata: { job: 'a', pages: 12, draft: true },
    },
  ]);
  expect((await fixture.read(key)).counters).toMatchObject({ exports: { used: 5 }, pages: { used: 1 } });
  expect(await fixture.read(key)).not.toHaveProperty('policy_state');
});

test('200: filtered by counter, activation, metadata and period, and in pages', async () => {
  const key = await countingKey();
  const activation_id = await fixture.activation(key);
  for (const job of [1, 2, 3]) await increment(key, { job, kind: 'draft' });
  await increment(key, { job: 4 }, { counter: 'pages', activation_id });
  const sorted = async (query: string) => jobs(await list(key, query)).toSorted();
  expect(await sorted('?counter=exports')).toEqual([1, 2, 3]);
  expect(await sorted(`?activation_id=${activation_id}`)).toEqual([4]);
  expect(await sorted('?metadata[kind]=draft&metadata[job]=1&metadata[job]=3&metadata[job]=4')).toEqual([1, 3]);
  const { items } = (await list(key)).body;
  const at = encodeURIComponent(items[0].created_at);
  expect(await sorted(`?end_timestamp=${at}`)).not.toContain(jobs(await list(key))[0]);
  expect(await sorted(`?start_timestamp=${at}`)).toContain(jobs(await list(key))[0]);
  const first = (await list(key, '?limit=3')).body;
  const second = (await list(key, `?limit=3&cursor=${first.next_cursor}`)).body;
  expect([...first.items, ...second.items]).toEqual(items);
  expect(second.next_cursor).toBeNull();
});

test('200: exported oldest first, as JSON lines and CSV', async () => {
  const key = await countingKey();
  await increment(key, { job: '=1+1' }, { units: 2 });
  await increment(key, { job: 2 }, { counter: 'pages' });
  const path = `/v1/license-keys/${key.id}/increments/export`;
  const [lines, table] = [await fixture.seller('GET', path), await fixture.seller('GET', `${path}?format=csv&counter=exports`)];
  expect(
    lines.text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toEqual((await list(key)).body.items.toReversed());
  const [head, ...rows] = table.text
    .replace(/^\uFEFF/, '')
    .trim()
    .split('\r\n');
  expect([head, rows.length]).toEqual(['created_at,id,counter,units,activation_id,metadata', 1]);
  expect(rows[0]).toMatch(/,exports,2,,"\{""job"":""=1\+1""\}"$/);
});

test('a request that is repeated keeps its increment once; what is refused or tried out keeps nothing', async () => {
  const key = await countingKey();
  const headers = { 'Idempotency-Key': randomUUID() };
  for (let round = 0; round < 3; round++) expect((await increment(key, { job: 1 }, {}, headers)).status).toBe(200);
  await increment(key, { job: 2 }, {}, { 'License-Dry-Run': 'true' });
  expect((await increment(key, { job: 3 }, { units: 10 })).headers['license-code']).toBe('COUNTER_LIMIT_REACHED');
  expect((await increment(key, { job: 4 }, { activation_id: randomUUID() })).status).toBe(404);
  expect(jobs(await list(key))).toEqual([1]);
});

test('a commit of a reservation keeps what was used, and one of the usage is refused with metadata', async () => {
  const key = await countingKey();
  const activation_id = await fixture.activation(key);
  const reserve = async (body: object) => (await send(key, 'reservations', { units: 4, ...body })).body.id;
  const commit = (id: string, body: object) => send(key, `reservations/${id}/commit`, body);
  const [ofCounter, released, ofUsage] = [
    await reserve({ counter: 'exports', activation_id }),
    await reserve({ counter: 'exports' }),
    await reserve({}),
  ];
  const open = (await fixture.seller('GET', `/v1/license-keys/${key.id}/reservations`)).body.items;
  expect(Object.keys(open[0]).toSorted()).toEqual(['counter', 'created_at', 'expires_at', 'id', 'units']);
  expect((await commit(ofCounter, { units: 3, metadata: { job: 1 } })).status).toBe(200);
  expect((await send(key, `reservations/${released}/release`, {})).status).toBe(204);
  const refused = await commit(ofUsage, { metadata: { job: 2 } });
  expect([refused.status, refused.body.detail]).toMatchObject([
    422,
    [{ loc: ['body', 'metadata'], msg: 'The reservation is of the usage. Only units of a counter have metadata.' }],
  ]);
  expect((await commit(ofUsage, {})).body).toMatchObject({ units: 4, usage: 4 });
  expect((await list(key)).body.items).toMatchObject([{ counter: 'exports', units: 3, activation_id, metadata: { job: 1 } }]);
});

test.each([
  ['more than 10 pairs', Object.fromEntries(Array.from({ length: 11 }, (_, index) => [`k${index}`, 1]))],
  ['a long key', { ['k'.repeat(41)]: 1 }],
  ['a long value', { job: 'v'.repeat(501) }],
  ['a nested value', { job: { id: 1 } }],
  ['a list', ['job']],
  ['null in it', { job: null }],
])('422: %s, which counts nothing', async (_, metadata) => {
  const key = await countingKey();
  const refused = await increment(key, metadata);
  expect(refused.status).toBe(422);
  for (const { loc } of refused.body.detail) expect(loc.slice(0, 3)).toEqual(['body', 'increment', 'metadata']);
  expect(await fixture.read(key)).toMatchObject({ validations: 0, counters: { exports: { used: 0 } } });
});

test('404: of another organization or of no license key; 422: for wrong filters', async () => {
  const key = await countingKey();
  await increment(key, { job: 1 });
  const foreign = callAs(fixture.api, fixture.theirs.oat);
  for (const operation of ['increments', 'increments/export']) {
    expect(await foreign('GET', `/v1/license-keys/${key.id}/${operation}`)).toMatchObject({ status: 404, body: NOT_FOUND });
    expect((await fixture.seller('GET', `/v1/license-keys/${randomUUID()}/${operation}`)).status).toBe(404);
    for (const query of ['counter=No', 'start_timestamp=soon', 'activation_id=1'])
      expect((await fixture.seller('GET', `/v1/license-keys/${key.id}/${operation}?${query}`)).status).toBe(422);
  }
});

test('the export of a customer has them', async () => {
  const { body: customer } = await fixture.seller('POST', '/v1/customers/', { email: `${randomUUID()}@example.com` });
  const { body: benefit } = await fixture.seller('POST', '/v1/benefits/', {
    type: 'license_keys',
    description: 'A license key',
    properties: { policy: { counters: COUNTERS } },
  });
  const key = await fixture.key({ customer_id: customer.id, benefit_id: benefit.id });
  await increment(key, { job: 'secret' }, { units: 2 });
  const { body: exported } = await fixture.seller('GET', `/v1/customers/${customer.id}/export`);
  expect(exported.license_keys[0].increments).toEqual((await list(key)).body.items);
});
