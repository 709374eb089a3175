import { EntityManager } from '@mikro-orm/postgresql';
import { CommandBus } from '@nestjs/cqrs';
import { randomUUID } from 'node:crypto';
import { SetMemberRole } from '#organizations';
import { startApi } from '../support/api.ts';
import { type Answer, callAs } from '../support/call.ts';
import { databaseWrites } from '../support/database-writes.ts';
import { seedOrganization } from '../support/seed.ts';

const api = await startApi();
const [ours, theirs] = await Promise.all([seedOrganization(api), seedOrganization(api)]);
afterAll(() => api.close());

const seller = callAs(api, ours.oat);
const NOT_FOUND = [404, 'ResourceNotFound'];

let count = 0;

/** A team with its owner. */
async function team(call = seller) {
  const number = ++count;
  const owner = { email: `owner-${number}@example.com`, name: 'Olga', external_id: `owner-${number}` };
  const { body } = await call('POST', '/v1/customers/', { type: 'team', external_id: `team-${number}`, owner });
  const base = `/v1/customers/${body.id}/members`;
  const { body: members } = await call('GET', base);
  return { id: body.id as string, external_id: `team-${number}`, base, owner: members.items[0], number };
}
type Team = Awaited<ReturnType<typeof team>>;

const add = async ({ base, number }: Team, overrides: object = {}, call = seller) => {
  const newcomer = { email: `m${++count}@example.com`, external_id: `m-${number}-${count}`, ...overrides };
  const { status, text, body } = await call('POST', base, newcomer);
  if (status !== 201) throw new Error(`${status} ${text}`);
  return body;
};
const statusAndErrors = ({ status, body }: Answer): unknown[] => [
  status,
  body?.error ?? body?.detail?.map(({ loc, type }: { loc: string[]; type: string }) => `${loc.join('.')} ${type}`),
];
const eventsOf = async (id: string): Promise<string[]> => {
  const rows: { name: string }[] = await api.app
    .get(EntityManager)
    .fork()
    .execute('select name from platform.outbox where aggregate_id = ? order by id', [id]);
  return rows.map(({ name }) => name);
};

describe('the owner of a new customer', () => {
  test('of a team is the given owner', async () => {
    const { id, owner, number } = await team();
    expect(owner).toEqual({
      id: expect.any(String),
      created_at: expect.stringMatching(/\.\d{3}Z$/),
      modified_at: null,
      customer_id: id,
      email: `owner-${number}@example.com`,
      name: 'Olga',
      external_id: `owner-${number}`,
      role: 'owner',
    });
    expect(await eventsOf(owner.id)).toEqual(['member.created']);
  });

  test('is the customer itself by default', async () => {
    const { body } = await seller('POST', '/v1/customers/', { email: 'Ada@example.com', name: 'Ada', external_id: 'ada' });
    const members = await seller('GET', `/v1/customers/${body.id}/members`);
    expect(members.body.items).toMatchObject([{ email: 'Ada@example.com', name: 'Ada', external_id: 'ada', role: 'owner' }]);
  });
});

describe('POST …/members', () => {
  test('adds a member; the same e-mail address returns the existing one', async () => {
    const acme = await team();
    const body = { email: 'Grace@Example.com', name: ' Grace ', external_id: 'grace', role: 'billing_manager' };
    const { status, body: member } = await seller('POST', acme.base, body);
    expect([status, member]).toEqual([
      201,
      expect.objectContaining({ email: 'Grace@example.com', name: 'Grace', external_id: 'grace', role: 'billing_manager' }),
    ]);
    const again = await seller('POST', `/v1/customers/external/${acme.external_id}/members`, { email: 'gRACE@example.com' });
    expect([again.status, again.body]).toEqual([201, member]);
    expect(await eventsOf(member.id)).toEqual(['member.created']);
    expect((await seller('POST', acme.base, { email: 'x@example.com' })).body).toMatchObject({ role: 'member', name: null });
  });

  test('an individual customer accepts no member besides its owner', async () => {
    const { body } = await seller('POST', '/v1/customers/', { email: `i${++count}@example.com` });
    const answer = await seller('POST', `/v1/customers/${body.id}/members`, { email: 'x@example.com' });
    expect(statusAndErrors(answer)).toEqual([403, 'NotPermitted']);
    const itself = await seller('POST', `/v1/customers/${body.id}/members`, { email: body.email });
    expect([itself.status, itself.body.role]).toEqual([201, 'owner']);
  });

  test('rejects an external id in use', async () => {
    const acme = await team();
    const { external_id } = await add(acme);
    expect(statusAndErrors(await seller('POST', acme.base, { email: 'new@example.com', external_id }))).toEqual([
      422,
      ['body.external_id value_error'],
    ]);
    const other = await team();
    expect((await add(other, { external_id })).external_id).toBe(external_id);
  });

  test.each([
    ['nothing', {}, ['body.email missing']],
    ['the owner’s role', { email: 'a@example.com', role: 'owner' }, ['body.role enum']],
    ['null for a role', { email: 'a@example.com', role: null }, ['body.role enum']],
    ['no address', { email: 'a' }, ['body.email value_error']],
    ['a long name', { email: 'a@example.com', name: 'x'.repeat(257) }, ['body.name string_too_long']],
    [
      'all wrong',
      { email: 5, name: {}, external_id: [] },
      ['body.email string_type', 'body.name string_type', 'body.external_id string_type'],
    ],
  ])('rejects %s', async (_what, body, problems) => {
    const acme = await team();
    const before = await databaseWrites(api);
    expect(statusAndErrors(await seller('POST', acme.base, body))).toEqual([422, problems]);
    expect(await databaseWrites(api)).toBe(before);
  });
});

describe('GET', () => {
  test('lists all members, those of one customer, and by role', async () => {
    const acme = await team();
    const members = [await add(acme), await add(acme, { role: 'billing_manager' })];
    const ids = async (url: string) => (await seller('GET', url)).body.items.map(({ id }: { id: string }) => id);
    const newestFirst = [members[1]!.id, members[0]!.id, acme.owner.id];
    expect(await ids(acme.base)).toEqual(newestFirst);
    expect(await ids(`/v1/customers/external/${acme.external_id}/members?sorting=created_at`)).toEqual(newestFirst.toReversed());
    expect(await ids(`/v1/members/?customer_id=${acme.id}`)).toEqual(newestFirst);
    expect(await ids(`/v1/members/?external_customer_id=${acme.external_id}&role=owner`)).toEqual([acme.owner.id]);
    expect(await ids(`${acme.base}?role=billing_manager`)).toEqual([members[1]!.id]);
    const page = await seller('GET', `${acme.base}?page=2&limit=2`);
    expect([page.body.items.map(({ id }: { id: string }) => id), page.body.pagination]).toEqual([
      [acme.owner.id],
      { total_count: 3, max_page: 2 },
    ]);
    expect((await seller('GET', '/v1/members/')).body.pagination.total_count).toBeGreaterThanOrEqual(3);
    expect(await ids(`/v1/members/?customer_id=${randomUUID()}`)).toEqual([]);
    expect(statusAndErrors(await seller('GET', '/v1/members/?customer_id=nonsense'))).toEqual(NOT_FOUND);
    expect(statusAndErrors(await seller('GET', '/v1/members/?role=boss&page=0'))).toEqual([
      422,
      ['query.role enum', 'query.page greater_than'],
    ]);
  });

  test('returns one by id or external id', async () => {
    const acme = await team();
    const member = await add(acme);
    const external = `/v1/customers/external/${acme.external_id}/members/${member.external_id}`;
    expect((await seller('GET', `${acme.base}/${member.id}`)).body).toEqual(member);
    expect((await seller('GET', external)).body).toEqual(member);
    const other = await team();
    expect(statusAndErrors(await seller('GET', `${other.base}/${member.id}`))).toEqual(NOT_FOUND);
    expect(
      statusAndErrors(await seller('GET', `/v1/customers/external/${other.external_id}/members/${member.external_id}`)),
    ).toEqual(NOT_FOUND);
  });

  test('404 for other organizations', async () => {
    const acme = await team();
    const member = await add(acme);
    const outsider = callAs(api, theirs.oat);
    const before = await databaseWrites(api);
    for (const [method, url, body] of [
      ['GET', acme.base],
      ['POST', acme.base, { email: 'x@example.com' }],
      ['GET', `${acme.base}/${member.id}`],
      ['PATCH', `${acme.base}/${member.id}`, { name: 'X' }],
      ['DELETE', `${acme.base}/${member.id}`],
      ['GET', `/v1/customers/external/${acme.external_id}/members`],
    ] as const) {
      expect([method, url, ...statusAndErrors(await outsider(method, url, body))]).toEqual([method, url, ...NOT_FOUND]);
    }
    expect((await outsider('GET', `/v1/members/?customer_id=${acme.id}`)).body.items).toEqual([]);
    expect(await databaseWrites(api)).toBe(before);
  });

  test('409 if customers of several organizations have the external id', async () => {
    const acme = await team();
    const other = await seedOrganization(api);
    await callAs(api, other.oat)('POST', '/v1/customers/', { email: 'x@example.com', external_id: acme.external_id });
    await api.app.get(CommandBus).execute(new SetMemberRole({ id: other.organization.id }, ours.user.id, 'member'));
    const answer = await callAs(api, ours.pat)('GET', `/v1/customers/external/${acme.external_id}/members`);
    expect(statusAndErrors(answer)).toEqual([409, 'AmbiguousExternalCustomerID']);
  });
});

describe('PATCH …/members/{id}', () => {
  test('changes the given fields', async () => {
    const acme = await team();
    const member = await add(acme);
    const { status, body } = await seller('PATCH', `${acme.base}/${member.id}`, {
      name: 'Grace',
      email: 'G@x.org',
      role: 'billing_manager',
    });
    expect([status, body]).toEqual([
      200,
      { ...member, name: 'Grace', email: 'G@x.org', role: 'billing_manager', modified_at: expect.any(String) },
    ]);
    const url = `/v1/customers/external/${acme.external_id}/members/${member.external_id}`;
    const same = await seller('PATCH', url, { name: null, email: null, role: null, external_id: 'ignored' });
    expect([same.status, same.body]).toEqual([200, body]);
    expect(await eventsOf(member.id)).toEqual(['member.created', 'member.updated']);
  });

  test('transfers ownership', async () => {
    const acme = await team();
    const member = await add(acme);
    expect((await seller('PATCH', `${acme.base}/${member.id}`, { role: 'owner' })).body.role).toBe('owner');
    expect((await seller('GET', `${acme.base}/${acme.owner.id}`)).body.role).toBe('billing_manager');
    expect((await seller('GET', `${acme.base}?role=owner`)).body.items).toHaveLength(1);
  });

  test('rejects changes that would leave the team without an owner', async () => {
    const acme = await team();
    const member = await add(acme);
    const before = await databaseWrites(api);
    expect(statusAndErrors(await seller('PATCH', `${acme.base}/${acme.owner.id}`, { role: 'member', name: 'X' }))).toEqual([
      422,
      ['body.role value_error'],
    ]);
    expect(statusAndErrors(await seller('PATCH', `${acme.base}/${member.id}`, { email: acme.owner.email, name: 'X' }))).toEqual([
      422,
      ['body.email value_error'],
    ]);
    expect(statusAndErrors(await seller('PATCH', `${acme.base}/${member.id}`, { role: 'boss', email: 'x' }))).toEqual([
      422,
      ['body.email value_error', 'body.role enum'],
    ]);
    expect(await databaseWrites(api)).toBe(before);
  });

  test('rejects changing the e-mail address of an individual’s owner', async () => {
    const { body } = await seller('POST', '/v1/customers/', { email: `i${++count}@example.com` });
    const base = `/v1/customers/${body.id}/members`;
    const { id } = (await seller('GET', base)).body.items[0];
    expect(statusAndErrors(await seller('PATCH', `${base}/${id}`, { email: 'else@example.com' }))).toEqual([
      422,
      ['body.email value_error'],
    ]);
    expect((await seller('PATCH', `${base}/${id}`, { name: 'Ada' })).status).toBe(200);
  });
});

describe('DELETE …/members/{id}', () => {
  test('removes a member; rejects removing the owner', async () => {
    const acme = await team();
    const member = await add(acme);
    const session = await seller('POST', '/v1/customer-sessions/', { customer_id: acme.id, member_id: member.id });
    const whoami = () => callAs(api, session.body.token)('GET', '/v1/customer-portal/customer-session/user');
    expect((await whoami()).status).toBe(200);
    const removal = await seller('DELETE', `/v1/customers/external/${acme.external_id}/members/${member.external_id}`);
    expect([removal.status, removal.text]).toEqual([204, '']);
    expect(await eventsOf(member.id)).toEqual(['member.created', 'member.deleted']);
    expect((await whoami()).status).toBe(401);
    expect(statusAndErrors(await seller('DELETE', `${acme.base}/${member.id}`))).toEqual(NOT_FOUND);
    expect(statusAndErrors(await seller('DELETE', `${acme.base}/${acme.owner.id}`))).toEqual([422, ['body value_error']]);
    expect((await add(acme, { email: member.email })).id).not.toBe(member.id);
  });
});

describe('a member’s session', () => {
  test.each(['member_id', 'external_member_id'] as const)('can be opened by %s', async (field) => {
    const acme = await team();
    const member = await add(acme, { name: 'Grace', email: `grace+${++count}@example.com` });
    const { status, body } = await seller('POST', '/v1/customer-sessions/', {
      external_customer_id: acme.external_id,
      [field]: field === 'member_id' ? member.id : member.external_id,
    });
    expect([status, body.customer_id, body.token.slice(0, 13)]).toEqual([201, acme.id, 'latchkey_mst_']);
    expect(new URL(body.customer_portal_url).searchParams.get('email')).toBe(member.email);
    const user = await callAs(api, body.token)('GET', '/v1/customer-portal/customer-session/user');
    expect(user.body).toEqual({
      type: 'member',
      name: 'Grace',
      email: member.email,
      customer_id: acme.id,
      member_id: member.id,
      role: 'member',
    });
  });

  test('cannot be opened for a member of another customer', async () => {
    const [acme, other] = [await team(), await team()];
    const { owner } = other;
    for (const [field, value] of [
      ['member_id', owner.id],
      ['external_member_id', owner.external_id],
    ]) {
      const answer = await seller('POST', '/v1/customer-sessions/', { customer_id: acme.id, [field]: value });
      expect(statusAndErrors(answer)).toEqual([422, [`body.${field} value_error`]]);
    }
  });
});
