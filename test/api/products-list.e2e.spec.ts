import { CommandBus } from '@nestjs/cqrs';
import { randomUUID } from 'node:crypto';
import { SetMemberRole } from '#organizations';
import { startApi, type TestApi } from '../support/api.ts';
import { type Answer, type Call, callAs } from '../support/call.ts';
import { type SeededOrganization, seedOrganization } from '../support/seed.ts';
import { seedBenefit } from '../support/seed-benefit.ts';
import { seedProduct } from '../support/seed-product.ts';
import { wrongParameter } from '../support/wrong-parameters.ts';

const fixed = (price_amount: number) => ({ amount_type: 'fixed', price_amount });
const custom = (minimum_amount: number) => ({ amount_type: 'custom', minimum_amount });
const seats = { amount_type: 'seat_based', seat_tiers: { tiers: [{ min_seats: 1, price_per_seat: 100 }] } };

/** In order of creation. */
const PRODUCTS = [
  { name: 'Beta 100%', metadata: { tier: 'gold', seats: 5, beta: true }, prices: [fixed(2000)] },
  { name: 'alpha_one', metadata: { tier: 'silver', seats: 5 }, prices: [seats], recurring_interval: 'month' },
  { name: 'Gamma \\ ÄÖÜ', metadata: { tier: 'gold', seats: 1.5 }, prices: [custom(500)], visibility: 'private' },
  {
    name: 'alpha one',
    metadata: { big: 1e21, small: 1e-7 },
    prices: [fixed(1000)],
    recurring_interval: 'year',
    visibility: 'draft',
  },
  { name: 'Epsilon', metadata: {}, prices: [fixed(0)], archived: true },
  {
    name: 'delta',
    metadata: { tier: '5', seats: '5', beta: 'true' },
    prices: [seats, fixed(1000)],
    recurring_interval: 'day',
    archived: true,
  },
] as const;
const NAMES = PRODUCTS.map(({ name }) => name);
const [BETA, ALPHA_ONE, GAMMA, ALPHA, EPSILON, DELTA] = NAMES as [string, string, string, string, string, string];

let api: TestApi;
let ours: SeededOrganization;
let theirs: SeededOrganization;
let call: Call;
let ids: Record<string, string>;
let benefits: { first: string; second: string; foreign: string };
beforeAll(async () => {
  api = await startApi();
  [ours, theirs] = [await seedOrganization(api), await seedOrganization(api)];
  call = callAs(api, ours.oat);
  ids = {};
  for (const each of [...PRODUCTS, { name: 'Deleted', prices: [fixed(0)] }]) {
    const { body } = await call('POST', '/v1/products/', each);
    ids[each.name] = body.id;
    if ('archived' in each) await call('PATCH', `/v1/products/${body.id}`, { is_archived: true });
  }
  await call('DELETE', `/v1/products/${ids['Deleted']}`);
  const [first, second] = [await seedBenefit(api, ours.organization.id), await seedBenefit(api, ours.organization.id)];
  const foreign = await seedBenefit(api, theirs.organization.id);
  benefits = { first: first.id, second: second.id, foreign: foreign.id };
  await call('POST', `/v1/products/${ids[BETA]}/benefits`, { benefits: [second.id, first.id] });
  await call('POST', `/v1/products/${ids[DELTA]}/benefits`, { benefits: [second.id] });
  ids['Foreign'] = (await seedProduct(api, theirs.organization.id, { name: 'Foreign', benefits: [foreign.id] })).id;
});
afterAll(() => api.close());

const list = async (query: string, as: Call = call): Promise<string[]> => {
  const { status, body } = await as('GET', `/v1/products/${query}`);
  expect(status).toBe(200);
  expect(body.pagination.total_count).toBe(body.items.length);
  return body.items.map(({ name }: { name: string }) => name);
};

const sorted = async (query: string): Promise<string[]> => (await list(query)).sort();

test('lists everything of the organization that is not deleted, newest first', async () => {
  const { body } = await call('GET', '/v1/products/');
  expect(body.pagination).toEqual({ total_count: 6, max_page: 1 });
  expect(body.items.map(({ name }: { name: string }) => name)).toEqual(NAMES.toReversed());
  for (const item of body.items) expect(item).toEqual((await call('GET', `/v1/products/${item.id}`)).body);
});

describe('filters', () => {
  test('organization_id', async () => {
    expect(await list(`?organization_id=${ours.organization.id}`)).toHaveLength(6);
    expect(await list(`?organization_id=${ours.organization.id}&organization_id=${theirs.organization.id}`)).toHaveLength(6);
    expect(await list(`?organization_id=${theirs.organization.id}`)).toEqual([]);
    expect(await list(`?organization_id=${randomUUID()}`)).toEqual([]);
  });

  test('id', async () => {
    expect(await list(`?id=${ids[BETA]}`)).toEqual([BETA]);
    expect(await sorted(`?id=${ids[BETA]}&id=${ids[GAMMA]}&id=${ids['Foreign']}&id=${ids['Deleted']}`)).toEqual([BETA, GAMMA]);
  });

  test.each([
    ['ALPHA', [ALPHA, ALPHA_ONE]],
    ['lph', [ALPHA, ALPHA_ONE]],
    ['%', [BETA]],
    ['_', [ALPHA_ONE]],
    ['a_o', [ALPHA_ONE]],
    ['\\', [GAMMA]],
    ['äöü', [GAMMA]],
    ['e', [ALPHA, ALPHA_ONE, BETA, DELTA, EPSILON]],
    ['', [...NAMES]],
    ['nothing', []],
    [' one', [ALPHA]],
    ["'; drop table catalog.products; --", []],
  ])('query=%s matches a literal part of the name in any letter case', async (query, expected) => {
    expect(await sorted(`?query=${encodeURIComponent(query)}`)).toEqual([...expected].sort());
  });

  test.each([
    ['is_archived=true', [DELTA, EPSILON]],
    ['is_archived=no', [ALPHA, ALPHA_ONE, BETA, GAMMA]],
    ['is_archived=true&is_archived=false', [ALPHA, ALPHA_ONE, BETA, GAMMA]],
    ['is_recurring=true', [ALPHA, ALPHA_ONE, DELTA]],
    ['is_recurring=0', [BETA, EPSILON, GAMMA]],
    ['visibility=public', [ALPHA_ONE, BETA, DELTA, EPSILON]],
    ['visibility=private&visibility=draft', [ALPHA, GAMMA]],
    ['is_archived=true&is_recurring=true&visibility=public', [DELTA]],
    ['is_archived=true&visibility=draft', []],
  ])('%s', async (query, expected) => {
    expect(await sorted(`?${query}`)).toEqual([...expected].sort());
  });

  test('benefit_id: products with any of the benefits, once each, with all their benefits', async () => {
    expect(await sorted(`?benefit_id=${benefits.second}`)).toEqual([BETA, DELTA]);
    expect(await list(`?benefit_id=${benefits.first}`)).toEqual([BETA]);
    expect(await list(`?benefit_id=${benefits.foreign}&benefit_id=${randomUUID()}`)).toEqual([]);
    const both = await call('GET', `/v1/products/?benefit_id=${benefits.first}&benefit_id=${benefits.second}`);
    expect(both.body.pagination.total_count).toBe(2);
    const beta = both.body.items.find(({ name }: { name: string }) => name === BETA);
    expect(beta.benefits.map(({ id }: { id: string }) => id)).toEqual([benefits.second, benefits.first]);
  });

  test.each([
    ['metadata[tier]=gold', [BETA, GAMMA]],
    ['metadata[tier]=gold&metadata[tier]=silver', [ALPHA_ONE, BETA, GAMMA]],
    ['metadata[tier]=gold&metadata[seats]=5', [BETA]],
    ['metadata[seats]=5', [ALPHA_ONE, BETA, DELTA]],
    ['metadata[seats]=5.0', []],
    ['metadata[seats]=1.5', [GAMMA]],
    ['metadata[beta]=true', [BETA, DELTA]],
    ['metadata[beta]=TRUE', []],
    ['metadata[big]=1000000000000000000000', [ALPHA]],
    ['metadata[big]=1e21', []],
    ['metadata[small]=0.0000001', [ALPHA]],
    ['metadata%5Btier%5D=gold', [BETA, GAMMA]],
    ['metadata[tier]=', []],
    ['metadata[tier]="gold"', []],
    ['metadata[tier]=null', []],
    ['metadata[unknown]=gold', []],
    ['metadata[__proto__]=x', []],
    ['metadata["]=%22}', []],
    ['metadata[]=x', []],
    ['metadata=gold', [...NAMES]],
  ])('%s', async (query, expected) => {
    expect(await sorted(`?${query}`)).toEqual([...expected].sort());
  });

  test('combines different filters with AND', async () => {
    const query = `?query=a&metadata[tier]=gold&is_recurring=false&visibility=public&benefit_id=${benefits.first}&is_archived=f`;
    expect(await list(query)).toEqual([BETA]);
    expect(await list(`${query}&id=${ids[GAMMA]}`)).toEqual([]);
  });

  test('a personal token lists all its organizations, or the one it is restricted to', async () => {
    const asUser = callAs(api, ours.pat);
    expect(await list('', asUser)).toHaveLength(6);
    const held = await asUser('GET', '/v1/products/', undefined, { 'polar-organization': theirs.organization.id });
    expect(held.status).toBe(404);
  });
});

describe('orders', () => {
  /** Seat-based prices have no amount: last when ascending, first when descending. */
  test.each([
    ['created_at', [...NAMES]],
    ['-created_at', NAMES.toReversed()],
    ['name', [ALPHA, ALPHA_ONE, BETA, DELTA, EPSILON, GAMMA]],
    ['-name', [GAMMA, EPSILON, DELTA, BETA, ALPHA_ONE, ALPHA]],
    ['price_amount&sorting=created_at', [EPSILON, GAMMA, ALPHA, BETA, ALPHA_ONE, DELTA]],
    ['-price_amount&sorting=name', [ALPHA_ONE, DELTA, BETA, ALPHA, GAMMA, EPSILON]],
    ['price_amount_type&sorting=name', [GAMMA, ALPHA, BETA, EPSILON, ALPHA_ONE, DELTA]],
    ['-price_amount_type&sorting=-name', [DELTA, ALPHA_ONE, EPSILON, BETA, ALPHA, GAMMA]],
    ['price_amount_type&sorting=-price_amount', [GAMMA, BETA, ALPHA, EPSILON]],
    ['created_at&sorting=-created_at', [...NAMES]],
  ])('sorting=%s', async (sorting, expected) => {
    const names = await list(`?sorting=${sorting}`);
    expect(names.slice(0, expected.length)).toEqual(expected);
  });

  test.each(['', `query=e&`, 'metadata[tier]=gold&', 'is_archived=false&'])('sorts consistently with ?%s', async (filter) => {
    const all = await list('?sorting=-name');
    const some = await list(`?${filter}sorting=-name`);
    expect(some).toEqual(all.filter((name) => some.includes(name)));
  });

  test('price changes change the sort order', async () => {
    const seller = await seedOrganization(api);
    const own = callAs(api, seller.oat);
    const { id } = await seedProduct(api, seller.organization.id, { name: 'Cheap' });
    await seedProduct(api, seller.organization.id, {
      name: 'Middle',
      prices: [{ currency: 'usd', taxBehavior: null, terms: { amountType: 'fixed', priceAmount: 2000 } }],
    });
    expect(await list('?sorting=price_amount', own)).toEqual(['Cheap', 'Middle']);
    await own('PATCH', `/v1/products/${id}`, { prices: [fixed(3000)] });
    expect(await list('?sorting=price_amount', own)).toEqual(['Middle', 'Cheap']);
    await own('PATCH', `/v1/products/${id}`, { prices: [custom(9000)] });
    expect(await list('?sorting=-price_amount_type', own)).toEqual(['Middle', 'Cheap']);
    await own('PATCH', `/v1/products/${id}`, { prices: [seats] });
    expect(await list('?sorting=-price_amount', own)).toEqual(['Cheap', 'Middle']);
  });
});

describe('pages', () => {
  test.each(['price_amount_type', '-price_amount_type', 'price_amount', '-name', '-created_at'])(
    'sorting=%s: pages of equal values do not overlap',
    async (sorting) => {
      const seen: string[] = [];
      for (const page of [1, 2, 3, 4, 5, 6, 7]) {
        const { body } = await call('GET', `/v1/products/?sorting=${sorting}&limit=1&page=${page}`);
        expect(body.pagination).toEqual({ total_count: 6, max_page: 6 });
        seen.push(...body.items.map(({ id }: { id: string }) => id));
      }
      expect([seen.length, new Set(seen).size]).toEqual([6, 6]);
    },
  );

  test.each([
    'query=e',
    'query=ALPHA',
    'metadata[tier]=gold&metadata[tier]=silver&metadata[tier]=5',
    'metadata[seats]=5&metadata[beta]=true',
    'is_archived=true',
    'is_recurring=true&query=a',
    'benefit_id=:second',
  ])('?%s: pages of one item equal one page of all', async (filter) => {
    const query = filter.replace(':second', benefits.second);
    for (const sorting of ['name', '-created_at', 'price_amount', '-price_amount_type']) {
      const { items } = (await call('GET', `/v1/products/?${query}&sorting=${sorting}`)).body;
      const pages = items.map((_: unknown, index: number) =>
        call('GET', `/v1/products/?${query}&sorting=${sorting}&limit=1&page=${index + 1}`),
      );
      expect((await Promise.all<Answer>(pages)).flatMap(({ body }) => body.items)).toEqual(items);
      expect(items.length).toBeGreaterThan(1);
    }
  });

  test('do not overlap in search results', async () => {
    const pages = await Promise.all(
      [1, 2, 3].map((page) => call('GET', `/v1/products/?query=e&sorting=price_amount_type&limit=2&page=${page}`)),
    );
    expect(pages.map(({ body }) => body.pagination)).toEqual(Array.from({ length: 3 }, () => ({ total_count: 5, max_page: 3 })));
    expect(new Set(pages.flatMap(({ body }) => body.items.map(({ id }: { id: string }) => id))).size).toBe(5);
  });

  test('beyond the end are empty, with correct counts', async () => {
    for (const page of ['2', '9007199254740991']) {
      for (const filter of ['', 'query=e&']) {
        const { status, body } = await call('GET', `/v1/products/?${filter}limit=6&page=${page}`);
        expect([status, body.items, body.pagination.max_page]).toEqual([200, [], 1]);
      }
    }
  });

  test.each(['101', '1000000', '99999999999999999999'])('a limit of %s counts as 100', async (limit) => {
    const { body } = await call('GET', `/v1/products/?limit=${limit}`);
    expect(body.pagination).toEqual({ total_count: 6, max_page: 1 });
  });

  test('max_page is 0 for an empty list', async () => {
    for (const query of ['query=nothing', 'is_archived=true&visibility=draft']) {
      expect((await call('GET', `/v1/products/?${query}`)).body).toEqual({
        items: [],
        pagination: { total_count: 0, max_page: 0 },
      });
    }
  });

  test('of several organizations are merged in order', async () => {
    const [one, two] = [await seedOrganization(api), await seedOrganization(api)];
    await api.app.get(CommandBus).execute(new SetMemberRole({ id: two.organization.id }, one.user.id, 'member'));
    for (const [seller, name] of [
      [one, 'A'],
      [two, 'b'],
      [one, 'C'],
      [two, 'd'],
    ] as const) {
      await seedProduct(api, seller.organization.id, { name: `${name} product` });
    }
    const names = async (query: string) => (await list(query, callAs(api, one.pat))).map((name) => name[0]);
    expect(await names('?sorting=name')).toEqual(['A', 'b', 'C', 'd']);
    expect(await names('?sorting=-name&query=product')).toEqual(['d', 'C', 'b', 'A']);
    expect(await names(`?sorting=name&organization_id=${two.organization.id}`)).toEqual(['b', 'd']);
    expect(await list('', callAs(api, two.oat))).toHaveLength(2);
  });
});

test.each([
  ['page=0', ['page'], 'greater_than'],
  ['page=-1', ['page'], 'greater_than'],
  ['page=1.5', ['page'], 'int_parsing'],
  ['page=', ['page'], 'int_parsing'],
  ['page=99999999999999999999', ['page'], 'less_than_equal'],
  ['limit=0', ['limit'], 'greater_than'],
  ['limit=ten', ['limit'], 'int_parsing'],
  ['sorting=', ['sorting', 0], 'enum'],
  ['sorting=created_at&sorting=nope', ['sorting', 1], 'enum'],
  ['sorting=modified_at', ['sorting', 0], 'enum'],
  ['sorting=created_at,name', ['sorting', 0], 'enum'],
  ['id=', ['id', 0], 'uuid_parsing'],
  ['id=1', ['id', 0], 'uuid_parsing'],
  ['benefit_id=00000000-0000-1000-8000-000000000000', ['benefit_id', 0], 'uuid_version'],
  ['organization_id=x', ['organization_id', 0], 'uuid_parsing'],
  ['visibility=hidden', ['visibility', 0], 'enum'],
  ['visibility=public&visibility=', ['visibility', 1], 'enum'],
  ['is_archived=maybe', ['is_archived'], 'bool_parsing'],
  ['is_recurring=', ['is_recurring'], 'bool_parsing'],
  ['query=%00', ['query'], 'value_error'],
  ['metadata[k]=%00', ['metadata', 'k'], 'value_error'],
  ['metadata[%00]=v', ['metadata', '\0'], 'value_error'],
])('rejects ?%s', async (query, loc, type) => {
  const { status, body } = await call('GET', `/v1/products/?${query}`);
  expect(status).toBe(422);
  expect(body.detail).toMatchObject(wrongParameter(loc, type));
});

test.each(['page=1&page=2&page=1', 'page[a]=0', 'unknown=1', '__proto__=1', 'a=%', '&&&=&'])('ignores ?%s', async (query) => {
  expect(await list(`?${query}`)).toHaveLength(6);
});

test('accepts twenty metadata filters', async () => {
  const query = Array.from({ length: 20 }, (_, index) => `metadata[${index}]=${index}`).join('&');
  expect(await list(`?${query}`)).toEqual([]);
});
