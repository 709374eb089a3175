import { EntityManager } from '@mikro-orm/postgresql';
import { MOST_DIFFERENT_TAGS } from '#support/tags';
import { type Answer, callAs } from '../support/call.ts';
import { seedLicenseKey } from '../support/seed-license-key.ts';
import { openSellerFixture, type SellerFixture } from '../support/seller-fixture.ts';

let fixture: SellerFixture;
beforeAll(async () => {
  fixture = await openSellerFixture();
});
afterAll(() => fixture.close());

const customer = async (): Promise<string> => (await fixture.customer()).id;
const licenseKey = async (): Promise<string> =>
  (await seedLicenseKey(fixture.api, fixture.ours, { customer_id: await customer() })).id;
const order = async (): Promise<string> => {
  const product_id = (await fixture.product()).id;
  return (await fixture.create('/v1/orders/', { customer_id: await customer(), product_id })).id;
};

const setTags = (path: string, id: string, tags: readonly string[], call = fixture.seller): Promise<Answer> =>
  call('PUT', `/v1/${path}/${id}/tags`, { tags });
const idsOf = ({ items }: Answer['body']): string[] => items.map(({ id }: { id: string }) => id);

describe.each([
  ['customers', customer, ['customers/', 'customers/export?format=ndjson'], 'customer_portal.customer_tags', 'customer_id'],
  [
    'license-keys',
    licenseKey,
    ['license-keys/', 'license-keys/search', 'license-keys/export?format=ndjson'],
    'licensing.license_key_tags',
    'license_key_id',
  ],
  ['orders', order, ['orders/', 'orders/export?format=ndjson'], 'entitlements.order_tags', 'order_id'],
] as const)('tags of %s', (path, create, lists, table, column) => {
  test('replace each other, are counted, filter lists and exports, and are in the audit log', async () => {
    const [some, other, third] = [await create(), await create(), await create()];
    expect(await setTags(path, some, [' VIP ', 'reseller', 'vip'])).toMatchObject({
      status: 200,
      body: { tags: ['reseller', 'vip'] },
    });
    await setTags(path, other, ['vip']);
    await setTags(path, third, ['other']);
    expect((await fixture.seller('GET', `/v1/${path}/tags`)).body).toEqual({
      items: [
        { tag: 'other', records: 1, is_exact: true },
        { tag: 'reseller', records: 1, is_exact: true },
        { tag: 'vip', records: 2, is_exact: true },
      ],
    });
    for (const list of lists) {
      const found = async (query: string): Promise<string[]> => {
        const { body, text } = await fixture.seller('GET', `/v1/${list}${list.includes('?') ? '&' : '?'}${query}`);
        return list.includes('export')
          ? idsOf({
              items: text
                .trim()
                .split('\n')
                .map((line) => JSON.parse(line)),
            })
          : idsOf(body);
      };
      expect([list, (await found('tag=Vip')).sort()]).toEqual([list, [some, other].sort()]);
      expect([list, (await found('tag=reseller&tag=other')).sort()]).toEqual([list, [some, third].sort()]);
      expect((await fixture.seller('GET', `/v1/${list}${list.includes('?') ? '&' : '?'}tag=vi`)).text).not.toContain(some);
    }
    expect((await setTags(path, some, [])).body).toEqual({ tags: [] });
    expect((await fixture.seller('GET', `/v1/${path}/${some}/tags`)).body).toEqual({ tags: [] });
    const { body } = await fixture.seller('GET', `/v1/audit-log/?resource_id=${some}`);
    expect(body.items[0]).toMatchObject({ action: 'updated', changes: { tags: { before: ['reseller', 'vip'], after: [] } } });
  });

  test('a tag that is none is refused, and nothing changes', async () => {
    const id = await create();
    await setTags(path, id, ['vip']);
    for (const tags of [[''], ['a,b'], ['a\u0007b'], ['x'.repeat(41)], Array.from({ length: 21 }, (_, index) => `tag ${index}`)])
      expect(await setTags(path, id, tags)).toMatchObject({ status: 422 });
    expect((await fixture.seller('PUT', `/v1/${path}/${id}/tags`, { tags: ['a'], other: 1 })).status).toBe(422);
    expect((await fixture.seller('GET', `/v1/${path}/${id}/tags`)).body).toEqual({ tags: ['vip'] });
  });

  test('an organization has a limited number of different tags', async () => {
    const id = await create();
    const em = fixture.api.app.get(EntityManager).fork();
    await em.execute(
      `insert into ${table} (organization_id, tag, ${column}) select ?, 'many ' || n, ? from generate_series(1, ?) n`,
      [fixture.ours.organization.id, id, MOST_DIFFERENT_TAGS],
    );
    expect(await setTags(path, id, ['new'])).toMatchObject({ status: 409, body: { error: 'TooManyDifferentTags' } });
    expect((await setTags(path, id, ['many 1'])).body).toEqual({ tags: ['many 1'] });
  });
});

test.each([
  ['customers', customer, 2],
  ['orders', order, 0],
] as const)('the tags of several %s are read at once, of those that the caller may read', async (path, create, bySupport) => {
  const [some, other, without] = [await create(), await create(), await create()];
  await setTags(path, some, ['vip', 'b-ware']);
  await setTags(path, other, ['vip']);
  const url = `/v1/${path}/tagged?id=${some}&id=${other}&id=${without}`;
  const { items } = (await fixture.seller('GET', url)).body;
  expect(items).toHaveLength(2);
  expect(items).toEqual(
    expect.arrayContaining([
      { id: some, tags: ['b-ware', 'vip'] },
      { id: other, tags: ['vip'] },
    ]),
  );
  expect((await fixture.seller('GET', `/v1/${path}/tagged`)).body).toEqual({ items: [] });
  expect((await callAs(fixture.api, fixture.theirs.oat)('GET', url)).body).toEqual({ items: [] });
  expect((await fixture.seller('GET', `/v1/${path}/tagged?id=x`)).status).toBe(422);
  const support = callAs(fixture.api, await fixture.ours.tokenAs('support'));
  expect((await support('GET', url)).body.items).toHaveLength(bySupport);
});

test('the role support tags customers and license keys, and sees no tags of orders', async () => {
  const support = callAs(fixture.api, await fixture.ours.tokenAs('support'));
  expect((await setTags('customers', await customer(), ['vip'], support)).status).toBe(200);
  expect((await setTags('license-keys', await licenseKey(), ['vip'], support)).status).toBe(200);
  const id = await order();
  await setTags('orders', id, ['chargeback']);
  expect((await setTags('orders', id, ['vip'], support)).status).toBe(404);
  expect((await support('GET', `/v1/orders/${id}/tags`)).status).toBe(404);
  expect((await support('GET', '/v1/orders/tags')).body.items).toEqual([]);
  const finance = callAs(fixture.api, await fixture.ours.tokenAs('finance'));
  expect((await setTags('customers', await customer(), ['vip'], finance)).status).toBe(403);
});
