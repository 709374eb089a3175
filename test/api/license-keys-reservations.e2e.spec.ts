import { EntityManager } from '@mikro-orm/postgresql';
import { randomUUID } from 'node:crypto';
import { keyParams, type LicenseFixture, openLicenseFixture, TIME, UUID } from '../support/license-fixture.ts';
import type { SeededLicenseKey } from '../support/seed-license-key.ts';

let fixture: LicenseFixture;
beforeAll(async () => {
  fixture = await openLicenseFixture();
});
afterAll(() => fixture.close());

const URL = '/v1/customer-portal/license-keys/reservations';
const reserve = (key: SeededLicenseKey, attributes: object = {}, headers: Record<string, string> = {}) =>
  fixture.anonymous('POST', URL, { ...keyParams(key), units: 4, ...attributes }, headers);
const settle = (key: SeededLicenseKey, id: string, how: 'commit' | 'release', attributes: object = {}) =>
  fixture.anonymous('POST', `${URL}/${id}/${how}`, { ...keyParams(key), ...attributes });
const validate = (key: SeededLicenseKey, increment_usage: number) =>
  fixture.seller('POST', '/v1/license-keys/validate', { ...keyParams(key), increment_usage });
const outcome = ({ status, headers }: { status: number; headers: object }) => [
  status,
  (headers as Record<string, unknown>)['license-code'],
];
const NONE = [404, 'RESERVATION_NOT_FOUND'];

test('units are reserved, listed, and committed in part; a validation takes them into account', async () => {
  const key = await fixture.key({ limit_usage: 10 });
  const reserved = await reserve(key, { ttl_seconds: 60 });
  expect(reserved.body).toEqual({
    id: expect.stringMatching(UUID),
    units: 4,
    created_at: expect.stringMatching(TIME),
    expires_at: expect.stringMatching(TIME),
    license_key_id: key.id,
    usage: 0,
    limit_usage: 10,
    reserved_units: 4,
  });
  const { id, units, created_at, expires_at } = reserved.body;
  expect(Date.parse(expires_at) - Date.parse(created_at)).toBe(60_000);
  const listed = await fixture.seller('GET', `/v1/license-keys/${key.id}/reservations`);
  expect(listed.body).toEqual({ items: [{ id, units, created_at, expires_at }], pagination: { total_count: 1, max_page: 1 } });

  const tooMuch = await validate(key, 7);
  expect([...outcome(tooMuch), tooMuch.body.detail]).toEqual([
    400,
    'USAGE_LIMIT_EXCEEDED',
    'License key only has 6 more usages.',
  ]);
  expect((await validate(key, 6)).body.usage).toBe(6);
  const committed = await settle(key, id, 'commit', { units: 3 });
  expect(committed.body).toEqual({ license_key_id: key.id, units: 3, usage: 9, limit_usage: 10, reserved_units: 0 });
  for (const how of ['commit', 'release'] as const) expect(outcome(await settle(key, id, how))).toEqual(NONE);
  expect((await fixture.read(key)).usage).toBe(9);
});

test('a released or expired reservation gives its units back', async () => {
  const key = await fixture.key({ limit_usage: 4 });
  const released = await reserve(key);
  expect(outcome(await reserve(key, { units: 1 }))).toEqual([400, 'USAGE_LIMIT_EXCEEDED']);
  expect((await settle(key, released.body.id, 'release')).status).toBe(204);
  const expiring = await reserve(key);
  expect(expiring.status).toBe(200);
  const expired = [
    { id: expiring.body.id, units: 4, createdAt: '2020-01-01T00:00:00.000Z', expiresAt: '2020-01-01T00:10:00.000Z' },
  ];
  const update = 'update licensing.license_keys set reservations = ?::jsonb where id = ?';
  await fixture.api.app
    .get(EntityManager)
    .fork()
    .execute(update, [JSON.stringify(expired), key.id]);
  expect((await fixture.seller('GET', `/v1/license-keys/${key.id}/reservations`)).body.items).toEqual([]);
  expect(outcome(await settle(key, expiring.body.id, 'commit'))).toEqual(NONE);
  expect((await validate(key, 4)).body.usage).toBe(4);
});

test('a reservation is refused where a validation is, and settled in any status', async () => {
  const key = await fixture.key({ limit_usage: 10 });
  const [first, second] = [await reserve(key), await reserve(key)];
  expect(outcome(await reserve(key, { activation_id: randomUUID(), units: 1 }))).toEqual([404, 'ACTIVATION_NOT_FOUND']);
  await fixture.seller('PATCH', `/v1/license-keys/${key.id}`, { status: 'disabled' });
  expect(outcome(await reserve(key, { units: 1 }))).toEqual([404, 'DISABLED']);
  expect((await settle(key, first.body.id, 'commit')).body).toMatchObject({ usage: 4, units: 4 });
  expect((await settle(key, second.body.id, 'release')).status).toBe(204);
  expect(outcome(await reserve({ ...key, key: randomUUID() }))).toEqual([404, 'NOT_FOUND']);
});

test('reservations belong to their key', async () => {
  const [key, another] = [await fixture.key({ limit_usage: 10 }), await fixture.key({ limit_usage: 10 })];
  const { body } = await reserve(key);
  expect(outcome(await settle(another, body.id, 'commit'))).toEqual(NONE);
  expect(outcome(await settle({ ...key, organization_id: fixture.theirs.organization.id }, body.id, 'release'))).toEqual([
    404,
    'NOT_FOUND',
  ]);
});

test('a key has at most 100 open reservations', async () => {
  const key = await fixture.key({ limit_usage: 1000 });
  const outcomes = await Promise.all(Array.from({ length: 101 }, () => reserve(key, { units: 1 })));
  expect(outcomes.map(outcome).filter(([status]) => status !== 200)).toEqual([[403, 'RESERVATION_LIMIT_REACHED']]);
});

test('a request that is repeated with the same idempotency key reserves once', async () => {
  const key = await fixture.key({ limit_usage: 10 });
  const header = { 'Idempotency-Key': randomUUID() };
  const [first, again] = [await reserve(key, {}, header), await reserve(key, {}, header)];
  expect([again.body, again.headers['idempotency-replayed']]).toEqual([first.body, 'true']);
  expect((await fixture.seller('GET', `/v1/license-keys/${key.id}/reservations`)).body.items).toHaveLength(1);
});

test.each([
  ['units', 0],
  ['units', 1_000_001],
  ['units', null],
  ['ttl_seconds', 0],
  ['ttl_seconds', 86_401],
])('%s is not %j', async (field, value) => {
  const refused = await reserve(await fixture.key({ limit_usage: 10 }), { [field]: value });
  expect([refused.status, refused.body.detail[0].loc]).toEqual([422, ['body', field]]);
});

test('no more units are committed than were reserved', async () => {
  const key = await fixture.key({ limit_usage: 10 });
  const { body } = await reserve(key);
  const refused = await settle(key, body.id, 'commit', { units: 5 });
  expect([refused.status, refused.body.detail[0].loc]).toEqual([422, ['body', 'units']]);
  expect((await settle(key, body.id, 'commit', { units: 0 })).body).toMatchObject({ units: 0, usage: 0, reserved_units: 0 });
});
