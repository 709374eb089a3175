import { Polar as OldPolar } from 'polar-sdk-0-47';
import { openSession } from '../support/portal.ts';
import { seedCustomer } from '../support/seed-customer.ts';
import { seedProduct } from '../support/seed-product.ts';
import { type SeededOrganization, seedOrganization } from '../support/seed.ts';
import { collect, errors, listen, type ListeningApi, refusal } from './polar.ts';

let service: ListeningApi;
let seller: SeededOrganization;
beforeAll(async () => {
  service = await listen();
  seller = await seedOrganization(service.api);
});
afterAll(() => service.close());
afterEach(() => service.assertNoViolations());

/** A customer with a subscription and an order. */
async function customer() {
  const { id } = seller.organization;
  const polar = service.polar(seller.oat);
  const [monthly, once] = [await seedProduct(service.api, id, { every: 'month' }), await seedProduct(service.api, id)];
  const { id: customer_id } = await seedCustomer(service.api, id);
  const subscription = await polar.subscriptions.create({ customer_id, product_id: monthly.id });
  const created = await service.post('/v1/orders/', { customer_id, product_id: once.id }, { accessToken: seller.oat });
  const { token } = await openSession(service.api, seller, customer_id);
  const { customerPortal } = service.polar(token);
  return { polar, monthly, subscription, order: created as { id: string }, customerPortal };
}

test('a customer lists, gets, updates and cancels its subscriptions', async () => {
  const { monthly, subscription, customerPortal } = await customer();
  const { subscriptions } = customerPortal;
  const { items } = await subscriptions.list({ product_id: monthly.id, active: true, query: 'acme', sorting: ['-product'] });
  expect(items).toMatchObject([{ id: subscription.id, product: { id: monthly.id } }]);
  expect(await collect(subscriptions.iterList({ limit: 1 }))).toEqual(items);
  expect(await subscriptions.get(subscription.id)).toEqual(items[0]);
  const canceled = await subscriptions.update(subscription.id, { cancel_at_period_end: true, cancellation_reason: 'unused' });
  expect(canceled).toMatchObject({ cancel_at_period_end: true, customer_cancellation_reason: 'unused' });
  expect(await refusal(subscriptions.cancel(subscription.id))).toBeInstanceOf(errors.AlreadyCanceledSubscription);
  await subscriptions.update(subscription.id, { cancel_at_period_end: false });
  expect(await subscriptions.cancel(subscription.id)).toMatchObject({ cancel_at_period_end: true });
  expect(await refusal(subscriptions.get(crypto.randomUUID()))).toBeInstanceOf(errors.ResourceNotFound);
  expect(await refusal(subscriptions.update(crypto.randomUUID(), { seats: 3 }))).toBeInstanceOf(errors.ResourceNotFound);
});

test('a customer lists, gets and updates its orders, and finds their documents', async () => {
  const { polar, order, customerPortal } = await customer();
  const { orders } = customerPortal;
  const { items } = await orders.list({ product_billing_type: 'one_time', sorting: ['-amount'] });
  expect(items).toMatchObject([{ id: order.id, status: 'paid' }]);
  expect(await orders.get(order.id)).toEqual(items[0]);
  expect(await orders.update(order.id, { billing_name: 'Acme' })).toMatchObject({ billing_name: 'Acme' });
  for (const find of [orders.invoice, orders.receipt, polar.orders.invoice, polar.orders.receipt]) {
    expect(await refusal(find(order.id))).toBeInstanceOf(errors.ResourceNotFound);
  }
  const asked = [orders.generateInvoice, polar.orders.generateInvoice];
  for (const ask of asked) {
    expect(await refusal(ask(order.id))).toBeInstanceOf(errors.MissingInvoiceBillingDetails);
    expect(await refusal(ask(crypto.randomUUID()))).toBeInstanceOf(errors.ResourceNotFound);
  }
  await polar.orders.update(order.id, { billing_address: { country: 'FR' } });
  for (const ask of asked) expect(await ask(order.id)).toMatchObject({ id: order.id, is_invoice_generated: false });
  const url = 'https://billing.example.com/17';
  await polar.orders.update(order.id, { invoice: { url }, receipt: { url } } as object);
  for (const find of [orders.invoice, orders.receipt, polar.orders.invoice, polar.orders.receipt]) {
    expect(await find(order.id)).toEqual({ url });
  }
});

/**
 * The calls of the sign-up and of the routes `/customer/subscriptions/list` and `/customer/orders/list` of `@polar-sh/better-auth` 1.8.4,
 * with the client that it needs (^0.47).
 */
test('the older client signs up a customer and lists what a customer bought, as `@polar-sh/better-auth` does', async () => {
  const polar = new OldPolar({ accessToken: seller.oat, serverURL: service.baseUrl });
  const [email, externalId, referenceId] = [`${crypto.randomUUID()}@example.com`, crypto.randomUUID(), crypto.randomUUID()];
  expect((await polar.customers.list({ email })).result.items).toEqual([]);
  const { id } = await polar.customers.create({ email, name: 'Ada' });
  expect((await polar.customers.list({ email })).result.items).toMatchObject([{ id, externalId: null }]);
  await polar.customers.update({ id, customerUpdate: { externalId } });

  const { id: organization } = seller.organization;
  const [monthly, once] = [
    await seedProduct(service.api, organization, { every: 'month' }),
    await seedProduct(service.api, organization),
  ];
  const bought = { external_customer_id: externalId, metadata: { referenceId } };
  const subscription = await service.polar(seller.oat).subscriptions.create({ ...bought, product_id: monthly.id });
  const order = (await service.post('/v1/orders/', { ...bought, product_id: once.id }, { accessToken: seller.oat })) as {
    id: string;
  };

  const session = await polar.customerSessions.create({ externalCustomerId: externalId });
  const as = { customerSession: session.token };
  const { subscriptions, orders } = polar.customerPortal;
  for (const options of [{}, { page: 1, limit: 5, active: true }]) {
    expect((await subscriptions.list(as, options)).result.items).toMatchObject([{ id: subscription.id, customerId: id }]);
  }
  expect((await polar.subscriptions.list({ active: true, metadata: { referenceId } })).result.items).toMatchObject([
    { id: subscription.id },
  ]);
  for (const options of [{}, { page: 1, limit: 5, productBillingType: 'one_time' as const }]) {
    expect((await orders.list(as, options)).result.items).toMatchObject([{ id: order.id, paid: true, invoiceNumber: '' }]);
  }
});
