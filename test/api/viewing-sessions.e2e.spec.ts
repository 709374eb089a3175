import { CommandBus } from '@nestjs/cqrs';
import { EntityManager } from '@mikro-orm/postgresql';
import { SetMemberRole, SetUserBlocked } from '#organizations';
import type { Role } from '#platform/auth';
import { startApi } from '../support/api.ts';
import { type Answer, type Call, callAs, type Method } from '../support/call.ts';
import { Contract } from '../support/contract.ts';
import { databaseWrites } from '../support/database-writes.ts';
import { operationsOf } from '../support/described-operations.ts';
import { EXAMPLES } from '../support/examples/index.ts';
import { seedFixtures } from '../support/fixtures.ts';
import { seedOrganization } from '../support/seed.ts';
import { SESSION_KINDS } from '../support/seed-portal.ts';

const SESSION = '/v1/customer-portal/customer-session';

const api = await startApi({ ENVIRONMENT: 'sandbox' });
const bus = api.app.get(CommandBus);
const contract = Contract.of(api);
const ours = await seedFixtures(api);
const { organization_id, customer_id, team_id, seller } = ours;
afterAll(() => api.close());

const owner = callAs(api, seller.pat);
const support = callAs(api, await seller.tokenAs('support'));

async function opened(call: Call, body: object = {}, id = customer_id) {
  const { status, body: session } = await call('POST', `/v1/customers/${id}/viewing-sessions`, body);
  expect(status).toBe(201);
  return session;
}
const callIn = (session: { readonly token: string }): Call => callAs(api, session.token);

/** The token of a user with a role, who can be given another one. */
async function colleague(role: Role) {
  const { user, pat } = await seedOrganization(api);
  await bus.execute(new SetMemberRole({ id: organization_id }, user.id, role));
  return { id: user.id, email: user.email, call: callAs(api, pat) };
}

test('a session of a viewer says who looks, whether it changes anything, and whether it shows sales', async () => {
  const [desk, member] = [await colleague('support'), await colleague('member')];
  const views = [
    { call: desk.call, body: {}, viewer: { type: 'user', id: desk.id, name: desk.email, read_only: true, sees_sales: false } },
    {
      call: member.call,
      body: {},
      viewer: { type: 'user', id: member.id, name: member.email, read_only: true, sees_sales: true },
    },
    {
      call: member.call,
      body: { read_only: false },
      viewer: { type: 'user', id: member.id, name: member.email, read_only: false, sees_sales: true },
    },
    {
      call: callAs(api, seller.oat),
      body: {},
      viewer: { type: 'organization', id: organization_id, name: 'Acme', read_only: true, sees_sales: true },
    },
  ];
  for (const { call, body, viewer } of views) {
    const session = await opened(call, body);
    expect(session).toMatchObject({ customer_id, viewer });
    const introspected = await callIn(session)('GET', `${SESSION}/introspect`);
    expect(introspected.body).toEqual({ expires_at: session.expires_at, return_url: null, viewer });
  }
  const own = await callAs(api, ours.sessions.customer_session)('GET', `${SESSION}/introspect`);
  expect(own.body).not.toHaveProperty('viewer');
});

test('the role support opens none in which it acts, neither as the customer nor for it', async () => {
  for (const [url, body] of [
    [`/v1/customers/${customer_id}/viewing-sessions`, { read_only: false }],
    ['/v1/customer-sessions/', { customer_id }],
    [`/v1/customer-seats/${ours.seat_id}/invitation`, undefined],
  ] as const) {
    const { status, body: refusal } = await support('POST', url, body);
    expect([url, status, refusal.detail]).toEqual([url, 403, "You don't have permission to act for customers"]);
  }
});

test('it is audited, and so is what is changed in it, as what the viewer has done', async () => {
  const member = await colleague('member');
  const session = await opened(member.call, { read_only: false });
  const details = { billing_name: 'Jane Doe' };
  expect((await callIn(session)('PATCH', '/v1/customer-portal/customers/me', details)).status).toBe(200);
  const entriesOf = async (resource: string) =>
    (await owner('GET', `/v1/audit-log/?organization_id=${organization_id}&actor_id=${member.id}&resource_id=${resource}`)).body
      .items;
  expect(await entriesOf(session.id)).toMatchObject([
    {
      actor: { type: 'user', id: member.id },
      action: 'created',
      resource: { type: 'customer_session' },
      customer_id,
      changes: { viewer_type: { after: 'user' }, viewer_id: { after: member.id }, is_read_only: { after: false } },
    },
  ]);
  expect(await entriesOf(customer_id)).toMatchObject([
    {
      actor: { type: 'user', id: member.id, credential_id: session.id },
      action: 'updated',
      changes: { billing_name: { after: 'Jane Doe' } },
    },
  ]);
});

test('it ends when the viewer may not look at customers any more, and shows what the role allows by then', async () => {
  const other = await colleague('member');
  const session = await opened(other.call, { read_only: false });
  const viewerNow = async () => (await callIn(session)('GET', `${SESSION}/introspect`)).body.viewer;
  await bus.execute(new SetMemberRole({ id: organization_id }, other.id, 'support'));
  expect(await viewerNow()).toMatchObject({ read_only: true, sees_sales: false });
  await bus.execute(new SetMemberRole({ id: organization_id }, other.id, 'finance'));
  expect((await callIn(session)('GET', `${SESSION}/introspect`)).status).toBe(401);
  await bus.execute(new SetMemberRole({ id: organization_id }, other.id, 'member'));
  expect(await viewerNow()).toMatchObject({ read_only: false, sees_sales: true });
  await bus.execute(new SetUserBlocked({ id: other.id }, true));
  expect((await callIn(session)('GET', `${SESSION}/introspect`)).status).toBe(401);
  const dismissed = await colleague('admin');
  const another = await opened(dismissed.call);
  expect((await owner('DELETE', `/v1/organizations/${organization_id}/members/${dismissed.id}`)).status).toBe(204);
  expect((await callIn(another)('GET', `${SESSION}/introspect`)).status).toBe(401);
});

const portal = operationsOf(contract).filter(({ credentials }) =>
  credentials.some(([kind]) => (SESSION_KINDS as readonly string[]).includes(kind)),
);
const SIGN_OUT = `DELETE ${SESSION}`;

/** The operation's example in a session of this kind; the team has what its owner may see. */
async function ask(name: string, call: Call): Promise<Answer> {
  const { url, body, headers } = EXAMPLES[name]!.request(ours, { session: 'member_session' });
  return call(name.split(' ')[0] as Method, url, body, { ...headers });
}

async function callsOf(call: Call, body: object = {}): Promise<readonly Call[]> {
  const { items } = (await owner('GET', `/v1/customers/${team_id}/members?role=owner`)).body;
  const sessions = [await opened(call, body), await opened(call, { ...body, member_id: items[0].id }, team_id)];
  return sessions.map(callIn);
}

describe('a read-only session', () => {
  const changing = portal.filter(({ name, method }) => method !== 'GET' && name !== SIGN_OUT);

  test.each(changing)('refuses $name', async ({ name, credentials }) => {
    const [asCustomer, asMember] = await callsOf(owner);
    const before = await databaseWrites(api);
    const isOfMembers = credentials.every(([kind]) => kind === 'member_session');
    for (const call of isOfMembers ? [asMember!] : [asCustomer!, asMember!]) {
      const { status, body } = await ask(name, call);
      expect([status, body.error, body.detail]).toEqual([
        403,
        'NotPermitted',
        expect.stringMatching('^The session is read-only'),
      ]);
    }
    expect(await databaseWrites(api)).toBe(before);
  });

  test('reads, and signs out', async () => {
    const session = await opened(owner);
    expect((await callIn(session)('GET', '/v1/customer-portal/license-keys/')).body.items.length).toBeGreaterThan(0);
    expect((await callIn(session)('GET', '/v1/customer-portal/orders/')).body.items.length).toBeGreaterThan(0);
    expect((await callIn(session)('DELETE', SESSION)).status).toBe(204);
    expect((await callIn(session)('GET', `${SESSION}/introspect`)).status).toBe(401);
  });
});

/** No part of an id or time, and no other number of a response. */
const AMOUNT = 73_104_000;
const isMarked = ({ text }: Answer): boolean => /(?<![0-9a-z])73104000(?![0-9a-z-])/.test(text);

test('in a session of the role support no operation of the portal shows an amount of a sale', async () => {
  const em = api.app.get(EntityManager).fork();
  for (const table of ['orders', 'subscriptions']) await em.execute(`update entitlements.${table} set amount = ${AMOUNT}`);
  const showing = async (calls: readonly Call[]): Promise<readonly string[]> => {
    const found: string[] = [];
    for (const { name } of portal.filter(({ method }) => method === 'GET')) {
      for (const call of calls) {
        if (isMarked(await ask(name, call))) found.push(name);
      }
    }
    return [...new Set(found)];
  };
  expect(await showing(await callsOf(support))).toEqual([]);
  expect(await showing(await callsOf(owner))).toEqual(
    expect.arrayContaining([
      'GET /v1/customer-portal/customers/me/export',
      'GET /v1/customer-portal/orders/',
      'GET /v1/customer-portal/subscriptions/',
    ]),
  );
});
