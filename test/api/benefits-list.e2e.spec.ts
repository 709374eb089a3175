import { randomUUID } from 'node:crypto';
import { startApi, type TestApi } from '../support/api.ts';
import { type Call, callAs } from '../support/call.ts';
import { type SeededOrganization, seedOrganization } from '../support/seed.ts';
import { wrongParameter } from '../support/wrong-parameters.ts';

/** In order of creation. */
const BENEFITS = [
  { description: 'Beta 100%', metadata: { tier: 'gold', seats: 5, beta: true } },
  { description: 'alpha_one', metadata: { tier: 'silver', seats: 5 } },
  { description: 'Gamma \\ ÄÖÜ', metadata: { tier: 'gold', seats: 1.5 } },
  { description: 'alpha one', metadata: {} },
];
const [BETA, ALPHA_ONE, GAMMA, ALPHA] = BENEFITS.map(({ description }) => description) as [string, string, string, string];

let api: TestApi;
let ours: SeededOrganization;
let theirs: SeededOrganization;
let call: Call;
let ids: Record<string, string>;
beforeAll(async () => {
  api = await startApi();
  [ours, theirs] = [await seedOrganization(api), await seedOrganization(api)];
  call = callAs(api, ours.oat);
  ids = {};
  for (const each of [...BENEFITS, { description: 'Deleted' }]) {
    const { body } = await call('POST', '/v1/benefits/', { type: 'license_keys', properties: {}, ...each });
    ids[each.description] = body.id;
  }
  await call('DELETE', `/v1/benefits/${ids['Deleted']}`);
  const foreign = { type: 'license_keys', properties: {}, description: 'Foreign', metadata: { tier: 'gold' } };
  ids['Foreign'] = (await callAs(api, theirs.oat)('POST', '/v1/benefits/', foreign)).body.id;
});
afterAll(() => api.close());

const list = async (query: string, as: Call = call): Promise<string[]> => {
  const { status, body } = await as('GET', `/v1/benefits/${query}`);
  expect(status).toBe(200);
  expect(body.pagination.total_count).toBe(body.items.length);
  return body.items.map(({ description }: { description: string }) => description);
};

const sorted = async (query: string): Promise<string[]> => (await list(query)).sort();

test('lists everything of the organization that is not deleted, newest first', async () => {
  const { body } = await call('GET', '/v1/benefits/');
  expect(body.pagination).toEqual({ total_count: 4, max_page: 1 });
  expect(body.items.map(({ description }: { description: string }) => description)).toEqual([ALPHA, GAMMA, ALPHA_ONE, BETA]);
  expect(body.items[0]).toEqual((await call('GET', `/v1/benefits/${body.items[0].id}`)).body);
});

describe('filters', () => {
  test('organization_id', async () => {
    expect(await list(`?organization_id=${ours.organization.id}`)).toHaveLength(4);
    expect(await list(`?organization_id=${ours.organization.id}&organization_id=${theirs.organization.id}`)).toHaveLength(4);
    expect(await list(`?organization_id=${theirs.organization.id}`)).toEqual([]);
    expect(await list(`?organization_id=${randomUUID()}`)).toEqual([]);
  });

  test('type', async () => {
    expect(await list('?type=license_keys&type=license_keys')).toHaveLength(4);
  });

  test('id', async () => {
    expect(await list(`?id=${ids[BETA]}`)).toEqual([BETA]);
    expect(await sorted(`?id=${ids[BETA]}&id=${ids[GAMMA]}&id=${ids['Foreign']}&id=${ids['Deleted']}`)).toEqual([BETA, GAMMA]);
  });

  test('exclude_id', async () => {
    expect(await sorted(`?exclude_id=${ids[BETA]}&exclude_id=${ids[GAMMA]}`)).toEqual([ALPHA, ALPHA_ONE]);
    expect(await list(`?exclude_id=${ids[BETA]}&id=${ids[BETA]}`)).toEqual([]);
  });

  test.each([
    ['ALPHA', [ALPHA, ALPHA_ONE]],
    ['%', [BETA]],
    ['_', [ALPHA_ONE]],
    ['\\', [GAMMA]],
    ['äöü', [GAMMA]],
    ['', [ALPHA, ALPHA_ONE, BETA, GAMMA]],
    ['nothing', []],
    [' one', [ALPHA]],
    ["'; drop table catalog.benefits; --", []],
  ])('query=%s matches a literal part of the description in any letter case', async (query, expected) => {
    expect(await sorted(`?query=${encodeURIComponent(query)}`)).toEqual([...expected].sort());
  });

  test.each([
    ['metadata[tier]=gold', [BETA, GAMMA]],
    ['metadata[tier]=gold&metadata[tier]=silver', [ALPHA_ONE, BETA, GAMMA]],
    ['metadata[tier]=gold&metadata[seats]=5', [BETA]],
    ['metadata[seats]=1.5', [GAMMA]],
    ['metadata[beta]=true', [BETA]],
    ['metadata%5Btier%5D=gold', [BETA, GAMMA]],
    ['metadata[tier]=', []],
    ['metadata[unknown]=gold', []],
    ['metadata[__proto__]=x', []],
    ['metadata[]=x', []],
    ['metadata=gold', [ALPHA, ALPHA_ONE, BETA, GAMMA]],
  ])('%s', async (query, expected) => {
    expect(await sorted(`?${query}`)).toEqual([...expected].sort());
  });

  test('combines different filters with AND', async () => {
    expect(await list(`?query=alpha&metadata[tier]=silver&type=license_keys&exclude_id=${ids[ALPHA]}`)).toEqual([ALPHA_ONE]);
  });

  test('a personal token lists all its organizations, or the one it is restricted to', async () => {
    const asUser = callAs(api, ours.pat);
    expect(await list('', asUser)).toHaveLength(4);
    const held = await asUser('GET', '/v1/benefits/', undefined, { 'polar-organization': theirs.organization.id });
    expect(held.status).toBe(404);
  });
});

describe('orders', () => {
  test.each([
    ['created_at', [BETA, ALPHA_ONE, GAMMA, ALPHA]],
    ['-created_at', [ALPHA, GAMMA, ALPHA_ONE, BETA]],
    ['description', [BETA, GAMMA, ALPHA, ALPHA_ONE]],
    ['-description', [ALPHA_ONE, ALPHA, GAMMA, BETA]],
    ['user_order', [BETA, ALPHA_ONE, GAMMA, ALPHA]],
    ['-user_order', [ALPHA, GAMMA, ALPHA_ONE, BETA]],
    ['type&sorting=-created_at', [ALPHA, GAMMA, ALPHA_ONE, BETA]],
    ['-type&sorting=description', [BETA, GAMMA, ALPHA, ALPHA_ONE]],
    ['created_at&sorting=-created_at', [BETA, ALPHA_ONE, GAMMA, ALPHA]],
  ])('sorting=%s', async (sorting, expected) => {
    expect(await list(`?sorting=${sorting}`)).toEqual(expected);
  });

  test('user_order sorts by the order of the given ids', async () => {
    const query = [GAMMA, BETA, ALPHA].map((description) => `id=${ids[description]}`).join('&');
    expect(await list(`?${query}&sorting=user_order`)).toEqual([GAMMA, BETA, ALPHA]);
    expect(await list(`?${query}&sorting=-user_order`)).toEqual([ALPHA, BETA, GAMMA]);
  });

  test.each(['type', '-type'])('sorting=%s: pages of equal values do not overlap', async (sorting) => {
    const seen: string[] = [];
    for (const page of [1, 2, 3, 4, 5]) {
      const { body } = await call('GET', `/v1/benefits/?sorting=${sorting}&limit=1&page=${page}`);
      expect(body.pagination).toEqual({ total_count: 4, max_page: 4 });
      seen.push(...body.items.map(({ id }: { id: string }) => id));
    }
    expect([seen.length, new Set(seen).size]).toEqual([4, 4]);
  });
});

describe('pages', () => {
  test('beyond the end are empty, with correct counts', async () => {
    for (const page of ['2', '9007199254740991']) {
      const { status, body } = await call('GET', `/v1/benefits/?limit=4&page=${page}`);
      expect([status, body]).toEqual([200, { items: [], pagination: { total_count: 4, max_page: 1 } }]);
    }
  });

  test.each(['101', '1000000', '99999999999999999999'])('a limit of %s counts as 100', async (limit) => {
    const { body } = await call('GET', `/v1/benefits/?limit=${limit}`);
    expect(body.pagination).toEqual({ total_count: 4, max_page: 1 });
  });

  test('max_page is 0 for an empty list', async () => {
    expect((await call('GET', '/v1/benefits/?query=nothing')).body).toEqual({
      items: [],
      pagination: { total_count: 0, max_page: 0 },
    });
  });
});

test.each([
  ['page=0', ['page'], 'greater_than'],
  ['page=-1', ['page'], 'greater_than'],
  ['page=1.5', ['page'], 'int_parsing'],
  ['page=', ['page'], 'int_parsing'],
  ['page=abc', ['page'], 'int_parsing'],
  ['page=99999999999999999999', ['page'], 'less_than_equal'],
  ['limit=0', ['limit'], 'greater_than'],
  ['limit=ten', ['limit'], 'int_parsing'],
  ['sorting=', ['sorting', 0], 'enum'],
  ['sorting=created_at&sorting=nope', ['sorting', 1], 'enum'],
  ['sorting=created_at,description', ['sorting', 0], 'enum'],
  ['id=', ['id', 0], 'uuid_parsing'],
  ['id=1', ['id', 0], 'uuid_parsing'],
  ['exclude_id=00000000-0000-1000-8000-000000000000', ['exclude_id', 0], 'uuid_version'],
  ['organization_id=x', ['organization_id', 0], 'uuid_parsing'],
  ['type=discord', ['type', 0], 'enum'],
  ['query=%00', ['query'], 'value_error'],
  ['metadata[k]=%00', ['metadata', 'k'], 'value_error'],
  ['metadata[%00]=v', ['metadata', '\0'], 'value_error'],
])('rejects ?%s', async (query, loc, type) => {
  const { status, body } = await call('GET', `/v1/benefits/?${query}`);
  expect(status).toBe(422);
  expect(body.detail).toMatchObject(wrongParameter(loc, type, 'BenefitType'));
});

test.each(['page=1&page=2&page=1', 'page[a]=0', 'unknown=1', 'constructor=1', '__proto__=1', 'query=%ff', 'a=%', '&&&=&'])(
  'ignores ?%s',
  async (query) => {
    expect(await list(`?${query.replace('query=%ff', 'other=%ff')}`)).toHaveLength(4);
  },
);

test('accepts twenty metadata filters', async () => {
  const query = Array.from({ length: 20 }, (_, index) => `metadata[${index}]=${index}`).join('&');
  expect(await list(`?${query}`)).toEqual([]);
});
