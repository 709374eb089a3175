import { EntityManager } from '@mikro-orm/postgresql';
import { CommandBus } from '@nestjs/cqrs';
import { SetFeature } from '#organizations';
import { type Call, callAs } from '../support/call.ts';
import { openSession } from '../support/portal.ts';
import { seatsOf, uniqueEmail } from '../support/seat-fixture.ts';
import { SEAT_PRICES } from '../support/seed-seats.ts';
import { openSellerFixture, type SellerFixture } from '../support/seller-fixture.ts';

const SUBSCRIPTIONS = '/v1/customer-portal/subscriptions';

let fixture: SellerFixture;
beforeAll(async () => {
  fixture = await openSellerFixture();
});
afterAll(() => fixture.close());

const priced = (priceAmount: number) => [
  { currency: 'usd', taxBehavior: null, terms: { amountType: 'fixed' as const, priceAmount } },
];

/** A customer with a session, who subscribed to a product of 10.00 USD a month. */
async function subscriber(attributes: Parameters<SellerFixture['product']>[0] = {}) {
  const product = await fixture.product({ every: 'month', ...attributes });
  const customer = await fixture.customer();
  const buyer = { customer_id: customer.id, product_id: product.id };
  const subscription = await fixture.create('/v1/subscriptions/', buyer);
  const session = async (role?: 'member' | 'billing_manager'): Promise<Call> =>
    (await openSession(fixture.api, fixture.ours, customer.id, role)).call;
  return { product, customer, subscription, session, call: await session(), url: `${SUBSCRIPTIONS}/${subscription.id}` };
}

const inTurn = async <T>(values: readonly T[], run: (value: T) => Promise<unknown>): Promise<void> => {
  for (const value of values) await run(value);
};

/** Runs with these settings of the organization, which are those of a new one otherwise. */
async function withSettings(settings: object, run: () => Promise<void>): Promise<void> {
  const { organization, pat } = fixture.ours;
  const url = `/v1/organizations/${organization.id}`;
  const call = callAs(fixture.api, pat);
  const { customer_portal_settings: portal, subscription_settings } = (await call('GET', url)).body;
  const changed = {
    customer_portal_settings: { ...portal, subscription: { ...portal.subscription, ...settings } },
  };
  const isProration = 'proration_behavior' in settings;
  const body = isProration ? { subscription_settings: { ...subscription_settings, ...settings } } : changed;
  expect((await call('PATCH', url, body)).status).toBe(200);
  await run();
  await call('PATCH', url, { customer_portal_settings: portal, subscription_settings });
}

test('a customer lists its subscriptions and gets one, without what only the seller sees', async () => {
  const { product, customer, subscription, call } = await subscriber({ name: 'Zeta' });
  const cheap = await fixture.product({ every: 'month', name: 'Alpha 100%', prices: priced(100) });
  const buyer = { customer_id: customer.id, product_id: cheap.id, metadata: { margin: 3 } };
  await fixture.seller('DELETE', `/v1/subscriptions/${subscription.id}`);
  const second = await fixture.create('/v1/subscriptions/', buyer);
  await subscriber();
  const list = async (query = '') => {
    const { body } = await call('GET', `/v1/customer-portal/subscriptions/?${query}`);
    expect(body.pagination.total_count).toBe(body.items.length);
    return body.items.map(({ id }: { id: string }) => id);
  };
  expect(await list()).toEqual([second.id, subscription.id]);
  expect(await list('sorting=product')).toEqual([second.id, subscription.id]);
  expect(await list('sorting=-product')).toEqual([subscription.id, second.id]);
  expect(await list('sorting=-amount')).toEqual([subscription.id, second.id]);
  expect(await list('sorting=organization&sorting=amount')).toEqual([second.id, subscription.id]);
  expect(await list('query=zeT')).toEqual([subscription.id]);
  expect(await list('query=0%25')).toEqual([second.id]);
  expect(await list('query=_')).toEqual([]);
  expect(await list(`product_id=${product.id}`)).toEqual([subscription.id]);
  expect(await list('active=true')).toEqual([second.id]);
  expect(await list('active=false')).toEqual([subscription.id]);
  const page = await call('GET', `${SUBSCRIPTIONS}/?limit=1&page=2`);
  expect(page.body).toMatchObject({ items: [{ id: subscription.id }], pagination: { total_count: 2, max_page: 2 } });
  const one = await call('GET', `/v1/customer-portal/subscriptions/${subscription.id}`);
  expect(one).toMatchObject({
    status: 200,
    body: { id: subscription.id, amount: 1000, product: { id: product.id, organization: { id: fixture.ours.organization.id } } },
  });
  for (const hidden of ['metadata', 'customer', 'recipient', 'custom_field_data']) expect(one.body).not.toHaveProperty(hidden);
  expect(page.body.items).toEqual([one.body]);
});

test('422: invalid filters, ids and bodies', async () => {
  const { call, url, product } = await subscriber();
  expect((await call('GET', `${SUBSCRIPTIONS}/?sorting=name&product_id=x&active=maybe&page=0`)).body.detail).toHaveLength(5);
  expect((await call('GET', `${SUBSCRIPTIONS}/x`)).status).toBe(422);
  await inTurn(
    [
      { units: 3 },
      { seats: 0 },
      { product_id: product.id, seats: 3 },
      { cancel_at_period_end: 'maybe' },
      { cancel_at_period_end: true, cancellation_reason: 'bored' },
      { resume: false },
      { pending_update: {} },
      { pause_at_period_end: true, resumes_at: 'later' },
    ],
    async (body) => expect([body, (await call('PATCH', url, body)).status]).toEqual([body, 422]),
  );
});

test('a customer cancels with a reason, withdraws it, and cancels again; the seller reads what it said', async () => {
  const { call, url, subscription } = await subscriber();
  const reason = { cancellation_reason: 'too_expensive', cancellation_comment: 'Sorry' };
  expect(await call('PATCH', url, {})).toMatchObject({ status: 200, body: { cancel_at_period_end: false } });
  expect((await call('PATCH', url, { cancel_at_period_end: true, ...reason })).body).toMatchObject({
    status: 'active',
    cancel_at_period_end: true,
    ends_at: subscription.current_period_end,
    customer_cancellation_reason: 'too_expensive',
  });
  const told = { customer_cancellation_reason: 'too_expensive', customer_cancellation_comment: 'Sorry' };
  expect((await fixture.seller('GET', `/v1/subscriptions/${subscription.id}`)).body).toMatchObject(told);
  expect(await call('DELETE', url)).toMatchObject({ status: 403, body: { error: 'AlreadyCanceledSubscription' } });
  expect((await call('PATCH', url, { cancel_at_period_end: false })).body).toMatchObject({ ends_at: null });
  expect(await call('PATCH', url, { cancel_at_period_end: false })).toMatchObject({
    status: 409,
    body: { error: 'SubscriptionNotScheduledToCancel' },
  });
  expect(await call('DELETE', url)).toMatchObject({ status: 200, body: { status: 'active', cancel_at_period_end: true } });
  expect((await fixture.eventsOf(subscription.id)).filter((name) => /cancel/.test(name))).toEqual([
    'subscription.canceled',
    'subscription.uncanceled',
    'subscription.canceled',
  ]);
  await fixture.seller('DELETE', `/v1/subscriptions/${subscription.id}`);
  expect(await call('PATCH', url, { cancel_at_period_end: true })).toMatchObject({ status: 403 });
});

test('a customer changes to a public product that costs no more; what costs more needs a payment', async () => {
  const { call, url, subscription } = await subscriber();
  const change = (product: { id: string }) =>
    call('PATCH', `/v1/customer-portal/subscriptions/${subscription.id}`, { product_id: product.id });
  const needsPayment = { status: 409, body: { error: 'PaymentMethodRequired' } };
  expect(await change(await fixture.product({ every: 'month', prices: priced(1001) }))).toMatchObject(needsPayment);
  expect(await change(await fixture.product({ every: 'year', prices: priced(900) }))).toMatchObject(needsPayment);
  await inTurn(
    [
      await fixture.product({ every: 'month', visibility: 'private', prices: priced(50) }),
      await fixture.foreignProduct({ every: 'month', prices: priced(50) }),
      { id: crypto.randomUUID() },
      await fixture.product({ prices: priced(50) }),
    ],
    async (hidden) =>
      expect(await change(hidden)).toMatchObject({ status: 422, body: { detail: [{ loc: ['body', 'product_id'] }] } }),
  );
  expect((await fixture.seller('GET', `/v1/subscriptions/${subscription.id}`)).body).toEqual(subscription);
  const cheap = await fixture.product({ every: 'month', prices: priced(500) });
  expect((await change(cheap)).body).toMatchObject({ amount: 500, product: { id: cheap.id } });

  const cheaper = await fixture.product({ every: 'month', prices: priced(400) });
  await withSettings({ proration_behavior: 'next_period' }, async () => {
    expect((await change(cheaper)).body).toMatchObject({ amount: 500, pending_update: { product_id: cheaper.id } });
    expect((await call('PATCH', url, { pending_update: null })).body).toMatchObject({ pending_update: null });
  });
  const reset = new SetFeature({ id: fixture.ours.organization.id }, 'reset_proration_behavior_enabled', true);
  await fixture.api.app.get(CommandBus).execute(reset);
  await withSettings({ proration_behavior: 'reset' }, async () => {
    expect(await change(cheaper)).toMatchObject(needsPayment);
    expect(await change(cheap)).toMatchObject(needsPayment);
  });
  await withSettings({ update_plan: false }, async () => {
    expect(await change(cheaper)).toMatchObject({ status: 403, body: { error: 'UpdateSubscriptionPlanNotAllowed' } });
  });
});

test('a customer buys fewer seats, but not fewer than are assigned; more seats need a payment', async () => {
  const { call, url, subscription } = await subscriber({ prices: SEAT_PRICES });
  await fixture.seller('PATCH', `/v1/subscriptions/${subscription.id}`, { seats: 5 });
  for (const email of [uniqueEmail(), uniqueEmail()]) await seatsOf(fixture).seat(subscription, { email });
  const buy = (seats: number) => call('PATCH', url, { seats });
  expect(await buy(6)).toMatchObject({ status: 409, body: { error: 'PaymentMethodRequired' } });
  expect((await buy(3)).body).toMatchObject({ seats: 3, amount: 300 });
  expect(await buy(1)).toMatchObject({ status: 400, body: { error: 'SeatsAlreadyAssigned' } });
  await withSettings({ update_seats: false }, async () => {
    expect(await buy(2)).toMatchObject({ status: 403, body: { error: 'UpdateSubscriptionSeatsNotAllowed' } });
  });
  const other = await subscriber();
  expect(await other.call('PATCH', other.url, { seats: 2 })).toMatchObject({
    status: 400,
    body: { error: 'NotASeatBasedSubscription' },
  });
});

test('a customer pauses and resumes where the seller lets customers do so', async () => {
  const { call, url, subscription } = await subscriber();
  await inTurn([{ pause_at_period_end: true }, { resume: true }], async (body) => {
    expect(await call('PATCH', url, body)).toMatchObject({ status: 403, body: { error: 'PauseResumeNotAllowed' } });
  });
  await withSettings({ pause: true }, async () => {
    const resumes_at = new Date(Date.parse(subscription.current_period_end) + 86_400_000).toISOString();
    expect((await call('PATCH', url, { pause_at_period_end: true, resumes_at })).body).toMatchObject({
      pause_at_period_end: true,
      resumes_at,
    });
    expect((await call('PATCH', url, { pause_at_period_end: false })).body).toMatchObject({ resumes_at: null });
    expect(await call('PATCH', url, { pause_at_period_end: false })).toMatchObject({
      status: 409,
      body: { error: 'NoScheduledPause' },
    });
    expect(await call('PATCH', url, { resume: true })).toMatchObject({ status: 409, body: { error: 'NotPausedSubscription' } });
  });
  const paused = `update entitlements.subscriptions set status = 'paused', paused_at = now() where id = ?`;
  await fixture.api.app.get(EntityManager).fork().execute(paused, [subscription.id]);
  expect(await call('DELETE', url)).toMatchObject({ status: 200, body: { status: 'canceled', ended_at: expect.any(String) } });
});

test('a member sees the subscriptions of which it has a seat, and changes none', async () => {
  const { customer, subscription, call, url, session } = await subscriber({ prices: SEAT_PRICES });
  const member = await openSession(fixture.api, fixture.ours, customer.id, 'member');
  expect((await member.call('GET', `${SUBSCRIPTIONS}/`)).body.items).toEqual([]);
  expect((await member.call('GET', url)).status).toBe(404);
  await seatsOf(fixture).seat(subscription, { member_id: member.memberId, immediate_claim: true });
  expect((await member.call('GET', `${SUBSCRIPTIONS}/`)).body.items).toMatchObject([{ id: subscription.id }]);
  expect((await member.call('GET', url)).body).toEqual((await call('GET', url)).body);
  await inTurn(['PATCH', 'DELETE'] as const, async (method) => {
    const body = method === 'PATCH' ? { cancel_at_period_end: true } : undefined;
    expect(await member.call(method, url, body)).toMatchObject({ status: 403, body: { error: 'NotPermitted' } });
  });
  const leader = await session('billing_manager');
  expect((await leader('DELETE', `/v1/customer-portal/subscriptions/${subscription.id}`)).body).toMatchObject({
    cancel_at_period_end: true,
  });
});

test('404: subscriptions of others, also those that the customer only receives', async () => {
  const { customer, subscription, url } = await subscriber();
  const other = await subscriber();
  await fixture.seller('DELETE', `/v1/subscriptions/${other.subscription.id}`);
  await fixture.seller('DELETE', `/v1/subscriptions/${subscription.id}`);
  const product = await fixture.product({ every: 'month' });
  const gift = { customer: { email: customer.email }, recipient: { email: other.customer.email }, product_id: product.id };
  const given = await fixture.create('/v1/subscriptions/', gift);
  await inTurn([url, `${SUBSCRIPTIONS}/${given.id}`, `${SUBSCRIPTIONS}/${crypto.randomUUID()}`], async (foreign) => {
    expect((await other.call('GET', foreign)).status).toBe(404);
    expect((await other.call('DELETE', foreign)).status).toBe(404);
    expect((await other.call('PATCH', foreign, { resume: true })).status).toBe(404);
  });
});
