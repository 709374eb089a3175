import { EntityManager } from '@mikro-orm/postgresql';
import { QueryBus } from '@nestjs/cqrs';
import { createHash } from 'node:crypto';
import { FindCustomers } from '#customer-portal/contract';
import { startApi, type TestApi } from '../support/api.ts';
import { type Call, callAs } from '../support/call.ts';
import { type SeededOrganization, seedOrganization } from '../support/seed.ts';
import { seedCustomer } from '../support/seed-customer.ts';

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const HOME = { line1: '1 Rue X', line2: null, postal_code: '75001', city: 'Paris', state: null, country: 'FR' };
const FORBIDDEN = { error: 'NotPermitted', detail: "You don't have permission to manage customers" };

let api: TestApi;
let ours: SeededOrganization;
let call: Call;
beforeAll(async () => {
  api = await startApi();
  ours = await seedOrganization(api);
  call = callAs(api, ours.oat);
});
afterAll(() => api.close());

const seed = (overrides = {}) => seedCustomer(api, ours.organization.id, overrides);

const eventsOf = (id: string): Promise<{ name: string; payload: object }[]> =>
  api.app.get(EntityManager).fork().execute('select name, payload from platform.outbox where aggregate_id = ? order by id', [id]);

const found = async (id: string) =>
  JSON.parse(JSON.stringify((await api.app.get(QueryBus).execute(new FindCustomers([id]))).get(id)));

const taken = (field: 'email' | 'external_id', input: string) => ({
  loc: ['body', field],
  type: 'value_error',
  msg: `A customer with this ${field === 'email' ? 'email address' : 'external ID'} already exists.`,
  input,
});

describe('PATCH /v1/customers/{id}', () => {
  test('changes the given fields and nothing else', async () => {
    const { id } = await seed({ external_id: null });
    const { body: before } = await call('GET', `/v1/customers/${id}`);
    const changes = {
      email: 'New@example.com',
      name: 'New',
      locale: 'de',
      external_id: 'new/1',
      type: 'team',
      metadata: { a: 1 },
    };
    const { status, body } = await call('PATCH', `/v1/customers/${id}`, { ...changes, billing_address: HOME, unknown: 1 });
    expect(status).toBe(200);
    expect(body).toEqual({
      ...before,
      ...changes,
      billing_name: 'New',
      billing_address: HOME,
      modified_at: expect.stringMatching(TIME),
      avatar_url: `https://www.gravatar.com/avatar/${createHash('sha256').update('new@example.com').digest('hex')}?d=404`,
    });
    expect((await eventsOf(id)).at(-1)).toEqual({
      name: 'customer.updated',
      payload: {
        external_id: 'new/1',
        changed: ['type', 'email', 'external_id', 'name', 'billing_address', 'locale', 'metadata'],
      },
    });
    expect(await found(id)).toEqual(body);
    expect((await call('GET', `/v1/customers/?email=NEW@example.com`)).body.items).toEqual([body]);
  });

  test('omitted and unchanged fields change nothing and publish nothing', async () => {
    const { id, email, external_id } = await seed({ name: 'Same' });
    const { body: before } = await call('GET', `/v1/customers/${id}`);
    const same = { email, external_id, name: ' Same', metadata: {}, type: 'individual', locale: null };
    for (const changes of [{}, same, { email: null, type: null }]) {
      expect(await call('PATCH', `/v1/customers/${id}`, changes)).toMatchObject({ status: 200, body: before });
    }
    expect(await eventsOf(id)).toHaveLength(1);
  });

  test('null and blank clear the name and the locale', async () => {
    for (const [name, locale] of [
      [null, null],
      ['  ', null],
    ]) {
      const { id } = await seed({ name: 'Grace' });
      const { body } = await call('PATCH', `/v1/customers/${id}`, { name, locale });
      expect(body).toMatchObject({ name: null, billing_name: null, locale: null });
    }
  });

  test('replaces metadata and the billing address as a whole', async () => {
    const { id } = await seed();
    await call('PATCH', `/v1/customers/${id}`, { metadata: { a: 1, b: 2 }, billing_address: HOME });
    const { body } = await call('PATCH', `/v1/customers/${id}`, { metadata: { c: 3 }, billing_address: { country: 'US' } });
    const nothing = { line1: null, line2: null, postal_code: null, city: null, state: null };
    expect(body).toMatchObject({ metadata: { c: 3 }, billing_address: { ...nothing, country: 'US' } });
  });

  test('a new e-mail address is unverified, another spelling of the old one is not', async () => {
    const { id, email } = await seed();
    await api.app
      .get(EntityManager)
      .fork()
      .execute('update customer_portal.customers set email_verified = true where id = ?', [id]);
    const spelled = email.toUpperCase();
    expect((await call('PATCH', `/v1/customers/${id}`, { email: spelled })).body.email_verified).toBe(true);
    expect((await call('PATCH', `/v1/customers/${id}`, { email: 'other@example.org' })).body.email_verified).toBe(false);
  });

  test('reports all errors together and changes nothing', async () => {
    const other = await seed();
    const { id, external_id } = await seed();
    await call('PATCH', `/v1/customers/${id}`, { type: 'team' });
    const { body: before } = await call('GET', `/v1/customers/${id}`);
    const wrong = { email: other.email, billing_address: null, external_id: other.external_id, type: 'individual', name: 'New' };
    const { status, body } = await call('PATCH', `/v1/customers/${id}`, wrong);
    expect([status, body.detail]).toEqual([
      422,
      [
        taken('email', other.email),
        { loc: ['body', 'billing_address'], type: 'value_error', msg: 'A billing address cannot be taken away.', input: null },
        {
          loc: ['body', 'external_id'],
          type: 'value_error',
          msg: 'Customer external ID cannot be updated.',
          input: other.external_id,
        },
        {
          loc: ['body', 'type'],
          type: 'value_error',
          msg: 'A team cannot become an individual customer again.',
          input: 'individual',
        },
      ],
    ]);
    expect((await call('GET', `/v1/customers/${id}`)).body).toEqual(before);
    expect(before.external_id).toBe(external_id);
  });

  test.each([null, '', ' ', 'another'])('rejects changing a set external id to %j', async (external_id) => {
    const { id } = await seed();
    const { status, body } = await call('PATCH', `/v1/customers/${id}`, { external_id });
    expect([status, body.detail[0].loc]).toEqual([422, ['body', 'external_id']]);
  });

  test('rejects an external id of another customer', async () => {
    const { external_id } = await seed();
    const { id } = await seed({ external_id: null });
    const { status, body } = await call('PATCH', `/v1/customers/${id}`, { external_id });
    expect([status, body.detail]).toEqual([422, [taken('external_id', external_id!)]]);
  });

  test('rejects null as the type of a team', async () => {
    const { id } = await seed();
    await call('PATCH', `/v1/customers/${id}`, { type: 'team' });
    const { status, body } = await call('PATCH', `/v1/customers/${id}`, { type: null });
    expect([status, body.detail[0].loc]).toEqual([422, ['body', 'type']]);
  });

  test('rejects the role finance with 403', async () => {
    const { id } = await seed();
    const answer = await callAs(api, await ours.tokenAs('finance'))('PATCH', `/v1/customers/${id}`, { billing_address: null });
    expect([answer.status, answer.body]).toEqual([403, FORBIDDEN]);
  });
});
