import { EntityManager } from '@mikro-orm/postgresql';
import { CommandBus } from '@nestjs/cqrs';
import { AdvanceSubscriptions } from '#entitlements';
import { SetFeature } from '#organizations';
import { callAs } from '../support/call.ts';
import { ANY } from '../support/metering-fixture.ts';
import { openPurchaseFixture, type PurchaseFixture } from '../support/purchase-fixture.ts';

let shop: PurchaseFixture;
beforeAll(async () => {
  shop = await openPurchaseFixture();
});
afterAll(() => shop.close());

const execute = (sql: string, ...values: unknown[]) => shop.api.app.get(EntityManager).fork().execute(sql, values);

const credit = async (meter: { id: string }, units: number, rollover: boolean): Promise<string> => {
  const properties = { meter_id: meter.id, units, rollover };
  return (await shop.create('/v1/benefits/', { type: 'meter_credit', description: `${units} units`, properties })).id;
};

/** A customer who subscribes to these credits, and pays for what goes beyond; and what becomes of it. */
type Credits = readonly (readonly [units: number, rollover: boolean])[];

async function subscribed(credits: Credits, periods: Parameters<PurchaseFixture['product']>[0] = { every: 'month' }) {
  const name = `used-${Math.max(...credits.map(([units]) => units))}-${credits.length}`;
  const filter = { conjunction: 'and', clauses: [{ property: 'name', operator: 'eq', value: name }] };
  const meter = await shop.create('/v1/meters/', { name: 'Units', filter, aggregation: { func: 'sum', property: 'n' } });
  const benefits: string[] = [];
  for (const [units, rollover] of credits) benefits.push(await credit(meter, units, rollover));
  const terms = { amountType: 'metered_unit', meterId: meter.id, unitAmount: '0.5', capAmount: null } as const;
  const prices = [{ currency: 'usd', taxBehavior: null, terms }];
  const product = await shop.product({ ...periods, benefits, prices });
  const customer = await shop.customer();
  const { id } = await shop.create('/v1/subscriptions/', { product_id: product.id, customer_id: customer.id });
  await shop.settled();
  const balance = async () => {
    const { body } = await shop.seller('GET', `/v1/customer-meters/?customer_id=${customer.id}&meter_id=${meter.id}`);
    const { consumed_units, credited_units, balance: left } = body.items[0];
    return [credited_units, consumed_units, left];
  };
  return {
    id,
    customer,
    meter,
    product,
    balance,
    use: (n: number) =>
      shop.seller('POST', '/v1/events/ingest', { events: [{ name, customer_id: customer.id, metadata: { n } }] }),
    /** Time passes, until the end of this; the rest happens before the worker gets to it. */
    cycle: async (
      column: 'current_period_end' | 'current_meter_period_end' = 'current_period_end',
      meanwhile: () => Promise<unknown> = async () => undefined,
    ) => {
      await execute(`update entitlements.subscriptions set ${column} = date_trunc('milliseconds', now()) where id = ?`, id);
      await meanwhile();
      await shop.api.app.get(CommandBus).execute(new AdvanceSubscriptions());
      await shop.settled();
    },
  };
}

/** What was told of the customer's meters and state, in order. */
const toldOf = (customer: { id: string }): Promise<{ name: string; payload: Record<string, unknown> }[]> =>
  shop.api.app
    .get(EntityManager)
    .fork()
    .execute(
      `select name, payload from platform.outbox where payload ->> 'customer_id' = ? and name like 'customer_meter.%'
         or aggregate_id = ? and name = 'customer.state_changed' order by id`,
      [customer.id, customer.id],
    );

test('a period ends: use begins anew, what rolls over comes first, then what the benefits give', async () => {
  const some = await subscribed([
    [80, false],
    [60, true],
  ]);
  expect(await some.balance()).toEqual([140, 0, 140]);
  await some.use(100);
  expect(await some.balance()).toEqual([140, 100, 40]);
  await some.cycle();
  expect(await some.balance()).toEqual([180, 0, 180]);
  await some.use(300);
  await some.cycle();
  expect(await some.balance()).toEqual([140, 0, 140]);
  const { body } = await shop.seller('GET', `/v1/events/?customer_id=${some.customer.id}&source=system&limit=100`);
  const told = body.items.map(({ name, label }: { name: string; label: string }) => `${name} ${label}`);
  expect([told.filter((each: string) => each === 'meter.reset Meter Reset'), told.length]).toEqual([
    ['meter.reset Meter Reset', 'meter.reset Meter Reset'],
    2 + 3 + 4,
  ]);
});

test('what is used after the end of a period is not taken from what rolls over, but belongs to the next one', async () => {
  const some = await subscribed([[90, true]]);
  await some.use(30);
  await some.cycle('current_period_end', () => some.use(50));
  expect(await some.balance()).toEqual([60 + 90, 50, 100]);
});

test('credits roll over again and again, however many they become', async () => {
  const most = 2 ** 31 - 1;
  const some = await subscribed([[most, true]]);
  await some.cycle();
  await some.cycle();
  expect(await some.balance()).toEqual([3 * most, 0, 3 * most]);
  await some.use(1);
  await some.cycle();
  expect(await some.balance()).toEqual([4 * most - 1, 0, 4 * most - 1]);
});

test('after a credit, a new period and a threshold it is told that the state has changed: it has the new balance by then', async () => {
  const some = await subscribed([[70, false]]);
  const { customer, meter } = some;
  await shop.seller('PUT', `/v1/meters/${meter.id}/thresholds`, { thresholds: [10] });
  const facts = { customer_id: customer.id, meter_id: meter.id };
  const lastTold = async () => (await toldOf(customer)).slice(-2);
  const state = async () => {
    const { body } = await shop.seller('GET', `/v1/customers/${customer.id}/state`);
    return body.active_meters.find(({ meter_id }: { meter_id: string }) => meter_id === meter.id).balance;
  };
  const stateChanged = { name: 'customer.state_changed' };
  const credited = { name: 'customer_meter.credited', payload: { ...facts, units: 70, rollover: false } };
  expect(await toldOf(customer)).toEqual(expect.arrayContaining([credited]));
  expect((await toldOf(customer)).at(-1)).toMatchObject(stateChanged);
  await some.use(15);
  await shop.settled();
  expect(await lastTold()).toMatchObject([{ name: 'customer_meter.threshold_reached', payload: facts }, stateChanged]);
  expect(await state()).toBe(55);
  await some.cycle();
  const told = await toldOf(customer);
  const cycled = told.filter(({ name }) => name === 'customer_meter.cycled');
  expect(cycled).toEqual([{ name: 'customer_meter.cycled', payload: { ...facts, window_start: expect.any(String) } }]);
  expect(told.at(-1)).toMatchObject(stateChanged);
  expect(await state()).toBe(70);
});

test('meters with an interval of their own begin anew by it, and with the period that is paid', async () => {
  await shop.api.app.get(CommandBus).execute(new SetFeature(shop.ours.organization, 'meter_cycling_enabled', true));
  const credits = [[80, false], [60, true]] as const; // prettier-ignore
  const some = await subscribed(credits, { every: 'year', metered: 'month' });
  const shown = async () => (await shop.seller('GET', `/v1/subscriptions/${some.id}`)).body;
  const before = await shown();
  await some.use(100);
  await some.cycle('current_meter_period_end');
  expect(await some.balance()).toEqual([180, 0, 180]);
  const within = await shown();
  expect(within.current_meter_period_start > before.current_meter_period_start).toBe(true);
  expect(within.current_meter_period_end > within.current_meter_period_start).toBe(true);
  const { current_period_start, current_period_end } = before;
  expect(within).toMatchObject({ current_period_start, current_period_end, status: 'active' });
  await some.use(190);
  expect((await shown()).meters).toMatchObject([{ consumed_units: 190, credited_units: 180, amount: 5 }]);
  await some.cycle('current_meter_period_end');
  expect(await some.balance()).toEqual([140, 0, 140]);
  await some.use(1);
  await some.cycle();
  expect(await some.balance()).toEqual([60 + 140, 0, 200]);
  const after = await shown();
  expect(after.current_meter_period_start).toBe(after.current_period_start);
  const told = await execute(
    `select name from platform.outbox where aggregate_id = ? and name like '%cycled' order by id`,
    some.id,
  );
  expect(told.map((each) => each['name'])).toEqual([
    'subscription.meter_cycled',
    'subscription.meter_cycled',
    'subscription.cycled',
  ]);
});

test('what is revoked is taken back, and what is used stays used', async () => {
  const some = await subscribed([[100, false]]);
  await some.use(80);
  const better = await credit(some.meter, 1000, false);
  await shop.seller('POST', `/v1/products/${some.product.id}/benefits`, { benefits: [better] });
  await shop.settled();
  expect(await some.balance()).toEqual([1000, 80, 920]);
  await shop.seller('DELETE', `/v1/subscriptions/${some.id}`);
  await shop.settled();
  expect(await some.balance()).toEqual([0, 80, -80]);
});

test('customers see the meters that they pay for; the state of a customer has all of them', async () => {
  const some = await subscribed([[7, false]]);
  await some.use(3);
  await shop.settled();
  await shop.create('/v1/meters/', { name: 'Another', filter: ANY, aggregation: { func: 'count' } });
  await some.use(1);
  const { token } = await shop.create('/v1/customer-sessions/', { customer_id: some.customer.id });
  const customer = callAs(shop.api, token);
  const { body } = await customer('GET', '/v1/customer-portal/meters/?sorting=meter_name');
  expect(body).toMatchObject({
    pagination: { total_count: 1 },
    items: [{ consumed_units: 4, credited_units: 7, balance: 3, meter: { id: some.meter.id, name: 'Units' } }],
  });
  const [item] = body.items;
  expect((await customer('GET', `/v1/customer-portal/meters/${item.id}`)).body).toEqual(item);
  expect((await customer('GET', `/v1/customer-portal/meters/${some.customer.id}`)).status).toBe(404);
  expect((await customer('GET', '/v1/customer-portal/meters/?query=%25')).body.items).toEqual([]);
  expect((await shop.seller('GET', '/v1/customer-portal/meters/')).status).toBe(401);
  const state = (await shop.seller('GET', `/v1/customers/${some.customer.id}/state`)).body;
  expect(state.active_meters.map(({ consumed_units }: { consumed_units: number }) => consumed_units)).toEqual(
    expect.arrayContaining([4]),
  );
  expect(state.first_user_event_at).toEqual(expect.any(String));
});
