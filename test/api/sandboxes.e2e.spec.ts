import { randomUUID } from 'node:crypto';
import { startApi, type TestApi } from '../support/api.ts';
import { callAs } from '../support/call.ts';
import { seedLicenseKey } from '../support/seed-license-key.ts';
import { seedOrganization } from '../support/seed.ts';
import { seedProduct } from '../support/seed-product.ts';

let api: TestApi;
beforeAll(async () => (api = await startApi()));
afterAll(() => api.close());

const TOKEN = {
  comment: 'Sandbox',
  scopes: ['organizations:write', 'customers:write', 'customer_sessions:write', 'license_keys:write'],
  expires_in: 'P1D',
};

const DAY_MS = 86_400_000;
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

/** A sandbox of an organization, with a token of its own. */
async function sandboxOf(seller: Awaited<ReturnType<typeof seedOrganization>>) {
  const as = callAs(api, seller.pat);
  const url = `/v1/organizations/${seller.organization.id}/sandboxes`;
  const made = await as('POST', url, { name: 'Sandbox', slug: `sandbox-${randomUUID()}` });
  const { id: organization_id } = made.body;
  const { token } = (await as('POST', '/v1/organization-access-tokens/', { ...TOKEN, organization_id })).body;
  return {
    made,
    url,
    id: organization_id as string,
    slug: made.body.slug as string,
    token: token as string,
    call: callAs(api, token),
  };
}

test('a sandbox belongs to an organization, sells as it does, is active at once, and its answers say so', async () => {
  const seller = await seedOrganization(api);
  const production = callAs(api, seller.oat);
  const { id } = seller.organization;
  await production('PATCH', `/v1/organizations/${id}`, { default_presentment_currency: 'eur', time_zone: 'Europe/Berlin' });
  const sandbox = await sandboxOf(seller);
  expect(sandbox.made).toMatchObject({
    status: 201,
    body: { sandbox_of: id, status: 'active', name: 'Sandbox', default_presentment_currency: 'eur', time_zone: 'Europe/Berlin' },
  });
  const ours = await sandbox.call('GET', '/v1/organizations/');
  expect([ours.body.items.map((each: { id: string }) => each.id), ours.headers['x-sandbox']]).toEqual([[sandbox.id], '1']);
  const theirs = await production('GET', '/v1/organizations/');
  expect([theirs.body.items.map((each: { id: string }) => each.id), theirs.headers['x-sandbox']]).toEqual([[id], undefined]);
  expect(theirs.body.items[0]).not.toHaveProperty('sandbox_of');

  // A user of both says which one is meant.
  const as = callAs(api, seller.pat);
  expect((await as('GET', '/v1/organizations/')).headers['x-sandbox']).toBeUndefined();
  const narrowed = await as('GET', '/v1/organizations/', undefined, { 'Polar-Organization': sandbox.id });
  expect(narrowed.headers['x-sandbox']).toBe('1');
});

test('what a credential of one has is not in the other', async () => {
  const seller = await seedOrganization(api);
  const [production, sandbox] = [callAs(api, seller.oat), await sandboxOf(seller)];
  const { body: real } = await production('POST', '/v1/customers/', { email: 'ada@example.com' });
  const { body: test } = await sandbox.call('POST', '/v1/customers/', { email: 'ada@example.com' });
  expect((await sandbox.call('GET', `/v1/customers/${real.id}`)).status).toBe(404);
  expect((await production('GET', `/v1/customers/${test.id}`)).status).toBe(404);
  expect((await production('GET', `/v1/organizations/${sandbox.id}/caught-mails`)).status).toBe(404);
  expect((await sandbox.call('GET', `/v1/organizations/${seller.organization.id}`)).status).toBe(404);

  const { body: session } = await sandbox.call('POST', '/v1/customer-sessions/', { customer_id: test.id });
  const portal = await callAs(api, session.token)('GET', '/v1/customer-portal/customers/me');
  expect([portal.status, portal.headers['x-sandbox']]).toEqual([200, '1']);
});

test('answers to a license key alone say that it is of a sandbox', async () => {
  const seller = await seedOrganization(api);
  const sandbox = await sandboxOf(seller);
  const anyone = callAs(api);
  const marks = async (organization: { readonly id: string; readonly slug: string }, oat: string) => {
    const { id: organization_id, slug } = organization;
    const { key, benefit_id } = await seedLicenseKey(api, { ...seller, organization, oat });
    const { id: product } = await seedProduct(api, organization_id, { benefits: [benefit_id] });
    const of = '/v1/customer-portal/license-keys';
    const answers = [
      await anyone('POST', `${of}/validate`, { organization_id, key }),
      await anyone('POST', `${of}/activate`, { organization_id, key, label: 'laptop' }),
      await anyone('POST', `${of}/validate`, { organization_id, key: `${key}-unknown` }),
      await anyone('POST', `/compat/${slug}/lemon-squeezy/v1/licenses/validate`, `license_key=${key}`, FORM),
      await callAs(api, key)('GET', `/releases/${product}/download-tokens`),
    ];
    return answers.map(({ status, headers }) => [status, headers['x-sandbox']]);
  };
  const inSandbox = await marks(sandbox, sandbox.token);
  expect(inSandbox.map(([, mark]) => mark)).toEqual(['1', '1', '1', '1', '1']);
  const inProduction = await marks(seller.organization, seller.oat);
  expect(inProduction).toEqual(inSandbox.map(([status]) => [status, undefined]));
  expect(inProduction.map(([status]) => status)).toEqual([200, 403, 404, 200, 200]);
});

test('a sandbox has no sandboxes, and only owners and admins make one', async () => {
  const seller = await seedOrganization(api);
  const { url, id, slug } = await sandboxOf(seller);
  const body = { name: 'Another', slug: `another-${randomUUID()}` };
  const as = callAs(api, seller.pat);
  expect(await as('POST', `/v1/organizations/${id}/sandboxes`, body)).toMatchObject({
    status: 404,
    body: { detail: 'A sandbox has no sandboxes of its own.' },
  });
  expect((await as('POST', url, { ...body, slug })).status).toBe(422);
  expect((await as('POST', url, { ...body, sandbox: true })).body.detail).toMatchObject([{ type: 'extra_forbidden' }]);
  expect((await as('POST', url, body, { 'Polar-Organization': seller.organization.id })).status).toBe(201);
  expect((await callAs(api, await seller.tokenAs('member'))('POST', url, body)).status).toBe(403);
  expect((await callAs(api, (await seedOrganization(api)).pat)('POST', url, body)).status).toBe(404);
  expect((await callAs(api, seller.oat)('POST', url, body)).status).toBe(401);
});

test('a sandbox is thrown away at once: its credentials and its slug, by those who manage its organization', async () => {
  const seller = await seedOrganization(api);
  const { id, slug, url, call } = await sandboxOf(seller);
  const { body: customer } = await call('POST', '/v1/customers/', { email: 'ada@example.com' });
  const { body: session } = await call('POST', '/v1/customer-sessions/', { customer_id: customer.id });
  const as = callAs(api, seller.pat);
  const one = `${url}/${id}`;

  // Nothing else is deleted so: neither an organization in production, nor a sandbox of another one.
  const stranger = await seedOrganization(api);
  const others = `/v1/organizations/${stranger.organization.id}/sandboxes/${id}`;
  const notSuch = { status: 404, body: { detail: 'The organization has no such sandbox. Only sandboxes can be deleted.' } };
  expect(await as('DELETE', `${url}/${seller.organization.id}`)).toMatchObject(notSuch);
  expect(await as('DELETE', `${url}/${stranger.organization.id}`)).toMatchObject(notSuch);
  expect(await callAs(api, stranger.pat)('DELETE', others)).toMatchObject(notSuch);
  expect((await callAs(api, stranger.pat)('DELETE', one)).status).toBe(404);
  expect((await callAs(api, await seller.tokenAs('member'))('DELETE', one)).status).toBe(403);
  expect((await call('DELETE', one)).status).toBe(401);
  expect((await call('GET', '/v1/customers/')).status).toBe(200);

  expect((await callAs(api, await seller.tokenAs('admin'))('DELETE', one)).status).toBe(204);
  expect((await call('GET', '/v1/customers/')).status).toBe(401);
  expect((await callAs(api, session.token)('GET', '/v1/customer-portal/customers/me')).status).toBe(401);
  const { body: left } = await as('GET', '/v1/organizations/');
  expect(left.items.map((each: { id: string }) => each.id)).toEqual([seller.organization.id]);
  expect((await as('GET', `/v1/organizations/${id}`)).status).toBe(404);
  expect(await as('DELETE', one)).toMatchObject(notSuch);
  expect((await as('POST', url, { name: 'Another', slug })).status).toBe(201);

  const log = await as(
    'GET',
    `/v1/audit-log/?organization_id=${seller.organization.id}&resource_type=sandbox&sorting=created_at`,
  );
  expect(log.body.items).toMatchObject([
    { action: 'created', resource: { id }, changes: { slug: { after: slug } } },
    { action: 'deleted', resource: { id }, changes: { slug: { before: slug } } },
    { action: 'created', changes: { slug: { after: slug } } },
  ]);
});

test('a sandbox beside production has a clock, which its requests go by and its organization does not', async () => {
  const seller = await seedOrganization(api);
  const sandbox = await sandboxOf(seller);
  const expires_at = new Date(Date.now() + 10 * DAY_MS).toISOString();
  const keyOf = async (organization: { readonly id: string; readonly slug: string }, oat: string) =>
    (await seedLicenseKey(api, { ...seller, organization, oat }, { expires_at })).key;
  const [tested, real] = [await keyOf(sandbox, sandbox.token), await keyOf(seller.organization, seller.oat)];
  const validate = async (organization_id: string, key: string) =>
    (await callAs(api)('POST', '/v1/customer-portal/license-keys/validate', { organization_id, key })).headers['license-code'];
  expect([await validate(sandbox.id, tested), await validate(seller.organization.id, real)]).toEqual([undefined, undefined]);

  const clock = `/v1/organizations/${sandbox.id}/test-clock`;
  expect((await sandbox.call('POST', `${clock}/advance`, { seconds: 2_000_000 })).body).toMatchObject({
    ahead_seconds: 2_000_000,
  });
  expect((await sandbox.call('GET', clock)).body).toMatchObject({ ahead_seconds: 2_000_000 });
  expect(await validate(sandbox.id, tested)).toBe('EXPIRED');
  expect(await validate(seller.organization.id, real)).toBeUndefined();

  const production = callAs(api, seller.oat);
  const none = { status: 404, body: { detail: 'Organizations have test clocks only in a sandbox.' } };
  expect(await production('GET', `/v1/organizations/${seller.organization.id}/test-clock`)).toMatchObject(none);
  expect(
    await production('POST', `/v1/organizations/${seller.organization.id}/test-clock/advance`, { seconds: 1 }),
  ).toMatchObject(none);
  expect((await production('GET', clock)).status).toBe(404);
});
