import { EntityManager } from '@mikro-orm/postgresql';
import { CommandBus } from '@nestjs/cqrs';
import { AdvanceSubscriptions } from '#entitlements';
import { SetFeature } from '#organizations';
import { callAs } from '../support/call.ts';
import { ANY } from '../support/metering-fixture.ts';
import { openPurchaseFixture, type PurchaseFixture } from '../support/purchase-fixture.ts';

let fixture: PurchaseFixture;
beforeAll(async () => {
  fixture = await openPurchaseFixture();
  // States of customers are published where somebody is told of them.
  await fixture.seller('GET', '/v1/webhooks/events?after=0');
});
afterAll(() => fixture.close());

const execute = (sql: string, ...values: unknown[]) => fixture.api.app.get(EntityManager).fork().execute(sql, values);

const credit = async (meter: { id: string }, units: number, rollover: boolean): Promise<string> => {
  const properties = { meter_id: meter.id, units, rollover };
  return (await fixture.create('/v1/benefits/', { type: 'meter_credit', description: `${units} units`, properties })).id;
};

type Credits = readonly (readonly [units: number, rollover: boolean])[];

/** A customer with a subscription that grants these credits and charges for further usage. */
async function subscribed(credits: Credits, periods: Parameters<PurchaseFixture['product']>[0] = { every: 'month' }) {
  const name = `usage-${Math.max(...credits.map(([units]) => units))}-${credits.length}`;
  const filter = { conjunction: 'and', clauses: [{ property: 'name', operator: 'eq', value: name }] };
  const meter = await fixture.create('/v1/meters/', { name: 'Units', filter, aggregation: { func: 'sum', property: 'n' } });
  const benefits: string[] = [];
  for (const [units, rollover] of credits) benefits.push(await credit(meter, units, rollover));
  const terms = { amountType: 'metered_unit', meterId: meter.id, unitAmount: '0.5', capAmount: null } as const;
  const prices = [{ currency: 'usd', taxBehavior: null, terms }];
  const product = await fixture.product({ ...periods, benefits, prices });
  const customer = await fixture.customer();
  const { id } = await fixture.create('/v1/subscriptions/', { product_id: product.id, customer_id: customer.id });
  await fixture.settled();
  /** Credited and consumed units, and the balance. */
  const balance = async () => {
    const { body } = await fixture.seller('GET', `/v1/customer-meters/?customer_id=${customer.id}&meter_id=${meter.id}`);
    const { consumed_units, credited_units, balance: remaining } = body.items[0];
    return [credited_units, consumed_units, remaining];
  };
  return {
    id,
    customer,
    meter,
    product,
    balance,
    use: (n: number) =>
      fixture.seller('POST', '/v1/events/ingest', { events: [{ name, customer_id: customer.id, metadata: { n } }] }),
    /** Ends the period. `beforeWorker` runs after its end and before the worker processes it. */
    cycle: async (
      column: 'current_period_end' | 'current_meter_period_end' = 'current_period_end',
      beforeWorker: () => Promise<unknown> = async () => undefined,
    ) => {
      await execute(`update entitlements.subscriptions set ${column} = date_trunc('milliseconds', now()) where id = ?`, id);
      await beforeWorker();
      await fixture.api.app.get(CommandBus).execute(new AdvanceSubscriptions());
      await fixture.settled();
    },
  };
}

/** The published events about the meters and the state of the customer, oldest first. */
const eventsOf = (customer: { id: string }): Promise<{ name: string; payload: Record<string, unknown> }[]> =>
  fixture.api.app
    .get(EntityManager)
    .fork()
    .execute(
      `select name, payload from platform.outbox where payload ->> 'customer_id' = ? and name like 'customer_meter.%'
         or aggregate_id = ? and name = 'customer.state_changed' order by id`,
      [customer.id, customer.id],
    );

test('a new period resets the usage, rolls credits over and adds the credits of the benefits', async () => {
  const subscription = await subscribed([
    [80, false],
    [60, true],
  ]);
  expect(await subscription.balance()).toEqual([140, 0, 140]);
  await subscription.use(100);
  expect(await subscription.balance()).toEqual([140, 100, 40]);
  await subscription.cycle();
  expect(await subscription.balance()).toEqual([180, 0, 180]);
  await subscription.use(300);
  await subscription.cycle();
  expect(await subscription.balance()).toEqual([140, 0, 140]);
  const { body } = await fixture.seller('GET', `/v1/events/?customer_id=${subscription.customer.id}&source=system&limit=100`);
  const systemEvents = body.items
    .map(({ name, label }: { name: string; label: string }) => `${name} ${label}`)
    .filter((each: string) => each.startsWith('meter.'));
  expect([systemEvents.filter((each: string) => each === 'meter.reset Meter Reset'), systemEvents.length]).toEqual([
    ['meter.reset Meter Reset', 'meter.reset Meter Reset'],
    2 + 3 + 4,
  ]);
});

test('usage after the end of a period counts for the next period and does not reduce the rollover', async () => {
  const subscription = await subscribed([[90, true]]);
  await subscription.use(30);
  await subscription.cycle('current_period_end', () => subscription.use(50));
  expect(await subscription.balance()).toEqual([60 + 90, 50, 100]);
});

test('credits roll over repeatedly, beyond 32 bits', async () => {
  const max = 2 ** 31 - 1;
  const subscription = await subscribed([[max, true]]);
  await subscription.cycle();
  await subscription.cycle();
  expect(await subscription.balance()).toEqual([3 * max, 0, 3 * max]);
  await subscription.use(1);
  await subscription.cycle();
  expect(await subscription.balance()).toEqual([4 * max - 1, 0, 4 * max - 1]);
});

test('units beyond 32 bits are exact from the event to quantities, balances, thresholds, states and bills', async () => {
  const credited = 10 ** 15;
  const [first, second] = [2 ** 33 + 2, 2 ** 41];
  const used = first + second;
  const subscription = await subscribed([[credited, true]]);
  const { customer, meter } = subscription;
  const { status } = await fixture.seller('PUT', `/v1/meters/${meter.id}/thresholds`, { thresholds: [first, used, credited] });
  expect(status).toBe(200);
  const start = encodeURIComponent(new Date(Date.now() - 86_400_000).toISOString());
  await subscription.use(first);
  await subscription.use(second);
  await fixture.settled();
  expect(await subscription.balance()).toEqual([credited, used, credited - used]);
  const end = encodeURIComponent(new Date(Date.now() + 86_400_000).toISOString());
  const range = `start_timestamp=${start}&end_timestamp=${end}&interval=month&customer_id=${customer.id}`;
  expect((await fixture.seller('GET', `/v1/meters/${meter.id}/quantities?${range}`)).body.total).toBe(used);
  const reached = (await eventsOf(customer)).filter(({ name }) => name === 'customer_meter.threshold_reached');
  expect(reached.map(({ payload }) => payload['threshold'])).toEqual([first, used]);
  const meters = [{ meter_id: meter.id, consumed_units: used, credited_units: credited, amount: 0 }];
  expect((await fixture.seller('GET', `/v1/subscriptions/${subscription.id}`)).body.meters).toMatchObject(meters);
  const state = await fixture.seller('GET', `/v1/customers/${customer.id}/state`);
  const now = { consumed_units: used, credited_units: credited, balance: credited - used };
  expect(state.body.active_meters).toContainEqual(expect.objectContaining({ meter_id: meter.id, ...now }));
  const events = await fixture.seller('GET', `/v1/events/?customer_id=${customer.id}&source=user&sorting=timestamp`);
  expect(events.body.items.map(({ metadata }: { metadata: object }) => metadata)).toEqual([{ n: first }, { n: second }]);
  const shown = await fixture.seller('GET', `/v1/customer-meters/?customer_id=${customer.id}&meter_id=${meter.id}`);
  const [{ id }] = shown.body.items;
  const reserved = await fixture.seller('POST', `/v1/customer-meters/${id}/reservations`, { units: credited - used });
  expect(reserved.status).toBe(200);
  expect((await fixture.seller('POST', `/v1/customer-meters/${id}/reservations`, { units: 1 })).status).toBe(400);
  await subscription.use(credited);
  expect((await fixture.seller('GET', `/v1/subscriptions/${subscription.id}`)).body.meters).toMatchObject([{ amount: used / 2 }]);
  await subscription.cycle();
  expect(await subscription.balance()).toEqual([credited, 0, credited]);
});

test('a credit benefit that is pointed to another meter takes its customers along: existing ones at their next period, new ones at once', async () => {
  const subscription = await subscribed([[31, false]]);
  const { customer, product } = subscription;
  const other = await fixture.create('/v1/meters/', { name: 'Other', filter: ANY, aggregation: { func: 'count' } });
  const [grant] = (await fixture.seller('GET', `/v1/benefit-grants/?customer_id=${customer.id}`)).body.items;
  const properties = { meter_id: other.id, units: 17, rollover: false };
  const change = await fixture.seller('PATCH', `/v1/benefits/${grant.benefit_id}`, { type: 'meter_credit', properties });
  expect([change.status, change.body.properties]).toEqual([200, properties]);
  await fixture.settled();
  const credits = async (buyer: { id: string }) => {
    const { body } = await fixture.seller('GET', `/v1/customer-meters/?customer_id=${buyer.id}&limit=100`);
    const units = (id: string) => body.items.find(({ meter_id }: { meter_id: string }) => meter_id === id)?.credited_units ?? 0;
    return [units(subscription.meter.id), units(other.id)];
  };
  expect((await credits(customer))[0]).toBe(31);
  const late = await fixture.customer();
  await fixture.create('/v1/subscriptions/', { product_id: product.id, customer_id: late.id });
  await fixture.settled();
  expect(await credits(late)).toEqual([0, 17]);
  await subscription.cycle();
  expect(await credits(customer)).toEqual([0, 17]);
  await subscription.cycle();
  expect(await credits(customer)).toEqual([0, 17]);
  await fixture.seller('DELETE', `/v1/subscriptions/${subscription.id}`);
  await fixture.settled();
  expect(await credits(customer)).toEqual([0, 0]);
});

test('a credit, a threshold and a new period change the state, which has the new balance when the event is published', async () => {
  const subscription = await subscribed([[70, false]]);
  const { customer, meter } = subscription;
  await fixture.seller('PUT', `/v1/meters/${meter.id}/thresholds`, { thresholds: [10] });
  const ids = { customer_id: customer.id, meter_id: meter.id };
  const lastEvents = async () => (await eventsOf(customer)).slice(-2);
  const state = async () => {
    const { body } = await fixture.seller('GET', `/v1/customers/${customer.id}/state`);
    return body.active_meters.find(({ meter_id }: { meter_id: string }) => meter_id === meter.id).balance;
  };
  const stateChanged = { name: 'customer.state_changed' };
  const credited = { name: 'customer_meter.credited', payload: { ...ids, units: 70, rollover: false } };
  expect(await eventsOf(customer)).toEqual(expect.arrayContaining([credited]));
  expect((await eventsOf(customer)).at(-1)).toMatchObject(stateChanged);
  await subscription.use(15);
  await fixture.settled();
  expect(await lastEvents()).toMatchObject([{ name: 'customer_meter.threshold_reached', payload: ids }, stateChanged]);
  expect(await state()).toBe(55);
  await subscription.cycle();
  const events = await eventsOf(customer);
  const cycled = events.filter(({ name }) => name === 'customer_meter.cycled');
  expect(cycled).toEqual([{ name: 'customer_meter.cycled', payload: { ...ids, window_start: expect.any(String) } }]);
  expect(events.at(-1)).toMatchObject(stateChanged);
  expect(await state()).toBe(70);
});

test('meters with their own interval are reset at its end, and at the end of the billing period', async () => {
  await fixture.api.app.get(CommandBus).execute(new SetFeature(fixture.ours.organization, 'meter_cycling_enabled', true));
  const credits = [[80, false], [60, true]] as const; // prettier-ignore
  const subscription = await subscribed(credits, { every: 'year', metered: 'month' });
  const read = async () => (await fixture.seller('GET', `/v1/subscriptions/${subscription.id}`)).body;
  const before = await read();
  await subscription.use(100);
  await subscription.cycle('current_meter_period_end');
  expect(await subscription.balance()).toEqual([180, 0, 180]);
  const within = await read();
  expect(within.current_meter_period_start > before.current_meter_period_start).toBe(true);
  expect(within.current_meter_period_end > within.current_meter_period_start).toBe(true);
  const { current_period_start, current_period_end } = before;
  expect(within).toMatchObject({ current_period_start, current_period_end, status: 'active' });
  await subscription.use(190);
  expect((await read()).meters).toMatchObject([{ consumed_units: 190, credited_units: 180, amount: 5 }]);
  await subscription.cycle('current_meter_period_end');
  expect(await subscription.balance()).toEqual([140, 0, 140]);
  await subscription.use(1);
  await subscription.cycle();
  expect(await subscription.balance()).toEqual([60 + 140, 0, 200]);
  const after = await read();
  expect(after.current_meter_period_start).toBe(after.current_period_start);
  const events = await execute(
    `select name from platform.outbox where aggregate_id = ? and name like '%cycled' order by id`,
    subscription.id,
  );
  expect(events.map((each) => each['name'])).toEqual([
    'subscription.meter_cycled',
    'subscription.meter_cycled',
    'subscription.cycled',
  ]);
});

test('revoking a benefit removes its credits and keeps the usage', async () => {
  const subscription = await subscribed([[100, false]]);
  await subscription.use(80);
  const larger = await credit(subscription.meter, 1000, false);
  await fixture.seller('POST', `/v1/products/${subscription.product.id}/benefits`, { benefits: [larger] });
  await fixture.settled();
  expect(await subscription.balance()).toEqual([1000, 80, 920]);
  await fixture.seller('DELETE', `/v1/subscriptions/${subscription.id}`);
  await fixture.settled();
  expect(await subscription.balance()).toEqual([0, 80, -80]);
});

test('the portal shows the meters that a customer pays for; the customer state has all of them', async () => {
  const subscription = await subscribed([[7, false]]);
  await subscription.use(3);
  await fixture.settled();
  await fixture.create('/v1/meters/', { name: 'Another', filter: ANY, aggregation: { func: 'count' } });
  await subscription.use(1);
  const { token } = await fixture.create('/v1/customer-sessions/', { customer_id: subscription.customer.id });
  const customer = callAs(fixture.api, token);
  const { body } = await customer('GET', '/v1/customer-portal/meters/?sorting=meter_name');
  expect(body).toMatchObject({
    pagination: { total_count: 1 },
    items: [{ consumed_units: 4, credited_units: 7, balance: 3, meter: { id: subscription.meter.id, name: 'Units' } }],
  });
  const [item] = body.items;
  expect((await customer('GET', `/v1/customer-portal/meters/${item.id}`)).body).toEqual(item);
  expect((await customer('GET', `/v1/customer-portal/meters/${subscription.customer.id}`)).status).toBe(404);
  expect((await customer('GET', '/v1/customer-portal/meters/?query=%25')).body.items).toEqual([]);
  expect((await fixture.seller('GET', '/v1/customer-portal/meters/')).status).toBe(401);
  const state = (await fixture.seller('GET', `/v1/customers/${subscription.customer.id}/state`)).body;
  expect(state.active_meters.map(({ consumed_units }: { consumed_units: number }) => consumed_units)).toEqual(
    expect.arrayContaining([4]),
  );
  expect(state.first_user_event_at).toEqual(expect.any(String));
});

test('units of a benefit may have an end and a priority: each period brings new ones, and the end of the purchase takes what is left', async () => {
  const filter = { conjunction: 'and', clauses: [{ property: 'name', operator: 'eq', value: 'with-terms' }] };
  const meter = await fixture.create('/v1/meters/', { name: 'Units', filter, aggregation: { func: 'count' } });
  const properties = { meter_id: meter.id, units: 5, rollover: true, priority: 10, expires_after_days: 90 };
  const benefit = await fixture.create('/v1/benefits/', { type: 'meter_credit', description: 'Five', properties });
  expect(benefit.properties).toEqual(properties);
  const product = await fixture.product({ every: 'month', benefits: [benefit.id] });
  const customer = await fixture.customer();
  const { id } = await fixture.create('/v1/subscriptions/', { product_id: product.id, customer_id: customer.id });
  await fixture.settled();
  const customerMeter = async () =>
    (await fixture.seller('GET', `/v1/customer-meters/?customer_id=${customer.id}&meter_id=${meter.id}`)).body.items[0];
  const use = () => fixture.seller('POST', '/v1/events/ingest', { events: [{ name: 'with-terms', customer_id: customer.id }] });
  const credits = async () => {
    const { body } = await fixture.seller('GET', `/v1/customer-meters/${(await customerMeter()).id}/credits`);
    return body.items.map((each: { units: number; units_left: number; priority: number }) => [
      each.units,
      each.units_left,
      each.priority,
    ]);
  };
  await use();
  expect(await credits()).toEqual([[5, 4, 10]]);
  await execute(`update entitlements.subscriptions set current_period_end = date_trunc('milliseconds', now()) where id = ?`, id);
  await fixture.api.app.get(CommandBus).execute(new AdvanceSubscriptions());
  await fixture.settled();
  expect(await credits()).toEqual([
    [4, 4, 10],
    [5, 5, 10],
  ]);
  await use();
  await fixture.seller('DELETE', `/v1/subscriptions/${id}`);
  await fixture.settled();
  expect(await credits()).toEqual([]);
  expect(await customerMeter()).toMatchObject({ credited_units: 1, consumed_units: 1, balance: 0 });
});
