import type { Polar } from '@polar-sh/sdk/2026-04';
import { openSession } from '../support/portal.ts';
import { seedCustomer } from '../support/seed-customer.ts';
import { type SeededOrganization, seedOrganization } from '../support/seed.ts';
import { collect, errors, listen, type ListeningApi, refusal } from './polar.ts';

let service: ListeningApi;
let seller: SeededOrganization;
let polar: Polar;
beforeAll(async () => {
  service = await listen();
});
beforeEach(async () => {
  seller = await seedOrganization(service.api);
  polar = service.polar(seller.oat);
});
afterAll(() => service.close());
afterEach(() => service.assertNoViolations());

const filter: Parameters<Polar['meters']['create']>[0]['filter'] = {
  conjunction: 'and',
  clauses: [{ property: 'name', operator: 'eq', value: 'call' }],
};

test('ingested events change balances', async () => {
  const customer = await seedCustomer(service.api, seller.organization.id);
  const meter = await polar.meters.create({ name: 'Tokens', filter, aggregation: { func: 'sum', property: 'tokens' } });
  const event = { name: 'call', metadata: { tokens: 100, model: 'small', cached: false } };
  const reported = await polar.events.ingest({
    events: [
      { ...event, customer_id: customer.id, external_id: 'one' },
      { ...event, external_customer_id: customer.external_id!, external_id: 'two' },
      { ...event, customer_id: customer.id, external_id: 'one' },
    ],
  });
  expect(reported).toEqual({ inserted: 2, duplicates: 1 });

  const page = await polar.customerMeters.list({ customer_id: customer.id });
  const [balance] = page.items;
  expect(balance).toMatchObject({
    consumed_units: 200,
    credited_units: 0,
    balance: -200,
    customer: { id: customer.id },
    meter: { id: meter.id, aggregation: { func: 'sum', property: 'tokens' } },
  });
  expect(await polar.customerMeters.get(balance!.id)).toEqual(balance);

  const events = await polar.events.list({ external_customer_id: customer.external_id });
  expect(events.items.map(({ name }) => name)).toEqual(['call', 'call']);
  expect(await polar.events.get(events.items[0]!.id)).toEqual(events.items[0]);
  expect((await polar.events.listNames({})).items).toMatchObject([{ name: 'call', occurrences: 2 }]);

  const day = 86_400_000;
  const { quantities, total } = await polar.meters.quantities(meter.id, {
    start_timestamp: new Date(Date.now() - day).toISOString(),
    end_timestamp: new Date().toISOString(),
    interval: 'day',
    timezone: 'Asia/Kathmandu',
  });
  expect([total, quantities.length >= 2]).toEqual([200, true]);
});

test('types of events are listed and labeled', async () => {
  const customer = await seedCustomer(service.api, seller.organization.id);
  const event = { customer_id: customer.id, external_id: 'parent' };
  await polar.events.ingest({
    events: [
      { ...event, name: 'call', metadata: { path: '/buy' } },
      { name: 'query', customer_id: customer.id, parent_id: 'parent' },
    ],
  });
  const all = await collect(polar.eventTypes.iterList({ sorting: ['name'], limit: 1 }));
  expect(all).toMatchObject([
    { name: 'call', label: 'call', occurrences: 1, source: 'user' },
    { name: 'query', occurrences: 1 },
  ]);
  expect((await polar.eventTypes.list({ root_events: true, source: 'user' })).items).toEqual([all[0]]);
  const changes = { label: 'A call', label_property_selector: 'path' };
  expect(await polar.eventTypes.update(all[0]!.id!, changes)).toMatchObject({ id: all[0]!.id, name: 'call', ...changes });
  expect((await polar.events.list({ name: 'call' })).items).toMatchObject([{ label: '/buy' }]);
  expect(await refusal(polar.eventTypes.update(customer.id, changes))).toBeInstanceOf(errors.EventTypesUpdate404Error);
});

test('a subscription has the amounts of its meters', async () => {
  const customer = await seedCustomer(service.api, seller.organization.id);
  const meter = await polar.meters.create({ name: 'Calls', filter, aggregation: { func: 'count' } });
  const price = { amount_type: 'metered_unit', meter_id: meter.id, unit_amount: '2.5' } as const;
  const product = await polar.products.create({ name: 'Pay as you go', recurring_interval: 'month', prices: [price] });
  const { id } = await polar.subscriptions.create({ product_id: product.id, customer_id: customer.id });
  await polar.events.ingest({ events: [1, 2, 3].map(() => ({ name: 'call', customer_id: customer.id })) });
  const { meters } = await polar.subscriptions.get(id);
  expect(meters).toMatchObject([
    { consumed_units: 3, credited_units: 0, amount: 8, meter_id: meter.id, meter: { name: 'Calls' } },
  ]);
  const state = await polar.customers.getState(customer.id);
  expect(state.active_subscriptions).toMatchObject([{ id, meters: [{ id: meters[0]!.id, consumed_units: 3, amount: 8 }] }]);
});

test('customers read their meters', async () => {
  const [buyer, other] = [
    await seedCustomer(service.api, seller.organization.id),
    await seedCustomer(service.api, seller.organization.id),
  ];
  const meters = await Promise.all(
    ['Calls', 'Tokens'].map((name) => polar.meters.create({ name, filter, aggregation: { func: 'count' } })),
  );
  const prices = meters.map(({ id }) => ({ amount_type: 'metered_unit', meter_id: id, unit_amount: '1' }) as const);
  const product = await polar.products.create({ name: 'Pay as you go', recurring_interval: 'month', prices });
  await polar.subscriptions.create({ product_id: product.id, customer_id: buyer.id });
  await polar.events.ingest({ events: [buyer, other].map(({ id }) => ({ name: 'call', customer_id: id })) });
  const portalOf = async ({ id }: { id: string }) =>
    service.polar((await openSession(service.api, seller, id)).token).customerPortal.customerMeters;
  const [own, foreign] = [await portalOf(buyer), await portalOf(other)];

  const all = await collect(own.iterList({ sorting: ['meter_name'], limit: 1 }));
  expect(all).toMatchObject(
    meters.map(({ id, name }) => ({
      customer_id: buyer.id,
      meter_id: id,
      consumed_units: 1,
      credited_units: 0,
      balance: -1,
      meter: { id, name },
    })),
  );
  expect((await own.list({ query: 'OKEN' })).items).toEqual([all[1]]);
  expect((await own.list({ meter_id: meters[0]!.id })).items).toEqual([all[0]]);
  expect(await own.get(all[0]!.id)).toEqual(all[0]);
  expect((await foreign.list({})).items).toEqual([]);
  expect(await refusal(foreign.get(all[0]!.id))).toBeInstanceOf(errors.ResourceNotFound);
});

test('meters are listed, changed and archived', async () => {
  const meter = await polar.meters.create({ name: 'Calls', filter, aggregation: { func: 'count' } });
  expect(await polar.meters.update(meter.id, { name: 'All calls' })).toMatchObject({ name: 'All calls' });
  expect((await polar.meters.list({ query: 'ALL' })).items).toHaveLength(1);
  expect(await polar.meters.update(meter.id, { is_archived: true })).toMatchObject({ archived_at: expect.any(String) });
  expect((await polar.meters.list({ is_archived: false })).items).toEqual([]);
  expect(await polar.meters.get(meter.id)).toMatchObject({ id: meter.id });
  expect(await refusal(polar.customerMeters.get(meter.id))).toBeInstanceOf(errors.ResourceNotFound);
});
