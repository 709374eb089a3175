import { live, paddleTeller, type Step, stripeTeller } from '../../testing/provider-lives.ts';
import { PurchasesWorld } from '../../testing/purchases-world.ts';

const PRICES = { p_base: 'base', p_pro: 'pro', o_key: 'key' };
const RENEWAL: Step = { kind: 'renew', once: [{ price: 'o_key', quantity: 1 }] };
const IGNORING = { unmapped: 'ignore', ownMetadata: 'app=desktop' } as const;

const order = (amount: number) => ({
  id: `order of ${amount}`,
  productId: 'key',
  amount,
  quantity: 1,
  refunded: 0,
  isVoid: false,
});
const reasons = (world: PurchasesWorld) => world.undelivered.open.map(({ reason }) => reason).sort();
const isOpen = (world: PurchasesWorld) => [...world.events.stored.values()].filter(({ status }) => status !== 'processed');

let number = 0;
const stripe = (type: string, object: object, created = 1_770_000_000) => ({
  id: `evt_${(number += 1)}`,
  type,
  created,
  livemode: true,
  data: { object },
});
const refund = stripe('charge.refunded', { id: 'ch_1', payment_intent: 'pi_1', amount_refunded: 900 });
const dispute = stripe('charge.dispute.created', {
  id: 'dp_1',
  charge: 'ch_1',
  payment_intent: 'pi_1',
  amount: 900,
  status: 'needs_response',
});

test.each(['ch_1', 'pi_1'])('a refund and a dispute find the order that was imported as %s', async (id) => {
  const world = await PurchasesWorld.open('stripe', { prices: PRICES });
  world.orders.set(id, order(900));
  for (const event of [refund, dispute]) await world.receive(event);
  expect(world.orders.get(id)).toMatchObject({ refunded: 900 });
  expect([...world.disputes.values()]).toMatchObject([{ orderId: 'order of 900', status: 'needs_response', total: 900 }]);
  expect([reasons(world), isOpen(world)]).toEqual([[], []]);
});

test('a refund of Lemon Squeezy finds the order that was imported with its number', async () => {
  const world = await PurchasesWorld.open('lemon_squeezy', { prices: PRICES });
  world.orders.set('7', order(900));
  const attributes = { customer_id: 1, user_email: 'a@example.com', status: 'refunded', refunded: true, total: 900, tax: 0 };
  const times = { created_at: '2026-01-01T00:00:00Z', updated_at: '2026-02-01T00:00:00Z' };
  const first_order_item = { price_id: 1 };
  const data = { type: 'orders', id: '7', attributes: { ...attributes, ...times, currency: 'USD', first_order_item } };
  await world.receive({ meta: { event_name: 'order_refunded' }, data });
  expect([...world.orders]).toEqual([['7', { ...order(900), refunded: 900 }]]);
});

test('a refund and a dispute of which no order is known are listed until the payment is', async () => {
  const world = await PurchasesWorld.open('stripe', { prices: { plink_1: 'key' } });
  for (const event of [refund, dispute]) await world.receive(event);
  expect(reasons(world)).toEqual(['order_unknown', 'order_unknown']);
  expect(world.undelivered.open[0]).toMatchObject({ amount: 900, externalId: 'ch_1', deliverAs: null });
  const sold = { mode: 'payment', payment_status: 'paid', amount_total: 900, currency: 'usd', payment_link: 'plink_1' };
  const buyer = { customer_details: { email: 'a@example.com' } };
  await world.receive(stripe('checkout.session.completed', { id: 'cs_1', payment_intent: 'pi_1', ...sold, ...buyer }));
  expect([...world.orders.values()]).toMatchObject([{ amount: 900, refunded: 900 }]);
  expect([reasons(world), isOpen(world)]).toEqual([[], []]);
});

test('a payment whose order was imported makes no other one', async () => {
  const { events } = live(paddleTeller(), [RENEWAL]);
  const world = await PurchasesWorld.open('paddle', { prices: PRICES });
  world.orders.set('txn_0', order(1));
  for (const event of events) await world.receive(event);
  expect([...world.orders.keys()].sort()).toEqual(['txn_0', 'txn_1/p_base', 'txn_1/txnitm_1_once_0']);
});

test('a customer is found by the id at the provider with which the seller imported it', async () => {
  const [, ...untold] = live(paddleTeller(), []).events;
  const world = await PurchasesWorld.open('paddle', { prices: PRICES });
  for (const event of untold) await world.receive(event);
  expect([world.subscriptions.size, reasons(world)]).toEqual([0, ['customer_missing']]);
  world.importedCustomers.set('ctm_1', 'the customer');
  for (const id of world.events.stored.keys()) await world.process(id);
  expect([...world.subscriptions.values()]).toMatchObject([{ customerId: 'the customer' }]);
  expect([reasons(world), isOpen(world)]).toEqual([[], []]);
});

test('who has the imported subscription is the customer at the provider, of whom no event tells', async () => {
  const [, ...untold] = live(paddleTeller(), [RENEWAL]).events;
  const world = await PurchasesWorld.open('paddle', { prices: PRICES });
  const { customerId } = world.importSubscription('sub_1', 'base');
  for (const event of untold) await world.receive(event);
  const customer = await world.objects.find(world.connector.id, 'customer', 'ctm_1');
  expect([customer?.resultId, world.subscriptions.size, world.orders.size]).toEqual([customerId, 1, 3]);
});

test('a subscription goes on while its price is not mapped at another connector, which is told', async () => {
  const { events } = live(stripeTeller(), [RENEWAL]);
  const world = await PurchasesWorld.open('stripe', { prices: {} });
  const { startedAt } = world.importSubscription('sub_1', 'base');
  for (const event of events) await world.receive(event);
  expect([world.entitled, reasons(world)]).toEqual([['base'], ['price_unmapped', 'price_unmapped']]);
  expect([...world.subscriptions.values()][0]!.paidUntil > startedAt).toBe(true);
});

test('what waits for longer than a day is listed, and what was not paid is not', async () => {
  const [created, paid] = live(stripeTeller(), []).events as [{ data: { object: object } }, object];
  const world = await PurchasesWorld.open('stripe', { prices: PRICES });
  await world.receive(paid);
  const unpaid = { ...created.data.object, id: 'sub_2', customer: 'cus_1', status: 'incomplete' };
  await world.receive(stripe('customer.subscription.created', unpaid));
  expect(reasons(world)).toEqual([]);
  await world.waitLong();
  expect(world.undelivered.open).toMatchObject([{ reason: 'event_waiting', externalId: 'in_0', amount: 1_000 }]);
  await world.receive(created);
  expect([reasons(world), world.orders.size]).toEqual([[], 1]);
});

describe('in an account that others use', () => {
  const { events } = live(stripeTeller(), [RENEWAL, { kind: 'refund', line: 0 }]);

  test('nobody becomes a customer of whom nothing is delivered', async () => {
    const world = await PurchasesWorld.open('stripe', { prices: {} });
    for (const event of events) await world.receive(event);
    expect([world.customers.size, world.orders.size, world.subscriptions.size]).toEqual([0, 0, 0]);
    expect(reasons(world)).toEqual(['price_unmapped']);
  });

  test('sales of others are ignored, and nothing of them waits', async () => {
    const world = await PurchasesWorld.open('stripe', { prices: {} }, 'provider_status', IGNORING);
    for (const event of [...events, refund, dispute]) await world.receive(event);
    await world.waitLong();
    expect([world.customers.size, reasons(world)]).toEqual([0, []]);
    expect(new Set(isOpen(world).map(({ status }) => status))).toEqual(new Set(['ignored']));
  });

  test('sales with the mark are listed, and those of mapped prices are delivered', async () => {
    const world = await PurchasesWorld.open('stripe', { prices: { price_1: 'key' } }, 'provider_status', IGNORING);
    const invoice = (id: string, price: string, metadata: object) =>
      stripe('invoice.paid', {
        id,
        customer: 'cus_1',
        customer_email: 'a@example.com',
        currency: 'usd',
        total: 900,
        metadata,
        lines: { data: [{ id: `il_of_${id}`, amount: 900, type: 'line_item', price: { id: price } }] },
      });
    await world.receive(invoice('in_1', 'price_2', { app: 'desktop' }));
    await world.receive(invoice('in_2', 'price_2', { app: 'mobile' }));
    await world.receive(invoice('in_3', 'price_1', {}));
    expect(world.undelivered.open).toMatchObject([{ reason: 'price_unmapped', externalId: 'in_1' }]);
    expect([...world.orders.keys()]).toEqual(['in_3']);
  });
});

describe('of lists of which events tell a part', () => {
  const item = (id: number) => ({ id: `si_${id}`, quantity: 1, price: { id: 'p_base', unit_amount: 1_000 } });
  const subscription = (ids: readonly number[], count: number, created: number) =>
    stripe(
      'customer.subscription.updated',
      {
        id: 'sub_1',
        customer: 'cus_1',
        status: 'active',
        currency: 'usd',
        start_date: 1_770_000_000,
        current_period_start: 1_770_000_000,
        current_period_end: 1_772_000_000,
        items: { has_more: count > ids.length, total_count: count, data: ids.map(item) },
      },
      created,
    );
  const customer = stripe('customer.created', { id: 'cus_1', email: 'a@example.com', name: null });

  test('items that are not listed are not gone, and items of which nothing is known are told', async () => {
    const world = await PurchasesWorld.open('stripe', { prices: PRICES });
    for (const event of [customer, subscription([1, 2, 3], 3, 1)].slice(0, 1)) await world.receive(event);
    await world.receive(subscription([1, 2, 3], 3, 1_770_000_001));
    await world.receive(subscription([4, 1, 2], 4, 1_770_000_002));
    expect([world.entitled.length, reasons(world)]).toEqual([4, []]);
    await world.receive(subscription([5, 4, 1], 6, 1_770_000_003));
    expect(world.entitled).toHaveLength(5);
    expect(world.undelivered.open).toMatchObject([{ reason: 'list_incomplete', quantity: 1, deliverAs: null }]);
    await world.receive(subscription([1, 2], 2, 1_770_000_004));
    expect([world.entitled.length, reasons(world)]).toEqual([2, []]);
  });

  test('what was paid for lines that are not listed is told, and refunded with them', async () => {
    const world = await PurchasesWorld.open('stripe', { prices: PRICES });
    const lines = [1, 2].map((id) => ({ id: `il_${id}`, amount: 1_000, type: 'invoiceitem', price: { id: 'o_key' } }));
    const invoice = { id: 'in_1', customer: 'cus_1', currency: 'usd', total: 3_570, total_taxes: [{ amount: 570 }] };
    const list = { has_more: true, total_count: 3, data: lines };
    await world.receive(customer);
    await world.receive(stripe('invoice.paid', { ...invoice, payment_intent: 'pi_1', lines: list }));
    expect(world.undelivered.open).toMatchObject([
      {
        reason: 'list_incomplete',
        line: 'rest',
        amount: 1_570,
        taxAmount: 570,
        deliverAs: 'in_1/rest',
        customerId: expect.any(String),
      },
    ]);
    expect([...world.orders.keys()]).toEqual(['in_1/il_1', 'in_1/il_2']);
    await world.receive(stripe('charge.refunded', { id: 'ch_1', payment_intent: 'pi_1', amount_refunded: 3_570 }));
    expect([reasons(world), [...world.orders.values()].every(({ amount, refunded }) => amount === refunded)]).toEqual([[], true]);
  });
});

test('what was paid for an item that no event lists is told beside what else is, and recorded once the item is known', async () => {
  const world = await PurchasesWorld.open('stripe', { prices: PRICES });
  const { events } = live(stripeTeller({ mostListed: 1 }), [
    { kind: 'add', price: 'p_pro', at: 1 },
    { kind: 'renew', once: [] },
    { kind: 'reorder', at: 0 },
  ]);
  const reordered = events.at(-1)!;
  for (const event of events.slice(0, -1)) await world.receive(event);
  const paid = () =>
    world.undelivered.open.filter(({ externalId }) => externalId === 'in_1').map(({ reason, amount }) => [reason, amount]);
  expect(paid()).toEqual([
    ['list_incomplete', 1_000],
    ['event_waiting', 1_000],
  ]);
  await world.receive(reordered);
  expect([paid(), [...world.orders.keys()]]).toEqual([[['list_incomplete', 1_000]], ['in_0', 'in_1']]);
});

describe('what was paid with credit of the customer', () => {
  test('is not paid again: the refund of the charge at Stripe is one of all of the order', async () => {
    const world = await PurchasesWorld.open('stripe', { prices: PRICES });
    const lines = { data: [{ id: 'il_1', amount: 5_000, type: 'invoiceitem', price: { id: 'o_key' } }] };
    const paid = { total: 5_000, amount_due: 3_000, amount_paid: 3_000, starting_balance: -2_000, ending_balance: 0 };
    const invoice = { id: 'in_1', customer: 'cus_1', customer_email: 'a@example.com', currency: 'usd', payment_intent: 'pi_1' };
    await world.receive(stripe('invoice.paid', { ...invoice, ...paid, lines }));
    await world.receive(stripe('charge.refunded', { id: 'ch_1', payment_intent: 'pi_1', amount_refunded: 3_000 }));
    expect([...world.orders.values()]).toMatchObject([{ amount: 3_000, refunded: 3_000 }]);
    expect(reasons(world)).toEqual([]);
  });

  test('is not paid again: a transaction of Paddle costs what is left after its credit', async () => {
    const [customer, , transaction] = live(paddleTeller(), []).events as [object, object, { data: { details: object } }];
    const totals = { total: '1000', tax: '200', credit: '400', grand_total: '600' };
    const data = { ...transaction.data, subscription_id: null, details: { ...transaction.data.details, totals } };
    const world = await PurchasesWorld.open('paddle', { prices: PRICES });
    for (const event of [customer, { ...transaction, data }]) await world.receive(event);
    expect([...world.orders.values()]).toMatchObject([{ productId: 'base', amount: 600 }]);
    expect(reasons(world)).toEqual([]);
  });
});
