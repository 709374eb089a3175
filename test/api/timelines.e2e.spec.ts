import { randomUUID } from 'node:crypto';
import { type Answer, callAs } from '../support/call.ts';
import { Contract } from '../support/contract.ts';
import { seedLicenseKey } from '../support/seed-license-key.ts';
import { openSellerFixture, type SellerFixture } from '../support/seller-fixture.ts';

type Item = Answer['body'];

let fixture: SellerFixture;
let contract: Contract;
let customerId: string;
let orderId: string;
beforeAll(async () => {
  fixture = await openSellerFixture();
  contract = Contract.of(fixture.api);
  const body = { email: `${randomUUID()}@example.com`, name: 'Ada' };
  customerId = (await fixture.create('/v1/customers/', body)).id;
  const key = await seedLicenseKey(fixture.api, fixture.ours, { customer_id: customerId });
  const { id: productId } = await fixture.product();
  orderId = (await fixture.create('/v1/orders/', { customer_id: customerId, product_id: productId })).id;
  await fixture.seller('PATCH', `/v1/license-keys/${key.id}`, { limit_usage: 10 });
  await fixture.seller('PATCH', `/v1/customers/${customerId}`, { name: 'Ada Lovelace' });
});
afterAll(() => fixture.close());

const timeline = async (token: string, query = ''): Promise<Item> => {
  const answer = await callAs(fixture.api, token)('GET', `/v1/customers/${customerId}/timeline${query}`);
  expect(contract.violations('GET /v1/customers/{id}/timeline', answer)).toEqual([]);
  expect(answer.status).toBe(200);
  return answer.body;
};
const typesOf = async (token: string): Promise<Set<string>> =>
  new Set((await timeline(token)).items.map(({ resource }: Item) => resource.type));

test('tells who changed what of a customer and of what belongs to it, newest first, in pages', async () => {
  const { items } = await timeline(fixture.ours.oat);
  expect(items[0]).toMatchObject({
    operation: 'PATCH /v1/customers/{id}',
    action: 'updated',
    actor: { type: 'organization', id: fixture.ours.organization.id },
    resource: { type: 'customer', id: customerId },
    changes: { name: { before: 'Ada', after: 'Ada Lovelace' } },
  });
  expect(Object.keys(items[0].actor)).toEqual(['type', 'id']);
  const pages: Item[] = [];
  for (let cursor = ''; ;) {
    const { items: page, next_cursor } = await timeline(fixture.ours.oat, `?limit=1${cursor}`);
    pages.push(...page);
    if (next_cursor === null) break;
    cursor = `&cursor=${next_cursor}`;
  }
  expect(pages).toEqual(items);
});

test('each kind of resource needs the scope and the role that read it: support sees no money', async () => {
  const { ours } = fixture;
  const [all, support, finance, narrow] = await Promise.all([
    typesOf(ours.oat),
    typesOf(await ours.tokenAs('support')),
    typesOf(await ours.tokenAs('finance')),
    typesOf(await ours.tokenWith(['customers:read'])),
  ]);
  expect([...all].sort()).toEqual(expect.arrayContaining(['customer', 'license_key', 'order']));
  expect([...support].sort()).toEqual([...all].filter((type) => type !== 'order').sort());
  expect(finance).toEqual(all);
  expect(narrow).toEqual(new Set(['customer', 'member']));
});

test('there is none of a customer of somebody else', async () => {
  const url = `/v1/customers/${customerId}/timeline`;
  expect((await callAs(fixture.api, fixture.theirs.oat)('GET', url)).status).toBe(404);
});

describe('the timeline of a purchase', () => {
  const SALES = ['owner', 'admin', 'member', 'finance'] as const;

  test('tells every reader of it who changed what', async () => {
    await fixture.seller('POST', `/v1/orders/${orderId}/void`);
    const product = await fixture.product({ every: 'month' });
    const { id } = await fixture.create('/v1/subscriptions/', { customer_id: customerId, product_id: product.id });
    await fixture.seller('PATCH', `/v1/subscriptions/${id}`, { cancel_at_period_end: true });
    for (const [url, operation, change] of [
      [`/v1/orders/${orderId}/timeline`, 'POST /v1/orders/{id}/void', { status: { before: 'paid', after: 'void' } }],
      [
        `/v1/subscriptions/${id}/timeline`,
        'PATCH /v1/subscriptions/{id}',
        { cancel_at_period_end: { before: false, after: true } },
      ],
    ] as const) {
      for (const role of SALES) {
        const answer = await callAs(fixture.api, await fixture.ours.tokenAs(role))('GET', url);
        expect(answer.status).toBe(200);
        expect(contract.violations(`GET ${url.replace(/[0-9a-f-]{36}/, '{id}')}`, answer)).toEqual([]);
        expect(answer.body.items[0]).toMatchObject({ operation, changes: change });
        expect(answer.body.items.at(-1)).toMatchObject({ action: 'created' });
      }
      const support = await callAs(fixture.api, await fixture.ours.tokenAs('support'))('GET', url);
      expect(support.status).toBe(404);
    }
  });
});
