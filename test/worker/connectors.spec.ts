import { CommandBus } from '@nestjs/cqrs';
import { ReplayProviderEvents } from '#connectors';
import { SetOrganizationStatus } from '#organizations';
import { LemonSqueezyLife, lemonSqueezySignature } from '../support/connectors/lemon-squeezy-events.ts';
import { PaddleLife, paddleSignature } from '../support/connectors/paddle-events.ts';
import { CONNECTOR_SECRET as SECRET, stripeEvent, stripeSignature, StripeLife } from '../support/connectors/stripe-events.ts';
import type { Answer } from '../support/call.ts';
import { openPurchaseFixture, type PurchaseFixture } from '../support/purchase-fixture.ts';

const DAY_MS = 86_400_000;
const daysFromNow = (days: number): Date => new Date(Math.floor((Date.now() + days * DAY_MS) / 1000) * 1000);

let fixture: PurchaseFixture;
let connector: string;
beforeAll(async () => {
  fixture = await openPurchaseFixture();
  connector = (await fixture.create('/v1/connectors', { provider: 'stripe', secret: SECRET })).id;
});
afterAll(() => fixture.close());

type Period = readonly [Date, Date];
const FIRST: Period = [daysFromNow(-40), daysFromNow(-10)];
const SECOND: Period = [daysFromNow(-10), daysFromNow(20)];

async function send(event: object, { secret = SECRET, at = new Date(), to = connector } = {}): Promise<Answer> {
  const body = JSON.stringify(event);
  const headers = { 'stripe-signature': stripeSignature(body, secret, at) };
  return fixture.seller('POST', `/v1/connectors/${to}/webhook`, body, headers);
}

async function sendAll(events: readonly object[]): Promise<void> {
  for (const event of events) expect((await send(event)).status).toBe(200);
  await fixture.settled();
}

const map = (externalId: string, productId: string) =>
  fixture.seller('POST', `/v1/connectors/${connector}/prices`, { external_id: externalId, product_id: productId });

const list = async (url: string): Promise<Answer['body'][]> => {
  const answer = await fixture.seller('GET', url);
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.body.items;
};
const eventOf = async ({ id }: { readonly id?: unknown }) =>
  (await list(`/v1/connectors/${connector}/events?external_id=${id as string}`))[0];
const subscriptionsOf = (life: StripeLife) =>
  list(`/v1/subscriptions/?limit=100&metadata[stripe_subscription]=${life.subscription}`);
const paymentsOf = (life: StripeLife) => list(`/v1/orders/?limit=100&metadata[stripe_subscription]=${life.subscription}`);

async function keyProduct(every?: 'month'): Promise<{ product: string; benefit: { id: string } }> {
  const benefit = await fixture.create('/v1/benefits/', { type: 'license_keys', description: 'Keys', properties: {} });
  const { id } = await fixture.product(every ? { every } : {});
  await fixture.seller('POST', `/v1/products/${id}/benefits`, { benefits: [benefit.id] });
  return { product: id, benefit };
}

async function subscribe(price: string): Promise<{ life: StripeLife; events: object[] }> {
  const life = new StripeLife(FIRST[0], undefined, price);
  return {
    life,
    events: [
      life.customerCreated(FIRST[0]),
      life.subscribed('created', FIRST[0], { status: 'active', period: FIRST }),
      life.invoicePaid(FIRST[0], 'subscription_create', FIRST),
      life.subscribed('updated', SECOND[0], { status: 'active', period: SECOND }),
      life.invoicePaid(SECOND[0], 'subscription_cycle', SECOND),
    ],
  };
}

test('a subscription at Stripe becomes a customer, a subscription, its payments and a license key', async () => {
  const { product, benefit } = await keyProduct('month');
  await map('price_monthly', product);
  const { life, events } = await subscribe('price_monthly');
  await sendAll(events);
  const [subscription, ...others] = await subscriptionsOf(life);
  expect(others).toEqual([]);
  expect(subscription).toMatchObject({
    status: 'active',
    product_id: product,
    amount: 2900,
    started_at: FIRST[0].toISOString(),
    current_period_start: SECOND[0].toISOString(),
    current_period_end: SECOND[1].toISOString(),
    customer: { email: life.email, name: 'Jenny Rosen' },
  });
  const payments = (await paymentsOf(life)).map(({ billing_reason, total_amount, paid }) => [billing_reason, total_amount, paid]);
  expect(payments.sort()).toEqual([
    ['subscription_create', 2900, true],
    ['subscription_cycle', 2900, true],
  ]);
  expect(await fixture.keysOf(benefit)).toMatchObject([{ status: 'granted' }]);
  for (const event of events) expect(await eventOf(event)).toMatchObject({ status: 'processed', problem: null });
});

test('an event that is sent again has no effect', async () => {
  const { product } = await keyProduct('month');
  await map('price_repeated', product);
  const { life, events } = await subscribe('price_repeated');
  await sendAll(events);
  const before = [await subscriptionsOf(life), await paymentsOf(life)];
  for (const event of events) expect((await send(event)).body).toEqual({ received: true, is_new: false });
  await fixture.settled();
  expect([await subscriptionsOf(life), await paymentsOf(life)]).toEqual(before);
});

test('an unknown price is kept and shown, and its purchase is made once it is mapped', async () => {
  const { product } = await keyProduct('month');
  const { life, events } = await subscribe('price_unknown');
  await sendAll(events);
  expect(await subscriptionsOf(life)).toEqual([]);
  expect(await eventOf(events[1]!)).toMatchObject({ status: 'failed', problem_code: 'price_unknown' });
  expect((await eventOf(events[1]!)).problem).toContain('price_unknown');
  expect(await eventOf(events[2]!)).toMatchObject({ status: 'waiting', problem_code: 'subscription_unknown' });
  expect((await map('prod_of_price_unknown', product)).status).toBe(204);
  await fixture.settled();
  expect(await subscriptionsOf(life)).toMatchObject([{ status: 'active', product_id: product }]);
  expect(await paymentsOf(life)).toHaveLength(2);
  for (const event of events) expect(await eventOf(event)).toMatchObject({ status: 'processed' });
});

test('a checkout session brings an order; a refund of the whole takes the benefits back', async () => {
  const { product, benefit } = await keyProduct();
  const life = new StripeLife(daysFromNow(-1));
  const refund = stripeEvent('charge.refunded', daysFromNow(0), {
    id: 'ch_of_session',
    object: 'charge',
    amount_refunded: 4900,
    payment_intent: life.intent,
  });
  await sendAll([refund]);
  expect(await eventOf(refund)).toMatchObject({ status: 'waiting', problem_code: 'payment_unknown' });
  await sendAll([life.checkedOut(daysFromNow(-1), { metadata: { latchkey_product_id: product } })]);
  const [order] = await list(`/v1/orders/?product_id=${product}`);
  expect(order).toMatchObject({
    status: 'refunded',
    total_amount: 4900,
    refunded_amount: 4900,
    customer: { email: life.email },
  });
  // The order may have been granted before its refund was applied.
  expect((await fixture.keysOf(benefit)).filter(({ status }) => status === 'granted')).toEqual([]);
  expect(await eventOf(refund)).toMatchObject({ status: 'processed' });

  const failed = { id: 're_of_session', object: 'refund', amount: 4900, charge: 'ch_of_session', payment_intent: life.intent };
  await sendAll([stripeEvent('refund.failed', daysFromNow(0), { ...failed, status: 'failed' })]);
  const refunds = await list(`/v1/refunds/?order_id=${order!.id}`);
  expect(refunds).toMatchObject([{ status: 'failed', amount: 4900, modified_at: expect.any(String) }]);
  expect(await list(`/v1/refunds/?order_id=${order!.id}&succeeded=true`)).toEqual([]);
  expect(await list(`/v1/orders/?product_id=${product}`)).toMatchObject([{ status: 'paid', refunded_amount: 0 }]);
  expect((await fixture.keysOf(benefit)).filter(({ status }) => status === 'granted')).toHaveLength(1);
});

test('a dispute takes the benefits of its order while it is open, whichever event comes first, and gives them back when it is won', async () => {
  const { product, benefit } = await keyProduct();
  const life = new StripeLife(daysFromNow(-2));
  const at = (day: number) => daysFromNow(day);
  const isGranted = async () => {
    const [order] = await list(`/v1/orders/?product_id=${product}`);
    const [grant] = await list(`/v1/benefits/${benefit.id}/grants`);
    return [order!['status'], grant!['is_granted']];
  };
  const disputes = async () => {
    const [order] = await list(`/v1/orders/?product_id=${product}`);
    return (await list(`/v1/disputes/?order_id=${order!['id']}`)).map(({ status, amount, payment_id, revoke_benefits }) => [
      status,
      amount,
      payment_id,
      revoke_benefits,
    ]);
  };
  const warned = life.disputed('created', at(-2), 'warning_needs_response');
  await sendAll([warned]);
  expect(await eventOf(warned)).toMatchObject({ status: 'waiting', problem_code: 'payment_unknown' });
  await sendAll([life.checkedOut(at(-2), { metadata: { latchkey_product_id: product } })]);
  const payment = expect.stringContaining('ch_');
  expect(await disputes()).toEqual([['early_warning', 4900, payment, false]]);
  expect(await isGranted()).toEqual(['paid', true]);

  const opened = life.disputed('updated', at(-1), 'needs_response');
  await sendAll([opened, warned]);
  expect(await disputes()).toEqual([['needs_response', 4900, payment, true]]);
  expect(await isGranted()).toEqual(['paid', false]);

  const won = life.disputed('closed', at(0), 'won');
  await sendAll([won, life.disputed('updated', at(0), 'under_review')]);
  expect(await disputes()).toEqual([['won', 4900, payment, true]]);
  expect(await isGranted()).toEqual(['paid', true]);
  for (const event of [warned, opened, won]) expect(await eventOf(event)).toMatchObject({ status: 'processed', problem: null });
});

test('a blocked organization gets no purchases; they are made when its failed events are processed again', async () => {
  const { product, benefit } = await keyProduct('month');
  await map('price_blocked', product);
  const bus = fixture.api.app.get(CommandBus);
  const setStatus = (status: 'active' | 'blocked') =>
    bus.execute(new SetOrganizationStatus({ id: fixture.ours.organization.id }, status));
  const { life, events } = await subscribe('price_blocked');
  await setStatus('blocked');
  try {
    await sendAll(events);
    expect(await subscriptionsOf(life)).toEqual([]);
    const outcomes = await Promise.all(events.map(async (event) => (await eventOf(event))?.problem_code));
    expect(new Set(outcomes)).toEqual(new Set(['organization_blocked']));
  } finally {
    await setStatus('active');
  }
  await bus.execute(new ReplayProviderEvents({ connectorId: connector, statuses: ['failed'] }));
  await fixture.settled();
  expect(await subscriptionsOf(life)).toMatchObject([{ status: 'active', product_id: product }]);
  expect(await paymentsOf(life)).toHaveLength(2);
  expect(await fixture.keysOf(benefit)).toMatchObject([{ status: 'granted' }]);
});

/** A connector of another provider, with a product that is mapped to one of its ids, and how it sends events. */
async function connect(provider: string, price: string, sign: (body: string) => Record<string, string>, account?: string) {
  const { product, benefit } = await keyProduct('month');
  const { id } = await fixture.create('/v1/connectors', { provider, secret: SECRET, account });
  await fixture.seller('POST', `/v1/connectors/${id}/prices`, { external_id: price, product_id: product });
  const post = (body: string) => fixture.seller('POST', `/v1/connectors/${id}/webhook`, body, sign(body));
  const sendEvents = async (events: readonly object[]): Promise<void> => {
    for (const event of events) expect((await post(JSON.stringify(event))).status).toBe(200);
    await fixture.settled();
  };
  const statuses = async () =>
    (await list(`/v1/connectors/${id}/events?limit=100`)).map(({ type, status, problem }) => [type, status, problem]);
  return { product, benefit, sendEvents, statuses };
}

test('Paddle: a subscription is renewed by its transactions, refunded by an adjustment, and ends', async () => {
  const sign = (body: string) => ({ 'paddle-signature': paddleSignature(body, SECRET) });
  const { product, benefit, sendEvents, statuses } = await connect('paddle', 'pri_1', sign);
  const life = new PaddleLife(FIRST[0], 'pri_1');
  const read = () => list(`/v1/subscriptions/?metadata[paddle_subscription]=${life.subscription}`);
  await sendEvents([
    life.refunded(daysFromNow(-30), FIRST, '1000'),
    life.subscribed('created', FIRST[0], 'active', FIRST),
    life.subscribed('updated', SECOND[0], 'active', SECOND),
    life.paid(SECOND[0], 'subscription_recurring', SECOND),
    life.paid(FIRST[0], 'web', FIRST),
    life.customerCreated(FIRST[0]),
  ]);
  expect((await statuses()).filter(([, status]) => status !== 'processed')).toEqual([]);
  expect(await read()).toMatchObject([
    {
      status: 'active',
      product_id: product,
      amount: 2900,
      current_period_end: SECOND[1].toISOString(),
      customer: { email: life.email },
    },
  ]);
  const payments = await list(`/v1/orders/?metadata[paddle_subscription]=${life.subscription}`);
  expect(
    payments.map(({ billing_reason, total_amount, refunded_amount }) => [billing_reason, total_amount, refunded_amount]).sort(),
  ).toEqual([
    ['subscription_create', 3451, 840],
    ['subscription_cycle', 3451, 0],
  ]);
  const end = { canceled_at: daysFromNow(-1).toISOString() };
  await sendEvents([life.subscribed('canceled', daysFromNow(-1), 'canceled', null, end)]);
  expect(await read()).toMatchObject([{ status: 'canceled', ended_at: end.canceled_at }]);
  expect(await fixture.keysOf(benefit)).toMatchObject([{ status: 'revoked' }]);
});

test('Lemon Squeezy: a subscription is renewed by what it says, and its order is no purchase of its own', async () => {
  const sign = (body: string) => ({ 'x-signature': lemonSqueezySignature(body, SECRET) });
  const life = new LemonSqueezyLife(FIRST[0], 810_001);
  const { product, benefit, sendEvents, statuses } = await connect('lemon_squeezy', '810001', sign, '4711');
  const read = () => list(`/v1/subscriptions/?metadata[lemon_squeezy_subscription]=${life.subscription}`);
  await sendEvents([
    life.paid(SECOND[0], 'renewal'),
    life.subscribed('updated', SECOND[0], 'active', SECOND[1]),
    life.ordered(FIRST[0]),
    life.subscribed('created', FIRST[0], 'active', FIRST[1]),
    life.paid(FIRST[0], 'initial'),
  ]);
  expect((await statuses()).filter(([, status]) => status !== 'processed')).toEqual([]);
  expect(await read()).toMatchObject([
    { status: 'active', product_id: product, current_period_end: SECOND[1].toISOString(), customer: { email: life.email } },
  ]);
  expect(await list(`/v1/orders/?product_id=${product}`)).toHaveLength(2);
  await sendEvents([life.subscribed('updated', daysFromNow(-2), 'past_due', daysFromNow(3))]);
  expect(await read()).toMatchObject([{ status: 'past_due' }]);
  await sendEvents([
    life.subscribed('expired', daysFromNow(-1), 'expired', daysFromNow(3), { ends_at: daysFromNow(-1).toISOString() }),
  ]);
  expect(await read()).toMatchObject([{ status: 'canceled' }]);
  expect(await fixture.keysOf(benefit)).toMatchObject([{ status: 'revoked' }]);
  const foreign = life.subscribed('created', FIRST[0], 'active', FIRST[1], { store_id: 1 });
  await sendEvents([foreign]);
  expect((await statuses())[0]).toMatchObject(['subscription_created', 'failed', expect.stringContaining('account 1')]);
});

test('Paddle: an add-on, its removal and another order of the items leave the license key of the plan as it is', async () => {
  const sign = (body: string) => ({ 'paddle-signature': paddleSignature(body, SECRET) });
  const { benefit, sendEvents, statuses } = await connect('paddle', 'pri_plan', sign);
  const life = new PaddleLife(SECOND[0], 'pri_plan');
  const item = (id: string) => ({
    quantity: 1,
    recurring: true,
    price: { id, product_id: `pro_of_${id}`, unit_price: { amount: '900' } },
  });
  const plan = item('pri_plan');
  const told = (day: number, items: readonly object[]) =>
    life.subscribed('updated', daysFromNow(day), 'active', SECOND, { items });
  await sendEvents([life.customerCreated(SECOND[0]), life.subscribed('created', SECOND[0], 'active', SECOND, { items: [plan] })]);
  const [key] = await fixture.keysOf(benefit);
  expect(key).toMatchObject({ status: 'granted' });
  for (const [day, items] of [
    [-9, [plan, item('pri_unmapped')]],
    [-8, [item('pri_unmapped'), plan]],
    [-7, [plan]],
  ] as const) {
    await sendEvents([told(day, items)]);
    expect(await fixture.keysOf(benefit)).toMatchObject([{ id: key!.id, status: 'granted' }]);
  }
  expect((await statuses()).map(([, status]) => status)).toEqual([
    'processed',
    'processed',
    'processed',
    'processed',
    'processed',
  ]);
});

test('what is bought once with a subscription at Stripe is an order of its own, and a refund of it leaves the subscription', async () => {
  const [plan, once] = [await keyProduct('month'), await keyProduct()];
  await map('price_of_plan', plan.product);
  await map('price_of_once', once.product);
  const life = new StripeLife(SECOND[0], undefined, 'price_of_plan');
  const paid = life.invoicePaid(SECOND[0], 'subscription_create', SECOND) as { data: { object: { lines: { data: object[] } } } };
  paid.data.object.lines.data.push({
    id: 'il_of_once',
    amount: 700,
    parent: { type: 'invoice_item_details', invoice_item_details: { proration: false } },
    period: { start: 1_780_000_000, end: 1_780_000_000 },
    pricing: { price_details: { price: 'price_of_once' } },
    quantity: 1,
  });
  Object.assign(paid.data.object, { total: 3600 });
  await sendAll([
    paid,
    life.subscribed('created', SECOND[0], { status: 'active', period: SECOND }),
    life.invoicePaymentPaid(SECOND[0], SECOND[0]),
  ]);
  expect(await paymentsOf(life)).toMatchObject([{ billing_reason: 'subscription_create', total_amount: 2900 }]);
  expect(await list(`/v1/orders/?product_id=${once.product}`)).toMatchObject([{ billing_reason: 'purchase', total_amount: 700 }]);
  await sendAll([life.refunded(daysFromNow(-1), SECOND[0], 700)]);
  expect(await list(`/v1/orders/?product_id=${once.product}`)).toMatchObject([{ status: 'refunded' }]);
  expect(await fixture.keysOf(once.benefit)).toMatchObject([{ status: 'revoked' }]);
  expect(await fixture.keysOf(plan.benefit)).toMatchObject([{ status: 'granted' }]);
});
