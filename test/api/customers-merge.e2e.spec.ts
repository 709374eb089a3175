import { EntityManager } from '@mikro-orm/postgresql';
import { randomUUID } from 'node:crypto';
import { startApi, type TestApi } from '../support/api.ts';
import { type Call, callAs } from '../support/call.ts';
import { type SeededOrganization, seedOrganization } from '../support/seed.ts';
import { seedCustomer } from '../support/seed-customer.ts';

let api: TestApi;
let ours: SeededOrganization;
let theirs: SeededOrganization;
let call: Call;
beforeAll(async () => {
  api = await startApi();
  [ours, theirs] = [await seedOrganization(api), await seedOrganization(api)];
  call = callAs(api, ours.oat);
});
afterAll(() => api.close());

const seed = (overrides = {}) => seedCustomer(api, ours.organization.id, overrides);
const merge = (source: string, target: string, as: Call = call) =>
  as('POST', `/v1/customers/${target}/merge`, { customer_id: source });
const rows = (statement: string, ...values: unknown[]) => api.app.get(EntityManager).fork().execute(statement, values);
const refused = (msg: string, input: string) => ({
  detail: [{ loc: ['body', 'customer_id'], type: 'value_error', msg, input }],
});

describe('POST /v1/customers/{id}/merge', () => {
  test('returns the customer in the path unchanged, and deletes the other one', async () => {
    const [source, target] = [await seed({ name: 'Ada' }), await seed({ name: 'Grace' })];
    const { body: before } = await call('GET', `/v1/customers/${target.id}`);
    expect(await merge(source.id, target.id)).toMatchObject({ status: 200, body: before });
    expect(await merge(source.id, target.id)).toMatchObject({ status: 200, body: before });

    expect((await call('GET', `/v1/customers/${source.id}`)).status).toBe(404);
    expect((await call('GET', `/v1/customers/${source.id}/state`)).status).toBe(404);
    expect((await call('PATCH', `/v1/customers/${source.id}`, { name: 'Ada' })).status).toBe(404);
    expect((await call('POST', '/v1/customer-sessions/', { customer_id: source.id })).status).toBe(422);
    expect(await rows('select name, payload from platform.outbox where aggregate_id = ? order by id', source.id)).toEqual([
      { name: 'customer.created', payload: { external_id: source.external_id } },
      { name: 'customer.merged', payload: { external_id: source.external_id, into: target.id } },
    ]);
  });

  test('e-mail address and external ID can be used again, and nothing of the person is stored but the alias', async () => {
    const [source, target] = [await seed(), await seed()];
    const details = {
      name: 'Ada Lovelace',
      locale: 'de',
      metadata: { note: 'Ada Lovelace' },
      billing_address: { country: 'AT', city: 'Linz' },
    };
    expect((await call('PATCH', `/v1/customers/${source.id}`, details)).status).toBe(200);
    await merge(source.id, target.id);

    const { email, external_id } = source;
    expect((await call('POST', '/v1/customers/', { email, external_id })).status).toBe(201);
    const [{ alias_email, alias_key, ...customer }] = (await rows(
      'select * from customer_portal.customers where id = ?',
      source.id,
    )) as [{ readonly alias_email: string; readonly alias_key: string }];
    expect([alias_email, alias_key]).toEqual([source.email, source.email.toLowerCase()]);
    const stored = JSON.stringify([
      customer,
      await rows('select * from customer_portal.members where customer_id = ?', source.id),
    ]);
    for (const text of ['Ada Lovelace', '"Linz"', source.email]) expect(stored).not.toContain(text);
  });

  test('sessions of the merged customer and of its owner end', async () => {
    const [source, target] = [await seed(), await seed()];
    const [owner] = (await call('GET', `/v1/customers/${source.id}/members`)).body.items;
    const sessions = [{ customer_id: source.id }, { customer_id: source.id, member_id: owner.id }];
    const opened = [];
    for (const session of sessions) opened.push((await call('POST', '/v1/customer-sessions/', session)).body.token);
    const asCustomer = (token: string) => callAs(api, token)('GET', '/v1/customer-portal/customers/me');
    for (const token of opened) expect((await asCustomer(token)).status).toBe(200);
    await merge(source.id, target.id);
    for (const token of opened) expect((await asCustomer(token)).status).toBe(401);
  });

  test('members of a team move into the target, which becomes a team; the same e-mail address is the same person', async () => {
    const team = async (...emails: string[]) => {
      const owner = { email: `${randomUUID()}@example.com` };
      const created = await call('POST', '/v1/customers/', { type: 'team', email: `${randomUUID()}@example.com`, owner });
      for (const email of emails) {
        const added = await call('POST', `/v1/customers/${created.body.id}/members`, { email, role: 'billing_manager' });
        expect(added.status).toBe(201);
      }
      return created.body;
    };
    const membersOf = async ({ id }: { readonly id: string }) =>
      (await call('GET', `/v1/customers/${id}/members?limit=100`)).body.items;
    const target = await seed();
    const [source, ada] = [await team(`${randomUUID()}@example.com`, target.email), (await membersOf(target))[0]];
    const before = await membersOf(source);
    expect(before).toHaveLength(3);
    expect(await merge(source.id, target.id)).toMatchObject({ status: 200, body: { id: target.id, type: 'team' } });
    const moved = before.filter(({ email }: { email: string }) => email !== target.email).map(({ id }: { id: string }) => id);
    const after: { id: string; role: string; customer_id: string }[] = await membersOf(target);
    expect(new Map(after.map(({ id, role }) => [id, role]))).toEqual(
      new Map([[ada.id, 'owner'], ...moved.map((id: string) => [id, 'member'] as const)]),
    );
    expect((await merge(target.id, (await team()).id)).body.type).toBe('team');
  });

  test('customers that cannot be merged are refused, and nothing changes', async () => {
    const [target, gone, merged] = [await seed(), await seed(), await seed()];
    await call('DELETE', `/v1/customers/${gone.id}`);
    await merge(merged.id, (await seed()).id);
    const foreign = (await seedCustomer(api, theirs.organization.id)).id;
    for (const id of [gone.id, merged.id, foreign, randomUUID()]) {
      expect(await merge(id, target.id)).toMatchObject({ status: 422, body: refused('Customer does not exist.', id) });
    }
    expect(await merge(target.id, target.id)).toMatchObject({
      status: 422,
      body: refused('A customer cannot be merged into itself.', target.id),
    });
    expect((await call('POST', `/v1/customers/${target.id}/merge`, {})).status).toBe(422);
    expect((await merge('1', target.id)).status).toBe(422);
    expect((await call('GET', `/v1/customers/${target.id}`)).status).toBe(200);
  });

  test('a customer cannot be merged into one that is deleted, merged or unknown', async () => {
    const [source, gone, merged] = [await seed(), await seed(), await seed()];
    await call('DELETE', `/v1/customers/${gone.id}`);
    await merge(merged.id, source.id);
    const foreign = (await seedCustomer(api, theirs.organization.id)).id;
    for (const id of [gone.id, merged.id, foreign, randomUUID()]) {
      expect(await merge(source.id, id)).toMatchObject({ status: 404, body: { error: 'ResourceNotFound' } });
    }
    expect((await call('GET', `/v1/customers/${source.id}`)).status).toBe(200);
  });

  test('of two customers that are merged into each other at the same time, one remains', async () => {
    const [one, other] = [await seed(), await seed()];
    const answers = await Promise.all([merge(one.id, other.id), merge(other.id, one.id)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
  });

  test('only sellers who manage customers may merge them', async () => {
    const [source, target] = [await seed(), await seed()];
    expect((await merge(source.id, target.id, callAs(api))).status).toBe(401);
    expect((await merge(source.id, target.id, callAs(api, await ours.tokenWith(['customers:read'])))).status).toBe(403);
    expect(await merge(source.id, target.id, callAs(api, await ours.tokenAs('finance')))).toMatchObject({
      status: 403,
      body: { error: 'NotPermitted', detail: "You don't have permission to manage customers" },
    });
    expect((await call('GET', `/v1/customers/${source.id}`)).status).toBe(200);
  });
});
