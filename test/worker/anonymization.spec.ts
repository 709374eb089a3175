import { EntityManager } from '@mikro-orm/postgresql';
import { callAs } from '../support/call.ts';
import { CONNECTOR_SECRET, stripeEvent, StripeLife, stripeSignature } from '../support/connectors/stripe-events.ts';
import { openSession } from '../support/portal.ts';
import { openPurchaseFixture, type PurchaseFixture } from '../support/purchase-fixture.ts';
import { seatsOf } from '../support/seat-fixture.ts';
import { SEAT_PRICES } from '../support/seed-seats.ts';

let fixture: PurchaseFixture;
beforeAll(async () => {
  fixture = await openPurchaseFixture();
});
afterAll(() => fixture.close());

/** Every column in which the marker is found before, so that the seed covers all contexts. */
const PERSONAL = [
  'connectors.events.body',
  'connectors.subjects.knowledge',
  'connectors.undelivered_purchases.email',
  'customer_portal.customer_tags.tag',
  'customer_portal.customers.billing_address',
  'customer_portal.customers.billing_name',
  'customer_portal.customers.email',
  'customer_portal.customers.email_key',
  'customer_portal.customers.metadata',
  'customer_portal.customers.name',
  'customer_portal.mails.recipient',
  'customer_portal.members.email',
  'customer_portal.members.email_key',
  'customer_portal.members.external_id',
  'customer_portal.members.name',
  'customer_portal.sign_in_codes.email_key',
  'customer_portal.sign_ins.email_key',
  'entitlements.disputes.reason',
  'entitlements.order_tags.tag',
  'entitlements.orders.billing_address',
  'entitlements.orders.billing_name',
  'entitlements.orders.metadata',
  'entitlements.refunds.comment',
  'entitlements.refunds.metadata',
  'entitlements.subscriptions.customer_cancellation_comment',
  'entitlements.subscriptions.metadata',
  'licensing.activations.conditions',
  'licensing.activations.device',
  'licensing.activations.label',
  'licensing.activations.meta',
  'licensing.key_increments.metadata',
  'licensing.license_key_tags.tag',
  'licensing.license_keys.metadata',
  'licensing.license_keys.notes',
  'metering.customer_meters.customer_name',
  'metering.events.external_member_id',
  'metering.events.metadata',
  'metering.subjects.customer_name',
  'notes.notes.text',
  'platform.audit_log.changes',
  'seats.seats.email',
  'seats.seats.seat_metadata',
];

const em = () => fixture.api.app.get(EntityManager).fork();

/** The names of all columns of all tables that contain the marker somewhere. */
async function columnsWith(marker: string): Promise<string[]> {
  const tables = await em().execute<{ name: string }[]>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema') order by 1`,
  );
  expect(tables.length).toBeGreaterThan(40);
  const found = await Promise.all(
    tables.map(async ({ name }) => {
      const columns = await em().execute<{ key: string }[]>(
        `select distinct entry.key from ${name} stored, jsonb_each_text(to_jsonb(stored)) entry where entry.value ilike ?`,
        [`%${marker}%`],
      );
      // Events are stored in a table for each month.
      return columns.map(({ key }) => `${name.replace(/(events)_\d{4}_\d\d$/, '$1')}.${key}`);
    }),
  );
  return [...new Set(found.flat())].sort();
}

const ok = (answer: { status: number; text: string }): void => {
  if (answer.status >= 300) throw new Error(`${answer.status} ${answer.text}`);
};

const withAddress = (event: object, email: string): object => ({ ...event, billing_details: { email } });

/** What a payment provider tells about a customer: two items of which one is delivered, a refund, and what is about no purchase. */
async function seedPaid(email: string): Promise<void> {
  const { seller, create } = fixture;
  const { id } = await create('/v1/connectors', { provider: 'stripe', secret: CONNECTOR_SECRET });
  const product = await fixture.product({ every: 'month' });
  ok(await seller('POST', `/v1/connectors/${id}/prices`, { external_id: 'price_mapped', product_id: product.id }));
  const [from, now] = [new Date(Date.now() - 86_400_000), new Date()];
  const period = [from, new Date(Date.now() + 86_400_000)] as const;
  const known = new StripeLife(from, email, 'price_mapped');
  // Nothing here came of this customer: only the address tells who it is.
  const unknown = new StripeLife(from, email.toUpperCase(), 'price_unmapped');
  const events = [known, unknown].flatMap((life) => [
    life.customerCreated(from),
    life.subscribed('created', from, { status: 'active', period, extra: ['price_of_another_item'] }),
    life.invoicePaid(from, 'subscription_create', period),
    life.invoicePaymentPaid(now, from),
    withAddress(life.refunded(now, from, 100), email),
  ]);
  for (const event of [...events, stripeEvent('payment_intent.succeeded', now, { id: known.intent, receipt_email: email })]) {
    const body = JSON.stringify(event);
    const headers = { 'stripe-signature': stripeSignature(body, CONNECTOR_SECRET) };
    ok(await seller('POST', `/v1/connectors/${id}/webhook`, body, headers));
  }
  await fixture.settled();
}

/** A team with data in every context, all of it with the marker. */
async function seedTeam(marker: string) {
  const { seller, create, ours } = fixture;
  const organization_id = ours.organization.id;
  const seats = seatsOf(fixture);
  const text = (what: string): string => `${marker} ${what}`;
  const address = { country: 'DE', line1: text('street'), postal_code: '10115', city: text('city') };
  const customer = await create('/v1/customers/', {
    type: 'team',
    email: `${marker}@example.com`,
    name: text('name'),
    billing_address: address,
    external_id: `customer-${marker.length}`,
    owner: { email: `${marker}-owner@example.com`, name: text('owner') },
  });
  const { id: customer_id } = customer;
  ok(await seller('PATCH', `/v1/customers/${customer_id}`, { metadata: { note: text('note') } }));
  for (const member of ['stays', 'leaves']) {
    const email = `${marker}-${member}@example.com`;
    await create(`/v1/customers/${customer_id}/members`, { email, name: text(member), external_id: `${marker}-${member}` });
  }
  ok(await seller('DELETE', `/v1/customers/external/${customer.external_id}/members/${marker}-leaves`));
  const session = await openSession(fixture.api, ours, customer_id);
  ok(await session.call('PATCH', '/v1/customer-portal/customers/me', { billing_name: text('billing') }));

  const benefit = await fixture.benefit({
    activations: { limit: 9, enableCustomerAdmin: true },
    policy: { counters: { exports: {} } },
  });
  const product = await fixture.product({ benefits: [benefit.id] });
  const recurring = await fixture.product({ every: 'month', prices: SEAT_PRICES });
  const metadata = { note: text('note') };
  const order = await create('/v1/orders/', { product_id: product.id, customer_id, metadata });
  const refund = { order_id: order.id, reason: 'customer_request', amount: 100, comment: text('comment'), metadata };
  ok(await seller('POST', '/v1/refunds/', { ...refund, revoke_benefits: false }));
  await create('/v1/disputes/', { order_id: order.id, amount: 100, payment_id: 'pay_1', reason: text('reason') });
  const subscription = await create('/v1/subscriptions/', { product_id: recurring.id, customer_id, seats: 4, metadata });
  ok(
    await seller('PATCH', `/v1/subscriptions/${subscription.id}`, {
      cancel_at_period_end: true,
      customer_cancellation_comment: text('comment'),
    }),
  );
  await fixture.settled();

  const { items } = (await seller('GET', `/v1/license-keys/?benefit_id=${benefit.id}`)).body;
  const { key } = items[0];
  ok(await seller('PATCH', `/v1/license-keys/${items[0].id}`, { metadata, notes: text('notes') }));
  for (const about of [{ customer_id }, { license_key_id: items[0].id }, { order_id: order.id }])
    await create('/v1/notes/', { ...about, text: text('remark') });
  for (const record of [`customers/${customer_id}`, `license-keys/${items[0].id}`, `orders/${order.id}`])
    ok(await seller('PUT', `/v1/${record}/tags`, { tags: [text('tag')] }));
  const increment = { counter: 'exports', units: 1, metadata };
  ok(await seller('POST', '/v1/license-keys/validate', { key, organization_id, increment }));
  for (const device of ['used', 'sold']) {
    const installation = { label: text(device), conditions: { user: text('user') }, meta: { mac: text('mac') } };
    const headers = { 'license-device': `${marker}-${device}` };
    const { status, body } = await seller(
      'POST',
      '/v1/license-keys/activate',
      { key, organization_id, ...installation },
      headers,
    );
    expect(status).toBe(200);
    if (device === 'sold') {
      ok(await seller('POST', '/v1/license-keys/deactivate', { key, organization_id, activation_id: body.id }));
    }
  }

  const holder = (name: string) => ({ email: `${marker}-${name}@example.com`, metadata });
  await seats.seat(subscription, holder('invited'));
  await seats.seat(subscription, { ...holder('claimed'), immediate_claim: true });
  const revoked = await seats.seat(subscription, holder('revoked'));
  ok(await seller('DELETE', `/v1/customer-seats/${revoked.id}`));

  await create('/v1/meters/', {
    name: 'Calls',
    filter: { conjunction: 'and', clauses: [] },
    aggregation: { func: 'count' },
  });
  const llm = {
    vendor: 'acme',
    model: 'm-1',
    input_tokens: 3,
    output_tokens: 4,
    total_tokens: 7,
    prompt: text('prompt'),
    response: text('response'),
  };
  const events = [
    {
      name: 'call',
      customer_id,
      metadata: { user: text('user'), units: 5, paid: true, _llm: llm },
    },
    {
      name: 'call',
      external_customer_id: customer.external_id,
      external_member_id: `${marker}-stays`,
      metadata: { file: text('file') },
    },
  ];
  ok(await seller('POST', '/v1/events/ingest', { events }));
  const signIn = { email: `${marker}-stays@example.com`, organization_id };
  ok(await callAs(fixture.api)('POST', '/v1/customer-portal/customer-session/request', signIn));
  await fixture.settled();
  await seedPaid(customer.email);
  return customer_id as string;
}

test('anonymization erases the personal data of one customer in all tables, but for the notes of the seller', async () => {
  const customerId = await seedTeam('wilhelmina');
  await seedTeam('theodor');
  expect(await columnsWith('wilhelmina')).toEqual(PERSONAL);
  ok(await fixture.seller('DELETE', `/v1/customers/${customerId}?anonymize=true`));
  await fixture.settled();

  expect(await columnsWith('wilhelmina')).toEqual(['customer_portal.customers.metadata']);
  expect(await columnsWith('theodor')).toEqual(PERSONAL);
  const events = await em().execute<{ metadata: object }[]>(
    `select metadata from metering.events where source = 'user' and subject_id in (select id from metering.subjects where customer_id = ?) order by seq`,
    [customerId],
  );
  expect(events.map(({ metadata }) => metadata)).toEqual([
    {
      units: 5,
      paid: true,
      _llm: { vendor: 'acme', model: 'm-1', input_tokens: 3, output_tokens: 4, total_tokens: 7 },
    },
    {},
  ]);
  const { body } = await fixture.seller('GET', `/v1/orders/?customer_id=${customerId}&product_billing_type=one_time`);
  expect(body.items).toMatchObject([
    { status: 'partially_refunded', subtotal_amount: 1000, billing_name: null, billing_address: null },
  ]);
});
