import type { Answer, Call } from '../support/call.ts';
import { openSession } from '../support/portal.ts';
import { openSellerFixture, type SellerFixture } from '../support/seller-fixture.ts';

let fixture: SellerFixture;
beforeAll(async () => {
  fixture = await openSellerFixture();
});
afterAll(() => fixture.close());

const ids = ({ body }: Answer): string[] => body.items.map(({ id }: { id: string }) => id);

/** A customer with a session and an order of a product called Zeta. */
async function buyer() {
  const product = await fixture.product({ name: 'Zeta' });
  const customer = await fixture.customer();
  const order = await fixture.create('/v1/orders/', {
    customer_id: customer.id,
    product_id: product.id,
    metadata: { margin: 3 },
  });
  const session = async (role?: 'member' | 'billing_manager'): Promise<Call> =>
    (await openSession(fixture.api, fixture.ours, customer.id, role)).call;
  return { product, customer, order, session, call: await session(), url: `/v1/customer-portal/orders/${order.id}` };
}

test('a customer lists its orders and gets one, without what only the seller sees', async () => {
  const { product, customer, order, call } = await buyer();
  const [monthly, alpha] = [await fixture.product({ every: 'month' }), await fixture.product({ name: 'Alpha 50%' })];
  const subscription = await fixture.create('/v1/subscriptions/', { customer_id: customer.id, product_id: monthly.id });
  const payment = await fixture.create('/v1/orders/', { subscription_id: subscription.id, amount: 700 });
  const bundle = await fixture.create('/v1/orders/', {
    customer_id: customer.id,
    items: [
      { product_id: alpha.id, amount: 60 },
      { product_id: product.id, amount: 40 },
    ],
  });
  await buyer();
  const list = async (query = '') => ids(await call('GET', `/v1/customer-portal/orders/?${query}`));
  expect(await list()).toEqual([bundle.id, payment.id, order.id]);
  expect(await list('sorting=product&sorting=-created_at')).toEqual([payment.id, bundle.id, order.id]);
  expect(await list('sorting=net_amount')).toEqual([bundle.id, payment.id, order.id]);
  expect(await list('sorting=-amount&limit=1&page=2')).toEqual([payment.id]);
  expect(await list('query=zETA')).toEqual([bundle.id, order.id]);
  expect(await list('query=0%25')).toEqual([bundle.id]);
  expect(await list(`product_id=${product.id}`)).toEqual([bundle.id, order.id]);
  expect(await list('product_billing_type=recurring')).toEqual([payment.id]);
  expect(await list(`subscription_id=${subscription.id}`)).toEqual([payment.id]);
  const one = await call('GET', `/v1/customer-portal/orders/${payment.id}`);
  expect(one).toMatchObject({
    status: 200,
    body: {
      status: 'paid',
      total_amount: 700,
      invoice_number: '',
      is_invoice_generated: false,
      invoice_requested_at: null,
      product: { id: monthly.id, organization: { id: fixture.ours.organization.id } },
      subscription: { id: subscription.id },
    },
  });
  for (const hidden of ['metadata', 'customer', 'recipient', 'platform_fee_amount']) expect(one.body).not.toHaveProperty(hidden);
  expect(one.body.subscription).not.toHaveProperty('metadata');
});

test('a customer corrects name and address on the invoice, and nothing else', async () => {
  const { order, call } = await buyer();
  const billing_address = { line1: '1 Main St', city: 'Albany', state: 'NY', country: 'US' };
  const sent = { billing_name: 'Acme', billing_address, status: 'void', amount: 1, invoice: { url: 'https://example.com' } };
  const updated = await call('PATCH', `/v1/customer-portal/orders/${order.id}`, sent);
  expect(updated).toMatchObject({
    status: 200,
    body: { billing_name: 'Acme', billing_address: { state: 'US-NY' }, status: 'paid', is_invoice_generated: false },
  });
  expect(
    (await call('PATCH', `/v1/customer-portal/orders/${order.id}`, { billing_address: { country: 'DE' } })).body,
  ).toMatchObject({
    detail: [{ loc: ['body', 'billing_address', 'country'] }, { loc: ['body', 'billing_address', 'state'] }],
  });
  expect((await fixture.eventsOf(order.id)).filter((name) => name === 'order.updated')).toHaveLength(1);
});

test('a customer or the seller asks for an invoice of what was paid, and the seller sees when', async () => {
  const { call, order } = await buyer();
  const [own, sellers] = [`/v1/customer-portal/orders/${order.id}`, `/v1/orders/${order.id}`];
  expect(await call('POST', `${own}/invoice`)).toMatchObject({ status: 422, body: { error: 'MissingInvoiceBillingDetails' } });
  await call('PATCH', own, { billing_name: 'Acme', billing_address: { country: 'FR' } });
  const first = await call('POST', `${own}/invoice`);
  const asked = (await fixture.seller('GET', sellers)).body.invoice_requested_at;
  expect(first).toMatchObject({ status: 202, body: { id: order.id, invoice_requested_at: asked } });
  expect(asked).toEqual(expect.any(String));
  expect((await fixture.seller('POST', `${sellers}/invoice`)).status).toBe(202);
  expect((await call('GET', own)).body.invoice_requested_at).toBe(asked);
  await fixture.seller('POST', `${sellers}/void`);
  expect(await call('POST', `${own}/invoice`)).toMatchObject({ status: 409, body: { error: 'OrderNotEligibleForInvoice' } });
});

test('a customer finds the invoice and the receipt that the seller reported, as long as it does not take them back', async () => {
  const { order, call, url } = await buyer();
  const sellers = `/v1/orders/${order.id}`;
  const invoice = { number: '2026-0017', url: 'https://billing.example.com/17.pdf' };
  expect((await fixture.seller('PATCH', sellers, { invoice })).body).toMatchObject({
    invoice_number: '2026-0017',
    is_invoice_generated: true,
    receipt_number: null,
  });
  await fixture.seller('PATCH', sellers, { invoice, receipt: { url: 'https://billing.example.com/r/17' } });
  for (const found of [
    await call('GET', `/v1/customer-portal/orders/${order.id}/invoice`),
    await fixture.seller('GET', `/v1/orders/${order.id}/invoice`),
  ]) {
    expect(found).toMatchObject({ status: 200, body: { url: invoice.url } });
  }
  for (const found of [
    await call('GET', `/v1/customer-portal/orders/${order.id}/receipt`),
    await fixture.seller('GET', `/v1/orders/${order.id}/receipt`),
  ]) {
    expect(found).toMatchObject({ status: 200, body: { url: 'https://billing.example.com/r/17' } });
  }
  expect((await call('GET', url)).body).toMatchObject({ invoice_number: '2026-0017', is_invoice_generated: true });
  expect((await fixture.eventsOf(order.id)).filter((name) => name === 'order.updated')).toHaveLength(2);
  for (const invalid of [{ number: '1' }, { url: 'javascript:alert(1)' }, { url: 'https://a.example', number: '' }, 'x']) {
    expect([invalid, (await fixture.seller('PATCH', sellers, { invoice: invalid })).status]).toEqual([invalid, 422]);
  }
  await fixture.seller('PATCH', sellers, { invoice: null });
  expect(await call('GET', `/v1/customer-portal/orders/${order.id}/invoice`)).toMatchObject({
    status: 404,
    body: { error: 'ResourceNotFound' },
  });
  expect((await call('GET', `/v1/customer-portal/orders/${order.id}/receipt`)).status).toBe(200);
});

test('404: orders of others and orders without documents; 403 for members who lead nobody; 422: invalid input', async () => {
  const [{ order, session, call }, other] = [await buyer(), await buyer()];
  const member = await session('member');
  const leader = await session('billing_manager');
  for (const path of ['', '/invoice', '/receipt']) {
    const url = `/v1/customer-portal/orders/${order.id}${path}`;
    expect((await other.call('GET', url)).status).toBe(404);
    expect((await member('GET', url)).status).toBe(403);
    expect((await leader('GET', url)).status).toBe(path ? 404 : 200);
  }
  expect((await other.call('PATCH', `/v1/customer-portal/orders/${order.id}`, {})).status).toBe(404);
  expect((await member('PATCH', `/v1/customer-portal/orders/${order.id}`, {})).status).toBe(403);
  expect((await call('GET', '/v1/customer-portal/orders/x')).status).toBe(422);
  expect(
    (await call('GET', '/v1/customer-portal/orders/?sorting=status&product_billing_type=x&page=0')).body.detail,
  ).toHaveLength(4);
});
