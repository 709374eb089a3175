import { EntityManager } from '@mikro-orm/postgresql';
import { openPurchaseFixture, type PurchaseFixture } from '../support/purchase-fixture.ts';

let shop: PurchaseFixture;
beforeAll(async () => {
  shop = await openPurchaseFixture();
});
afterAll(() => shop.close());

interface Told {
  readonly name: string;
  readonly payload: object;
}

/** What was told about a customer, oldest first. */
const toldOf = (customer: { id: string }): Promise<Told[]> =>
  shop.api.app
    .get(EntityManager)
    .fork()
    .execute('select name, payload from platform.outbox where aggregate_id = ? order by id', [customer.id]);

/** How often it is told that the state of the customer has changed while something is done, and everything that follows. */
async function changesBy(customer: { id: string }, what: () => Promise<unknown>): Promise<number> {
  const count = async (): Promise<number> =>
    (await toldOf(customer)).filter(({ name }) => name === 'customer.state_changed').length;
  await shop.settled();
  const before = await count();
  await what();
  await shop.settled();
  return (await count()) - before;
}

const patch = async (url: string, body: object): Promise<void> => {
  const { status, text } = await shop.seller('PATCH', url, body);
  if (status !== 200) throw new Error(`${status} ${text}`);
};

test('the birth, a change and the end of a customer', async () => {
  const customer = await shop.customer();
  expect(await changesBy(customer, async () => undefined)).toBe(0);
  expect(await changesBy(customer, () => patch(`/v1/customers/${customer.id}`, { name: 'Ada' }))).toBe(1);
  expect(await changesBy(customer, () => patch(`/v1/customers/${customer.id}`, { name: 'Ada' }))).toBe(0);
  expect(await changesBy(customer, () => shop.seller('DELETE', `/v1/customers/${customer.id}`))).toBe(1);
  const told = await toldOf(customer);
  expect(told.map(({ name }) => name)).toEqual([
    'customer.created',
    'customer.state_changed',
    'customer.updated',
    'customer.state_changed',
    'customer.deleted',
    'customer.state_changed',
  ]);
  const states = told.filter(({ name }) => name === 'customer.state_changed');
  expect(states.map(({ payload }) => payload)).toEqual(Array.from({ length: 3 }, () => ({ external_id: customer.external_id })));
});

test('a subscription, and what it grants, one by one', async () => {
  const benefit = await shop.benefit();
  const product = await shop.product({ every: 'month', benefits: [benefit.id] });
  const customer = await shop.customer();
  let url = '';
  const buy = async (): Promise<void> => {
    const { id } = await shop.create('/v1/subscriptions/', { product_id: product.id, customer_id: customer.id });
    url = `/v1/subscriptions/${id}`;
  };
  // The subscription, its grant, and the grant's key.
  expect(await changesBy(customer, buy)).toBe(3);
  expect(await changesBy(customer, () => patch(url, { cancel_at_period_end: true }))).toBe(1);
  expect(await changesBy(customer, () => patch(url, { cancel_at_period_end: false }))).toBe(1);
  // It is no longer active, and neither is what it granted.
  expect(await changesBy(customer, () => patch(url, { status: 'past_due' }))).toBe(2);
  expect(await changesBy(customer, () => patch(url, { cancel_at_period_end: true }))).toBe(0);
  expect(await changesBy(customer, () => shop.seller('DELETE', url))).toBe(0);
});

test('an order is no part of a state; what it grants is, until the customer is gone', async () => {
  const benefit = await shop.benefit();
  const [bare, product] = [await shop.product(), await shop.product({ benefits: [benefit.id] })];
  const customer = await shop.customer();
  const order = (of: { id: string }) => shop.create('/v1/orders/', { product_id: of.id, customer_id: customer.id });
  expect(await changesBy(customer, () => order(bare))).toBe(0);
  expect(await changesBy(customer, () => order(product))).toBe(2);
  expect(await changesBy(customer, () => shop.seller('DELETE', `/v1/customers/${customer.id}`))).toBe(2);
  expect((await shop.seller('GET', `/v1/customers/${customer.id}/state`)).status).toBe(404);
});
