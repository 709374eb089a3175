import type { Answer } from '../support/call.ts';
import { deliveryOrders, type EventQueue, eventQueueOf } from '../support/event-queue.ts';
import { openSellerFixture, type SellerFixture } from '../support/seller-fixture.ts';

type Body = Answer['body'];

let shop: SellerFixture;
let queue: EventQueue;
beforeAll(async () => {
  shop = await openSellerFixture();
  queue = eventQueueOf(shop.api);
});
afterAll(() => shop.close());

const get = async (url: string): Promise<Body> => {
  const { status, body, text } = await shop.seller('GET', url);
  if (status !== 200) throw new Error(`${status} ${text}`);
  return body;
};
const listed = async (url: string): Promise<Body[]> => (await get(url)).items;
const keysOf = (benefit: Body) => listed(`/v1/license-keys/?limit=100&benefit_id=${benefit.id}`);
const benefitOf = (type: string, properties: object): Promise<Body> =>
  shop.create('/v1/benefits/', { type, description: 'A benefit', properties });

async function transfer({ id }: Body, customerId: string): Promise<Body> {
  const { status, body, text } = await shop.seller('POST', `/v1/subscriptions/${id}/transfer`, { customer_id: customerId });
  if (status !== 200) throw new Error(`${status} ${text}`);
  return body;
}

/** What the state of a customer shows: ids of subscriptions, of license keys, and units of all meters. */
async function stateOf(customerId: string) {
  const state = await get(`/v1/customers/${customerId}/state`);
  return {
    subscriptions: state.active_subscriptions.map(({ id }: Body) => id),
    keys: state.granted_benefits.flatMap(({ properties }: Body) => properties.license_key_id ?? []),
    credited: state.active_meters.reduce((sum: number, { credited_units }: Body) => sum + Number(credited_units), 0),
  };
}

/** A subscription that brings a license key with a device, and credits. */
async function subscribed(pick?: Parameters<EventQueue['deliverAll']>[0]) {
  const keys = await benefitOf('license_keys', { activations: { limit: 2, enable_customer_admin: true } });
  const filter = { conjunction: 'and', clauses: [{ property: 'name', operator: 'eq', value: 'call' }] };
  const meter = await shop.create('/v1/meters/', { name: 'Calls', filter, aggregation: { func: 'count' } });
  const credits = await benefitOf('meter_credit', { meter_id: meter.id, units: 100, rollover: false });
  const product = await shop.product({ benefits: [keys.id, credits.id], every: 'month' });
  const [buyer, other] = [await shop.customer(), await shop.customer()];
  const subscription = await shop.create('/v1/subscriptions/', { product_id: product.id, customer_id: buyer.id });
  await queue.deliverAll(pick);
  const [key] = await keysOf(keys);
  return { keys, subscription, key: key!, buyer: buyer.id, other: other.id };
}

describe.each(deliveryOrders(3))('a worker that processes events %s', (_name, pick) => {
  test('license key, devices, credits and state go to the other customer, and can be taken back', async () => {
    const { keys, subscription, key, buyer, other } = await subscribed(pick);
    const presented = { key: key.key, organization_id: shop.ours.organization.id };
    const { body: device } = await shop.seller('POST', '/v1/license-keys/activate', { ...presented, label: 'Laptop' });
    await shop.seller('POST', '/v1/events/ingest', {
      events: Array.from({ length: 30 }, () => ({ name: 'call', customer_id: buyer })),
    });

    expect(await transfer(subscription, other)).toMatchObject({ id: subscription.id, customer_id: other, recipient_id: null });
    await queue.deliverAll(pick);
    expect(await keysOf(keys)).toMatchObject([{ id: key.id, customer_id: other, status: 'granted' }]);
    const validated = await shop.seller('POST', '/v1/license-keys/validate', { ...presented, activation_id: device.id });
    expect([validated.status, validated.body.customer_id]).toEqual([200, other]);
    expect(await stateOf(buyer)).toEqual({ subscriptions: [], keys: [], credited: 30 });
    expect(await stateOf(other)).toEqual({ subscriptions: [subscription.id], keys: [key.id], credited: 70 });
    expect(await shop.eventsOf(key.id)).toContain('license_key.transferred');

    await transfer(subscription, buyer);
    await queue.deliverAll(pick);
    expect(await keysOf(keys)).toMatchObject([{ id: key.id, customer_id: buyer, status: 'granted' }]);
    expect(await stateOf(buyer)).toEqual({ subscriptions: [subscription.id], keys: [key.id], credited: 100 });
    expect(await stateOf(other)).toEqual({ subscriptions: [], keys: [], credited: 0 });

    await shop.seller('DELETE', `/v1/subscriptions/${subscription.id}`);
    await queue.deliverAll(pick);
    expect(await keysOf(keys)).toMatchObject([{ status: 'revoked' }]);
    expect(await stateOf(buyer)).toMatchObject({ credited: 30 });
  });

  test('transferred twice before anything was processed, everything is with the last one', async () => {
    const { keys, subscription, key, buyer, other } = await subscribed(pick);
    const { id: last } = await shop.customer();
    await transfer(subscription, other);
    await transfer(subscription, last);
    await queue.deliverAll(pick);
    expect(await keysOf(keys)).toMatchObject([{ id: key.id, customer_id: last }]);
    expect(await stateOf(last)).toEqual({ subscriptions: [subscription.id], keys: [key.id], credited: 100 });
    for (const id of [buyer, other]) expect(await stateOf(id)).toMatchObject({ subscriptions: [], keys: [] });
  });

  test('holders keep their seats and keys as members of the other customer', async () => {
    const benefit = await benefitOf('license_keys', {});
    const product = await shop.seatProduct({ benefits: [benefit.id], every: 'month' });
    const [buyer, other] = [await shop.customer(), await shop.customer()];
    const bought = { product_id: product.id, customer_id: buyer.id, seats: 3 };
    const subscription = await shop.create('/v1/subscriptions/', bought);
    const assign = (email: string) =>
      shop.seller('POST', '/v1/customer-seats', { subscription_id: subscription.id, email, immediate_claim: true });
    const emails = ['ada', 'grace'].map((name) => `${name}-${subscription.id}@acme.example`);
    for (const email of emails) await assign(email);
    await queue.deliverAll(pick);
    const before = await keysOf(benefit);
    expect(before).toHaveLength(2);
    await transfer(subscription, other.id);
    await queue.deliverAll(pick);
    const after = await keysOf(benefit);
    expect(after.map(({ id }) => id).sort()).toEqual(before.map(({ id }) => id).sort());
    for (const key of after) expect(key).toMatchObject({ status: 'granted', customer_id: other.id });
    const { seats } = await get(`/v1/customer-seats?subscription_id=${subscription.id}`);
    expect(seats.map(({ status, customer_email, email }: Body) => [status, customer_email ?? email]).sort()).toEqual(
      emails.map((email) => ['claimed', email]),
    );
    const members = await listed(`/v1/members/?customer_id=${other.id}&limit=100`);
    expect(members.map(({ email }) => email)).toEqual(expect.arrayContaining(emails));
    await shop.seller('DELETE', `/v1/customer-seats/${seats[0].id}`);
    await queue.deliverAll(pick);
    expect((await keysOf(benefit)).map(({ status }) => status).sort()).toEqual(['granted', 'revoked']);
  });

  test('a key that the seller gave to somebody else stays there', async () => {
    const { keys, subscription, key, other } = await subscribed(pick);
    const { id: friend } = await shop.customer();
    await shop.seller('POST', `/v1/license-keys/${key.id}/transfer`, { customer_id: friend });
    await transfer(subscription, other);
    await queue.deliverAll(pick);
    expect(await keysOf(keys)).toMatchObject([{ id: key.id, customer_id: friend, status: 'granted' }]);
    await shop.seller('DELETE', `/v1/subscriptions/${subscription.id}`);
    await queue.deliverAll(pick);
    expect(await keysOf(keys)).toMatchObject([{ id: key.id, status: 'revoked' }]);
  });
});

test('422, 403 and 404: a customer who does not exist or has it already, one that has ended, and one of others', async () => {
  const { subscription, buyer, other } = await subscribed();
  const { id: foreigner } = await shop.foreignCustomer();
  const attempt = async (id: string, body: object) => {
    const answer = await shop.seller('POST', `/v1/subscriptions/${id}/transfer`, body);
    return [answer.status, answer.body.error ?? answer.body.detail[0].loc];
  };
  const { id } = subscription;
  expect(await attempt(id, { customer_id: foreigner })).toEqual([422, ['body', 'customer_id']]);
  expect(await attempt(id, { customer_id: buyer })).toEqual([422, ['body', 'customer_id']]);
  expect(await attempt(id, { customer_id: other, customers: 1 })).toEqual([422, ['body', 'customers']]);
  expect(await attempt(foreigner, { customer_id: other })).toEqual([404, 'ResourceNotFound']);
  await shop.seller('DELETE', `/v1/subscriptions/${id}`);
  expect(await attempt(id, { customer_id: other })).toEqual([403, 'AlreadyCanceledSubscription']);
});
