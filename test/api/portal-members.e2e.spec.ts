import { randomUUID } from 'node:crypto';
import { startApi } from '../support/api.ts';
import { type Answer, type Call, callAs } from '../support/call.ts';
import { databaseWrites } from '../support/database-writes.ts';
import { seedOrganization } from '../support/seed.ts';

const MEMBERS = '/v1/customer-portal/members';

const api = await startApi();
const ours = await seedOrganization(api);
const seller = callAs(api, ours.oat);
afterAll(() => api.close());

let count = 0;

interface MemberRef {
  readonly id: string;
  readonly email: string;
  readonly call: Call;
}

const signIn = async (customer_id: string, member_id?: string): Promise<Call> =>
  callAs(api, (await seller('POST', '/v1/customer-sessions/', { customer_id, member_id })).body.token);

/** A team of an owner, a billing manager and a member, each with a session. */
async function people() {
  const email = () => `p${++count}@example.com`;
  const { body: customer } = await seller('POST', '/v1/customers/', { type: 'team', email: email(), owner: { email: email() } });
  const base = `/v1/customers/${customer.id}/members`;
  const someone = async ({ id, email: address }: { id: string; email: string }): Promise<MemberRef> => ({
    id,
    email: address,
    call: await signIn(customer.id, id),
  });
  const [owner] = (await seller('GET', base)).body.items;
  return {
    customer,
    owner: await someone(owner),
    manager: await someone((await seller('POST', base, { email: email(), role: 'billing_manager' })).body),
    member: await someone((await seller('POST', base, { email: email() })).body),
    itself: await signIn(customer.id),
  };
}

const statusAndErrors = ({ status, body }: Answer): unknown[] => [
  status,
  body?.error ?? body?.detail?.map(({ loc, type }: { loc: string[]; type: string }) => `${loc.join('.')} ${type}`),
];
const NOT_FOUND = [404, 'ResourceNotFound'];

const operations = (id: string) =>
  [
    ['GET', MEMBERS, undefined],
    ['POST', MEMBERS, { email: 'new@example.com' }],
    ['PATCH', `${MEMBERS}/${id}`, { name: 'X' }],
    ['DELETE', `${MEMBERS}/${id}`, undefined],
  ] as const;

test('owners and billing managers list the members of their team', async () => {
  const { owner, manager, member, customer } = await people();
  const team = {
    items: [
      [owner, 'owner'],
      [manager, 'billing_manager'],
      [member, 'member'],
    ].map(([each, role]) => ({
      id: (each as MemberRef).id,
      email: (each as MemberRef).email,
      role,
      name: null,
      created_at: expect.stringMatching(/\.\d{3}Z$/),
      modified_at: null,
    })),
    pagination: { total_count: 3, max_page: 1 },
  };
  for (const { call } of [owner, manager]) {
    const { status, body } = await call('GET', MEMBERS);
    expect([status, body]).toEqual([200, team]);
  }
  expect((await owner.call('GET', `${MEMBERS}?page=2&limit=2`)).body.items).toHaveLength(1);
  expect(customer.type).toBe('team');
});

test('401 for customer sessions and seller tokens, 403 for members with the role member', async () => {
  const { member, manager, itself } = await people();
  const before = await databaseWrites(api);
  for (const [method, url, body] of operations(manager.id)) {
    expect([method, ...statusAndErrors(await itself(method, url, body))]).toEqual([method, 401, 'Unauthorized']);
    expect([method, ...statusAndErrors(await seller(method, url, body))]).toEqual([method, 401, 'Unauthorized']);
    expect([method, ...statusAndErrors(await member.call(method, url, body))]).toEqual([method, 403, 'NotPermitted']);
  }
  expect(await databaseWrites(api)).toBe(before);
});

test('403 for an individual customer, which has no members to manage', async () => {
  const { body: customer } = await seller('POST', '/v1/customers/', { email: `p${++count}@example.com` });
  const { id } = (await seller('GET', `/v1/customers/${customer.id}/members`)).body.items[0];
  const owner = await signIn(customer.id, id);
  for (const [method, url, body] of operations(id)) {
    expect([method, ...statusAndErrors(await owner(method, url, body))]).toEqual([method, 403, 'NotPermitted']);
  }
});

test('404 for members of another team', async () => {
  const [{ owner }, other] = [await people(), await people()];
  const before = await databaseWrites(api);
  for (const id of [other.member.id, randomUUID()]) {
    expect(statusAndErrors(await owner.call('PATCH', `${MEMBERS}/${id}`, { name: 'X' }))).toEqual(NOT_FOUND);
    expect(statusAndErrors(await owner.call('DELETE', `${MEMBERS}/${id}`))).toEqual(NOT_FOUND);
  }
  expect(await databaseWrites(api)).toBe(before);
});

describe('adding', () => {
  test('creates a member; the same e-mail address returns the existing one', async () => {
    const { manager, member } = await people();
    const { status, body } = await manager.call('POST', MEMBERS, {
      email: `new${++count}@example.com`,
      name: 'Neo',
      role: 'billing_manager',
    });
    expect([status, body]).toEqual([201, expect.objectContaining({ name: 'Neo', role: 'billing_manager' })]);
    const again = await manager.call('POST', MEMBERS, {
      email: member.email.toUpperCase(),
      role: 'billing_manager',
      name: 'Other',
    });
    expect([again.status, again.body]).toEqual([201, expect.objectContaining({ id: member.id, role: 'member', name: null })]);
  });

  test.each([
    ['an owner', { email: 'new@example.com', role: 'owner' }, ['body.role value_error']],
    ['nothing', {}, ['body.email missing']],
    ['all wrong', { email: 'x', name: 5, role: 'boss' }, ['body.email value_error', 'body.name string_type', 'body.role enum']],
  ])('rejects %s', async (_what, body, problems) => {
    const { owner } = await people();
    const before = await databaseWrites(api);
    expect(statusAndErrors(await owner.call('POST', MEMBERS, body))).toEqual([422, problems]);
    expect(await databaseWrites(api)).toBe(before);
  });
});

describe('changing', () => {
  test('changes a name and a role', async () => {
    const { manager, member } = await people();
    const { status, body } = await manager.call('PATCH', `${MEMBERS}/${member.id}`, { name: 'Ada', role: 'billing_manager' });
    expect([status, body.name, body.role]).toEqual([200, 'Ada', 'billing_manager']);
    const own = await manager.call('PATCH', `${MEMBERS}/${manager.id}`, { name: 'Me', role: 'billing_manager' });
    expect([own.status, own.body.name]).toEqual([200, 'Me']);
  });

  test('the owner can transfer ownership, others cannot', async () => {
    const { owner, manager, member } = await people();
    const refused = await manager.call('PATCH', `${MEMBERS}/${member.id}`, { role: 'owner' });
    expect(statusAndErrors(refused)).toEqual([422, ['body.role value_error']]);
    expect((await owner.call('PATCH', `${MEMBERS}/${member.id}`, { role: 'owner' })).body.role).toBe('owner');
    const roles = (await member.call('GET', MEMBERS)).body.items.map(({ role }: { role: string }) => role);
    expect(roles).toEqual(['billing_manager', 'billing_manager', 'owner']);
  });

  test('rejects changes that would leave the team without an owner', async () => {
    const { owner, manager } = await people();
    const before = await databaseWrites(api);
    for (const { call, id } of [owner, manager]) {
      expect(statusAndErrors(await call('PATCH', `${MEMBERS}/${id}`, { role: 'member' }))).toEqual([
        422,
        ['path.id value_error'],
      ]);
    }
    expect(statusAndErrors(await manager.call('PATCH', `${MEMBERS}/${owner.id}`, { role: 'member' }))).toEqual([
      422,
      ['body.role value_error'],
    ]);
    expect(statusAndErrors(await owner.call('PATCH', `${MEMBERS}/nonsense`, { role: 'x' }))).toEqual([
      422,
      ['path.id uuid_parsing', 'body.role enum'],
    ]);
    expect(await databaseWrites(api)).toBe(before);
  });
});

describe('removing', () => {
  test('ends the sessions of the member immediately', async () => {
    const { manager, member, owner } = await people();
    expect((await manager.call('DELETE', `${MEMBERS}/${member.id}`)).status).toBe(204);
    expect((await member.call('GET', '/v1/customer-portal/customer-session/introspect')).status).toBe(401);
    expect(statusAndErrors(await manager.call('DELETE', `${MEMBERS}/${member.id}`))).toEqual(NOT_FOUND);
    expect(statusAndErrors(await manager.call('DELETE', `${MEMBERS}/${manager.id}`))).toEqual([422, ['path.id value_error']]);
    expect(statusAndErrors(await manager.call('DELETE', `${MEMBERS}/${owner.id}`))).toEqual([422, ['body value_error']]);
  });
});
