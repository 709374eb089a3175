import { type LicenseFixture, openLicenseFixture } from '../support/license-fixture.ts';
import type { Answer } from '../support/call.ts';

let fixture: LicenseFixture;
beforeAll(async () => {
  fixture = await openLicenseFixture();
});
afterAll(() => fixture.close());

const errorsOf = ({ body }: Answer): string[] =>
  body.detail.map(({ loc, type }: { loc: unknown[]; type: string }) => `${loc.slice(1).join('.')} ${type}`);
const benefit = (properties: object) => ({ type: 'license_keys', description: 'A license key', properties });
const ACTIVATIONS = { limit: 3, enable_customer_admin: true };
const PROPERTIES = {
  activations: { ...ACTIVATIONS, mode: 'floating', checkout_seconds: 600, overdraft: 1 },
  offline: { lease_seconds: 600, grace_seconds: 60, max_offline_devices: 2 },
  key_format: {
    groups: 5,
    group_length: 5,
    alphabet: '0123456789ABCDEFGHJKMNPQRSTVWXYZ',
    check: 'none',
    accepts_typed_input: true,
  },
  policy: {
    check_in: { every_days: 7 },
    updates: { period: { ttl: 1, timeframe: 'year' } },
    alerts: { devices_per_day: 5, networks_per_day: 5 },
    expiry_notices: { days: [30, 7], mails: { expiring: true, expired: false } },
  },
};

/** Every object of the properties, with the path to it. */
function objectsIn(value: object, path: string[] = []): string[][] {
  const inner = Object.entries(value).flatMap(([name, each]) =>
    typeof each === 'object' && each !== null && !Array.isArray(each) ? objectsIn(each, [...path, name]) : [],
  );
  return path.length > 0 ? [path, ...inner] : inner;
}

test('a misspelt rule of a license key is refused, wherever it is', async () => {
  const paths = objectsIn(PROPERTIES);
  expect(paths).toHaveLength(10);
  for (const path of paths) {
    const properties = structuredClone(PROPERTIES);
    const target = path.reduce((found, name) => (found as Record<string, object>)[name]!, properties as object);
    Object.assign(target, { mispelt: 1 });
    const answer = await fixture.seller('POST', '/v1/benefits/', benefit(properties));
    expect([answer.status, errorsOf(answer)]).toEqual([
      422,
      [expect.stringMatching(new RegExp(`properties\\.${path.join('\\.')}\\.mispelt extra_forbidden$`))],
    ]);
  }
});

test('unknown fields of the reference stay ignored', async () => {
  const properties = { activations: { ...ACTIVATIONS, unknown: 1 }, unknown: 1 };
  expect((await fixture.seller('POST', '/v1/benefits/', { ...benefit(properties), unknown: 1 })).status).toBe(201);
});

test('ignored fields are named in a header, with the paths to them, and nothing is named without them', async () => {
  const ignored = (answer: Answer) => answer.headers['license-ignored-fields'];
  const properties = { activations: { ...ACTIVATIONS, release_after_days: 1 } };
  const body = { ...benefit(properties), 'naïve, "x"\n': 1, metadata: { anything: 1 } };
  const created = await fixture.seller('POST', '/v1/benefits/', body);
  expect([created.status, ignored(created)]).toEqual([
    201,
    'properties.activations.release_after_days, na%C3%AFve%2C%20%22x%22%0A',
  ]);
  expect(ignored(await fixture.seller('POST', '/v1/benefits/', benefit({})))).toBeUndefined();
  const events = [1, 2].map((n) => ({ name: 'call', external_customer_id: 'c', n, timestmap: 1 }));
  const ingested = await fixture.seller('POST', '/v1/events/ingest', { events });
  expect([ingested.status, ignored(ingested)]).toEqual([200, 'events[].n, events[].timestmap']);
  const customer = { email: 'ignored@example.com', ...Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`f${n}`, n])) };
  const many = await fixture.seller('POST', '/v1/customers/', customer, { 'idempotency-key': 'ignored' });
  expect([many.status, (ignored(many) as string).split(', ')]).toEqual([201, Array.from({ length: 20 }, (_, n) => `f${n}`)]);
  expect(ignored(await fixture.seller('POST', '/v1/customers/', customer, { 'idempotency-key': 'ignored' }))).toBe(ignored(many));
});

test('a misspelt field of an operation that only we have is refused', async () => {
  const { body: customer } = await fixture.seller('POST', '/v1/customers/', { email: 'credits@example.com' });
  const url = `/v1/customer-meters/${customer.id}/credits`;
  const answer = await fixture.seller('POST', url, { units: 1, reason: 'x', expires: '2027-01-01' });
  expect([answer.status, errorsOf(answer)]).toEqual([422, ['expires extra_forbidden']]);
});

test('what is shown of a benefit can be sent back', async () => {
  const { body } = await fixture.seller('POST', '/v1/benefits/', benefit(PROPERTIES));
  const { status, body: again } = await fixture.seller('PATCH', `/v1/benefits/${body.id}`, body);
  expect([status, again.properties]).toEqual([200, body.properties]);
});

test('bodies of connectors refuse unknown fields, and accept what is shown', async () => {
  const connector = { provider: 'paddle', secret: 'a-secret-of-paddle', name: 'Shop' };
  const refused = await fixture.seller('POST', '/v1/connectors/', { ...connector, is_tset: true });
  expect([refused.status, errorsOf(refused)]).toEqual([422, ['is_tset extra_forbidden']]);
  const created = await fixture.seller('POST', '/v1/connectors/', connector);
  expect(created.status).toBe(201);
  const url = `/v1/connectors/${created.body.id}`;
  expect((await fixture.seller('PATCH', url, { ...created.body, name: 'Store' })).body.name).toBe('Store');
  expect((await fixture.seller('PATCH', url, { nmae: 'Store' })).status).toBe(422);
  expect(
    (await fixture.seller('POST', `${url}/prices`, { external_id: 'pri_1', product_id: created.body.id, products: 1 })).status,
  ).toBe(422);
});

test.each([
  ['application/json', Buffer.from('{"email":"latin@example.com","name":"J\u00f6rg"}', 'latin1'), 422],
  ['application/json; charset=iso-8859-1', Buffer.from('{"email":"latin@example.com","name":"J\u00f6rg"}', 'latin1'), 415],
  [
    'application/json; charset="windows-1252"',
    Buffer.from('{"email":"latin@example.com","name":"J\u00c3\u00b6rg"}', 'latin1'),
    415,
  ],
  ['application/json; charset=utf-8', Buffer.from('{"email":"utf8@example.com","name":"J\u00f6rg"}'), 201],
  ['application/json; charset="utf-8"', Buffer.from('{"email":"quoted@example.com","name":"J\u00f6rg"}'), 201],
  ['application/json;charset=UTF8', Buffer.from('{"email":"utf-8@example.com","name":"J\u00f6rg"}'), 201],
])('a body of %s is never stored with other letters', async (type, payload, status) => {
  const answer = await fixture.api.app.inject({
    method: 'POST',
    url: '/v1/customers/',
    headers: { 'content-type': type, authorization: `Bearer ${fixture.ours.oat}` },
    payload,
  });
  expect([answer.statusCode, answer.json().name]).toEqual([status, status === 201 ? 'J\u00f6rg' : undefined]);
});
