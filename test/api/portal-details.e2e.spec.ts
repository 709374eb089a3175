import { randomUUID } from 'node:crypto';
import { EntityManager } from '@mikro-orm/postgresql';
import { startApi } from '../support/api.ts';
import { type Answer, callAs } from '../support/call.ts';
import { databaseWrites } from '../support/database-writes.ts';
import { openSession } from '../support/portal.ts';
import { seedCustomer } from '../support/seed-customer.ts';
import { seedOrganization } from '../support/seed.ts';

const ME = '/v1/customer-portal/customers/me';
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const NOWHERE = { line1: null, line2: null, postal_code: null, city: null, state: null };
const FRENCH = { billing_address: { country: 'FR' }, tax_id: 'FR61954506077' };

const api = await startApi();
const seller = await seedOrganization(api);
const sellers = callAs(api, seller.oat);
afterAll(() => api.close());

const wrong = ({ status, body }: Answer) => [
  status,
  ...(body.detail as { loc: unknown[]; type: string; input?: unknown }[]).map(({ loc, type, input }) => [
    loc.join('.'),
    type,
    input,
  ]),
];

async function newcomer(details: object = {}) {
  const { id, email } = await seedCustomer(api, seller.organization.id, { name: 'Ada' });
  const visitor = await openSession(api, seller, id);
  const { status, text } = await visitor.call('PATCH', ME, details);
  if (status !== 200) throw new Error(`Updating details failed: ${status} ${text}`);
  return { id, email, ...visitor };
}

const eventsOf = async (id: string) => {
  const em = api.app.get(EntityManager).fork();
  return em.execute(`select name, payload from platform.outbox where aggregate_id = ? order by id`, [id]);
};

describe('GET /v1/customer-portal/customers/me', () => {
  test('returns every portal field and no seller field', async () => {
    const { id, email, call } = await newcomer();
    const { status, body } = await call('GET', ME);
    expect([status, body]).toEqual([
      200,
      {
        id,
        created_at: expect.stringMatching(TIME),
        modified_at: null,
        email,
        email_verified: false,
        name: 'Ada',
        billing_name: 'Ada',
        billing_address: null,
        tax_id: null,
        oauth_accounts: {},
        default_payment_method_id: null,
        type: 'individual',
        locale: null,
      },
    ]);
  });

  test.each(['owner', 'billing_manager', 'member'] as const)(
    'returns the customer to a member with the role %s',
    async (role) => {
      const { id } = await seedCustomer(api, seller.organization.id);
      const { status, body } = await (await openSession(api, seller, id, role)).call('GET', ME);
      expect([status, body.id]).toEqual([200, id]);
    },
  );

  test('401 after the customer is deleted', async () => {
    const { id, call } = await newcomer();
    await sellers('DELETE', `/v1/customers/${id}`);
    expect((await call('GET', ME)).status).toBe(401);
  });
});

describe('PATCH /v1/customer-portal/customers/me', () => {
  test('changes the given fields, returns them and publishes an event', async () => {
    const { id, call } = await newcomer();
    const { status, body } = await call('PATCH', ME, {
      billing_name: ' Ada Inc. ',
      billing_address: { country: 'us', state: 'NY', line1: ' 1 Main St ', city: ' ' },
      tax_id: '91-1144442',
    });
    expect([status, body]).toEqual([
      200,
      expect.objectContaining({
        id,
        name: 'Ada',
        billing_name: 'Ada Inc.',
        billing_address: { ...NOWHERE, country: 'US', state: 'US-NY', line1: '1 Main St' },
        tax_id: ['911144442', 'us_ein'],
        modified_at: expect.stringMatching(TIME),
      }),
    ]);
    expect((await call('GET', ME)).body).toEqual(body);
    const seen = (await sellers('GET', `/v1/customers/${id}`)).body;
    expect([seen.tax_id, seen.billing_name]).toEqual([['911144442', 'us_ein'], 'Ada Inc.']);
    expect((await eventsOf(id)).at(-1)).toEqual({
      name: 'customer.updated',
      payload: expect.objectContaining({ changed: ['billing_name', 'billing_address', 'tax_id'] }),
    });
  });

  test('ignores all but four fields', async () => {
    const { call } = await newcomer();
    const before = (await call('GET', ME)).body;
    const others = { name: 'Eve', email: 'eve@example.com', locale: 'fr', metadata: { a: 1 }, external_id: 'eve', type: 'team' };
    const { status, body } = await call('PATCH', ME, others);
    expect([status, body]).toEqual([200, before]);
  });

  test.each([
    ['nothing', {}],
    ['a billing name of null', { billing_name: null }],
    ['a blank billing name', { billing_name: ' ' }],
    ['the same again', { billing_name: 'Ada Inc.', ...FRENCH }],
  ])('with %s changes nothing and publishes nothing', async (_what, body) => {
    const { call } = await newcomer({ billing_name: 'Ada Inc.', ...FRENCH });
    const before = await databaseWrites(api);
    expect((await call('PATCH', ME, body)).status).toBe(200);
    expect(await databaseWrites(api)).toBe(before);
  });

  test.each([null, '', ' '])('removes the tax id: %j', async (tax_id) => {
    const { call } = await newcomer(FRENCH);
    const { status, body } = await call('PATCH', ME, { tax_id });
    expect([status, body.tax_id, body.billing_address.country]).toEqual([200, null, 'FR']);
  });

  test('replaces the address as a whole and revalidates the tax id', async () => {
    const { call } = await newcomer({ ...FRENCH, billing_address: { country: 'FR', city: 'Paris' } });
    const { body } = await call('PATCH', ME, { billing_address: { country: 'DE', line1: 'Hof' } });
    expect([body.billing_address, body.tax_id]).toEqual([
      { ...NOWHERE, country: 'DE', line1: 'Hof' },
      ['FR61954506077', 'eu_vat'],
    ]);
  });

  test.each([
    ['an address of null', { billing_address: null }, ['body.billing_address', 'missing', null]],
    ['a tax id of nowhere', { tax_id: '911144442' }, ['body.billing_address', 'missing', null]],
    ['a payment method of null', { default_payment_method_id: null }, ['body.default_payment_method_id', 'missing', null]],
    [
      'an unknown payment method',
      { default_payment_method_id: '3d9a7c1e-8b2f-4c6d-9e0a-5f4b3c2d1e0f' },
      ['body.default_payment_method_id', 'invalid', '3d9a7c1e-8b2f-4c6d-9e0a-5f4b3c2d1e0f'],
    ],
    ['no uuid', { default_payment_method_id: 'card' }, ['body.default_payment_method_id', 'uuid_parsing', 'card']],
    ['an address of text', { billing_address: 'Paris' }, ['body.billing_address', 'model_attributes_type', 'Paris']],
    ['no country', { billing_address: { city: 'Paris' } }, ['body.billing_address.country', 'missing', { city: 'Paris' }]],
    ['an unknown country', { billing_address: { country: 'XX' } }, ['body.billing_address.country', 'enum', 'XX']],
    [
      'an unknown state',
      { billing_address: { country: 'US', state: 'PR' } },
      ['body.billing_address', 'value_error', { country: 'US', state: 'PR' }],
    ],
    [
      'an unknown province',
      { billing_address: { country: 'CA', state: 'US-NY' } },
      ['body.billing_address', 'value_error', { country: 'CA', state: 'US-NY' }],
    ],
    ['NUL in a name', { billing_name: 'a\0b' }, ['body.billing_name', 'value_error', 'a\0b']],
    ['a number as a name', { billing_name: 7 }, ['body.billing_name', 'string_type', 7]],
    ['a list as a tax id', { tax_id: ['FR61954506077', 'eu_vat'] }, ['body.tax_id', 'string_type', expect.any(Array)]],
  ])('rejects %s for a customer without billing details', async (_what, body, problem) => {
    const { call } = await newcomer();
    const before = await databaseWrites(api);
    expect(wrong(await call('PATCH', ME, body))).toEqual([422, problem]);
    expect(await databaseWrites(api)).toBe(before);
  });

  test.each([
    ['a tax id of another country', { tax_id: '911144442' }, ['body.tax_id', 'invalid', '911144442']],
    ['a country that the tax id is not of', { billing_address: { country: 'US' } }, ['body.tax_id', 'invalid', 'FR61954506077']],
    ['a country without tax ids', { billing_address: { country: 'CN' } }, ['body.tax_id', 'invalid', 'FR61954506077']],
    ['an address of null', { billing_address: null, tax_id: null }, ['body.billing_address', 'missing', null]],
  ])('rejects %s and changes nothing', async (_what, body, ...problems) => {
    const { call } = await newcomer({ billing_name: 'Ada Inc.', ...FRENCH });
    const before = await databaseWrites(api);
    expect(wrong(await call('PATCH', ME, { billing_name: 'Eve Inc.', ...body }))).toEqual([422, ...problems]);
    expect(await databaseWrites(api)).toBe(before);
  });

  test('reports all errors together', async () => {
    const { call } = await newcomer();
    const body = { billing_name: 7, billing_address: { country: 'XX' }, tax_id: 7, default_payment_method_id: 'x' };
    expect(
      wrong(await call('PATCH', ME, body))
        .slice(1)
        .map((problem) => (problem as unknown[])[0]),
    ).toEqual(['body.billing_name', 'body.billing_address.country', 'body.tax_id', 'body.default_payment_method_id']);
  });

  test.each(['owner', 'billing_manager'] as const)('is permitted for a member with the role %s', async (role) => {
    const { id } = await seedCustomer(api, seller.organization.id);
    const { status, body } = await (
      await openSession(api, seller, id, role)
    ).call('PATCH', ME, { billing_name: role, tax_id: null });
    expect([status, body.id, body.billing_name]).toEqual([200, id, role]);
  });

  test('rejects the role member with 403', async () => {
    const { id } = await seedCustomer(api, seller.organization.id);
    const { call } = await openSession(api, seller, id, 'member');
    const before = await databaseWrites(api);
    const { status, body } = await call('PATCH', ME, { billing_name: 'mine' });
    expect([status, body.error]).toEqual([403, 'NotPermitted']);
    expect(await databaseWrites(api)).toBe(before);
  });

  test('cannot change another customer', async () => {
    const other = await newcomer();
    const { call } = await newcomer();
    const before = (await sellers('GET', `/v1/customers/${other.id}`)).body;
    await call('PATCH', `${ME}?customer_id=${other.id}`, { billing_name: 'Mine', customer_id: other.id, id: other.id });
    expect((await sellers('GET', `/v1/customers/${other.id}`)).body).toEqual(before);
    expect((await call('PATCH', `/v1/customer-portal/customers/${other.id}`, {})).status).toBe(404);
  });
});

describe('the seller', () => {
  const create = (body: object) => sellers('POST', '/v1/customers/', { email: `${randomUUID()}@example.com`, ...body });

  test('sets a tax id and gets it with its format', async () => {
    const { status, body } = await create(FRENCH);
    expect([status, body.tax_id]).toEqual([201, ['FR61954506077', 'eu_vat']]);
    const changed = await sellers('PATCH', `/v1/customers/${body.id}`, { tax_id: 'DE114103379' });
    expect([changed.status, changed.body.tax_id]).toEqual([200, ['DE114103379', 'eu_vat']]);
    const cleared = await sellers('PATCH', `/v1/customers/${body.id}`, { tax_id: null, billing_address: { country: 'US' } });
    expect([cleared.status, cleared.body.tax_id]).toEqual([200, null]);
  });

  test('validates states, too', async () => {
    const { body } = await create({ billing_address: { country: 'CA', state: 'QC' } });
    expect(body.billing_address.state).toBe('CA-QC');
    const refused = await create({ billing_address: { country: 'CA', state: 'Quebec' } });
    expect(wrong(refused)).toEqual([422, ['body.billing_address', 'value_error', { country: 'CA', state: 'Quebec' }]]);
  });

  test.each([
    ['of nowhere', { tax_id: '911144442' }, ['body.billing_address', 'missing', null]],
    ['of another country', { ...FRENCH, tax_id: '911144442' }, ['body.tax_id', 'invalid', '911144442']],
  ])('rejects a tax id %s on create and update', async (_what, body, problem) => {
    const external_id = randomUUID();
    const { id } = await seedCustomer(api, seller.organization.id, { external_id });
    const before = await databaseWrites(api);
    expect(wrong(await create(body))).toEqual([422, problem]);
    expect(wrong(await sellers('PATCH', `/v1/customers/${id}`, { name: 'x', ...body }))).toEqual([422, problem]);
    expect(wrong(await sellers('PATCH', `/v1/customers/external/${external_id}`, { name: 'x', ...body }))).toEqual([
      422,
      problem,
    ]);
    expect(await databaseWrites(api)).toBe(before);
  });

  test('rejects a country that does not match the tax id', async () => {
    const external_id = randomUUID();
    const { body } = await create({ ...FRENCH, external_id });
    const moving = { billing_address: { country: 'US' } };
    const problem = ['body.tax_id', 'invalid', 'FR61954506077'];
    expect(wrong(await sellers('PATCH', `/v1/customers/${body.id}`, moving))).toEqual([422, problem]);
    expect(wrong(await sellers('PATCH', `/v1/customers/external/${external_id}`, moving))).toEqual([422, problem]);
    expect((await sellers('GET', `/v1/customers/${body.id}`)).body).toEqual(body);
  });
});
