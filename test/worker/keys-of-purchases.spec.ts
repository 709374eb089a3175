import { randomUUID } from 'node:crypto';
import { openPurchaseFixture, type PurchaseFixture } from '../support/purchase-fixture.ts';
import { callAs } from '../support/call.ts';
import { seedOrganization } from '../support/seed.ts';

let fixture: PurchaseFixture;
beforeAll(async () => {
  fixture = await openPurchaseFixture();
});
afterAll(() => fixture.close());

const KEYS = '/v1/license-keys/';

/** A customer who has bought a product with a license key, once and as a subscription, and a key without a purchase. */
async function customerWithKeys(externalId: string) {
  const benefit = await fixture.benefit();
  const customer = await fixture.customer();
  const once = await fixture.product({ benefits: [benefit.id] });
  const monthly = await fixture.product({ benefits: [benefit.id], every: 'month' });
  const of = { customer_id: customer.id };
  const order = await fixture.create('/v1/orders/', {
    ...of,
    product_id: once.id,
    amount: 1,
    tax_amount: 0,
    external_id: externalId,
  });
  const subscription = await fixture.create('/v1/subscriptions/', { ...of, product_id: monthly.id });
  await fixture.create(KEYS, { ...of, benefit_id: benefit.id });
  await fixture.settled();
  const keyOf = async (purchase: { id: string }): Promise<string> =>
    (await fixture.grantsOf(purchase))[0]!.properties.license_key_id;
  return { customer, order, subscription, ofOrder: await keyOf(order), ofSubscription: await keyOf(subscription) };
}

test('license keys are listed by customer, order and subscription, also with names of lists; other names are ignored', async () => {
  const [mine, other] = [await customerWithKeys('ext-1'), await customerWithKeys('ext-2')];
  const ids = async (query: string): Promise<string[]> => {
    const { status, body } = await fixture.seller('GET', `${KEYS}?limit=100&${query}`);
    expect([status, body.pagination?.total_count]).toEqual([200, body.items.length]);
    return body.items.map(({ id }: { id: string }) => id);
  };
  const { customer, order, subscription, ofOrder, ofSubscription } = mine;
  const ofCustomer = await ids(`customer_id=${customer.id}`);
  expect([ofCustomer.length, ofCustomer.includes(ofOrder), ofCustomer.includes(ofSubscription)]).toEqual([3, true, true]);
  for (const name of ['customer_id[]', 'customer_id[0]', 'customer_id%5B%5D']) {
    expect(await ids(`${name}=${customer.id}`)).toEqual(ofCustomer);
  }
  expect(await ids(`external_customer_id=${customer.external_id}`)).toEqual(ofCustomer);
  expect(await ids(`external_customer_id=${other.customer.external_id}&customer_id=${customer.id}`)).toEqual([]);
  expect(await ids(`order_id=${order.id}`)).toEqual([ofOrder]);
  expect(await ids(`subscription_id=${subscription.id}`)).toEqual([ofSubscription]);
  expect(await ids(`order_id[]=${order.id}&order_id[]=${other.order.id}`)).toEqual([ofOrder, other.ofOrder]);
  expect(await ids(`order_id=${order.id}&subscription_id=${subscription.id}`)).toEqual([]);
  for (const name of ['customer_id', 'order_id', 'subscription_id']) expect(await ids(`${name}=${randomUUID()}`)).toEqual([]);
  expect(await ids('external_customer_id=nobody')).toEqual([]);
  expect(await ids('customer=nobody')).toHaveLength(6);
  expect((await fixture.seller('GET', `${KEYS}?order_id=nothing`)).status).toBe(422);
});

test('a key is found by the external ID of its order, in the organization of the caller only', async () => {
  const { ofOrder } = await customerWithKeys('ext-4711');
  const search = async (query: string, as = fixture.seller): Promise<string[]> =>
    (await as('GET', `/v1/license-keys/search?query=${query}`)).body.items.map(({ id }: { id: string }) => id);
  expect(await search('ext-4711')).toEqual([ofOrder]);
  expect(await search('%20ext-4711%0A')).toEqual([ofOrder]);
  expect(await search('ext-471')).toEqual([]);
  const theirs = await seedOrganization(fixture.api);
  expect(await search('ext-4711', callAs(fixture.api, theirs.oat))).toEqual([]);
});
