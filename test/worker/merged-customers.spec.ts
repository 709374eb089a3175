import { EntityManager } from '@mikro-orm/postgresql';
import { CommandBus } from '@nestjs/cqrs';
import { newId } from '#kernel';
import { LicenseKey } from '../../libs/licensing/src/domain/keys/license-key.ts';
import { KeyIssuance } from '../../libs/licensing/src/domain/keys/key-issuance.ts';
import { UsageEvents } from '../../libs/metering/src/domain/usage-event.ts';
import type { PublishedEvent } from '#platform/messaging';
import { eventRouter } from '../../apps/worker/subscriptions.ts';
import { callAs } from '../support/call.ts';
import { deliveryOrders, type EventQueue, eventQueueOf } from '../support/event-queue.ts';
import { seedBenefit } from '../support/seed-benefit.ts';
import { openSellerFixture, type SellerFixture } from '../support/seller-fixture.ts';

let shop: SellerFixture;
let queue: EventQueue;
beforeAll(async () => {
  shop = await openSellerFixture();
  queue = eventQueueOf(shop.api);
  // States of customers are published where somebody is told of them.
  await shop.seller('GET', '/v1/webhooks/events?after=0');
});
afterAll(() => shop.close());

const ORDERS = deliveryOrders(1);

type Customer = Awaited<ReturnType<SellerFixture['customer']>>;

const rows = (statement: string, ...values: unknown[]) => shop.api.app.get(EntityManager).fork().execute(statement, values);
const get = async (url: string) => (await shop.seller('GET', url)).body;
const merge = async (source: { id: string }, target: { id: string }): Promise<void> => {
  const { status, text, body } = await shop.seller('POST', `/v1/customers/${target.id}/merge`, { customer_id: source.id });
  if (status !== 200 || body.id !== target.id) throw new Error(`${status} ${text}`);
};
const ingest = async (...events: object[]): Promise<void> => {
  const { status, text } = await shop.seller('POST', '/v1/events/ingest', { events });
  if (status !== 200) throw new Error(`${status} ${text}`);
};
const validate = (key: { key: string }, more = {}) =>
  callAs(shop.api)('POST', '/v1/customer-portal/license-keys/validate', {
    key: key.key,
    organization_id: shop.ours.organization.id,
    ...more,
  });

/** What sellers offer: a product once and one every month, each with a license key and ten units of a meter. */
async function offer() {
  const name = `call ${newId()}`;
  const filter = { conjunction: 'and', clauses: [{ property: 'name', operator: 'eq', value: name }] };
  const meter = await shop.create('/v1/meters/', { name: 'Calls', filter, aggregation: { func: 'count' } });
  const properties = { meter_id: meter.id, units: 10, rollover: false };
  const credit = await shop.create('/v1/benefits/', { type: 'meter_credit', description: 'Ten calls', properties });
  const benefit = await seedBenefit(shop.api, shop.ours.organization.id);
  const benefits = [benefit.id, credit.id];
  return {
    name,
    meter,
    benefit,
    once: await shop.product({ benefits }),
    monthly: await shop.product({ every: 'month', benefits }),
  };
}
type Offer = Awaited<ReturnType<typeof offer>>;

/** Buys everything, is issued a key, and uses the meter twice: by its id, and by its external id. */
async function buyEverything({ name, benefit, once, monthly }: Offer, customer: Customer): Promise<void> {
  const customer_id = customer.id;
  await shop.create('/v1/subscriptions/', { product_id: monthly.id, customer_id });
  const order = await shop.create('/v1/orders/', { product_id: once.id, customer_id, amount: 900 });
  const refund = await shop.seller('POST', '/v1/refunds/', { order_id: order.id, reason: 'other', amount: 1 });
  if (refund.status !== 200 && refund.status !== 201) throw new Error(refund.text);
  await shop.create('/v1/disputes/', { order_id: order.id, amount: 1, payment_id: newId() });
  for (const about of [{ customer_id }, { order_id: order.id }])
    await shop.create('/v1/notes/', { ...about, text: 'Asks twice.' });
  const tagged = await shop.seller('PUT', `/v1/customers/${customer_id}/tags`, { tags: [customer_id] });
  if (tagged.status !== 200) throw new Error(tagged.text);
  const [owner] = (await get(`/v1/customers/${customer_id}/members`)).items;
  await shop.create('/v1/license-keys/', { customer_id, benefit_id: benefit.id, member_id: owner.id });
  await ingest({ name, customer_id }, { name, external_customer_id: customer.external_id });
}

/** How much a customer has, of each kind. */
async function possessionsOf({ meter, name, benefit }: Offer, { id }: { id: string }) {
  const count = async (path: string): Promise<number> => (await get(path)).pagination.total_count;
  const keys = (await get(`/v1/license-keys/?benefit_id=${benefit.id}&limit=100`)).items.filter(
    (each: { customer_id: string }) => each.customer_id === id,
  );
  const [usage] = (await get(`/v1/customer-meters/?customer_id=${id}&meter_id=${meter.id}`)).items;
  const grants = (await get(`/v1/benefit-grants/?customer_id=${id}&limit=100`)).items;
  const disputes = await rows('select id from entitlements.disputes where customer_id = ?', id);
  return {
    subscriptions: await count(`/v1/subscriptions/?customer_id=${id}&active=true`),
    orders: await count(`/v1/orders/?customer_id=${id}`),
    refunds: await count(`/v1/refunds/?customer_id=${id}`),
    disputes: disputes.length,
    notes: await count(`/v1/notes/?customer_id=${id}`),
    tags: (await rows('select tag from customer_portal.customer_tags where customer_id = ?', id)).length,
    grants: grants.filter((each: { is_granted: boolean }) => each.is_granted).length,
    keys: keys.filter(({ status }: { status: string }) => status === 'granted').length,
    events: (await get(`/v1/events/?customer_id=${id}&name=${encodeURIComponent(name)}&limit=100`)).items.length,
    usage: usage ? [usage.credited_units, usage.consumed_units, usage.balance] : null,
  };
}

const NOTHING = {
  subscriptions: 0,
  orders: 0,
  refunds: 0,
  disputes: 0,
  notes: 0,
  tags: 0,
  grants: 0,
  keys: 0,
  events: 0,
  usage: null,
};
const ONCE = {
  subscriptions: 1,
  orders: 1,
  refunds: 1,
  disputes: 1,
  notes: 2,
  tags: 1,
  grants: 4,
  keys: 3,
  events: 2,
  usage: [20, 2, 18],
};
const times = (number: number) => ({
  subscriptions: number,
  orders: number,
  refunds: number,
  disputes: number,
  notes: 2 * number,
  tags: number,
  grants: 4 * number,
  keys: 3 * number,
  events: 2 * number,
  usage: [20 * number, 2 * number, 18 * number],
});

describe.each(ORDERS)('a customer is merged into another one, events are processed %s', (_name, pick) => {
  test('everything that it has moves, whatever has been processed before', async () => {
    const sold = await offer();
    const [source, target] = [await shop.customer(), await shop.customer()];
    for (const customer of [source, target]) await buyEverything(sold, customer);
    await queue.deliverAll();
    expect(await possessionsOf(sold, source)).toEqual(ONCE);

    await merge(source, target);
    const before = (await shop.eventsOf(target.id)).length;
    await queue.deliverAll(pick);
    expect((await shop.eventsOf(target.id)).slice(before)).toContain('customer.state_changed');
    expect(await possessionsOf(sold, target)).toEqual(times(2));
    expect(await possessionsOf(sold, source)).toEqual(NOTHING);
  });

  test('what is bought just before has not been processed', async () => {
    const sold = await offer();
    const [source, target] = [await shop.customer(), await shop.customer()];
    await buyEverything(sold, source);
    await merge(source, target);
    await queue.deliverAll(pick);
    expect(await possessionsOf(sold, target)).toEqual(times(1));
    expect(await possessionsOf(sold, source)).toEqual(NOTHING);
  });

  test('along a chain, to its end', async () => {
    const sold = await offer();
    const [first, second, third] = [await shop.customer(), await shop.customer(), await shop.customer()];
    for (const customer of [first, second, third]) await buyEverything(sold, customer);
    await merge(first, second);
    await merge(second, third);
    await queue.deliverAll(pick);
    expect(await possessionsOf(sold, third)).toEqual(times(3));
    for (const customer of [first, second]) expect(await possessionsOf(sold, customer)).toEqual(NOTHING);
  });

  test('and the other one is deleted: everything ends', async () => {
    const sold = await offer();
    const [source, target] = [await shop.customer(), await shop.customer()];
    await buyEverything(sold, source);
    await queue.deliverAll();
    await merge(source, target);
    await shop.seller('DELETE', `/v1/customers/${target.id}`);
    await queue.deliverAll(pick);
    expect(await possessionsOf(sold, target)).toMatchObject({ subscriptions: 0, grants: 0, keys: 0, notes: 0, orders: 1 });
  });
});

test('a key is valid all the time, for either customer, and shows no data of the merged one', async () => {
  const sold = await offer();
  const [source, target] = [await shop.customer(), await shop.customer()];
  await buyEverything(sold, source);
  await queue.deliverAll();
  const keys = (await get(`/v1/license-keys/?benefit_id=${sold.benefit.id}`)).items;
  expect(keys).toHaveLength(3);
  const expectValid = async (): Promise<void> => {
    for (const key of keys) {
      for (const more of [{}, { customer_id: source.id }, { customer_id: target.id }]) {
        const { status, body } = await validate(key, more);
        expect([status, body.status, body.customer.id, body.customer.email]).toEqual([200, 'granted', target.id, target.email]);
      }
      expect((await validate(key, { customer_id: (await shop.customer()).id })).status).toBe(404);
    }
  };
  await merge(source, target);
  await expectValid();
  await queue.deliverAll();
  await expectValid();
});

test('merged again, nothing happens; usage that arrives late counts for the other customer', async () => {
  const sold = await offer();
  const [source, target] = [await shop.customer(), await shop.customer()];
  await buyEverything(sold, source);
  await queue.deliverAll();
  await merge(source, target);
  const { name } = sold;
  const late = [
    { name, customer_id: source.id },
    { name, external_customer_id: source.external_id },
  ];
  await ingest(...late);
  await merge(source, target);
  await queue.deliverAll();
  await ingest(...late);
  await merge(source, target);
  await queue.deliverAll();
  expect(await possessionsOf(sold, target)).toEqual({ ...times(1), events: 6, usage: [20, 6, 14] });
  expect(await shop.eventsOf(source.id)).toContain('customer.merged');
  expect((await shop.eventsOf(source.id)).filter((event) => event === 'customer.merged')).toHaveLength(1);

  const next = await shop.create('/v1/customers/', { email: source.email, external_id: source.external_id });
  await ingest(late[1]!);
  await queue.deliverAll();
  expect(await possessionsOf(sold, next)).toMatchObject({ events: 1, keys: 0 });
});

interface Late {
  readonly sold: Offer;
  readonly source: Customer;
  readonly target: Customer;
}

const organization = () => shop.ours.organization.id;

/** Makes rows and unprocessed events of the target those of the source, as if a request had read the source before the merger. */
async function asOfSource({ source, target }: Late, table: string): Promise<void> {
  await rows(`update entitlements.${table} set customer_id = ? where customer_id = ?`, source.id, target.id);
  const replaced = 'update platform.outbox set payload = replace(payload::text, ?, ?)::jsonb where done_at is null';
  await rows(replaced, target.id, source.id);
}

/** What requests that began before the merger store for the source after everything has moved, and how much the target then has. */
const LATE: readonly (readonly [what: string, store: (late: Late) => Promise<unknown>, expected: object])[] = [
  [
    'an order',
    async (late) => {
      const { id } = await shop.product();
      await shop.create('/v1/orders/', { product_id: id, customer_id: late.target.id, status: 'pending' });
      await asOfSource(late, 'orders');
    },
    { orders: 1 },
  ],
  [
    'a subscription',
    async (late) => {
      const { id } = await shop.product({ every: 'month' });
      await shop.create('/v1/subscriptions/', { product_id: id, customer_id: late.target.id });
      await asOfSource(late, 'subscriptions');
    },
    { subscriptions: 1 },
  ],
  [
    'a dispute',
    async (late) => {
      const { id } = await shop.product();
      const order = await shop.create('/v1/orders/', { product_id: id, customer_id: late.target.id, amount: 900 });
      await queue.deliverAll();
      await shop.create('/v1/disputes/', { order_id: order.id, amount: 1, payment_id: newId() });
      await asOfSource(late, 'disputes');
    },
    { orders: 1, disputes: 1 },
  ],
  [
    'a note',
    async (late) => {
      const { id } = await shop.create('/v1/notes/', { customer_id: late.target.id, text: 'Asks twice.' });
      await rows('update notes.notes set customer_id = ? where id = ?', late.source.id, id);
      const replaced = 'update platform.outbox set payload = replace(payload::text, ?, ?)::jsonb where aggregate_id = ?';
      await rows(replaced, late.target.id, late.source.id, id);
    },
    { notes: 1 },
  ],
  [
    'a grant, with its key and its credit',
    async (late) => {
      await shop.create('/v1/orders/', { product_id: late.sold.once.id, customer_id: late.target.id });
      await queue.deliverOnly('order.created');
      await queue.deliverOnly('order.paid');
      await asOfSource(late, 'benefit_grants');
    },
    { orders: 1, grants: 2, keys: 1, usage: [10, 0, 10] },
  ],
  [
    'a key',
    async ({ sold, source }) => {
      const now = new Date();
      const owner = { organizationId: organization(), customerId: source.id, memberId: null, benefitId: sold.benefit.id };
      const terms = { key: newId(), limitActivations: null, limitUsage: null, expiresAt: null };
      await shop.api.app.get(KeyIssuance, { strict: false }).addAll([LicenseKey.create({ ...owner, ...terms }, now)]);
    },
    { keys: 1 },
  ],
  [
    'usage',
    async ({ sold, source }) => {
      const [organizationId, now] = [organization(), new Date()];
      const event = { id: newId(), organizationId, name: sold.name, timestamp: now, customer: { customerId: source.id } };
      const known = { id: source.id, organizationId, externalId: source.external_id, name: null, isDeleted: false };
      const plain = { externalId: null, parent: null, memberId: null, externalMemberId: null, metadata: {} };
      await shop.api.app.get(UsageEvents, { strict: false }).ingest([{ ...event, ...plain }], [known], now);
    },
    { events: 1, usage: [0, 1, -1] },
  ],
];

test.each(LATE)('%s that is stored for the merged customer after the move moves too', async (_what, store, expected) => {
  const late = { sold: await offer(), source: await shop.customer(), target: await shop.customer() };
  await merge(late.source, late.target);
  await queue.deliverAll();
  await store(late);
  await queue.deliverAll();
  expect(await possessionsOf(late.sold, late.target)).toEqual({ ...NOTHING, usage: expect.anything(), ...expected });
  expect(await possessionsOf(late.sold, late.source)).toEqual(NOTHING);
});

const RECHECKS = [
  'RecheckCustomerOfRecord',
  'RecheckCustomerOfUsage',
  'RevokeGrantWhenGrantedTooLate',
  'RevokeKeyWhenIssuedTooLate',
];

test('what follows from a purchase is checked again only for a customer that was merged or deleted', async () => {
  const { benefit, meter } = await offer();
  const properties = { meter_id: meter.id, units: 10, rollover: false };
  const credit = await shop.create('/v1/benefits/', { type: 'meter_credit', description: 'Ten calls', properties });
  const products = [await shop.product({ benefits: [benefit.id] }), await shop.product({ benefits: [credit.id] })];
  const [merged, deleted, target] = [await shop.customer(), await shop.customer(), await shop.customer()];
  for (const { id: product_id } of products)
    for (const { id: customer_id } of [merged, deleted]) await shop.create('/v1/orders/', { product_id, customer_id });
  await queue.deliverAll();
  const router = eventRouter(shop.api.app.get(CommandBus));
  const recheckedOf = async ({ id }: Customer) => {
    const published = await rows(
      `select id::text, name, organization_id as "organizationId", aggregate_id as "aggregateId", payload from platform.outbox
       where payload ->> 'customer_id' = ? or aggregate_id = ?`,
      id,
      id,
    );
    const routed = await router.route(published as unknown as PublishedEvent[]);
    return [...new Set(routed.flatMap(({ subscribers }) => subscribers))].filter((each) => RECHECKS.includes(each)).sort();
  };
  expect([await recheckedOf(merged), await recheckedOf(deleted)]).toEqual([[], []]);
  await merge(merged, target);
  await shop.seller('DELETE', `/v1/customers/${deleted.id}`);
  expect([await recheckedOf(merged), await recheckedOf(deleted)]).toEqual([RECHECKS, RECHECKS]);
});
