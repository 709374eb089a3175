import { CommandBus } from '@nestjs/cqrs';
import type { Polar } from '@polar-sh/sdk/2026-04';
import { SyncPurchaseGrants } from '#entitlements';
import { callAs } from '../support/call.ts';
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

const PRICES = [{ amount_type: 'fixed', price_amount: 900 }] as const;
const ids = ({ items }: { items: readonly { id: string }[] }) => items.map(({ id }) => id);

/** Does what the worker does for the events of a purchase. */
const granted = (which: { readonly orderId: string } | { readonly subscriptionId: string }) =>
  service.api.app.get(CommandBus).execute(new SyncPurchaseGrants({ organizationId: seller.organization.id, ...which }));

/** A customer, and a monthly and a one-time product with the same benefit. */
async function fixture() {
  const benefit = await polar.benefits.create({
    type: 'custom',
    description: 'Pro support',
    metadata: { tier: 'pro' },
    properties: { note: null },
  });
  const monthly = await polar.products.create({ name: 'Monthly', recurring_interval: 'month', prices: [...PRICES] });
  const once = await polar.products.create({ name: 'Once', prices: [...PRICES] });
  for (const { id } of [monthly, once]) await polar.products.updateBenefits(id, { benefits: [benefit.id] });
  const customer = await polar.customers.create({ email: 'ada@example.com', external_id: 'crm-1' });
  return { benefit, monthly, once, customer };
}

test('a subscription is created, read, canceled, uncanceled and revoked', async () => {
  const { monthly, customer } = await fixture();
  const created = await polar.subscriptions.create({ product_id: monthly.id, customer_id: customer.id, metadata: { deal: 7 } });
  expect(created).toMatchObject({
    status: 'active',
    amount: 900,
    currency: 'usd',
    recurring_interval: 'month',
    customer: { id: customer.id },
    product: { id: monthly.id },
    prices: [{ id: monthly.prices[0]!.id }],
    metadata: { deal: 7 },
    seats: null,
    ended_at: null,
  });
  expect(await polar.subscriptions.get(created.id)).toEqual(created);

  const canceled = await polar.subscriptions.update(created.id, {
    cancel_at_period_end: true,
    customer_cancellation_reason: 'too_expensive',
    customer_cancellation_comment: 'Sorry',
  });
  expect(canceled).toMatchObject({
    status: 'active',
    cancel_at_period_end: true,
    ends_at: created.current_period_end,
    customer_cancellation_reason: 'too_expensive',
    customer_cancellation_comment: 'Sorry',
  });
  const again = await refusal(polar.subscriptions.update(created.id, { cancel_at_period_end: true }));
  expect(again).toBeInstanceOf(errors.SubscriptionsUpdate403Error);
  expect(again).toMatchObject({ error: { error: 'AlreadyCanceledSubscription' } });
  expect(await polar.subscriptions.update(created.id, { cancel_at_period_end: false })).toMatchObject({ ends_at: null });
  const notScheduled = await refusal(polar.subscriptions.update(created.id, { cancel_at_period_end: false }));
  expect(notScheduled).toBeInstanceOf(errors.SubscriptionsUpdate409Error);
  expect(notScheduled).toMatchObject({ error: { error: 'SubscriptionNotScheduledToCancel' } });

  expect(await polar.subscriptions.revoke(created.id)).toMatchObject({ status: 'canceled' });
  expect(await refusal(polar.subscriptions.revoke(created.id))).toBeInstanceOf(errors.AlreadyCanceledSubscription);
  expect(await refusal(polar.subscriptions.update(created.id, { revoke: true }))).toMatchObject({ statusCode: 403 });
});

test('a subscription is updated with every body that the client knows', async () => {
  const { monthly, customer } = await fixture();
  const pro = await polar.products.create({ name: 'Pro', recurring_interval: 'month', prices: [...PRICES] });
  const { id } = await polar.subscriptions.create({ product_id: monthly.id, customer_id: customer.id });
  const later = '2090-01-01T00:00:00Z';
  const scheduled = await polar.subscriptions.update(id, { product_id: pro.id, proration_behavior: 'next_period' });
  expect(scheduled).toMatchObject({ product_id: monthly.id, pending_update: { product_id: pro.id, seats: null } });
  expect(scheduled.pending_update!.applies_at).toEqual(scheduled.current_period_end);
  expect(await polar.subscriptions.update(id, { pending_update: null })).toMatchObject({ pending_update: null });
  const changed = await polar.subscriptions.update(id, { product_id: pro.id, metadata: { plan: 'pro' } });
  expect(changed).toMatchObject({ product: { id: pro.id }, metadata: { plan: 'pro' } });
  const moved = await polar.subscriptions.update(id, { current_billing_period_end: later });
  expect(new Date(moved.current_period_end)).toEqual(new Date(later));
  expect(await polar.subscriptions.update(id, { trial_end: '2091-01-01T00:00:00Z' })).toMatchObject({ status: 'trialing' });
  expect(await polar.subscriptions.update(id, { trial_end: 'now' })).toMatchObject({ status: 'active' });
  expect(await polar.subscriptions.update(id, { pause_at_period_end: true })).toMatchObject({ pause_at_period_end: true });
  expect(await polar.subscriptions.update(id, { pause_at_period_end: false })).toMatchObject({ pause_at_period_end: false });
  const notPaused = await refusal(polar.subscriptions.update(id, { resume: true }));
  expect(notPaused).toMatchObject({ statusCode: 409, error: { error: 'NotPausedSubscription' } });
  expect(await refusal(polar.subscriptions.update(id, { units: 3 }))).toMatchObject({ statusCode: 422 });
  expect(await refusal(polar.subscriptions.update(id, { seats: 3 }))).toMatchObject({ statusCode: 400 });
  expect(await polar.subscriptions.update(id, { cancel_at_period_end: true })).toMatchObject({ cancel_at_period_end: true });
  expect(await polar.subscriptions.update(id, { revoke: true })).toMatchObject({ status: 'canceled' });
});

test('purchases are filtered by customer and product', async () => {
  const { monthly, once, customer } = await fixture();
  const subscription = await polar.subscriptions.create({ product_id: monthly.id, external_customer_id: 'crm-1' });
  const other = await polar.customers.create({ email: 'grace@example.com' });
  const ended = await polar.subscriptions.create({ product_id: monthly.id, customer_id: other.id, metadata: { deal: 7 } });
  await polar.subscriptions.update(ended.id, { revoke: true });

  expect(ids(await polar.subscriptions.list({ external_customer_id: 'crm-1' }))).toEqual([subscription.id]);
  expect(ids(await polar.subscriptions.list({ active: false }))).toEqual([ended.id]);
  expect(ids(await polar.subscriptions.list({ status: ['canceled', 'past_due'], metadata: { deal: 7 } }))).toEqual([ended.id]);
  expect(ids(await polar.subscriptions.list({ started_after: ended.started_at!, product_id: monthly.id }))).toEqual([ended.id]);
  const all = await collect(polar.subscriptions.iterList({ sorting: ['started_at'], limit: 1 }));
  expect(ids({ items: all })).toEqual([subscription.id, ended.id]);

  const order = await polar.orders.create({ product_id: once.id, customer_id: customer.id });
  expect(order).toMatchObject({ status: 'paid', paid: true, total_amount: 900, product: { id: once.id } });
  expect(await polar.orders.get(order.id)).toEqual(order);
  const corrected = { ...order, modified_at: expect.any(String), billing_name: 'Countess of Lovelace' };
  expect(await polar.orders.update(order.id, { billing_name: 'Countess of Lovelace' })).toEqual(corrected);
  expect(ids(await polar.orders.list({ customer_id: customer.id, product_billing_type: 'one_time' }))).toEqual([order.id]);
  expect(ids(await polar.orders.list({ created_before: customer.created_at }))).toEqual([]);
});

test('a purchase in one call, reported twice, and the payments for a subscription', async () => {
  const { monthly, once } = await fixture();
  const reported = {
    customer: { email: 'grace@example.com', external_id: 'crm-2' },
    external_id: 'in_1',
    amount: 700,
    tax_amount: 133,
  };
  const create = () => polar.orders.create({ product_id: once.id, ...reported } as never);
  const order = await create();
  expect(order).toMatchObject({ total_amount: 833, customer: { external_id: 'crm-2' } });
  expect(await create()).toEqual(order);
  const subscription = await polar.subscriptions.create({ product_id: monthly.id, ...reported } as never);
  const payment = await polar.orders.create({ subscription_id: subscription.id } as never);
  expect(payment).toMatchObject({
    total_amount: 833,
    billing_reason: 'subscription_cycle',
    subscription: { id: subscription.id },
  });
  expect(ids(await polar.orders.list({ product_billing_type: 'recurring' }))).toEqual([payment.id]);
  expect(await refusal(polar.orders.create({ product_id: once.id, ...reported, amount: 1 } as never))).toMatchObject({
    statusCode: 409,
  });
});

test('grants are listed, for all benefits and for one', async () => {
  const { benefit, monthly, once, customer } = await fixture();
  const subscription = await polar.subscriptions.create({ product_id: monthly.id, customer_id: customer.id });
  const order = await polar.orders.create({ product_id: once.id, customer_id: customer.id });
  await granted({ subscriptionId: subscription.id });
  await granted({ orderId: order.id });
  await polar.subscriptions.revoke(subscription.id);
  await granted({ subscriptionId: subscription.id });

  const { items } = await polar.benefitGrants.list({ external_customer_id: ['crm-1'], sorting: ['created_at'] });
  expect(items).toMatchObject([
    { is_granted: false, is_revoked: true, subscription_id: subscription.id, order_id: null, benefit: { id: benefit.id } },
    { is_granted: true, is_revoked: false, subscription_id: null, order_id: order.id, customer: { id: customer.id } },
  ]);
  expect(ids(await polar.benefitGrants.list({ is_granted: true }))).toEqual([items[1]!.id]);
  expect(ids(await polar.benefits.grants(benefit.id, { is_granted: false, customer_id: customer.id }))).toEqual([items[0]!.id]);
  expect(await collect(polar.benefits.iterGrants(benefit.id, { limit: 1 }))).toHaveLength(2);
});

test('the customer state has current subscriptions and grants', async () => {
  const { benefit, monthly, customer } = await fixture();
  expect(await polar.customers.getState(customer.id)).toEqual({
    ...customer,
    active_subscriptions: [],
    granted_benefits: [],
    active_meters: [],
  });
  const subscription = await polar.subscriptions.create({ product_id: monthly.id, customer_id: customer.id });
  await granted({ subscriptionId: subscription.id });
  const state = await polar.customers.getStateExternal('crm-1');
  expect(state).toMatchObject({
    id: customer.id,
    active_subscriptions: [{ id: subscription.id, status: 'active', product_id: monthly.id, meters: [] }],
    granted_benefits: [{ benefit_id: benefit.id, benefit_type: 'custom', benefit_metadata: { tier: 'pro' } }],
  });
  expect(ids(await polar.customers.list({ active: true }))).toEqual([customer.id]);
  await polar.subscriptions.revoke(subscription.id);
  expect(ids(await polar.customers.list({ active: true }))).toEqual([]);
  expect(await refusal(polar.customers.getStateExternal('nobody'))).toBeInstanceOf(errors.ResourceNotFound);
});

test('errors raise the client’s error classes', async () => {
  const { monthly, once, customer } = await fixture();
  const recurring = await refusal(polar.orders.create({ product_id: monthly.id, customer_id: customer.id }));
  expect(recurring).toMatchObject({ statusCode: 422, error: { detail: [{ loc: ['body', 'product_id'] }] } });
  const single = await refusal(polar.subscriptions.create({ product_id: once.id, customer_id: customer.id }));
  expect(single).toBeInstanceOf(errors.HTTPValidationError);
  const stranger = service.polar((await seedOrganization(service.api)).oat);
  const { id } = await polar.subscriptions.create({ product_id: monthly.id, customer_id: customer.id });
  expect(await refusal(stranger.subscriptions.get(id))).toBeInstanceOf(errors.ResourceNotFound);
  expect(await refusal(stranger.subscriptions.revoke(id))).toBeInstanceOf(errors.ResourceNotFound);
});

test('refunds are created and listed, and disputes are listed, read and accepted', async () => {
  const { once, customer } = await fixture();
  const order = await polar.orders.create({ product_id: once.id, customer_id: customer.id });
  const refund = await polar.refunds.create({ order_id: order.id, reason: 'duplicate', amount: 300, comment: 'twice' });
  expect(refund).toMatchObject({ amount: 300, status: 'succeeded', order_id: order.id, dispute: null });
  expect((await polar.refunds.list({ order_id: order.id })).items).toEqual([refund]);
  expect(await collect(polar.refunds.iterList({ customer_id: customer.id }))).toEqual([refund]);
  expect(await polar.orders.get(order.id)).toMatchObject({ status: 'partially_refunded', refunded_amount: 300 });
  await polar.refunds.create({ order_id: order.id, reason: 'other', amount: 600 });
  const again = polar.refunds.create({ order_id: order.id, reason: 'other', amount: 1 });
  expect(await refusal(again)).toBeInstanceOf(errors.RefundedAlready);

  const reported = await callAs(service.api, seller.oat)('POST', '/v1/disputes/', { order_id: order.id, payment_id: 'ch_1' });
  const dispute = await polar.disputes.get(reported.body.id);
  expect((await polar.disputes.list({ status: 'needs_response' })).items).toEqual([dispute]);
  expect(await polar.disputes.accept(dispute.id)).toMatchObject({ id: dispute.id, status: 'lost', closed: true });
  expect(await refusal(polar.disputes.accept(dispute.id))).toBeInstanceOf(errors.DisputeNotOpenError);
});
