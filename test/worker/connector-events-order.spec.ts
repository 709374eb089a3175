import { startApi, type TestApi } from '../support/api.ts';
import { type Answer, type Call, callAs } from '../support/call.ts';
import { CONNECTOR_SECRET, stripeSignature, StripeLife } from '../support/connectors/stripe-events.ts';
import { anyOrder, type EventQueue, eventQueueOf } from '../support/event-queue.ts';
import { randomness } from '../races/randomness.ts';
import { seedOrganization } from '../support/seed.ts';
import { seedProduct } from '../support/seed-product.ts';

type Body = Answer['body'];
type Period = readonly [Date, Date];

const DAY_MS = 86_400_000;
const START = Math.floor(Date.now() / 1000) * 1000;
const daysFromNow = (days: number): Date => new Date(START + days * DAY_MS);
const FIRST: Period = [daysFromNow(-70), daysFromNow(-40)];
const SECOND: Period = [daysFromNow(-40), daysFromNow(-10)];

let api: TestApi;
let queue: EventQueue;
let seller: Call;
let webhook: string;
beforeAll(async () => {
  api = await startApi();
  const ours = await seedOrganization(api);
  seller = callAs(api, ours.oat);
  queue = eventQueueOf(api);
  const connector = await seller('POST', '/v1/connectors/', { provider: 'stripe', secret: CONNECTOR_SECRET });
  webhook = connector.body.webhook_path;
  for (const external_id of ['price_small', 'price_large']) {
    const { id: product_id } = await seedProduct(api, ours.organization.id, { every: 'month' });
    await seller('POST', `/v1/connectors/${connector.body.id}/prices`, { external_id, product_id });
  }
  await queue.deliverAll();
});
afterAll(() => api.close());

/** A subscription that changes its plan, is paid late, is refunded in part, of which a part fails, and ends; some events have the same time. */
function eventsOf(life: StripeLife): readonly object[] {
  const price = 'price_large';
  const second = { price, period: SECOND };
  return [
    life.customerCreated(FIRST[0]),
    life.subscribed('created', FIRST[0], { status: 'incomplete', period: FIRST }),
    life.subscribed('updated', FIRST[0], { status: 'active', period: FIRST }),
    life.invoicePaid(FIRST[0], 'subscription_create', FIRST, 2900, 551),
    life.invoicePaymentPaid(FIRST[0], FIRST[0]),
    life.subscribed('updated', daysFromNow(-50), { status: 'active', price, period: FIRST, extra: ['price_small'] }),
    life.subscribed('updated', SECOND[0], { ...second, status: 'past_due' }),
    life.invoicePaid(daysFromNow(-38), 'subscription_cycle', SECOND),
    life.subscribed('updated', daysFromNow(-38), { ...second, status: 'active' }),
    life.refund('created', daysFromNow(-37), FIRST[0], 1000, 'pending'),
    life.refunded(daysFromNow(-37), FIRST[0], 1000),
    life.refunded(daysFromNow(-36), FIRST[0], 1500),
    life.refund('failed', daysFromNow(-35), FIRST[0], 1000, 'failed'),
    life.subscribed('updated', daysFromNow(-20), { ...second, status: 'active', cancelAtPeriodEnd: true }),
    life.subscribed('deleted', SECOND[1], { ...second, status: 'canceled', cancelAtPeriodEnd: true, endedAt: SECOND[1] }),
  ];
}

async function stateOf(life: StripeLife) {
  const read = async (resource: string): Promise<Body[]> =>
    (await seller('GET', `/v1/${resource}/?limit=100&metadata[stripe_subscription]=${life.subscription}`)).body.items;
  const subscriptions = (await read('subscriptions')).map((each) => [
    each.product_id,
    each.status,
    each.amount,
    each.current_period_start,
    each.current_period_end,
    each.cancel_at_period_end,
    each.canceled_at,
    each.ended_at,
  ]);
  const orders = (await read('orders')).map((each) => [
    each.billing_reason,
    each.status,
    each.total_amount,
    each.refunded_amount,
  ]);
  return { subscriptions: subscriptions.sort(), orders: orders.sort() };
}

async function live(order: (events: readonly object[]) => readonly object[], seed: number) {
  const life = new StripeLife(FIRST[0], undefined, 'price_small');
  for (const event of order(eventsOf(life))) {
    const body = JSON.stringify(event);
    const headers = { 'stripe-signature': stripeSignature(body, CONNECTOR_SECRET) };
    expect((await seller('POST', webhook, body, headers)).status).toBe(200);
  }
  await queue.deliverAll(anyOrder(seed));
  return stateOf(life);
}

test('the life of a subscription ends in the same state in every order of its events, and with repetitions', async () => {
  const expected = await live((events) => events, 0);
  expect(expected.subscriptions.map(([, status]) => status)).toEqual(['canceled', 'canceled']);
  expect(expected.orders).toEqual([
    ['subscription_create', 'partially_refunded', 3451, 420],
    ['subscription_cycle', 'paid', 2900, 0],
  ]);
  for (let seed = 1; seed <= 3; seed++) {
    const random = randomness(seed);
    const shuffled = (events: readonly object[]) =>
      [...events, ...events.slice(0, 4)]
        .map((event) => ({ event, key: random() }))
        .sort((one, other) => one.key - other.key)
        .map(({ event }) => event);
    expect([seed, await live(shuffled, seed)]).toEqual([seed, expected]);
  }
  expect((await seller('GET', webhook.replace('webhook', 'events?status=failed'))).body.items).toEqual([]);
});
