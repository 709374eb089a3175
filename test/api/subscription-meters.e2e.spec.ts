import { CommandBus } from '@nestjs/cqrs';
import { SetFeature } from '#organizations';
import { callAs } from '../support/call.ts';
import { TIME, UUID } from '../support/license-fixture.ts';
import { eventsNamed } from '../support/metering-fixture.ts';
import { type SellerFixture, openSellerFixture } from '../support/seller-fixture.ts';
import { uniqueEmail, seatsOf } from '../support/seat-fixture.ts';
import { SEAT_PRICES } from '../support/seed-seats.ts';
import { recordStatements } from '../support/record-statements.ts';

let fixture: SellerFixture;
beforeAll(async () => {
  fixture = await openSellerFixture();
});
afterAll(() => fixture.close());

let count = 0;

/** A meter, its unit price, and a function that ingests usage. */
async function metered(unitAmount = '0.5', capAmount: number | null = null) {
  const name = `used-${++count}`;
  const rule = { filter: eventsNamed(name), aggregation: { func: 'sum', property: 'n' } };
  const meter = await fixture.create('/v1/meters/', { name: 'Units', ...rule });
  const terms = { amountType: 'metered_unit', meterId: meter.id, unitAmount, capAmount } as const;
  return {
    meter,
    price: { currency: 'usd', taxBehavior: null, terms },
    use: (customer_id: string, n: number) =>
      fixture.seller('POST', '/v1/events/ingest', { events: [{ name, customer_id, metadata: { n } }] }),
  };
}

const subscription = async (id: string) => (await fixture.seller('GET', `/v1/subscriptions/${id}`)).body;
const subscribe = async (prices: NonNullable<Parameters<SellerFixture['product']>[0]>['prices'], buyer = fixture.customer()) => {
  const product = await fixture.product({ every: 'month', prices });
  const customer = await buyer;
  return fixture.create('/v1/subscriptions/', { product_id: product.id, customer_id: customer.id });
};

test('a metered price creates the subscription meter immediately, and usage counts', async () => {
  const { meter, price, use } = await metered('0.5', 40);
  const bought = await subscribe([price]);
  const { id, customer_id, created_at } = bought;
  const nothing = { consumed_units: 0, credited_units: 0, amount: 0, modified_at: null };
  expect(bought.meters).toEqual([
    { id: expect.stringMatching(UUID), created_at, ...nothing, meter_id: meter.id, meter: { ...meter } },
  ]);
  await use(customer_id, 12.9);
  const [shown] = (await subscription(id)).meters;
  expect(shown).toEqual({
    ...bought.meters[0],
    modified_at: expect.stringMatching(TIME),
    consumed_units: 12.9,
    amount: 6,
    meter: { ...meter, modified_at: shown.meter.modified_at },
  });
  await use(customer_id, 1000);
  expect((await subscription(id)).meters).toMatchObject([{ consumed_units: 1012.9, amount: 40 }]);
  await use(customer_id, -2000);
  expect((await subscription(id)).meters).toMatchObject([{ consumed_units: -987.1, amount: 0 }]);
});

test('lists and the customer state return the same meters', async () => {
  const [one, other] = [await metered(), await metered('2')];
  const { id, customer_id } = await subscribe([one.price, other.price]);
  await one.use(customer_id, 10);
  await other.use(customer_id, 7);
  const { meters } = await subscription(id);
  expect(meters).toMatchObject([
    { meter_id: one.meter.id, consumed_units: 10, amount: 5 },
    { meter_id: other.meter.id, consumed_units: 7, amount: 14 },
  ]);
  expect(meters[0].id).not.toBe(meters[1].id);
  const { items } = (await fixture.seller('GET', `/v1/subscriptions/?customer_id=${customer_id}`)).body;
  expect(items).toMatchObject([{ id, meters }]);
  const state = (await fixture.seller('GET', `/v1/customers/${customer_id}/state`)).body;
  expect(state.active_subscriptions[0].meters).toEqual(meters.map(({ meter: _meter, ...used }: { meter: object }) => used));
});

test('usage is billed at the purchased price after the product got another one', async () => {
  const { price, use } = await metered('3');
  const { id, customer_id, product_id } = await subscribe([price]);
  const prices = [{ amount_type: 'fixed', price_amount: 900 }];
  expect((await fixture.seller('PATCH', `/v1/products/${product_id}`, { prices })).status).toBe(200);
  await use(customer_id, 2);
  expect((await subscription(id)).meters).toMatchObject([{ consumed_units: 2, amount: 6 }]);
});

test('seat holders see the usage of the team, without the meter definition', async () => {
  const { meter, price, use } = await metered();
  const seats = seatsOf({ ...fixture, product: (more) => fixture.product({ ...more, prices: [...SEAT_PRICES, price] }) });
  const purchase = await seats.subscription(2);
  await use(purchase.customer_id, 8);
  const seat = await seats.seat(purchase, { email: uniqueEmail(), immediate_claim: true });
  const whose = { customer_id: purchase.customer_id, member_id: seat.member_id };
  const { token } = await fixture.create('/v1/customer-sessions/', whose);
  const { body } = await callAs(fixture.api, token)('GET', '/v1/customer-portal/seats/subscriptions');
  const [{ meter: _whole, ...used }] = (await subscription(purchase.id)).meters;
  const { created_at, modified_at, id, name } = meter;
  expect(used).toMatchObject({ consumed_units: 8, amount: 4 });
  expect(body.items[0].meters).toEqual([{ ...used, meter: { created_at, modified_at, id, name } }]);
});

test('a further subscription takes no statement of its own', async () => {
  const { price } = await metered();
  const { product_id } = await subscribe([price]);
  const url = `/v1/subscriptions/?product_id=${product_id}`;
  const single = await recordStatements(() => fixture.seller('GET', url));
  const MORE = 10;
  for (let more = 0; more < MORE; more++) {
    await fixture.create('/v1/subscriptions/', { product_id, customer_id: (await fixture.customer()).id });
  }
  const many = await recordStatements(() => fixture.seller('GET', url));
  expect(single.some((text) => text.includes('metering.customer_meters'))).toBe(true);
  // The meters of prices and those of subscriptions are read by one statement or by two, depending on which results arrive first.
  expect(many.length).toBeLessThan(single.length + MORE);
});

test('a meter with its own interval has its own periods', async () => {
  const { price } = await metered();
  await fixture.api.app.get(CommandBus).execute(new SetFeature(fixture.ours.organization, 'meter_cycling_enabled', true));
  const product = await fixture.product({ every: 'year', metered: 'month', prices: [price] });
  const { id: customer_id } = await fixture.customer();
  const bought = await fixture.create('/v1/subscriptions/', { product_id: product.id, customer_id });
  expect(bought.current_meter_period_start).toBe(bought.current_period_start);
  const days = (Date.parse(bought.current_meter_period_end) - Date.parse(bought.current_meter_period_start)) / 86_400_000;
  expect([28, 29, 30, 31]).toContain(days);
  expect(await subscription(bought.id)).toEqual(bought);
  const none = { current_meter_period_start: null, current_meter_period_end: null };
  expect(await subscribe([price])).toMatchObject(none);
});
