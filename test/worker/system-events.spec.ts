import { openPurchaseFixture, type PurchaseFixture } from '../support/purchase-fixture.ts';

let fixture: PurchaseFixture;
beforeAll(async () => {
  fixture = await openPurchaseFixture();
});
afterAll(() => fixture.close());

/** The system events of a customer, oldest first: their names and metadata. */
async function eventsOf({ id }: { readonly id: string }) {
  await fixture.settled();
  const query = `customer_id=${id}&source=system&limit=100&sorting=timestamp`;
  const { status, body, text } = await fixture.seller('GET', `/v1/events/?${query}`);
  if (status !== 200) throw new Error(text);
  return body.items as { name: string; label: string; source: string; customer: { id: string } | null; metadata: object }[];
}
const send = async (method: 'POST' | 'PATCH' | 'DELETE', url: string, body?: object) => {
  const { status, text, body: answer } = await fixture.seller(method, url, body);
  if (status >= 300) throw new Error(`${status} ${text}`);
  await fixture.settled();
  return answer;
};
const namesOf = (events: readonly { readonly name: string }[]) => events.map(({ name }) => name).sort();

test('an order, its refund and its benefits are events of the customer', async () => {
  const benefit = await fixture.benefit();
  const product = await fixture.product({ benefits: [benefit.id] });
  const customer = await fixture.customer();
  const reported = { product_id: product.id, customer_id: customer.id, amount: 1000, tax_amount: 200 };
  const order = await fixture.create('/v1/orders/', reported);
  await fixture.settled();
  await send('POST', '/v1/refunds/', { order_id: order.id, reason: 'other', amount: 400, revoke_benefits: true });
  const events = await eventsOf(customer);
  expect(namesOf(events)).toEqual(['benefit.granted', 'benefit.revoked', 'customer.created', 'order.paid', 'order.refunded']);
  for (const event of events) expect(event).toMatchObject({ source: 'system', customer: { id: customer.id } });
  const metadata = Object.fromEntries(events.map(({ name, metadata: facts }) => [name, facts]));
  const [grant] = await fixture.grantsOf(order);
  expect(metadata).toMatchObject({
    'order.paid': {
      order_id: order.id,
      product_id: product.id,
      billing_type: 'one_time',
      amount: 1200,
      net_amount: 1000,
      tax_amount: 200,
      currency: 'usd',
    },
    'order.refunded': { order_id: order.id, refunded_amount: 400, currency: 'usd' },
    'benefit.granted': { benefit_id: benefit.id, benefit_grant_id: grant!.id, benefit_type: 'license_keys' },
  });
  expect(events.find(({ name }) => name === 'order.paid')!.label).toBe('Order Paid');
});

test('what happens to a subscription is told by its events', async () => {
  const product = await fixture.product({ every: 'month' });
  const customer = await fixture.customer();
  const subscription = await fixture.create('/v1/subscriptions/', { product_id: product.id, customer_id: customer.id });
  const url = `/v1/subscriptions/${subscription.id}`;
  await send('PATCH', url, { cancel_at_period_end: true });
  await send('PATCH', url, { cancel_at_period_end: false });
  await send('PATCH', url, { status: 'past_due' });
  await send('PATCH', url, { status: 'active' });
  await send('DELETE', url);
  const events = await eventsOf(customer);
  const names = namesOf(events);
  for (const name of ['created', 'canceled', 'uncanceled', 'past_due', 'reactivated', 'revoked']) {
    expect(names).toContain(`subscription.${name}`);
  }
  expect(events.find(({ name }) => name === 'subscription.created')!.metadata).toEqual({
    subscription_id: subscription.id,
    product_id: product.id,
    amount: subscription.amount,
    currency: subscription.currency,
    recurring_interval: 'month',
    recurring_interval_count: 1,
    started_at: subscription.started_at,
  });
});

test('changes of a subscription say what was before', async () => {
  const tiers = [{ min_seats: 1, max_seats: null, price_per_seat: 100 }];
  const prices = [{ amount_type: 'seat_based', price_currency: 'usd', seat_tiers: { tiers } }];
  const offered = { name: 'Team', recurring_interval: 'month', prices };
  const [basic, pro] = [await fixture.create('/v1/products/', offered), await fixture.create('/v1/products/', offered)];
  const customer = await fixture.customer();
  const bought = { product_id: basic.id, customer_id: customer.id, seats: 3 };
  const { id, current_period_end } = await fixture.create('/v1/subscriptions/', bought);
  const end = '2090-01-01T00:00:00.000Z';
  for (const change of [
    { product_id: pro.id, proration_behavior: 'prorate' },
    { seats: 5, proration_behavior: 'invoice' },
    { current_billing_period_end: end },
    { seats: 2, proration_behavior: 'next_period' },
    { pending_update: null },
  ]) {
    await send('PATCH', `/v1/subscriptions/${id}`, change);
  }
  const events = await eventsOf(customer);
  const metadataOf = (name: string) => events.filter((event) => event.name === name).map(({ metadata }) => metadata);
  expect(metadataOf('subscription.product_updated')).toEqual([
    { subscription_id: id, old_product_id: basic.id, new_product_id: pro.id },
  ]);
  expect(metadataOf('subscription.seats_updated')).toEqual([
    { subscription_id: id, old_seats: 3, new_seats: 5, proration_behavior: 'invoice' },
  ]);
  expect(metadataOf('subscription.billing_period_updated')).toEqual([
    { subscription_id: id, old_period_end: current_period_end, new_period_end: end },
  ]);
  expect(metadataOf('subscription.update_cleared')).toEqual([{ subscription_id: id }]);
});

test('events about a customer show what it had then, and after it was anonymized none of that', async () => {
  const customer = await fixture.customer();
  const url = `/v1/customers/${customer.id}`;
  await fixture.settled();
  await send('PATCH', url, { name: 'Grace Hopper', metadata: { level: 1.5 } });
  await send('PATCH', url, { name: 'Ada Lovelace', billing_address: { country: 'DE', city: 'Ulm' }, tax_id: 'DE123456788' });
  const events = await eventsOf(customer);
  const facts = {
    customer_id: customer.id,
    customer_email: expect.stringContaining('@'),
    customer_external_id: customer.external_id,
  };
  expect(events.map(({ name, metadata }) => [name, metadata])).toEqual([
    ['customer.created', { ...facts, customer_name: null }],
    [
      'customer.updated',
      {
        ...facts,
        customer_name: 'Grace Hopper',
        updated_fields: { name: 'Grace Hopper', metadata: { level: '1.5' } },
      },
    ],
    [
      'customer.updated',
      {
        ...facts,
        customer_name: 'Ada Lovelace',
        updated_fields: { name: 'Ada Lovelace', billing_address: { country: 'DE', city: 'Ulm' }, tax_id: 'DE123456788' },
      },
    ],
  ]);
  await send('PATCH', url, { tax_id: null });
  await send('DELETE', `${url}?anonymize=true`);
  const after = await eventsOf(customer);
  expect(namesOf(after)).toEqual(['created', 'deleted', 'updated', 'updated', 'updated'].map((name) => `customer.${name}`));
  expect(JSON.stringify(after)).not.toMatch(/Grace Hopper|Ada Lovelace|Ulm|DE123456788/);
});

test('no meter counts what the service records, and an event is recorded once', async () => {
  const count = {
    name: 'Paid orders',
    filter: { conjunction: 'and', clauses: [{ property: 'name', operator: 'eq', value: 'order.paid' }] },
  };
  const meter = await send('POST', '/v1/meters/', { ...count, aggregation: { func: 'count' } });
  const product = await fixture.product();
  const customer = await fixture.customer();
  await fixture.create('/v1/orders/', { product_id: product.id, customer_id: customer.id });
  expect(namesOf(await eventsOf(customer))).toEqual(['customer.created', 'order.paid']);
  const { body } = await fixture.seller('GET', `/v1/customer-meters/?customer_id=${customer.id}&meter_id=${meter.id}`);
  for (const each of body.items) expect(each).toMatchObject({ consumed_units: 0 });
});
