import { EntityManager } from '@mikro-orm/postgresql';
import { QueryBus } from '@nestjs/cqrs';
import { createHash, randomUUID } from 'node:crypto';
import { FindCustomers } from '#customer-portal/contract';
import { startApi, type TestApi } from '../support/api.ts';
import { type Call, callAs } from '../support/call.ts';
import { type SeededOrganization, seedOrganization } from '../support/seed.ts';
import { seedCustomer } from '../support/seed-customer.ts';

const NOT_FOUND = { error: 'ResourceNotFound', detail: 'Not found' };
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

describe('POST /v1/customers/', () => {
  test('creates an individual customer', async () => {
    const answer = await call('POST', '/v1/customers/', {
      type: 'individual',
      email: 'Ada@Example.com',
      external_id: 'user/1 ü',
      name: ' Ada ',
      billing_address: { country: 'fr', line1: ' 1 Rue X ', postal_code: '75001', city: 'Paris', line2: ' ' },
      locale: 'fr-fr',
      metadata: { tier: 'gold', seats: 5, beta: true, rate: 1.5 },
      tax_id: 'FR61954506077',
    });
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4/),
      created_at: expect.stringMatching(TIME),
      modified_at: null,
      metadata: { tier: 'gold', seats: 5, beta: true, rate: 1.5 },
      external_id: 'user/1 ü',
      email: 'Ada@example.com',
      email_verified: false,
      type: 'individual',
      name: 'Ada',
      billing_name: 'Ada',
      billing_address: HOME,
      tax_id: ['FR61954506077', 'eu_vat'],
      locale: 'fr-FR',
      organization_id: ours.organization.id,
      default_payment_method_id: null,
      deleted_at: null,
      first_user_event_at: null,
      avatar_url: `https://www.gravatar.com/avatar/${createHash('sha256').update('ada@example.com').digest('hex')}?d=404`,
    });
    expect(await eventsOf(answer.body.id)).toEqual([{ name: 'customer.created', payload: { external_id: 'user/1 ü' } }]);
    expect(await found(answer.body.id)).toEqual(answer.body);
  });

  test('omitted, null and blank fields are null; the type defaults to individual', async () => {
    const nothing = { external_id: '', name: ' ', billing_address: null, locale: null, owner: null, organization_id: null };
    for (const [index, rest] of [{}, nothing].entries()) {
      const { status, body } = await call('POST', '/v1/customers', { email: `few-${index}@example.com`, ...rest });
      expect(status).toBe(201);
      expect(body).toMatchObject({ external_id: null, name: null, billing_name: null, billing_address: null, locale: null });
      expect(body).toMatchObject({ type: 'individual', metadata: {} });
    }
  });

  test('creates a team that uses the e-mail address of its owner', async () => {
    const owner = { email: 'owner@example.com', name: 'Owner', external_id: 'o-1' };
    const { status, body } = await call('POST', '/v1/customers/', { type: 'team', name: 'Acme', owner });
    expect(status).toBe(201);
    expect(body).toMatchObject({ type: 'team', email: null, name: 'Acme', email_verified: false });
  });

  test('a team without an e-mail address has the avatar of its owner, whoever that is by then', async () => {
    const avatarOf = (email: string) =>
      `https://www.gravatar.com/avatar/${createHash('sha256').update(email).digest('hex')}?d=404`;
    const owner = { email: 'First@example.com' };
    const { body: team } = await call('POST', '/v1/customers/', { type: 'team', external_id: 'avatars', owner });
    expect(team.avatar_url).toBe(avatarOf('first@example.com'));
    await call('POST', `/v1/customers/${team.id}/members`, { email: 'second@example.com', role: 'billing_manager' });
    const { items } = (await call('GET', `/v1/customers/${team.id}/members`)).body;
    const { id } = items.find(({ email }: { email: string }) => email === 'second@example.com');
    await call('PATCH', `/v1/customers/${team.id}/members/${id}`, { role: 'owner' });
    for (const url of [team.id, 'external/avatars']) {
      expect((await call('GET', `/v1/customers/${url}`)).body.avatar_url).toBe(avatarOf('second@example.com'));
    }
    const listed = (await call('GET', '/v1/customers/?query=avatars')).body.items;
    expect(listed).toMatchObject([{ id: team.id, avatar_url: avatarOf('second@example.com') }]);
    const customers = await api.app.get(QueryBus).execute(new FindCustomers([team.id]));
    expect(customers.get(team.id)?.avatar_url).toBe(avatarOf('second@example.com'));
  });

  test('creates a team with its own e-mail address', async () => {
    const { status, body } = await call('POST', '/v1/customers/', { type: 'team', email: 'team@example.com' });
    expect([status, body.email]).toEqual([201, 'team@example.com']);
  });

  test('stores metadata unchanged', async () => {
    const metadata = JSON.parse('{"__proto__": "own", "constructor": 1.5, "ключ": "знач 😀"}');
    const { text } = await call('POST', '/v1/customers/', { email: 'meta@example.com', metadata });
    expect(Object.entries(JSON.parse(text).metadata).sort()).toEqual(Object.entries(metadata).sort());
  });

  test('reports an e-mail address and an external id in use together', async () => {
    const { email, external_id } = await seed();
    const again = { email: email.toUpperCase(), external_id };
    const { status, body } = await call('POST', '/v1/customers/', again);
    const spelled = email.toUpperCase().replace(/@.*/, (domain) => domain.toLowerCase());
    expect([status, body.detail]).toEqual([422, [taken('email', spelled), taken('external_id', external_id!)]]);
  });

  test('of ten concurrent requests for an e-mail address one succeeds and nine are rejected', async () => {
    const email = 'race@example.com';
    const answers = await Promise.all(Array.from({ length: 10 }, () => call('POST', '/v1/customers/', { email })));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    const losers = answers.filter(({ status }) => status !== 201).map(({ status, body }) => [status, body.detail]);
    expect(losers).toEqual(Array.from({ length: 9 }, () => [422, [taken('email', email)]]));
  });

  test('another organization can use the same e-mail address and external id', async () => {
    const { email, external_id } = await seed();
    const theirs = await seedOrganization(api);
    expect((await callAs(api, theirs.oat)('POST', '/v1/customers/', { email, external_id })).status).toBe(201);
  });

  test.each(['owner', 'admin', 'member'] as const)('is permitted for the role %s', async (role) => {
    const body = { email: `${role}-role@example.com`, organization_id: ours.organization.id };
    expect((await callAs(api, await ours.tokenAs(role))('POST', '/v1/customers/', body)).status).toBe(201);
  });

  test('rejects the role finance, also if the e-mail address is in use', async () => {
    const { email } = await seed();
    const body = { email, organization_id: ours.organization.id };
    const answer = await callAs(api, await ours.tokenAs('finance'))('POST', '/v1/customers/', body);
    expect([answer.status, answer.body]).toEqual([403, FORBIDDEN]);
  });

  test('a personal token restricted to one organization need not name it', async () => {
    const headers = { 'polar-organization': ours.organization.id };
    const { status, body } = await callAs(api, ours.pat)('POST', '/v1/customers/', { email: 'held@example.com' }, headers);
    expect([status, body.organization_id]).toEqual([201, ours.organization.id]);
  });
});

describe('GET /v1/customers/{id}', () => {
  test('returns the customer', async () => {
    const { id, email } = await seed({ name: 'Grace' });
    for (const url of [`/v1/customers/${id}`, `/v1/customers/${id}/`, `/v1/customers/${id.toUpperCase()}`]) {
      const { status, body } = await call('GET', url);
      expect([status, body.email, body.name]).toEqual([200, email, 'Grace']);
    }
  });

  test('is permitted for the role finance', async () => {
    const { id } = await seed();
    expect((await callAs(api, await ours.tokenAs('finance'))('GET', `/v1/customers/${id}`)).status).toBe(200);
  });
});

describe('DELETE /v1/customers/{id}', () => {
  test('the customer disappears from lists but stays visible within other resources', async () => {
    const { id, email, external_id } = await seed({ name: 'Gone' });
    const { body: before } = await call('GET', `/v1/customers/${id}`);
    const answer = await call('DELETE', `/v1/customers/${id}`);
    expect([answer.status, answer.text]).toEqual([204, '']);
    expect((await eventsOf(id)).at(-1)).toEqual({ name: 'customer.deleted', payload: { external_id, anonymized: false } });
    for (const method of ['GET', 'PATCH', 'DELETE'] as const) {
      for (const url of [`/v1/customers/${id}`, `/v1/customers/external/${external_id}`]) {
        const { status, body } = await call(method, url, method === 'PATCH' ? {} : undefined);
        expect([status, body]).toEqual([404, NOT_FOUND]);
      }
    }
    expect((await call('GET', `/v1/customers/?email=${email}`)).body.items).toEqual([]);
    expect(await found(id)).toEqual({
      ...before,
      metadata: { __external_id: external_id },
      modified_at: expect.stringMatching(TIME),
      deleted_at: expect.stringMatching(TIME),
    });
  });

  test('frees the e-mail address and the external id', async () => {
    const { id, email, external_id } = await seed();
    await call('DELETE', `/v1/customers/${id}`);
    expect((await call('POST', '/v1/customers/', { email, external_id })).status).toBe(201);
  });

  test('anonymize removes all personal data', async () => {
    const { id, external_id } = await seed({ name: 'Secret' });
    await call('PATCH', `/v1/customers/${id}`, { billing_address: HOME });
    expect((await call('DELETE', `/v1/customers/${id}?anonymize=true`)).status).toBe(204);
    expect(await found(id)).toMatchObject({
      email: expect.stringMatching(/^[0-9a-f]{64}@anonymized\.invalid$/),
      email_verified: false,
      name: expect.stringMatching(/^[0-9a-f]{64}$/),
      billing_address: null,
      external_id,
      metadata: { __external_id: external_id, __anonymized_at: expect.stringMatching(TIME) },
      deleted_at: expect.stringMatching(TIME),
    });
    expect((await eventsOf(id)).at(-1)).toEqual({ name: 'customer.deleted', payload: { external_id, anonymized: true } });
  });

  test.each(['maybe', ''])('rejects anonymize=%s', async (value) => {
    const { id } = await seed();
    const { status, body } = await call('DELETE', `/v1/customers/${id}?anonymize=${value}`);
    expect([status, body.detail[0]]).toEqual([
      422,
      expect.objectContaining({ loc: ['query', 'anonymize'], type: 'bool_parsing' }),
    ]);
    expect((await call('GET', `/v1/customers/${id}`)).status).toBe(200);
  });

  test('rejects the role finance with 403', async () => {
    const { id } = await seed();
    const answer = await callAs(api, await ours.tokenAs('finance'))('DELETE', `/v1/customers/${id}`);
    expect([answer.status, answer.body]).toEqual([403, FORBIDDEN]);
  });
});

test('FindCustomers returns customers of any organization by id, without unknown ones', async () => {
  const theirs = await seedOrganization(api);
  const [mine, foreign] = [await seed(), await seedCustomer(api, theirs.organization.id)];
  const query = new FindCustomers([mine.id, foreign.id, randomUUID(), mine.id]);
  const customers = await api.app.get(QueryBus).execute(query);
  expect([...customers.keys()].sort()).toEqual([mine.id, foreign.id].sort());
  expect(customers.get(foreign.id)).toMatchObject({ id: foreign.id, email: foreign.email, external_id: foreign.external_id });
  expect((await api.app.get(QueryBus).execute(new FindCustomers([]))).size).toBe(0);
});

describe.each([
  ['GET', undefined],
  ['PATCH', { name: 'New' }],
  ['DELETE', undefined],
] as const)('%s /v1/customers/{id}', (method, body) => {
  test.each([
    ['nonsense', 'uuid_parsing'],
    ['external', 'uuid_parsing'],
    ['00000000-0000-1000-8000-000000000000', 'uuid_version'],
    ['%00', 'uuid_parsing'],
  ])('rejects the id %s with 422', async (id, type) => {
    const answer = await call(method, `/v1/customers/${id}`, body);
    expect(answer.status).toBe(422);
    expect(answer.body.detail).toMatchObject([{ loc: ['path', 'id'], type }]);
  });
});
