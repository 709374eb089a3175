import type { Answer } from '../support/call.ts';
import { Contract } from '../support/contract.ts';
import { keyParams, type LicenseFixture, openLicenseFixture, TIME } from '../support/license-fixture.ts';
import type { SeededLicenseKey } from '../support/seed-license-key.ts';

let fixture: LicenseFixture;
let contract: Contract;
beforeAll(async () => {
  fixture = await openLicenseFixture();
  contract = Contract.of(fixture.api);
});
afterAll(() => fixture.close());

const offline = { lease_seconds: 3600, grace_seconds: 60, max_offline_devices: 5 };
const properties = (counters: object) => ({
  activations: { limit: 3, enable_customer_admin: true },
  offline,
  policy: { counters },
});
const benefitWith = (counters: object): Promise<Answer> =>
  fixture.seller('POST', '/v1/benefits/', {
    type: 'license_keys',
    description: 'A license key',
    properties: properties(counters),
  });

/** A key of a benefit with these counters. */
async function keyWith(counters: object): Promise<SeededLicenseKey> {
  const { status, body, text } = await benefitWith(counters);
  if (status !== 201) throw new Error(`No benefit: ${status} ${text}`);
  expect(body.properties.policy).toEqual({ counters });
  return fixture.key({ benefit_id: body.id });
}

async function use(operation: string, key: SeededLicenseKey, body: object = {}): Promise<Answer> {
  const path = `/v1/customer-portal/license-keys/${operation}`;
  const answer = await fixture.anonymous('POST', path, { ...keyParams(key), ...body });
  expect(contract.violations(`POST ${path}`, answer)).toEqual([]);
  return answer;
}
const increment = (key: SeededLicenseKey, units: number, counter = 'api_calls') =>
  use('validate', key, { increment: { counter, units } });
const change = async (key: SeededLicenseKey, counters: object): Promise<Answer> => {
  const answer = await fixture.seller('PATCH', `/v1/license-keys/${key.id}`, { counters });
  expect(contract.violations('PATCH /v1/license-keys/{id}', answer)).toEqual([]);
  return answer;
};
const outcome = ({ status, headers }: Answer): string => `${status} ${headers['license-code'] ?? ''}`.trim();
const refused = ({ status, body }: Answer): unknown[] => [
  status,
  body.detail.map(({ loc }: { loc: unknown[] }) => loc.join('.')),
];

const COUNTERS = { api_calls: { limit: 10, overdraft: 2 }, exports_2d: { limit: 5, period: 'month', rollover: 5 }, pages: {} };

test('validations add to the counter that they name, and show what is left of all of them', async () => {
  const key = await keyWith(COUNTERS);
  expect((await increment(key, 4)).body.counters).toEqual({
    api_calls: { used: 4, limit: 10, remaining: 8 },
    exports_2d: { used: 0, limit: 5, remaining: 5, resets_at: expect.stringMatching(TIME) },
    pages: { used: 0, limit: null, remaining: null },
  });
  const tooMuch = await increment(key, 9);
  expect([outcome(tooMuch), tooMuch.body.detail]).toEqual([
    '400 COUNTER_LIMIT_REACHED',
    'Counter `api_calls` of the license key has 8 units left.',
  ]);
  expect(outcome(await increment(key, 8))).toBe('200');
  const { body } = await use('validate', key, { increment_usage: 3, increment: { counter: 'exports_2d', units: 5 } });
  expect(body).toMatchObject({ usage: 3, counters: { api_calls: { used: 12, remaining: 0 }, exports_2d: { remaining: 0 } } });
  expect(body).not.toHaveProperty('policy_state');
  const { counters, policy } = await fixture.read(key);
  expect([counters, policy]).toEqual([body.counters, { counters: COUNTERS }]);
});

test('a key without counters shows none, and a wrong name or number is refused with its place', async () => {
  const [plain, key] = [await fixture.key(), await keyWith(COUNTERS)];
  expect((await use('validate', plain)).body).not.toHaveProperty('counters');
  for (const each of [plain, key])
    expect(refused(await increment(each, 1, 'imports'))).toEqual([422, ['body.increment.counter']]);
  expect(refused(await increment(key, 0))).toEqual([422, ['body.increment.units']]);
  expect(refused(await increment(key, 1, 'Api Calls'))).toEqual([422, ['body.increment.counter']]);
  expect(refused(await change(key, { imports: 0 }))).toEqual([422, ['body.counters.imports']]);
  expect(refused(await use('reservations', key, { units: 1, counter: 'imports' }))).toEqual([422, ['body.counter']]);
  expect(refused(await use('lease', key, { label: 'a', units: { imports: 1 } }))).toEqual([422, ['body.units.imports']]);
  expect(await fixture.read(key)).toMatchObject({ validations: 0, activations: [] });
});

test.each([
  [{ exports: { rollover: 1 } }, 'body.properties.policy.counters.exports.rollover'],
  [{ exports: { limit: 5, rollover: 1 } }, 'body.properties.policy.counters.exports.rollover'],
  [{ exports: { overdraft: 1 } }, 'body.properties.policy.counters.exports.overdraft'],
  [{ exports: { limit: 0 } }, 'body.properties.policy.counters.exports.limit'],
  [{ Exports: {} }, 'body.properties.policy.counters.Exports.[key]'],
  [Object.fromEntries(Array.from({ length: 17 }, (_, index) => [`c${index}`, {}])), 'body.properties.policy.counters'],
])('a benefit refuses the counters %j', async (counters, place) => {
  const { status, body } = await benefitWith(counters);
  expect([
    status,
    body.detail.map(({ loc }: { loc: unknown[] }) => loc.join('.')).some((each: string) => each.startsWith(place.slice(0, -6))),
  ]).toEqual([422, true]);
});

test('the seller sets counters, which is published with what they were', async () => {
  const key = await keyWith(COUNTERS);
  await increment(key, 12);
  expect((await change(key, { api_calls: 0 })).body.counters.api_calls).toEqual({ used: 0, limit: 10, remaining: 12 });
  expect((await change(key, { api_calls: 0 })).status).toBe(200);
  const told = (await fixture.eventsOf(key.id)).filter(({ name }) => name === 'license_key.updated');
  expect(told.map(({ payload }) => payload['changes'])).toEqual([
    { counters: { before: { api_calls: 12 }, after: { api_calls: 0 } } },
  ]);
  const { body: log } = await fixture.seller('GET', `/v1/audit-log/?resource_id=${key.id}`);
  const set = log.items.filter(({ action }: { action: string }) => action === 'updated');
  expect(set).toMatchObject([{ changes: { counters: { before: { api_calls: 12 }, after: { api_calls: 0 } } } }]);
});

test('units of a counter are reserved, committed and released', async () => {
  const key = await keyWith(COUNTERS);
  const reserved = await use('reservations', key, { units: 9, counter: 'api_calls' });
  expect(reserved.body).toMatchObject({ units: 9, counter: 'api_calls', usage: 0, limit_usage: 10, reserved_units: 9 });
  const { body: listed } = await fixture.seller('GET', `/v1/license-keys/${key.id}/reservations`);
  expect(listed.items).toMatchObject([{ units: 9, counter: 'api_calls' }]);
  expect(outcome(await increment(key, 4))).toBe('400 COUNTER_LIMIT_REACHED');
  expect(outcome(await use('reservations', key, { units: 4, counter: 'api_calls' }))).toBe('400 COUNTER_LIMIT_REACHED');
  const commit = (id: string, body: object) =>
    fixture.anonymous('POST', `/v1/customer-portal/license-keys/reservations/${id}/commit`, { ...keyParams(key), ...body });
  const committed = await commit(reserved.body.id, { units: 7 });
  expect(committed.body).toEqual({
    units: 7,
    counter: 'api_calls',
    license_key_id: key.id,
    usage: 7,
    limit_usage: 10,
    reserved_units: 0,
  });
  expect(await fixture.read(key)).toMatchObject({ usage: 0, counters: { api_calls: { used: 7 } } });
});

test('a lease takes units, and gives back those that were not used when it is renewed', async () => {
  const key = await keyWith(COUNTERS);
  const lease = (body: object, headers = { 'license-device': 'one' }) =>
    fixture.anonymous('POST', '/v1/customer-portal/license-keys/lease', { ...keyParams(key), label: 'laptop', ...body }, headers);
  const claimsOf = ({ body }: Answer) => JSON.parse(Buffer.from(body.lease.split('.')[1], 'base64url').toString());
  const first = await lease({ units: { api_calls: 10, pages: 1 } });
  expect(contract.violations('POST /v1/customer-portal/license-keys/lease', first)).toEqual([]);
  const { units_id, units } = claimsOf(first);
  expect([first.body.units, units]).toEqual([0, 0].map(() => ({ api_calls: 10, pages: 1 })));
  expect(outcome(await increment(key, 3))).toBe('400 COUNTER_LIMIT_REACHED');
  expect(outcome(await lease({ units: { api_calls: 3 } }, { 'license-device': 'two' }))).toBe('400 COUNTER_LIMIT_REACHED');
  const more = await lease({ settled: { units_id, units: { api_calls: 11 } } });
  expect(refused(more)).toEqual([422, ['body.settled.units.api_calls']]);
  const settled = await lease({ settled: { units_id, units: { api_calls: 4 } }, units: { api_calls: 1 } });
  expect([settled.body.units, claimsOf(settled).units]).toEqual([0, 0].map(() => ({ api_calls: 1 })));
  expect((await fixture.read(key)).counters).toMatchObject({ api_calls: { used: 5 }, pages: { used: 0 } });
});

test('an explanation says whether a counter has units left', async () => {
  const key = await keyWith(COUNTERS);
  const { body } = await fixture.seller('POST', '/v1/license-keys/explain', {
    operation: 'validate',
    id: key.id,
    increment: { counter: 'api_calls', units: 13 },
  });
  expect([body.allowed, body.code]).toEqual([false, 'COUNTER_LIMIT_REACHED']);
  expect((await fixture.read(key)).validations).toBe(0);
});
