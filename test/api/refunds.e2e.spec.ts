import { randomUUID } from 'node:crypto';
import { TIME, UUID } from '../support/license-fixture.ts';
import { openSellerFixture, type SellerFixture } from '../support/seller-fixture.ts';

let fixture: SellerFixture;
beforeAll(async () => {
  fixture = await openSellerFixture();
});
afterAll(() => fixture.close());

/** Costs 1,000 and 200 tax. */
async function ordered(facts: object = {}) {
  const [product, customer] = [await fixture.product(), await fixture.customer()];
  const purchase = { product_id: product.id, customer_id: customer.id, amount: 1000, tax_amount: 200 };
  return fixture.create('/v1/orders/', { ...purchase, ...facts });
}

/** A payment for a subscription. */
async function paid() {
  const [product, customer] = [await fixture.product({ every: 'month' }), await fixture.customer()];
  const subscription = await fixture.create('/v1/subscriptions/', { product_id: product.id, customer_id: customer.id });
  return fixture.create('/v1/orders/', { subscription_id: subscription.id, amount: 1000 });
}

const orderOf = async ({ id }: { readonly id: string }) => (await fixture.seller('GET', `/v1/orders/${id}`)).body;
const post = (url: string, body?: object) => fixture.seller('POST', url, body);
const locationsOf = (body: { detail: { loc: string[] }[] }) => body.detail.map(({ loc }) => loc.join('.'));

describe('POST /v1/refunds/{id}/cancel', () => {
  test('200: a refund that was a mistake no longer counts, once; 404 elsewhere', async () => {
    const order = await ordered();
    const refund = { order_id: order.id, reason: 'other', amount: 1000, revoke_benefits: true };
    const { body } = await post('/v1/refunds/', refund);
    const canceled = await post(`/v1/refunds/${body.id}/cancel`);
    expect(canceled.status).toBe(200);
    expect(canceled.body).toEqual({ ...body, status: 'canceled', modified_at: expect.stringMatching(TIME) });
    expect(await orderOf(order)).toMatchObject({ status: 'paid', refunded_amount: 0, refundable_amount: 1000 });
    expect((await post(`/v1/refunds/${body.id}/cancel`)).body).toEqual(canceled.body);
    expect(await fixture.eventsOf(body.id)).toEqual(['refund.created', 'refund.updated']);
    const succeeded = await fixture.seller('GET', `/v1/refunds/?order_id=${order.id}&succeeded=true`);
    expect(succeeded.body.items).toEqual([]);
    expect((await post(`/v1/refunds/${randomUUID()}/cancel`)).status).toBe(404);
  });
});

describe('POST /v1/disputes/{id}/cancel', () => {
  test('200: a dispute that was a mistake takes nothing away, once, and another one can be recorded; 404 elsewhere', async () => {
    const order = await ordered();
    const dispute = { order_id: order.id, payment_id: 'ch_1', revoke_benefits: true };
    const { body } = await post('/v1/disputes/', dispute);
    await post(`/v1/disputes/${body.id}/accept`);
    const canceled = await post(`/v1/disputes/${body.id}/cancel`);
    expect(canceled.status).toBe(200);
    expect(canceled.body).toMatchObject({ status: 'prevented', resolved: false, closed: true, revoke_benefits: false });
    expect((await post(`/v1/disputes/${body.id}/cancel`)).body).toEqual(canceled.body);
    expect(await fixture.eventsOf(body.id)).toEqual(['dispute.created', 'dispute.updated', 'dispute.updated']);
    expect((await post('/v1/disputes/', dispute)).status).toBe(201);
    expect((await post(`/v1/disputes/${randomUUID()}/cancel`)).status).toBe(404);
  });
});

describe('POST /v1/refunds/', () => {
  const refund = (order: { readonly id: string }, some: object = {}) =>
    post('/v1/refunds/', { order_id: order.id, reason: 'customer_request', amount: 1000, ...some });

  test('201: the refund and the order show what was refunded', async () => {
    const order = await ordered();
    const { status, body } = await refund(order, { amount: 250, comment: 'late', metadata: { id: 're_1' } });
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.stringMatching(UUID),
      created_at: expect.stringMatching(TIME),
      modified_at: null,
      metadata: { id: 're_1' },
      status: 'succeeded',
      reason: 'customer_request',
      amount: 250,
      tax_amount: 50,
      currency: 'usd',
      organization_id: fixture.ours.organization.id,
      order_id: order.id,
      subscription_id: null,
      customer_id: order.customer_id,
      revoke_benefits: false,
      dispute: null,
    });
    expect(await orderOf(order)).toMatchObject({
      status: 'partially_refunded',
      paid: true,
      refunded_amount: 250,
      refunded_tax_amount: 50,
      refundable_amount: 750,
      refundable_tax_amount: 150,
      due_amount: 0,
    });
    await refund(order, { amount: 750, reason: 'duplicate' });
    expect(await orderOf(order)).toMatchObject({ status: 'refunded', paid: true, refunded_amount: 1000, refundable_amount: 0 });
    expect(await fixture.eventsOf(order.id)).toEqual([
      'order.created',
      'order.paid',
      'order.updated',
      'order.refunded',
      'order.updated',
      'order.refunded',
    ]);
    expect(await fixture.eventsOf(body.id)).toEqual(['refund.created']);
  });

  test('400: the benefits of a subscription are not revoked with a payment', async () => {
    const payment = await paid();
    const { status, body } = await refund(payment, { revoke_benefits: true });
    expect([status, body.error]).toEqual([400, 'RevokeSubscriptionBenefitsProhibited']);
    expect((await refund(payment)).body).toMatchObject({ amount: 1000, subscription_id: payment.subscription_id });
  });

  test('403: the order is fully refunded', async () => {
    const order = await ordered();
    await refund(order);
    const { status, body } = await refund(order, { amount: 1 });
    expect([status, body.error]).toEqual([403, 'RefundedAlready']);
  });

  test('409: the order is pending', async () => {
    const { status, body } = await refund(await ordered({ status: 'pending' }));
    expect([status, body.error]).toEqual([409, 'OrderNotPaid']);
  });

  test('422: more than was paid, an unknown order, and invalid fields; nothing changes', async () => {
    const order = await ordered();
    const before = await orderOf(order);
    for (const [some, where] of [
      [{ amount: 1001 }, ['body.amount']],
      [{ amount: 0 }, ['body.amount']],
      [{ order_id: randomUUID() }, ['body.order_id']],
      [
        { reason: 'dispute_prevention', comment: 'x'.repeat(10_001), metadata: 7 },
        ['body.reason', 'body.comment', 'body.metadata'],
      ],
    ] as const) {
      const { status, body } = await refund(order, some);
      expect([status, locationsOf(body)]).toEqual([422, where]);
    }
    expect(await orderOf(order)).toEqual(before);
  });
});

describe('GET /v1/refunds/', () => {
  test('200: by order, customer, subscription and id, sorted', async () => {
    const [order, payment] = [await ordered(), await paid()];
    const refunds = [];
    for (const [about, amount] of [
      [order, 300],
      [order, 100],
      [payment, 200],
    ] as const) {
      refunds.push((await post('/v1/refunds/', { order_id: about.id, reason: 'other', amount })).body);
    }
    const list = async (query: string) => (await fixture.seller('GET', `/v1/refunds/?${query}`)).body;
    const [first, second, third] = refunds;
    expect(await list(`order_id=${order.id}`)).toEqual({ items: [second, first], pagination: { total_count: 2, max_page: 1 } });
    expect((await list(`order_id=${order.id}&order_id=${payment.id}&sorting=amount`)).items).toEqual([second, third, first]);
    expect((await list(`subscription_id=${payment.subscription_id}`)).items).toEqual([third]);
    expect((await list(`customer_id=${order.customer_id}&limit=1&page=2`)).items).toEqual([first]);
    expect((await list(`external_customer_id=${order.customer.external_id}&id=${first.id}`)).items).toEqual([first]);
    expect((await list(`order_id=${order.id}&succeeded=false`)).items).toEqual([]);
    expect((await fixture.seller('GET', '/v1/refunds/?sorting=reason')).status).toBe(422);
  });
});

describe('POST /v1/orders/{id}/void and POST /v1/orders/{id}/unvoid', () => {
  test('200: a void order has no due amount and is restored as it was', async () => {
    for (const status of ['paid', 'pending'] as const) {
      const order = await ordered({ status });
      const voided = await post(`/v1/orders/${order.id}/void`);
      expect([voided.status, voided.body]).toMatchObject([
        200,
        { status: 'void', paid: false, due_amount: 0, refundable_amount: 0, total_amount: 1200 },
      ]);
      expect((await post(`/v1/orders/${order.id}/void`)).body).toEqual(voided.body);
      const { body } = await post(`/v1/orders/${order.id}/unvoid`);
      expect(body).toEqual({ ...order, modified_at: expect.stringMatching(TIME) });
    }
  });

  test('404, 409 and 422', async () => {
    const order = await ordered();
    expect((await post(`/v1/orders/${order.id}/unvoid`)).body.error).toBe('OrderNotVoid');
    await post('/v1/refunds/', { order_id: order.id, reason: 'other', amount: 1 });
    const { status, body } = await post(`/v1/orders/${order.id}/void`);
    expect([status, body.error]).toEqual([409, 'OrderNotVoidable']);
    expect((await post(`/v1/orders/${randomUUID()}/void`)).status).toBe(404);
    expect((await post('/v1/orders/nonsense/unvoid')).status).toBe(422);
  });
});

describe('/v1/disputes/', () => {
  const dispute = (order: { readonly id: string }, some: object = {}) =>
    post('/v1/disputes/', { order_id: order.id, payment_id: 'ch_1', ...some });

  test('201 and 200: a dispute is about the order by default, and is read, updated and accepted', async () => {
    const order = await ordered();
    const evidence_due_by = '2026-12-01T00:00:00.000Z';
    const { status, body } = await dispute(order, { reason: 'fraudulent', evidence_due_by });
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.stringMatching(UUID),
      created_at: expect.stringMatching(TIME),
      modified_at: null,
      status: 'needs_response',
      resolved: false,
      closed: false,
      amount: 1000,
      tax_amount: 200,
      currency: 'usd',
      reason: 'fraudulent',
      evidence_due_by,
      past_due: expect.any(Boolean),
      order_id: order.id,
      payment_id: 'ch_1',
      case_id: null,
      revoke_benefits: false,
      customer: expect.objectContaining({ id: order.customer_id }),
    });
    expect((await fixture.seller('GET', `/v1/disputes/${body.id}`)).body).toEqual(body);
    const changes = { status: 'under_review', evidence_due_by: null };
    const updated = await fixture.seller('PATCH', `/v1/disputes/${body.id}`, changes);
    expect(updated.body).toEqual({ ...body, ...changes, past_due: false, modified_at: expect.stringMatching(TIME) });
    const accepted = await post(`/v1/disputes/${body.id}/accept`);
    expect([accepted.status, accepted.body]).toMatchObject([200, { status: 'lost', resolved: true, closed: true }]);
    expect(await fixture.eventsOf(body.id)).toEqual(['dispute.created', 'dispute.updated', 'dispute.updated']);
  });

  test('200: disputes are listed by order and status', async () => {
    const [one, other] = [await ordered(), await ordered()];
    const [open, won] = [(await dispute(one, { amount: 5 })).body, (await dispute(other, { status: 'won' })).body];
    const list = async (query: string) =>
      (await fixture.seller('GET', `/v1/disputes/?order_id=${one.id}&order_id=${other.id}&${query}`)).body.items;
    expect(await list('sorting=amount')).toEqual([open, won]);
    expect(await list('status=won&status=lost')).toEqual([won]);
    expect((await fixture.seller('GET', '/v1/disputes/?status=unknown')).status).toBe(422);
  });

  test('409: one open dispute at a time, about what was paid; a closed one keeps its outcome', async () => {
    const order = await ordered();
    const { body } = await dispute(order);
    expect((await dispute(order)).body.error).toBe('OrderAlreadyDisputed');
    await fixture.seller('PATCH', `/v1/disputes/${body.id}`, { status: 'won' });
    const late = await fixture.seller('PATCH', `/v1/disputes/${body.id}`, { status: 'lost' });
    expect([late.status, late.body.error]).toEqual([409, 'DisputeNotOpenError']);
    expect((await post(`/v1/disputes/${body.id}/accept`)).status).toBe(409);
    expect((await dispute(await ordered({ status: 'pending' }))).body.error).toBe('OrderNotPaid');
  });

  test('400, 404 and 422', async () => {
    const refused = await dispute(await paid(), { revoke_benefits: true });
    expect([refused.status, refused.body.error]).toEqual([400, 'RevokeSubscriptionBenefitsProhibited']);
    expect((await fixture.seller('GET', `/v1/disputes/${randomUUID()}`)).status).toBe(404);
    const order = await ordered();
    for (const [some, where] of [
      [{ amount: 1001 }, ['body.amount']],
      [{ tax_amount: 201 }, ['body.tax_amount']],
      [{ order_id: randomUUID() }, ['body.order_id']],
      [{ payment_id: '', status: 'open' }, ['body.payment_id', 'body.status']],
    ] as const) {
      const { status, body } = await dispute(order, some);
      expect([status, locationsOf(body)]).toEqual([422, where]);
    }
  });
});
