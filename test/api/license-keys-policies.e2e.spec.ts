import { EntityManager } from '@mikro-orm/postgresql';
import { randomUUID } from 'node:crypto';
import type { Answer } from '../support/call.ts';
import { seedCustomer } from '../support/seed-customer.ts';
import { Contract } from '../support/contract.ts';
import { keyParams, type LicenseFixture, openLicenseFixture } from '../support/license-fixture.ts';
import { outcomeOfRequest } from '../support/license-key-outcome.ts';
import type { SeededLicenseKey } from '../support/seed-license-key.ts';

let fixture: LicenseFixture;
let contract: Contract;
beforeAll(async () => {
  fixture = await openLicenseFixture();
  contract = Contract.of(fixture.api);
});
afterAll(() => fixture.close());

const benefitWith = (properties: object): Promise<Answer> =>
  fixture.seller('POST', '/v1/benefits/', { type: 'license_keys', description: 'A license key', properties });

/** A key of a benefit with this policy. */
async function keyWith(policy: object, properties: object = {}): Promise<SeededLicenseKey> {
  const { status, body, text } = await benefitWith({
    activations: { limit: 3, enable_customer_admin: true },
    ...properties,
    policy,
  });
  if (status !== 201) throw new Error(`No benefit: ${status} ${text}`);
  expect(body.properties.policy).toEqual(policy);
  return fixture.key({ benefit_id: body.id });
}

async function use(operation: 'activate' | 'validate' | 'lease', key: SeededLicenseKey, body: object = {}): Promise<Answer> {
  const path = `/v1/customer-portal/license-keys/${operation}`;
  const label = operation === 'validate' ? {} : { label: 'laptop' };
  const answer = await fixture.anonymous('POST', path, { ...keyParams(key), ...label, ...body });
  expect(contract.violations(`POST ${path}`, answer)).toEqual([]);
  return answer;
}

const outcomeOf = ({ status, headers }: Answer): string => `${status} ${headers['license-code'] ?? ''}`.trim();
const sql = (text: string, key: SeededLicenseKey): Promise<unknown> =>
  fixture.api.app.get(EntityManager).fork().execute(`update licensing.license_keys set ${text} where id = ?`, [key.id]);

test('the end of the update period is set by hand, stays, and follows the benefit again', async () => {
  const updates = { period: { ttl: 1, timeframe: 'month' } };
  const offline = { lease_seconds: 3600, grace_seconds: 60, max_offline_devices: 5 };
  const key = await keyWith({ updates }, { offline });
  const change = (body: object) => fixture.seller('PATCH', `/v1/license-keys/${key.id}`, body);
  const until = '2040-01-01T00:00:00.000Z';
  const { from } = (await fixture.read(key)).policy_state.updates;
  const changed = await change({ updates_until: until });
  expect(changed.body.policy_state.updates).toEqual({ from, until, is_set_by_hand: true });
  expect(contract.violations('PATCH /v1/license-keys/{id}', changed)).toEqual([]);
  expect((await fixture.eventsOf(key.id)).at(-1)).toMatchObject({ payload: { changed: ['updates_until'] } });
  const { lease } = (await use('lease', key)).body;
  const claims = JSON.parse(Buffer.from(lease.split('.')[1], 'base64url').toString());
  expect(claims.license.updates_until).toBe(Date.parse(until) / 1000);
  expect(outcomeOf(await use('validate', key, { application: { released_at: '2039-12-31T00:00:00Z' } }))).toBe('200');
  expect(outcomeOf(await use('validate', key, { application: { released_at: until } }))).toBe('404 UPDATES_ENDED');

  const fields = async (body: object, to = key) => {
    const { status, body: refused } = await fixture.seller('PATCH', `/v1/license-keys/${to.id}`, body);
    return [status, refused.detail?.map(({ loc }: { loc: string[] }) => loc.join('.'))];
  };
  const plain = await keyWith({ versions: { minimum: '1' } });
  expect(await fields({ updates_until: until }, plain)).toEqual([422, ['body.updates_until']]);
  expect(await fields({ updates_until: null })).toEqual([422, ['body.updates_until']]);
  expect(await fields({ updates_until: until, follow_benefit: ['updates_until'] })).toEqual([422, ['body.follow_benefit']]);
  expect(await fields({ follow_benefit: ['updates_until'] })).toEqual([422, ['body.follow_benefit']]);
});

test('a key that is activated on too many devices of a day is reported once, and shows it to the seller alone', async () => {
  const key = await keyWith({ alerts: { devices_per_day: 1, networks_per_day: 31 } });
  expect(key).not.toHaveProperty('policy');
  expect(key).not.toHaveProperty('leak_suspected');
  await use('activate', key);
  expect(await fixture.read(key)).not.toHaveProperty('leak_suspected');
  const { body } = await use('activate', key, { label: 'desktop' });
  await use('activate', key, { label: 'tablet' });
  const suspected = { at: expect.any(String), devices: 2, networks: 1 };
  expect((await fixture.read(key)).leak_suspected).toEqual(suspected);
  const listed = await fixture.seller('GET', `/v1/license-keys/?benefit_id=${key.benefit_id}`);
  expect(listed.body.items).toMatchObject([{ leak_suspected: suspected }]);
  expect(contract.violations('GET /v1/license-keys/', listed)).toEqual([]);
  expect((await fixture.seller('PATCH', `/v1/license-keys/${key.id}`, { notes: 'Look' })).body.leak_suspected).toEqual(suspected);
  for (const shown of [body.license_key, (await use('validate', key)).body]) {
    expect(['leak_suspected', 'policy', 'policy_state'].filter((field) => field in shown)).toEqual([]);
  }
  const events = (await fixture.eventsOf(key.id)).filter(({ name }) => name === 'license_key.leak_suspected');
  expect(events.map(({ payload }) => payload)).toMatchObject([{ license_key_id: key.id, devices: 2, networks: 1 }]);
});

test('a lifetime begins with the first activation, and the key shows its policy everywhere', async () => {
  const policy = { expiry: { begins: 'first_activation', grace_seconds: 60 } };
  const key = await keyWith(policy, { expires: { ttl: 1, timeframe: 'day' } });
  const shown = { policy: { expiry: { ...policy.expiry, lifetime: { ttl: 1, timeframe: 'day' } } } };
  expect(key).toMatchObject({ ...shown, expires_at: null });
  expect(key).not.toHaveProperty('policy_state');

  const activated = (await use('activate', key)).body;
  const state = { expiry: { first_activated_at: activated.created_at } };
  const expires_at = new Date(Date.parse(activated.created_at) + 86_400_000).toISOString();
  expect(activated.license_key).toMatchObject({ ...shown, policy_state: state, expires_at });
  expect(await fixture.read(key)).toMatchObject({ ...shown, policy_state: state, expires_at });
  expect((await use('activate', key, { label: 'desktop' })).body.license_key).toMatchObject({ policy_state: state, expires_at });
  const listed = await fixture.seller('GET', `/v1/license-keys/?benefit_id=${key.benefit_id}`);
  expect(listed.body.items).toMatchObject([{ ...shown, policy_state: state }]);
  expect(contract.violations('GET /v1/license-keys/', listed)).toEqual([]);
});

test('in its grace a key is validated only', async () => {
  const key = await keyWith({ expiry: { grace_seconds: 3600 } });
  expect((await use('validate', key)).body).not.toHaveProperty('grace_until');
  await sql("expires_at = now() - interval '30 minutes'", key);
  const { status, body } = await use('validate', key);
  expect([status, Date.parse(body.grace_until) - Date.parse(body.expires_at)]).toEqual([200, 3_600_000]);
  expect(outcomeOf(await use('activate', key))).toBe('403 EXPIRED');
  await sql("expires_at = now() - interval '2 hours'", key);
  expect(outcomeOf(await use('validate', key))).toBe('404 EXPIRED');
});

test.each([
  [{ version: '1.9' }, 'VERSION_TOO_OLD'],
  [{ version: '4.0.0' }, 'VERSION_TOO_NEW'],
  [{ version: '3.5', released_at: '2999-01-01T00:00:00Z' }, 'UPDATES_ENDED'],
])('refuses %j, and changes nothing', async (application, code) => {
  const policy = { versions: { minimum: '2', maximum: '3' }, updates: { period: { ttl: 1, timeframe: 'year' } } };
  const key = await keyWith(policy, { offline: { lease_seconds: 60, grace_seconds: 0, max_offline_devices: 1 } });
  const refused = await outcomeOfRequest(fixture, () => use('validate', key, { application }));
  expect(refused).toMatchObject({ status: 404, error: 'ResourceNotFound', code, changed: false });
  expect(await outcomeOfRequest(fixture, () => use('activate', key, { application }))).toMatchObject({
    status: 403,
    code,
    changed: false,
  });
  expect(await outcomeOfRequest(fixture, () => use('lease', key, { application }))).toMatchObject({
    status: 403,
    code,
    changed: false,
  });
  const included = { version: '3.5', released_at: new Date().toISOString() };
  expect(outcomeOf(await use('lease', key, { application: included }))).toBe('200');
  expect(outcomeOf(await use('validate', key, { application: included }))).toBe('200');
  expect(outcomeOf(await use('validate', key, { application: {} }))).toBe('200');
});

test('an explanation names the policies that refuse, and those that do not apply', async () => {
  const { id } = await keyWith({ versions: { minimum: '2' }, updates: { period: { ttl: 1, timeframe: 'month' } } });
  const explained = await fixture.seller('POST', '/v1/license-keys/explain', {
    operation: 'validate',
    id,
    application: { version: '1' },
  });
  expect(contract.violations('POST /v1/license-keys/explain', explained)).toEqual([]);
  expect(explained.body).toMatchObject({ allowed: false, code: 'VERSION_TOO_OLD' });
  const outcomes = explained.body.checks.map(({ name, outcome }: { name: string; outcome: string }) => `${name} ${outcome}`);
  expect(outcomes.slice(-6)).toEqual([
    'checked_in skipped',
    'updates_included skipped',
    'version_included failed',
    'release_included skipped',
    'device_matches skipped',
    'virtual_device_allowed skipped',
  ]);
});

test('a key that was not validated in time is refused until it is granted again', async () => {
  const key = await keyWith({ check_in: { every_days: 7 } });
  await use('validate', key);
  await sql("last_validated_at = date_trunc('milliseconds', now()) - interval '7 days'", key);
  expect(outcomeOf(await use('validate', key))).toBe('404 CHECK_IN_OVERDUE');
  expect(outcomeOf(await use('activate', key))).toBe('403 CHECK_IN_OVERDUE');
  const { body } = await fixture.seller('PATCH', `/v1/license-keys/${key.id}`, { status: 'granted' });
  expect(body.policy_state.check_in).toHaveProperty('granted_at');
  expect(outcomeOf(await use('validate', key))).toBe('200');
});

test('usage counts from 0 again in each period', async () => {
  const key = await keyWith({ usage_period: { every: 'day' } }, { limit_usage: 3 });
  expect((await use('validate', key, { increment_usage: 3 })).body.usage).toBe(3);
  expect(outcomeOf(await use('validate', key, { increment_usage: 1 }))).toBe('400 USAGE_LIMIT_EXCEEDED');
  await sql(
    "policy_state = jsonb_set(policy_state, '{usagePeriod,endsAt}', to_jsonb(to_char(now() at time zone 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS.MS\"Z\"')))",
    key,
  );
  expect((await fixture.read(key)).usage).toBe(0);
  expect((await use('validate', key, { increment_usage: 2 })).body.usage).toBe(2);
  expect(await fixture.read(key)).toMatchObject({ usage: 2, validations: 2 });
});

test.each([
  [{ policy: { expiry: { begins: 'first_activation' } }, expires: { ttl: 1, timeframe: 'day' } }, ['policy', 'expiry', 'begins']],
  [{ policy: { expiry: { grace_seconds: 31_622_401 } } }, ['policy', 'expiry', 'grace_seconds']],
  [{ policy: { updates: { period: { ttl: 0, timeframe: 'day' } } } }, ['policy', 'updates', 'period', 'ttl']],
  [{ policy: { versions: { minimum: 'one' } } }, ['policy', 'versions', 'minimum']],
  [{ policy: { check_in: { every_days: 367 } } }, ['policy', 'check_in', 'every_days']],
  [{ policy: { usage_period: { every: 'hour' } } }, ['policy', 'usage_period', 'every']],
  [{ policy: { trial: { days: 0, customer_id: randomUUID() } } }, ['policy', 'trial', 'days']],
  [{ policy: { expiry_notices: { days: [0] } } }, ['policy', 'expiry_notices', 'days', 0]],
  [{ policy: { expiry_notices: { days: [367] } } }, ['policy', 'expiry_notices', 'days', 0]],
  [{ policy: { expiry_notices: { days: Array(11).fill(1) } } }, ['policy', 'expiry_notices', 'days']],
  [{ policy: { trial: { days: 1, customer_id: randomUUID() } } }, ['policy', 'trial', 'customer_id']],
])('refuses the properties %j of a benefit', async (properties, path) => {
  const { status, body } = await benefitWith(properties);
  expect([status, body.detail?.[0].loc]).toEqual([422, ['body', 'properties', ...path]]);
});

test('a customer who tries a key cannot get it by e-mail', async () => {
  const policy = { trial: { days: 1, customer_id: fixture.customer.id } };
  const { status, body } = await benefitWith({ policy, deliver_by_email: true });
  expect([status, body.detail?.[0].loc]).toEqual([422, ['body', 'properties', 'policy', 'trial']]);
});

test('the customer of trials exists in the organization, when a policy is changed as well', async () => {
  const { body } = await benefitWith({ policy: { trial: { days: 1, customer_id: fixture.customer.id } } });
  const change = async (customer_id: string): Promise<unknown[]> => {
    const properties = { policy: { trial: { days: 2, customer_id } } };
    const answer = await fixture.seller('PATCH', `/v1/benefits/${body.id}`, { type: 'license_keys', properties });
    return [answer.status, answer.body.detail?.[0].loc.at(-1)];
  };
  const [foreign, deleted] = [
    await seedCustomer(fixture.api, fixture.theirs.organization.id),
    await seedCustomer(fixture.api, fixture.ours.organization.id),
  ];
  await fixture.seller('DELETE', `/v1/customers/${deleted.id}`);
  for (const { id } of [foreign, deleted]) expect(await change(id)).toEqual([422, 'customer_id']);
  expect(await change(fixture.customer.id)).toEqual([200, undefined]);
});

test('a policy that says nothing is left out, and goes when the properties are replaced without it', async () => {
  const { body } = await benefitWith({ policy: { versions: {} } });
  expect(body.properties).not.toHaveProperty('policy');
  const { benefit_id } = await keyWith({ check_in: { every_days: 7 } });
  const changed = await fixture.seller('PATCH', `/v1/benefits/${benefit_id}`, { type: 'license_keys', properties: {} });
  expect(changed.body.properties).not.toHaveProperty('policy');
});
