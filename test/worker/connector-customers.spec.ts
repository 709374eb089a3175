import { randomUUID } from 'node:crypto';
import { NO_SIGN_IN_LIMITS } from '../support/api.ts';
import type { Answer } from '../support/call.ts';
import { CONNECTOR_SECRET as SECRET, stripeEvent, stripeSignature, StripeLife } from '../support/connectors/stripe-events.ts';
import { openMailbox } from '../support/mailbox.ts';
import { openPurchaseFixture } from '../support/purchase-fixture.ts';

type Body = Answer['body'];

const mailbox = await openMailbox();
const fixture = await openPurchaseFixture({ LATCHKEY_DATA: mailbox.folder, ...NO_SIGN_IN_LIMITS });
const { seller, create } = fixture;
const connector = (await create('/v1/connectors', { provider: 'stripe', secret: SECRET })).id;
afterAll(async () => {
  await fixture.close();
  await mailbox.remove();
});

const DAY_MS = 86_400_000;
const day = (days: number): Date => new Date(Math.floor((Date.now() + days * DAY_MS) / 1000) * 1000);
const PERIOD = [day(-10), day(20)] as const;

async function receive(...events: readonly object[]): Promise<void> {
  for (const event of events) {
    const body = JSON.stringify(event);
    const headers = { 'stripe-signature': stripeSignature(body, SECRET) };
    expect((await seller('POST', `/v1/connectors/${connector}/webhook`, body, headers)).status).toBe(200);
  }
  await fixture.settled();
}

const list = async (url: string): Promise<Body[]> => (await seller('GET', url)).body.items;
const eventOf = async (event: object): Promise<Body> =>
  (await list(`/v1/connectors/${connector}/events?external_id=${(event as { id: string }).id}`))[0]!;
const customerOf = async (id: string): Promise<Body> => (await seller('GET', `/v1/customers/${id}`)).body;
const linesAbout = async ({ id }: { id: string }): Promise<Body[]> =>
  (await list('/v1/undelivered-purchases/?limit=100')).filter(({ customer_id }) => customer_id === id);
const choose = async (customer_email: string): Promise<void> => {
  expect((await seller('PATCH', `/v1/connectors/${connector}`, { customer_email })).body).toMatchObject({ customer_email });
};
const newAddress = (): string => `buyer-${randomUUID()}@example.com`;

const customerAt = (id: string, email: string, at = new Date(), type = 'customer.updated') =>
  stripeEvent(type, at, { id, object: 'customer', email, name: 'Jenny Rosen', livemode: true, metadata: {} });

async function soldKeys(every?: 'month'): Promise<{ product: string; benefit: { id: string } }> {
  const benefit = await create('/v1/benefits/', { type: 'license_keys', description: 'Keys', properties: {} });
  const { id } = await fixture.product({ ...(every ? { every } : {}), benefits: [benefit.id] });
  return { product: id, benefit };
}

/** A subscription at Stripe, with what it is here. */
async function subscribed(metadata: object = {}) {
  const { product, benefit } = await soldKeys('month');
  const life = new StripeLife(PERIOD[0]);
  const told = { status: 'active', period: PERIOD, metadata: { latchkey_product_id: product, ...metadata } };
  const update = (at: Date, customer = life.customer) => {
    const event = life.subscribed('updated', at, told) as { data: { object: object } };
    return { ...event, data: { object: { ...event.data.object, customer } } };
  };
  await receive(life.customerCreated(PERIOD[0]), life.subscribed('created', PERIOD[0], told));
  const subscription = async () => (await list(`/v1/subscriptions/?metadata[stripe_subscription]=${life.subscription}`))[0]!;
  return { life, benefit, update, subscription, keys: () => fixture.keysOf(benefit) };
}

describe('a subscription that changes hands at the provider', () => {
  test('goes with its key to the other customer, once the address is known', async () => {
    const { update, subscription, keys } = await subscribed();
    const [key] = await keys();
    const [ref, email] = [`cus_${randomUUID()}`, newAddress()];
    const changed = update(day(-5), ref);
    await receive(changed);
    expect(await eventOf(changed)).toMatchObject({ status: 'waiting', problem_code: 'customer_unknown' });
    expect((await subscription()).customer_id).toBe(key!.customer_id);
    await receive(customerAt(ref, email, day(-5), 'customer.created'));
    expect(await eventOf(changed)).toMatchObject({ status: 'processed' });
    expect(await subscription()).toMatchObject({ status: 'active', customer: { email } });
    const { customer_id } = await subscription();
    expect(await keys()).toMatchObject([{ id: key!.id, status: 'granted', customer_id }]);
  });

  test('stays with whom the seller gave it to, as long as the provider names the same customer', async () => {
    const { life, update, subscription, keys } = await subscribed();
    const { id, customer_id: buyer } = await subscription();
    const { id: other } = await fixture.customer();
    expect((await seller('POST', `/v1/subscriptions/${id}/transfer`, { customer_id: other })).status).toBe(200);
    await receive(update(day(-4)), life.invoicePaid(day(-4), 'subscription_cycle', PERIOD));
    expect(await subscription()).toMatchObject({ id, customer_id: other });
    expect(await keys()).toMatchObject([{ customer_id: other }]);
    const ref = `cus_${randomUUID()}`;
    await receive(customerAt(ref, (await customerOf(buyer)).email, day(-3), 'customer.created'), update(day(-3), ref));
    expect(await subscription()).toMatchObject({ id, customer_id: buyer });
    expect(await keys()).toMatchObject([{ customer_id: buyer }]);
  });
});

describe('an e-mail address that changes at the provider', () => {
  async function known() {
    const { life, subscription } = await subscribed();
    const customer = await customerOf((await subscription()).customer_id);
    const emailOf = async () => (await customerOf(customer.id)).email;
    return { life, customer, emailOf };
  }

  test('is a line; one click gives it to the customer', async () => {
    await choose('ask');
    const { life, customer, emailOf } = await known();
    const email = newAddress();
    await receive(customerAt(life.customer, email));
    expect(await emailOf()).toBe(life.email);
    const [line, ...others] = await linesAbout(customer);
    expect([line, others]).toMatchObject([{ reason: 'customer_email_changed', email, amount: null, is_deliverable: false }, []]);
    expect((await seller('POST', `/v1/undelivered-purchases/${line!.id}/follow-email`)).status).toBe(204);
    expect([await emailOf(), await linesAbout(customer)]).toEqual([email, []]);
    expect((await seller('POST', `/v1/undelivered-purchases/${line!.id}/follow-email`)).status).toBe(204);
    await receive(customerAt(life.customer, email));
    expect(await linesAbout(customer)).toEqual([]);
  });

  test('is kept away for good by a dismissal, until it changes again', async () => {
    await choose('ask');
    const { life, customer, emailOf } = await known();
    await receive(customerAt(life.customer, newAddress(), day(-3)));
    const [line] = await linesAbout(customer);
    const body = { reason: 'The customer has two addresses.' };
    expect((await seller('POST', `/v1/undelivered-purchases/${line!.id}/dismiss`, body)).status).toBe(204);
    expect((await seller('POST', `/v1/undelivered-purchases/${line!.id}/follow-email`)).status).toBe(409);
    await receive(customerAt(life.customer, line!.email, day(-2)));
    expect(await linesAbout(customer)).toEqual([]);
    const email = newAddress();
    await receive(customerAt(life.customer, email, day(-1)));
    expect(await linesAbout(customer)).toMatchObject([{ email }]);
    expect(await emailOf()).toBe(life.email);
  });

  test('is followed or kept as the connector says, whatever an earlier invoice was sent to', async () => {
    const { life, customer, emailOf } = await known();
    const [followed, kept] = [newAddress(), newAddress()];
    await choose('follow');
    await receive(customerAt(life.customer, followed, day(-3)));
    expect(await emailOf()).toBe(followed);
    await receive(life.invoicePaid(day(-2), 'subscription_cycle', PERIOD));
    expect(await emailOf()).toBe(followed);
    await choose('keep');
    await receive(customerAt(life.customer, kept, day(-1)));
    expect([await emailOf(), await linesAbout(customer)]).toEqual([followed, []]);
  });

  test('is a line if another customer has it, and does not undo what the customer changed here', async () => {
    await choose('follow');
    const { life, customer, emailOf } = await known();
    const { email: taken } = await create('/v1/customers/', { email: newAddress() });
    await receive(customerAt(life.customer, taken));
    expect(await linesAbout(customer)).toMatchObject([{ reason: 'customer_email_changed', problem: expect.any(String) }]);
    const own = newAddress();
    await seller('PATCH', `/v1/customers/${customer.id}`, { email: own });
    const same = await known();
    await receive(customerAt(same.life.customer, same.life.email));
    expect([await emailOf(), await same.emailOf()]).toEqual([own, same.life.email]);
  });
});

describe('a gift', () => {
  const checkedOut = (life: StripeLife, product: string, custom_fields: readonly object[]) =>
    life.checkedOut(day(-1), { metadata: { latchkey_product_id: product }, custom_fields });
  const field = (key: string, value: string) => ({ key, type: 'text', text: { value } });
  const mailsTo = async (email: string) => (await mailbox.messages()).filter(({ to }) => to === email);

  test('goes to whom the buyer names at the checkout, who gets a mail', async () => {
    const { product, benefit } = await soldKeys();
    const other = await soldKeys();
    const life = new StripeLife(day(-1));
    const email = newAddress();
    const fields = [field('latchkeygiftemail', email), field('latchkeyproductid', other.product)];
    await receive(checkedOut(life, product, fields));
    const [order, ...others] = await list(`/v1/orders/?product_id=${product}`);
    expect([order, others]).toMatchObject([{ customer: { email: life.email }, total_amount: 4900 }, []]);
    const [key, ...further] = await fixture.keysOf(benefit);
    expect([key, further]).toMatchObject([{ customer: { email }, status: 'granted' }, []]);
    expect(key!.customer_id).toBe(order!.recipient_id);
    expect(await fixture.keysOf(other.benefit)).toEqual([]);
    const [mail, ...more] = await mailsTo(email);
    expect(more).toEqual([]);
    expect(mail!.text).toMatch(/You have been given .* from .*It is a gift from .*\/portal\//s);
    await receive(
      stripeEvent('charge.refunded', day(0), {
        id: `ch_${randomUUID()}`,
        object: 'charge',
        amount_refunded: 4900,
        payment_intent: life.intent,
      }),
    );
    expect(await fixture.keysOf(benefit)).toMatchObject([{ status: 'revoked' }]);
  });

  test.each(['nonsense', 'two@example.com, three@example.com', 'x'.repeat(400)])(
    'to what is no address (%.10s) stays with the buyer',
    async (value) => {
      const { product, benefit } = await soldKeys();
      const life = new StripeLife(day(-1));
      await receive(checkedOut(life, product, [field('latchkeygiftemail', value)]));
      expect(await fixture.keysOf(benefit)).toMatchObject([{ customer: { email: life.email } }]);
    },
  );

  test('may be a subscription, whose keys the receiver has and whose payments the buyer', async () => {
    const email = newAddress();
    const { life, subscription, keys } = await subscribed({ latchkey_gift_email: email });
    await receive(life.invoicePaid(day(-9), 'subscription_create', PERIOD));
    const bought = await subscription();
    expect(bought).toMatchObject({ customer: { email: life.email }, recipient_id: expect.any(String) });
    expect(await keys()).toMatchObject([{ customer: { email } }]);
    expect(await mailsTo(email)).toHaveLength(1);
    const payments = await list(`/v1/orders/?metadata[stripe_subscription]=${life.subscription}`);
    expect(payments).toMatchObject([{ customer: { email: life.email } }]);
  });
});
