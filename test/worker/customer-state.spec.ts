import { EntityManager } from '@mikro-orm/postgresql';
import { openPurchaseFixture, type PurchaseFixture } from '../support/purchase-fixture.ts';

let fixture: PurchaseFixture;
beforeAll(async () => {
  fixture = await openPurchaseFixture();
  await openFeed();
});
afterAll(() => fixture.close());

interface StoredEvent {
  readonly name: string;
  readonly payload: object;
}

/** From now on somebody is told of events. */
const openFeed = () => fixture.seller('GET', '/v1/webhooks/events?after=0');

/** The published events of a customer, oldest first. */
const eventsOf = (customer: { id: string }): Promise<StoredEvent[]> =>
  fixture.api.app
    .get(EntityManager)
    .fork()
    .execute('select name, payload from platform.outbox where aggregate_id = ? order by id', [customer.id]);

/** Counts the `customer.state_changed` events of an action, including those of the events that follow from it. */
async function stateChangesDuring(customer: { id: string }, action: () => Promise<unknown>): Promise<number> {
  const count = async (): Promise<number> =>
    (await eventsOf(customer)).filter(({ name }) => name === 'customer.state_changed').length;
  await fixture.settled();
  const before = await count();
  await action();
  await fixture.settled();
  return (await count()) - before;
}

const patch = async (url: string, body: object): Promise<void> => {
  const { status, text } = await fixture.seller('PATCH', url, body);
  if (status !== 200) throw new Error(`${status} ${text}`);
};

test('creating, changing and deleting a customer changes its state once each', async () => {
  const customer = await fixture.customer();
  expect(await stateChangesDuring(customer, async () => undefined)).toBe(0);
  expect(await stateChangesDuring(customer, () => patch(`/v1/customers/${customer.id}`, { name: 'Ada' }))).toBe(1);
  expect(await stateChangesDuring(customer, () => patch(`/v1/customers/${customer.id}`, { name: 'Ada' }))).toBe(0);
  expect(await stateChangesDuring(customer, () => fixture.seller('DELETE', `/v1/customers/${customer.id}`))).toBe(1);
  const events = await eventsOf(customer);
  expect(events.map(({ name }) => name)).toEqual([
    'customer.created',
    'customer.state_changed',
    'customer.updated',
    'customer.state_changed',
    'customer.deleted',
    'customer.state_changed',
  ]);
  const states = events.filter(({ name }) => name === 'customer.state_changed');
  expect(states.map(({ payload }) => payload)).toEqual(Array.from({ length: 3 }, () => ({ external_id: customer.external_id })));
});

test('nothing is published about states where nobody is told of them', async () => {
  await fixture.api.app.get(EntityManager).fork().execute(`update webhooks.feeds set read_at = now() - interval '8 days'`);
  const customer = await fixture.customer();
  await fixture.settled();
  expect((await eventsOf(customer)).map(({ name }) => name)).toEqual(['customer.created']);
  await openFeed();
  expect(await stateChangesDuring(customer, () => patch(`/v1/customers/${customer.id}`, { name: 'Ada' }))).toBe(1);
});

test('what follows from one change within a short time is one change of the state', async () => {
  const benefit = await fixture.benefit();
  const product = await fixture.product({ every: 'month', benefits: [benefit.id] });
  const customer = await fixture.customer();
  let url = '';
  const buy = async (): Promise<void> => {
    const { id } = await fixture.create('/v1/subscriptions/', { product_id: product.id, customer_id: customer.id });
    url = `/v1/subscriptions/${id}`;
  };
  // The subscription, its grant, and the license key of the grant.
  expect(await stateChangesDuring(customer, buy)).toBe(1);
  expect(await stateChangesDuring(customer, () => patch(url, { cancel_at_period_end: true }))).toBe(1);
  expect(await stateChangesDuring(customer, () => patch(url, { cancel_at_period_end: false }))).toBe(1);
  // The subscription is no longer active, and its grant is revoked.
  expect(await stateChangesDuring(customer, () => patch(url, { status: 'past_due' }))).toBe(1);
  expect(await stateChangesDuring(customer, () => patch(url, { cancel_at_period_end: true }))).toBe(0);
  expect(await stateChangesDuring(customer, () => fixture.seller('DELETE', url))).toBe(0);
});

test('an order is not part of the state; its grants are, until the customer is deleted', async () => {
  const benefit = await fixture.benefit();
  const [withoutBenefits, product] = [await fixture.product(), await fixture.product({ benefits: [benefit.id] })];
  const customer = await fixture.customer();
  const order = ({ id }: { id: string }) => fixture.create('/v1/orders/', { product_id: id, customer_id: customer.id });
  expect(await stateChangesDuring(customer, () => order(withoutBenefits))).toBe(0);
  expect(await stateChangesDuring(customer, () => order(product))).toBe(1);
  expect(await stateChangesDuring(customer, () => fixture.seller('DELETE', `/v1/customers/${customer.id}`))).toBe(1);
  expect((await fixture.seller('GET', `/v1/customers/${customer.id}/state`)).status).toBe(404);
});
