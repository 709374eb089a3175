import { EntityManager } from '@mikro-orm/postgresql';
import { CommandBus } from '@nestjs/cqrs';
import { randomUUID } from 'node:crypto';
import { SetMemberRole } from '#organizations';
import { startApi, type TestApi } from '../support/api.ts';
import { type Call, callAs } from '../support/call.ts';
import { type SeededOrganization, seedOrganization } from '../support/seed.ts';
import { exportedIds } from '../support/seller-fixture.ts';
import { wrongParameter } from '../support/wrong-parameters.ts';

/** In order of creation; the first two were created at the same instant. */
const CUSTOMERS = [
  { email: 'ada@example.com', name: 'Ada Lovelace', external_id: 'Eng_1', metadata: { tier: 'gold', seats: 5, beta: true } },
  { email: 'grace@example.org', name: 'Grace 100% Hopper', external_id: 'eng-2', metadata: { tier: 'silver', seats: 5 } },
  { email: 'Alan@example.com', name: null, external_id: 'math\\3', metadata: { tier: 'gold', seats: 1.5 } },
  { email: 'kurt@example.net', name: 'ÄÖÜ Gödel', external_id: null, metadata: {} },
];
const [ADA, GRACE, ALAN, KURT] = CUSTOMERS.map(({ email }) => email) as [string, string, string, string];

let api: TestApi;
let ours: SeededOrganization;
let theirs: SeededOrganization;
let call: Call;
beforeAll(async () => {
  api = await startApi();
  [ours, theirs] = [await seedOrganization(api), await seedOrganization(api)];
  call = callAs(api, ours.oat);
  const ids: string[] = [];
  for (const each of [...CUSTOMERS, { email: 'deleted@example.com', name: 'Ada Deleted' }]) {
    ids.push((await call('POST', '/v1/customers/', each)).body.id);
  }
  await call('DELETE', `/v1/customers/${ids[4]}`);
  await callAs(api, theirs.oat)('POST', '/v1/customers/', { ...CUSTOMERS[0], name: 'Foreign' });
  const em = api.app.get(EntityManager).fork();
  for (const [index, id] of ids.entries()) {
    const at = `2026-11-20T12:00:0${Math.max(1, index)}Z`;
    await em.execute('update customer_portal.customers set created_at = ? where id = ?', [at, id]);
  }
});
afterAll(() => api.close());

const emailsOf = ({ items }: { items: { email: string }[] }): string[] => items.map(({ email }) => email);

/** The customers of a list that has one page, which the export has too. */
const list = async (query: string, as: Call = call): Promise<string[]> => {
  const { status, body } = await as('GET', `/v1/customers/${query}`);
  expect(status).toBe(200);
  expect(body.pagination.total_count).toBe(body.items.length);
  const ids = body.items.map(({ id }: { id: string }) => id).sort();
  expect(await exportedIds(as, 'customers', query.slice(1))).toEqual(ids);
  return emailsOf(body);
};
const sorted = async (query: string): Promise<string[]> => (await list(query)).sort();

test('lists the customers of the organization that are not deleted, newest first', async () => {
  const { status, body } = await call('GET', '/v1/customers/');
  expect([status, body.pagination]).toEqual([200, { total_count: 4, max_page: 1 }]);
  expect(emailsOf(body).slice(0, 2)).toEqual([KURT, ALAN]);
  for (const item of body.items) expect((await call('GET', `/v1/customers/${item.id}`)).body).toEqual(item);
});

test('an organization without customers has an empty list', async () => {
  const { oat } = await seedOrganization(api);
  const { body } = await callAs(api, oat)('GET', '/v1/customers');
  expect(body).toEqual({ items: [], pagination: { total_count: 0, max_page: 0 } });
});

describe('filters', () => {
  test('organization_id', async () => {
    expect(await list(`?organization_id=${ours.organization.id}`)).toHaveLength(4);
    expect(await list(`?organization_id=${theirs.organization.id}&organization_id=${ours.organization.id}`)).toHaveLength(4);
    expect(await list(`?organization_id=${theirs.organization.id}`)).toEqual([]);
    expect(await list(`?organization_id=${randomUUID()}`)).toEqual([]);
  });

  test.each([
    ['ADA@Example.COM', [ADA]],
    ['alan@example.com', [ALAN]],
    ['ada', []],
    ['%', []],
    ['deleted@example.com', []],
    ['', []],
  ])('email=%s', async (email, expected) => {
    expect(await sorted(`?email=${encodeURIComponent(email)}`)).toEqual(expected);
  });

  test.each([
    ['EXAMPLE.COM', [ALAN, ADA]],
    ['lovelace', [ADA]],
    ['%', [GRACE]],
    ['_', [] as string[]],
    ['äöü gö', [KURT]],
    ['eng', [ADA, GRACE]],
    ['eng_', [ADA]],
    ['ng_1', []],
    ['math\\', [ALAN]],
    ['\\', []],
    ['Ada Deleted', []],
    ['', [ALAN, ADA, GRACE, KURT]],
  ])('query=%s', async (query, expected) => {
    expect(await sorted(`?query=${encodeURIComponent(query)}`)).toEqual(expected);
  });

  test.each([
    ['metadata[tier]=gold', [ALAN, ADA]],
    ['metadata[tier]=gold&metadata[tier]=silver', [ALAN, ADA, GRACE]],
    ['metadata[tier]=gold&metadata[seats]=5', [ADA]],
    ['metadata[seats]=1.5', [ALAN]],
    ['metadata[beta]=true', [ADA]],
    ['metadata[tier]=GOLD', []],
    ['metadata[none]=1', []],
    ['metadata[__external_id]=x', []],
    ['metadata%5Btier%5D=silver&query=grace&email=grace@example.org', [GRACE]],
  ])('%s', async (query, expected) => {
    expect(await sorted(`?${query}`)).toEqual(expected);
  });

  test('ignores unknown parameters', async () => {
    expect(await list('?unknown=1&metadata=x')).toHaveLength(4);
  });
});

describe('sorting', () => {
  test.each([
    ['-created_at', [KURT, ALAN]],
    ['-email', [KURT, GRACE]],
    ['email&sorting=name', [ALAN, ADA]],
    ['name', [ADA, GRACE]],
    ['-name', [ALAN, KURT]],
    ['name&sorting=-name', [ADA, GRACE]],
  ])('%s', async (sorting, first) => {
    expect((await list(`?sorting=${sorting}`)).slice(0, 2)).toEqual(first);
  });

  test('by name, customers without one come last ascending and first descending', async () => {
    expect((await list('?sorting=name')).at(-1)).toBe(ALAN);
    expect((await list('?sorting=-name'))[0]).toBe(ALAN);
  });

  test('equal values are ordered by id, so that pages do not overlap', async () => {
    for (const direction of ['', '-']) {
      const pages = [];
      for (const page of [1, 2, 3, 4]) {
        pages.push((await call('GET', `/v1/customers/?sorting=${direction}created_at&limit=1&page=${page}`)).body);
      }
      expect(pages.flatMap(emailsOf).sort()).toEqual([ALAN, ADA, GRACE, KURT]);
      expect(pages[0].pagination).toEqual({ total_count: 4, max_page: 4 });
    }
  });
});

test('merges several organizations in order', async () => {
  await api.app.get(CommandBus).execute(new SetMemberRole({ id: theirs.organization.id }, ours.user.id, 'finance'));
  const asUser = callAs(api, ours.pat);
  const all = [];
  for (const page of [1, 2, 3])
    all.push(...emailsOf((await asUser('GET', `/v1/customers/?sorting=email&limit=2&page=${page}`)).body));
  expect(all).toEqual([ALAN, ADA, ADA, GRACE, KURT]);
  expect(await list(`?organization_id=${theirs.organization.id}`, asUser)).toEqual([ADA]);
});

test('pages', async () => {
  const { body } = await call('GET', '/v1/customers/?page=7&limit=1000');
  expect(body).toEqual({ items: [], pagination: { total_count: 4, max_page: 1 } });
  const far = await call('GET', `/v1/customers/?page=${Number.MAX_SAFE_INTEGER}&limit=100`);
  expect([far.status, far.body.items]).toEqual([200, []]);
});

test.each([
  ['page=0', ['page'], 'greater_than'],
  ['limit=0', ['limit'], 'greater_than'],
  ['limit=-1', ['limit'], 'greater_than'],
  ['page=one', ['page'], 'int_parsing'],
  ['page=', ['page'], 'int_parsing'],
  ['page=99999999999999999999', ['page'], 'less_than_equal'],
  ['sorting=id', ['sorting', 0], 'enum'],
  ['sorting=name&sorting=', ['sorting', 1], 'enum'],
  ['sorting=+name', ['sorting', 0], 'enum'],
  ['organization_id=x', ['organization_id', 0], 'uuid_parsing'],
  ['organization_id=00000000-0000-1000-8000-000000000000', ['organization_id', 0], 'uuid_version'],
  ['email=%00', ['email'], 'value_error'],
  ['query=a%00', ['query'], 'value_error'],
  ['metadata[k]=%00', ['metadata', 'k'], 'value_error'],
])('rejects ?%s with 422', async (query, loc, type) => {
  const { status, body } = await call('GET', `/v1/customers/?${query}`);
  expect(status).toBe(422);
  expect(body.detail).toMatchObject(wrongParameter(loc, type));
});

test('is permitted for the role finance', async () => {
  expect(await list('', callAs(api, await ours.tokenAs('finance')))).toHaveLength(4);
});
