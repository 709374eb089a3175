import { randomUUID } from 'node:crypto';
import { startApi } from '../support/api.ts';
import { type Answer, callAs } from '../support/call.ts';
import { databaseWrites } from '../support/database-writes.ts';
import { type TestPortalUser, openSession } from '../support/portal.ts';
import { seedBenefit } from '../support/seed-benefit.ts';
import { seedCustomer } from '../support/seed-customer.ts';
import { seedLicenseKey } from '../support/seed-license-key.ts';
import { seedOrganization } from '../support/seed.ts';

const KEYS = '/v1/customer-portal/license-keys';
const NOT_FOUND = { error: 'ResourceNotFound', detail: 'Not found' };

const api = await startApi();
const [seller, outsider] = await Promise.all([seedOrganization(api), seedOrganization(api)]);
const sellers = callAs(api, seller.oat);
const activations = { limit: 3, enableCustomerAdmin: true };
const ours = await seedBenefit(api, seller.organization.id, { prefix: 'ACME', activations });
const closed = await seedBenefit(api, seller.organization.id, { activations: { ...activations, enableCustomerAdmin: false } });
afterAll(() => api.close());

const issue = (customer_id: string, order: object = {}) =>
  seedLicenseKey(api, seller, { customer_id, benefit_id: ours.id, ...order });
const activate = async ({ key, organization_id }: { key: string; organization_id: string }): Promise<string> =>
  (await sellers('POST', '/v1/license-keys/activate', { key, organization_id, label: 'laptop' })).body.id;
const idsOf = ({ body }: Answer): string[] => body.items.map(({ id }: { id: string }) => id);
const newcomer = async () => {
  const { id } = await seedCustomer(api, seller.organization.id);
  return { id, ...(await openSession(api, seller, id)) };
};

/** A customer with members of each role, its own key, and a key of each of two members. */
async function team() {
  const customer = await newcomer();
  const [owner, manager, member] = (await Promise.all(
    (['owner', 'billing_manager', 'member'] as const).map((role) => openSession(api, seller, customer.id, role)),
  )) as [TestPortalUser, TestPortalUser, TestPortalUser];
  const keys = {
    shared: await issue(customer.id),
    owners: await issue(customer.id, { member_id: owner.memberId }),
    members: await issue(customer.id, { member_id: member.memberId }),
  };
  return { customer, owner, manager, member, keys };
}

describe('GET /v1/customer-portal/license-keys/', () => {
  test('lists the keys of the customer of any status, oldest first', async () => {
    const { id, call } = await newcomer();
    await issue((await newcomer()).id);
    const keys = [
      await issue(id),
      await issue(id, { benefit_id: closed.id }),
      await issue(id, { expires_at: '2020-01-01T00:00:00Z' }),
    ];
    await sellers('PATCH', `/v1/license-keys/${keys[0]!.id}`, { status: 'revoked' });
    const answer = await call('GET', `${KEYS}/`);
    expect([answer.status, idsOf(answer), answer.body.pagination]).toEqual([
      200,
      keys.map((key) => key.id),
      { total_count: 3, max_page: 1 },
    ]);
    expect(answer.body.items[1]).toMatchObject({ key: keys[1]!.key, customer_id: id, customer: { id }, status: 'granted' });
    expect(answer.body.items[1]).not.toHaveProperty('activations');
  });

  test('pages, and filters by benefit', async () => {
    const { id, call } = await newcomer();
    const keys = [await issue(id), await issue(id), await issue(id, { benefit_id: closed.id })];
    const page = await call('GET', `${KEYS}?limit=2&page=2`);
    expect([idsOf(page), page.body.pagination]).toEqual([[keys[2]!.id], { total_count: 3, max_page: 2 }]);
    expect(idsOf(await call('GET', `${KEYS}?benefit_id=${closed.id}`))).toEqual([keys[2]!.id]);
    expect(idsOf(await call('GET', `${KEYS}?benefit_id=${randomUUID()}`))).toEqual([]);
    expect(idsOf(await call('GET', `${KEYS}?customer_id=${(await newcomer()).id}&organization_id=${randomUUID()}`))).toHaveLength(
      3,
    );
  });

  test.each(['benefit_id=x', 'page=0', 'limit=0', 'limit=x', 'page=99999999999999999999'])('rejects %s', async (query) => {
    expect((await (await newcomer()).call('GET', `${KEYS}/?${query}`)).status).toBe(422);
  });

  test('a member sees its own; team leaders also see those without a member', async () => {
    const { customer, owner, manager, member, keys } = await team();
    const seen = async ({ call }: { call: TestPortalUser['call'] }) => new Set(idsOf(await call('GET', KEYS)));
    expect(await seen(customer)).toEqual(new Set([keys.shared.id, keys.owners.id, keys.members.id]));
    expect(await seen(owner)).toEqual(new Set([keys.shared.id, keys.owners.id]));
    expect(await seen(manager)).toEqual(new Set([keys.shared.id]));
    expect(await seen(member)).toEqual(new Set([keys.members.id]));
  });
});

describe('GET /v1/customer-portal/license-keys/{id}', () => {
  test('returns a key, with its activations if the benefit lets customers manage them', async () => {
    const { id, call } = await newcomer();
    const [open, shut] = [await issue(id), await issue(id, { benefit_id: closed.id })];
    const activation = await activate(open);
    await activate(shut);
    const shown = await call('GET', `${KEYS}/${open.id}`);
    expect([shown.status, shown.body]).toEqual([
      200,
      expect.objectContaining({
        id: open.id,
        key: open.key,
        activations: [expect.objectContaining({ id: activation, license_key_id: open.id, label: 'laptop' })],
      }),
    ]);
    expect((await call('GET', `${KEYS}/${shut.id}`)).body).toMatchObject({ id: shut.id, activations: [] });
  });

  test('rejects an invalid id', async () => {
    expect((await (await newcomer()).call('GET', `${KEYS}/x`)).status).toBe(422);
  });
});

describe('POST /v1/customer-portal/license-keys/{id}/rotate', () => {
  test('replaces the string immediately, with the prefix of the benefit', async () => {
    const { id, call } = await newcomer();
    const { id: keyId, key, organization_id } = await issue(id);
    const { status, body } = await call('POST', `${KEYS}/${keyId}/rotate`);
    expect([status, body]).toEqual([
      200,
      expect.objectContaining({ id: keyId, key: expect.stringMatching(/^ACME-[0-9A-F-]{36}$/) }),
    ]);
    const validate = (keyString: string) => sellers('POST', '/v1/license-keys/validate', { key: keyString, organization_id });
    expect([(await validate(key)).status, (await validate(body.key)).status]).toEqual([404, 200]);
  });

  test('keeps the old string valid for the requested overlap', async () => {
    const { id, call } = await newcomer();
    const { id: keyId, key, organization_id } = await issue(id);
    expect((await call('POST', `${KEYS}/${keyId}/rotate`, { overlap_seconds: 60 })).status).toBe(200);
    expect((await sellers('POST', '/v1/license-keys/validate', { key, organization_id })).status).toBe(200);
    expect((await call('POST', `${KEYS}/${keyId}/rotate`, { overlap_seconds: -1 })).status).toBe(422);
  });

  test('rejects a revoked key', async () => {
    const { id, call } = await newcomer();
    const key = await issue(id);
    await sellers('PATCH', `/v1/license-keys/${key.id}`, { status: 'revoked' });
    const { status, body } = await call('POST', `${KEYS}/${key.id}/rotate`);
    expect([status, body.error]).toEqual([400, 'RotateNotPermitted']);
  });

  test('is permitted for members of any role', async () => {
    const { member, keys } = await team();
    expect((await member.call('POST', `${KEYS}/${keys.members.id}/rotate`)).status).toBe(200);
  });
});

describe('DELETE /v1/customer-portal/license-keys/{id}/activations/{activation_id}', () => {
  test('frees the slot of the activation', async () => {
    const { id, call } = await newcomer();
    const key = await issue(id);
    const [first, second] = [await activate(key), await activate(key)];
    const { status, text } = await call('DELETE', `${KEYS}/${key.id}/activations/${first}`);
    expect([status, text]).toEqual([204, '']);
    const { body } = await call('GET', `${KEYS}/${key.id}`);
    expect(body.activations.map((each: { id: string }) => each.id)).toEqual([second]);
    expect((await call('DELETE', `${KEYS}/${key.id}/activations/${first}`)).status).toBe(404);
  });

  test.each([
    ['is not managed by customers', () => ({ benefit_id: closed.id })],
    [
      'has no activations',
      async () => ({ benefit_id: (await seedBenefit(api, seller.organization.id)).id, limit_activations: 1 }),
    ],
  ])('is rejected if the benefit %s', async (_what, order) => {
    const { id, call } = await newcomer();
    const key = await issue(id, await order());
    const activation = await activate(key);
    const before = await databaseWrites(api);
    const { status, body } = await call('DELETE', `${KEYS}/${key.id}/activations/${activation}`);
    expect([status, body.error]).toEqual([403, 'NotPermitted']);
    expect(await databaseWrites(api)).toBe(before);
  });

  test('404 for unknown activations and those of other keys', async () => {
    const { id, call } = await newcomer();
    const [key, other] = [await issue(id), await issue(id)];
    const elsewhere = await activate(other);
    const before = await databaseWrites(api);
    for (const activation of [elsewhere, randomUUID()]) {
      const answer = await call('DELETE', `${KEYS}/${key.id}/activations/${activation}`);
      expect(answer).toMatchObject({ status: 404, body: NOT_FOUND });
    }
    expect((await call('DELETE', `${KEYS}/${key.id}/activations/x`)).status).toBe(422);
    expect(await databaseWrites(api)).toBe(before);
  });
});

describe('a key of another customer', () => {
  const ways = (id: string, activation: string) =>
    [
      ['GET', `${KEYS}/${id}`],
      ['POST', `${KEYS}/${id}/rotate`],
      ['DELETE', `${KEYS}/${id}/activations/${activation}`],
    ] as const;

  test('404 for another customer, another organization’s customer and another member', async () => {
    const { customer, owner, manager, member, keys } = await team();
    const activation = await activate(keys.owners);
    const theirs = (await seedCustomer(api, outsider.organization.id)).id;
    const outsiders = [await newcomer(), await openSession(api, outsider, theirs), member, manager];
    const before = await databaseWrites(api);
    for (const { call } of outsiders) {
      for (const [method, url] of ways(keys.owners.id, activation)) {
        const [guessed, unknown] = [await call(method, url), await call(method, url.replace(keys.owners.id, randomUUID()))];
        expect(guessed).toMatchObject({ status: 404, body: NOT_FOUND });
        expect(unknown.body).toEqual(guessed.body);
      }
    }
    expect((await member.call('GET', `${KEYS}/${keys.shared.id}`)).status).toBe(404);
    expect(await databaseWrites(api)).toBe(before);
    for (const { call } of [owner, customer]) expect((await call('GET', `${KEYS}/${keys.owners.id}`)).status).toBe(200);
  });

  test('401 for seller tokens', async () => {
    const { keys } = await team();
    for (const token of [seller.oat, seller.pat, undefined]) {
      for (const [method, url] of [...ways(keys.shared.id, randomUUID()), ['GET', `${KEYS}/`] as const]) {
        expect((await callAs(api, token)(method, url)).status).toBe(401);
      }
    }
  });
});
