import { EntityManager } from '@mikro-orm/postgresql';
import { CommandBus } from '@nestjs/cqrs';
import { randomUUID } from 'node:crypto';
import { RecordUndelivered, ReportUndelivered } from '#connectors';
import { PublishWebhookEvents } from '#webhooks';
import { CONNECTOR_SECRET as SECRET, stripeEvent, stripeSignature, StripeLife } from '../support/connectors/stripe-events.ts';
import { type Answer, callAs } from '../support/call.ts';
import { type Mailbox, openMailbox } from '../support/mailbox.ts';
import { openPurchaseFixture, type PurchaseFixture } from '../support/purchase-fixture.ts';
import { seedOrganization } from '../support/seed.ts';

type Body = Answer['body'];

const NOW = new Date(Math.floor(Date.now() / 1000) * 1000);
const PERIOD = [NOW, new Date(NOW.getTime() + 30 * 86_400_000)] as const;
const LIST = '/v1/undelivered-purchases/';

let mailbox: Mailbox;
let fixture: PurchaseFixture;
beforeAll(async () => {
  mailbox = await openMailbox();
  fixture = await openPurchaseFixture({ LATCHKEY_DATA: mailbox.folder });
});
afterAll(async () => {
  await fixture.close();
  await mailbox.remove();
});

const newConnector = async (): Promise<string> =>
  (await fixture.create('/v1/connectors', { provider: 'stripe', secret: SECRET })).id;

async function send(connector: string, ...events: readonly object[]): Promise<void> {
  for (const event of events) {
    const body = JSON.stringify(event);
    const headers = { 'stripe-signature': stripeSignature(body, SECRET, new Date()) };
    expect((await fixture.seller('POST', `/v1/connectors/${connector}/webhook`, body, headers)).status).toBe(200);
  }
  await fixture.settled();
}

async function undelivered(filter: string): Promise<Body[]> {
  const answer = await fixture.seller('GET', `${LIST}?${filter}`);
  expect([answer.status, answer.body.pagination?.total_count]).toEqual([200, answer.body.items?.length]);
  return answer.body.items;
}

const press = (line: Body, remedy: string, body?: object) => fixture.seller('POST', `${LIST}${line.id}/${remedy}`, body);

const ordersOf = async (product: { id: string }): Promise<Body[]> =>
  (await fixture.seller('GET', `/v1/orders/?product_id=${product.id}`)).body.items;

async function keyProduct(every?: 'month') {
  const benefit = await fixture.benefit();
  const product = await fixture.product({ benefits: [benefit.id], ...(every && { every }) });
  return { benefit, product };
}

/** A one-time purchase at Stripe, whose payment link nothing here stands for. */
async function unmappedCheckout(link: string, session: object = {}) {
  const connector = await newConnector();
  const life = new StripeLife(NOW);
  const event = life.checkedOut(NOW, { payment_link: link, ...session });
  await send(connector, event);
  const [line] = await undelivered(`connector_id=${connector}`);
  return { connector, life, event, line: line! };
}

test('a paid purchase without a mapped price is listed, and delivered and off the list once its price is mapped', async () => {
  const { benefit, product } = await keyProduct();
  const { connector, life, line } = await unmappedCheckout('plink_mapped');
  expect(line).toMatchObject({
    connector_id: connector,
    provider: 'stripe',
    reason: 'price_unmapped',
    problem: expect.stringContaining('plink_mapped'),
    external_price_id: 'plink_mapped',
    email: life.email,
    name: 'Jenny Rosen',
    amount: 4900,
    currency: 'usd',
    occurred_at: NOW.toISOString(),
    is_deliverable: true,
    resolution: null,
  });
  expect((await press(line, 'map-price', { product_id: randomUUID() })).status).toBe(422);
  expect((await press(line, 'map-price', { product_id: product.id })).status).toBe(204);
  await fixture.settled();
  expect(await undelivered(`connector_id=${connector}`)).toEqual([]);
  expect(await ordersOf(product)).toMatchObject([{ total_amount: 4900, customer: { email: life.email } }]);
  expect(await fixture.keysOf(benefit)).toHaveLength(1);
  expect((await press(line, 'map-price', { product_id: product.id })).status).toBe(404);
});

test('a subscription without a mapped price is one line, which an order cannot deliver', async () => {
  const { product } = await keyProduct('month');
  const connector = await newConnector();
  const life = new StripeLife(NOW, undefined, 'price_of_line');
  await send(
    connector,
    life.customerCreated(NOW),
    life.subscribed('created', NOW, { status: 'active', period: PERIOD }),
    life.invoicePaid(NOW, 'subscription_create', PERIOD),
  );
  const lines = await undelivered(`connector_id=${connector}&reason=price_unmapped`);
  expect(lines).toMatchObject([
    {
      external_id: life.subscription,
      external_price_id: 'price_of_line',
      email: life.email,
      amount: 2900,
      is_deliverable: false,
    },
  ]);
  expect((await press(lines[0]!, 'deliver', { product_id: product.id })).body).toMatchObject({ error: 'RemedyNotApplicable' });
  expect((await press(lines[0]!, 'map-price', { product_id: product.id })).status).toBe(204);
  await fixture.settled();
  expect(await undelivered(`connector_id=${connector}`)).toEqual([]);
});

test('a subscription of whom the provider told no address is delivered as its price is mapped once the address is given', async () => {
  const { benefit, product } = await keyProduct('month');
  const connector = await newConnector();
  const life = new StripeLife(NOW, undefined, 'price_of_nobody');
  await fixture.seller('POST', `/v1/connectors/${connector}/prices`, { external_id: 'price_of_nobody', product_id: product.id });
  await send(connector, life.subscribed('created', NOW, { status: 'active', period: PERIOD }));
  const [line, ...others] = await undelivered(`connector_id=${connector}`);
  expect([line, others]).toMatchObject([{ reason: 'customer_missing', email: null, is_deliverable: false }, []]);
  const refused = await press(line!, 'deliver', { product_id: product.id });
  expect([refused.status, refused.body.detail]).toEqual([409, expect.stringContaining('give the e-mail address')]);
  const email = `${randomUUID()}@example.com`;
  const answer = await press(line!, 'deliver', { email });
  expect([answer.status, answer.body]).toEqual([200, { order_id: null }]);
  await fixture.settled();
  expect(await undelivered(`connector_id=${connector}`)).toEqual([]);
  expect(await fixture.keysOf(benefit)).toMatchObject([{ customer: { email } }]);
});

test('a product is delivered once, however often and however concurrently that is asked for, and a refund takes it back', async () => {
  const { benefit, product } = await keyProduct();
  const other = await fixture.product();
  const { connector, life, event, line } = await unmappedCheckout('plink_delivered');
  const answers = await Promise.all([1, 2, 3].map(() => press(line, 'deliver', { product_id: product.id })));
  const again = await press(line, 'deliver', { product_id: other.id });
  const [order] = await ordersOf(product);
  expect([...answers, again].map(({ status, body }) => `${status} ${body.order_id}`)).toEqual(Array(4).fill(`200 ${order!.id}`));
  await fixture.settled();
  expect(order).toMatchObject({ total_amount: 4900, customer: { email: life.email } });
  expect(await fixture.keysOf(benefit)).toHaveLength(1);
  expect(await undelivered(`connector_id=${connector}`)).toEqual([]);
  const delivered = { resolution: 'delivered', order_id: order!.id, is_deliverable: false };
  expect((await fixture.seller('GET', LIST + line.id)).body).toMatchObject(delivered);
  const { items } = (await fixture.seller('GET', `/v1/connectors/${connector}/events`)).body;
  expect(items).toMatchObject([{ external_id: (event as { id?: string }).id, status: 'processed' }]);
  await fixture.seller('POST', `/v1/connectors/${connector}/prices`, { external_id: 'plink_delivered', product_id: product.id });
  await fixture.seller('POST', `/v1/connectors/${connector}/events/${items[0].id}/retry`);
  await fixture.settled();
  expect(await ordersOf(product)).toHaveLength(1);
  const refund = { id: 'ch_delivered', object: 'charge', amount_refunded: 4900, payment_intent: life.intent };
  await send(connector, stripeEvent('charge.refunded', NOW, refund));
  expect(await ordersOf(product)).toMatchObject([{ status: 'refunded' }]);
});

test('a customer without an address is listed, and delivered to the one that the seller enters', async () => {
  const { product } = await keyProduct();
  const details = { customer_details: { email: null, name: 'Nameless' } };
  const { connector, line } = await unmappedCheckout('plink_nobody', {
    ...details,
    metadata: { latchkey_product_id: product.id },
  });
  expect(line).toMatchObject({ reason: 'customer_missing', email: null, is_deliverable: true });
  expect((await press(line, 'deliver', { product_id: product.id })).body.detail).toMatchObject([{ loc: ['body', 'email'] }]);
  const email = `${randomUUID()}@example.com`;
  expect((await press(line, 'deliver', { product_id: product.id, email })).status).toBe(200);
  await fixture.settled();
  expect(await ordersOf(product)).toMatchObject([{ customer: { email } }]);
  expect(await undelivered(`connector_id=${connector}`)).toEqual([]);
});

test('a price is ignored, and a line dismissed, until it is not delivered for another reason', async () => {
  const { connector, line } = await unmappedCheckout('plink_ignored');
  const { connector: second, line: dismissed } = await unmappedCheckout('plink_dismissed');
  expect((await press(line, 'ignore-price')).status).toBe(204);
  expect((await press(dismissed, 'dismiss', { reason: '' })).status).toBe(422);
  expect((await press(dismissed, 'dismiss', { reason: 'A gift' })).status).toBe(204);
  for (const each of [connector, second]) {
    const [event] = (await fixture.seller('GET', `/v1/connectors/${each}/events`)).body.items;
    await fixture.seller('POST', `/v1/connectors/${each}/events/${event.id}/retry`);
    await fixture.settled();
    expect(await undelivered(`connector_id=${each}`)).toEqual([]);
  }
  const shown = await fixture.seller('GET', LIST + dismissed.id);
  expect(shown.body).toMatchObject({ resolution: 'dismissed', resolution_reason: 'A gift', is_deliverable: false });
  expect((await press(dismissed, 'deliver', { product_id: randomUUID() })).status).toBe(409);
});

test('an event that cannot be read is listed until it is processed', async () => {
  const connector = await newConnector();
  await send(connector, stripeEvent('invoice.paid', NOW, { id: 'in_broken', object: 'invoice', lines: 7 }));
  expect(await undelivered(`connector_id=${connector}`)).toMatchObject([{ reason: 'event_refused', email: null, amount: null }]);
});

test('what a purchase here did not bring is listed once, with its customer', async () => {
  const customer = await fixture.customer();
  const [orderId, subscriptionId] = [randomUUID(), randomUUID()];
  const bus = fixture.api.app.get(CommandBus);
  const common = { organizationId: fixture.ours.organization.id, customerId: customer.id };
  const ofOrder = { ...common, purchase: { orderId }, reason: 'quantity_ignored', quantity: 5 } as const;
  for (const each of [ofOrder, ofOrder]) await bus.execute(new RecordUndelivered(each));
  const ofSubscription = { ...common, purchase: { subscriptionId }, reason: 'renewal_ambiguous', quantity: null } as const;
  await bus.execute(new RecordUndelivered(ofSubscription));
  expect(await undelivered('reason=quantity_ignored')).toMatchObject([
    { customer_id: customer.id, order_id: orderId, subscription_id: null, connector_id: null, provider: null, quantity: 5 },
  ]);
  expect(await undelivered('reason=renewal_ambiguous')).toMatchObject([
    { email: expect.any(String), subscription_id: subscriptionId, order_id: null },
  ]);
});

test('another organization sees and changes nothing', async () => {
  const { connector, line } = await unmappedCheckout('plink_foreign');
  const stranger = callAs(fixture.api, (await seedOrganization(fixture.api)).oat);
  const listed = await stranger('GET', `${LIST}?connector_id=${connector}&organization_id=${fixture.ours.organization.id}`);
  expect(listed.body.items).toEqual([]);
  expect((await stranger('GET', LIST)).body.items).toEqual([]);
  const product_id = (await fixture.product()).id;
  const statuses = await Promise.all([
    stranger('GET', LIST + line.id),
    stranger('POST', `${LIST}${line.id}/map-price`, { product_id }),
    stranger('POST', `${LIST}${line.id}/deliver`, { product_id }),
    stranger('POST', `${LIST}${line.id}/ignore-price`),
    stranger('POST', `${LIST}${line.id}/dismiss`, { reason: 'Mine' }),
  ]);
  expect(statuses.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
  expect(await undelivered(`connector_id=${connector}`)).toMatchObject([{ id: line.id, resolution: null }]);
});

test('webhooks are told of each, and owners by one mail of all', async () => {
  const feed = async (after: number): Promise<Body> => (await fixture.seller('GET', `/v1/webhooks/events?after=${after}`)).body;
  const { last_sequence } = await feed(0);
  const { api, ours } = fixture;
  const bus = api.app.get(CommandBus);
  await bus.execute(new ReportUndelivered());
  await fixture.settled();
  const mails = async () =>
    (await mailbox.messages()).filter(({ to, subject }) => to === ours.user.email && /not delivered/.test(subject));
  const before = (await mails()).length;
  const lines = [(await unmappedCheckout('plink_one')).line, (await unmappedCheckout('plink_two')).line];
  await bus.execute(
    new PublishWebhookEvents(new AbortController().signal, (error) => {
      throw error;
    }),
  );
  const told = (await feed(last_sequence)).items.filter(({ type }: Body) => type === 'undelivered_purchase.created');
  expect(told.map(({ payload }: Body) => JSON.parse(payload).data)).toEqual(
    lines.map(({ id, connector_id, external_id, external_price_id, problem }) => ({
      id,
      connector_id,
      external_id,
      external_price_id,
      problem,
      reason: 'price_unmapped',
      quantity: 1,
      amount: 4900,
      currency: 'usd',
    })),
  );
  await bus.execute(new ReportUndelivered());
  await fixture.settled();
  expect(await mails()).toHaveLength(before);
  await api.app.get(EntityManager).fork().execute('delete from connectors.undelivered_reports');
  await bus.execute(new ReportUndelivered());
  await bus.execute(new ReportUndelivered());
  await fixture.settled();
  expect((await mails()).slice(before)).toMatchObject([
    { subject: '2 purchases were paid and not delivered', text: expect.stringMatching(/\/console\/[\w-]+\/undelivered$/m) },
  ]);
});
