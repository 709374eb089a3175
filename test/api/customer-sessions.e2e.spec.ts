import { EntityManager } from '@mikro-orm/postgresql';
import { CommandBus } from '@nestjs/cqrs';
import { randomUUID } from 'node:crypto';
import { CreateCustomer } from '#customer-portal';
import { newToken } from '#engine/secrets';
import { startApi } from '../support/api.ts';
import { callAs } from '../support/call.ts';
import { seedCustomer } from '../support/seed-customer.ts';
import { type SeededOrganization, seedOrganization } from '../support/seed.ts';

const SESSIONS = '/v1/customer-sessions/';
const INTROSPECT = '/v1/customer-portal/customer-session/introspect';
const USER = '/v1/customer-portal/customer-session/user';
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const HOUR = 3_600_000;

const api = await startApi({ BASE_URL: 'https://licenses.example.com', PORTAL_URL: 'https://portal.example.com' });
const [ours, theirs] = await Promise.all([seedOrganization(api), seedOrganization(api)]);
afterAll(() => api.close());

const open = (body: object, { oat }: SeededOrganization = ours) => callAs(api, oat)('POST', SESSIONS, body);
const ask = (token: string, url = INTROSPECT) => callAs(api, token)('GET', url);
const wrong = (answer: { body: { detail: { loc: unknown[]; type: string }[] } }) =>
  answer.body.detail.map(({ loc, type }) => [loc.join('.'), type]);

describe('POST /v1/customer-sessions/', () => {
  test('opens a portal session of one hour for a customer', async () => {
    const { id, email } = await seedCustomer(api, ours.organization.id, { email: 'ada+sales@example.com', name: 'Ada' });
    const before = Date.now();
    const { status, body } = await open({ customer_id: id, return_url: 'https://shop.example.com' });
    expect([status, body]).toEqual([
      201,
      {
        id: expect.any(String),
        created_at: expect.stringMatching(TIME),
        modified_at: null,
        token: expect.stringMatching(/^latchkey_cst_[0-9A-Za-z]{49}$/),
        expires_at: expect.stringMatching(TIME),
        return_url: 'https://shop.example.com/',
        customer_portal_url: `https://portal.example.com/portal/${ours.organization.slug}?customer_session_token=${body.token}&email=ada%2Bsales%40example.com`,
        customer_id: id,
        customer: expect.objectContaining({ id, email, name: 'Ada', type: 'individual' }),
      },
    ]);
    const left = Date.parse(body.expires_at) - before;
    expect([left >= HOUR, left < HOUR + 60_000]).toEqual([true, true]);
  });

  test('accepts the external id of the customer under both names', async () => {
    const { id, external_id } = await seedCustomer(api, ours.organization.id);
    for (const field of ['external_customer_id', 'customer_external_id']) {
      const { status, body } = await open({ [field]: external_id });
      expect([field, status, body.customer_id, body.return_url]).toEqual([field, 201, id, null]);
    }
    const both = await open({ customer_id: id, external_customer_id: 'nobody' });
    expect([both.status, both.body.customer_id]).toEqual([201, id]);
  });

  test('the link has no e-mail parameter if the customer has no address', async () => {
    const attributes = { organizationId: ours.organization.id, type: 'team', email: null } as const;
    const { body } = await open({ customer_id: await api.app.get(CommandBus).execute(new CreateCustomer(attributes)) });
    expect(body.customer_portal_url).toBe(
      `https://portal.example.com/portal/${ours.organization.slug}?customer_session_token=${body.token}`,
    );
    const user = await ask(body.token, USER);
    expect([user.status, wrong(user)]).toEqual([422, [['body', 'value_error']]]);
  });

  test('rejects unknown and foreign customers', async () => {
    const outsider = await seedCustomer(api, theirs.organization.id);
    const gone = await seedCustomer(api, ours.organization.id);
    await callAs(api, ours.oat)('DELETE', `/v1/customers/${gone.id}`);
    for (const customer_id of [outsider.id, gone.id, randomUUID()]) {
      const answer = await open({ customer_id });
      expect([answer.status, wrong(answer)]).toEqual([422, [['body.customer_id', 'value_error']]]);
    }
    for (const external_customer_id of [outsider.external_id, gone.external_id, 'nobody']) {
      const answer = await open({ external_customer_id });
      expect([answer.status, wrong(answer)]).toEqual([422, [['body.external_customer_id', 'value_error']]]);
    }
    const { id: customer_id } = await seedCustomer(api, ours.organization.id);
    const byId = await open({ customer_id, member_id: randomUUID() });
    const byExternalId = await open({ customer_id, external_member_id: 'nobody' });
    expect([byId, byExternalId].map((answer) => [answer.status, wrong(answer)])).toEqual([
      [422, [['body.member_id', 'value_error']]],
      [422, [['body.external_member_id', 'value_error']]],
    ]);
  });

  test('rejects an external id that is ambiguous for a user of several organizations', async () => {
    const external_id = randomUUID();
    const other = await seedOrganization(api);
    await Promise.all([ours, other].map(({ organization }) => seedCustomer(api, organization.id, { external_id })));
    const { SetMemberRole } = await import('#organizations');
    await api.app.get(CommandBus).execute(new SetMemberRole({ id: other.organization.id }, ours.user.id, 'finance'));
    const { status, body } = await callAs(api, ours.pat)('POST', SESSIONS, { external_customer_id: external_id });
    expect([status, body.error]).toEqual([409, 'AmbiguousExternalCustomerID']);
  });

  test('rejects the role finance, which may not change customers', async () => {
    const { id, external_id } = await seedCustomer(api, ours.organization.id);
    const finance = callAs(api, await ours.tokenAs('finance'));
    for (const customer of [
      { customer_id: id },
      { external_customer_id: external_id },
      { customer_id: id, member_id: randomUUID() },
    ]) {
      const { status, body } = await finance('POST', SESSIONS, customer);
      expect([status, body]).toEqual([403, { error: 'NotPermitted', detail: "You don't have permission to manage customers" }]);
    }
    expect((await finance('POST', SESSIONS, { customer_id: randomUUID() })).status).toBe(422);
    const rows = await api.app
      .get(EntityManager)
      .fork()
      .execute('select 1 from customer_portal.sessions where customer_id = ?', [id]);
    expect(rows).toEqual([]);
  });

  test.each(['owner', 'admin', 'member'] as const)('is permitted for the role %s', async (role) => {
    const { id: customer_id } = await seedCustomer(api, ours.organization.id);
    const { status } = await callAs(api, await ours.tokenAs(role))('POST', SESSIONS, { customer_id });
    expect(status).toBe(201);
  });

  test.each([
    ['nothing', {}, [['body.external_customer_id', 'missing']]],
    ['no uuid', { customer_id: 'ada' }, [['body.customer_id', 'uuid_parsing']]],
    ['null', { customer_id: null }, [['body.customer_id', 'uuid_type']]],
    ['a number', { external_customer_id: 5 }, [['body.external_customer_id', 'string_type']]],
    ['NUL', { external_customer_id: 'a\0b' }, [['body.external_customer_id', 'value_error']]],
    ['a list', [], [['body', 'model_attributes_type']]],
    ['a script', { external_customer_id: 'a', return_url: 'javascript:alert(1)' }, [['body.return_url', 'url_scheme']]],
    ['a hidden script', { external_customer_id: 'a', return_url: ' java\nscript:alert(1)' }, [['body.return_url', 'url_scheme']]],
    ['data', { external_customer_id: 'a', return_url: 'data:text/html,<script>' }, [['body.return_url', 'url_scheme']]],
    ['a path', { external_customer_id: 'a', return_url: '//evil.example.com' }, [['body.return_url', 'url_parsing']]],
    [
      'a long url',
      { external_customer_id: 'a', return_url: `https://example.com/${'x'.repeat(2083)}` },
      [['body.return_url', 'string_too_long']],
    ],
    ['a wrong member', { external_customer_id: 'a', member_id: 5 }, [['body.member_id', 'uuid_type']]],
  ])('rejects %s', async (_what, body, problems) => {
    const answer = await open(body);
    expect([answer.status, wrong(answer)]).toEqual([422, problems]);
  });
});

describe('a session', () => {
  test('returns its expiry, return URL and customer', async () => {
    const { id, email } = await seedCustomer(api, ours.organization.id, { name: 'Grace' });
    const { body } = await open({ customer_id: id, return_url: 'http://localhost:3000/back?a=1' });
    const introspected = await ask(body.token);
    expect([introspected.status, introspected.body]).toEqual([
      200,
      { expires_at: body.expires_at, return_url: 'http://localhost:3000/back?a=1' },
    ]);
    const user = await ask(body.token, USER);
    expect([user.status, user.body]).toEqual([
      200,
      { type: 'customer', name: 'Grace', email, customer_id: id, member_id: null, role: null },
    ]);
  });

  test('ends when the customer is deleted', async () => {
    const { id } = await seedCustomer(api, ours.organization.id);
    const { body } = await open({ customer_id: id });
    expect((await ask(body.token)).status).toBe(200);
    await callAs(api, ours.oat)('DELETE', `/v1/customers/${id}`);
    expect((await ask(body.token)).status).toBe(401);
  });

  test('ends by signing out; other sessions of the customer go on', async () => {
    const { id } = await seedCustomer(api, ours.organization.id);
    const [first, second] = [(await open({ customer_id: id })).body.token, (await open({ customer_id: id })).body.token];
    const signOut = () => callAs(api, first)('DELETE', '/v1/customer-portal/customer-session');
    expect(await signOut()).toMatchObject({ status: 204, text: '' });
    expect([(await ask(first)).status, (await signOut()).status, (await ask(second)).status]).toEqual([401, 401, 200]);
  });

  test('is not accepted as a seller token and vice versa', async () => {
    const { id } = await seedCustomer(api, ours.organization.id);
    const { body } = await open({ customer_id: id });
    for (const token of [ours.oat, ours.pat, newToken('cst'), newToken('mst')]) {
      for (const url of [INTROSPECT, USER]) expect((await ask(token, url)).status).toBe(401);
    }
    for (const [method, url] of [
      ['GET', '/v1/customers/'],
      ['GET', `/v1/customers/${id}`],
      ['POST', SESSIONS],
    ] as const) {
      const answer = await callAs(api, body.token)(method, url, method === 'POST' ? { customer_id: id } : undefined);
      expect([method, url, answer.status, answer.body.error]).toEqual([method, url, 401, 'Unauthorized']);
    }
  });
});
