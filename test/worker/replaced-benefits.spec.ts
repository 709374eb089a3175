import { randomUUID } from 'node:crypto';
import { deliveryOrders, type EventQueue, eventQueueOf } from '../support/event-queue.ts';
import { openSellerFixture, type SellerFixture } from '../support/seller-fixture.ts';

let shop: SellerFixture;
let queue: EventQueue;
beforeAll(async () => {
  shop = await openSellerFixture();
  queue = eventQueueOf(shop.api);
});
afterAll(() => shop.close());

const ORDERS = deliveryOrders(3);

const benefitOf = async (limit: number, replaces: readonly string[] = []) => {
  const activations = { limit, enable_customer_admin: true };
  const properties = { activations, replaces_benefit_ids: replaces };
  return shop.create('/v1/benefits/', { type: 'license_keys', description: `${limit} devices`, properties });
};

async function patch(url: string, body: object): Promise<void> {
  const { status, text } = await shop.seller('PATCH', url, body);
  if (status !== 200) throw new Error(`${status} ${text}`);
}

/** The editions Basic (2 devices) and Pro (5), each of which replaces the other, and a subscription to Basic. */
async function subscribed(reported: (basic: { id: string }) => object = () => ({})) {
  const basic = await benefitOf(2);
  const pro = await benefitOf(5, [basic.id]);
  const properties = { ...basic.properties, replaces_benefit_ids: [pro.id] };
  await patch(`/v1/benefits/${basic.id}`, { type: 'license_keys', properties });
  const products = {
    basic: await shop.product({ every: 'month', benefits: [basic.id] }),
    pro: await shop.product({ every: 'month', benefits: [pro.id] }),
  };
  const { id: customer_id } = await shop.customer();
  const { id } = await shop.create('/v1/subscriptions/', {
    product_id: products.basic.id,
    customer_id,
    ...reported(basic),
  });
  const changeTo = (edition: keyof typeof products) =>
    patch(`/v1/subscriptions/${id}`, { product_id: products[edition].id, proration_behavior: 'prorate' });
  const keys = async () => {
    const both = `benefit_id=${basic.id}&benefit_id=${pro.id}`;
    return (await shop.seller('GET', `/v1/license-keys/?limit=100&${both}`)).body.items;
  };
  const grants = async () => {
    const { items } = (await shop.seller('GET', '/v1/benefit-grants/?limit=100')).body;
    return items.filter(({ subscription_id }: { subscription_id: string }) => subscription_id === id);
  };
  return { id, basic, pro, changeTo, keys, grants };
}

const use = (key: { key: string }) => {
  const organization_id = shop.ours.organization.id;
  const call = (what: string, body: object) =>
    shop.seller('POST', `/v1/license-keys/${what}`, { key: key.key, organization_id, ...body });
  return { activate: () => call('activate', { label: 'Laptop' }), validate: (body: object) => call('validate', body) };
};

describe.each(ORDERS)('a worker that processes events %s', (_name, pick) => {
  test('moves the key with its activations and usage from edition to edition, without a gap', async () => {
    const { basic, pro, changeTo, keys, grants } = await subscribed();
    await queue.deliverAll(pick);
    const [key] = await keys();
    const { body: activation } = await use(key).activate();
    await use(key).validate({ increment_usage: 7 });
    await changeTo('pro');
    await queue.deliverAll(pick);
    const moved = { ...key, benefit_id: pro.id, limit_activations: 5, usage: 7, validations: 1 };
    expect(await keys()).toMatchObject([{ ...moved, modified_at: expect.any(String), last_validated_at: expect.any(String) }]);
    expect(await grants()).toMatchObject([{ benefit_id: pro.id, is_granted: true, properties: { license_key_id: key.id } }]);
    expect(await use(key).validate({ activation_id: activation.id, benefit_id: pro.id })).toMatchObject({ status: 200 });
    await changeTo('basic');
    await queue.deliverAll(pick);
    expect(await keys()).toMatchObject([{ id: key.id, key: key.key, benefit_id: basic.id, limit_activations: 2, usage: 7 }]);
    expect(await shop.eventsOf(key.id)).not.toContain('license_key.revoked');
  });

  test('issues one key however often the edition changes before it gets to it', async () => {
    const { pro, changeTo, keys, grants } = await subscribed();
    for (const edition of ['pro', 'basic', 'pro'] as const) await changeTo(edition);
    await queue.deliverAll(pick);
    expect(await keys()).toMatchObject([{ benefit_id: pro.id, limit_activations: 5, status: 'granted' }]);
    expect(await grants()).toMatchObject([{ benefit_id: pro.id, is_granted: true }]);
  });

  test('keeps a key that was issued elsewhere', async () => {
    const key = `LEGACY-${randomUUID()}`;
    const { pro, changeTo, keys } = await subscribed(({ id }) => ({ license_keys: [{ benefit_id: id, key }] }));
    await changeTo('pro');
    await queue.deliverAll(pick);
    expect(await keys()).toMatchObject([{ key, benefit_id: pro.id, status: 'granted' }]);
  });

  test('keeps what was set by hand, before the change and after it', async () => {
    const { pro, changeTo, keys } = await subscribed();
    await queue.deliverAll(pick);
    const [key] = await keys();
    await patch(`/v1/license-keys/${key.id}`, { limit_activations: 99 });
    await changeTo('pro');
    await patch(`/v1/license-keys/${key.id}`, { status: 'revoked' });
    await queue.deliverAll(pick);
    expect(await keys()).toMatchObject([{ id: key.id, benefit_id: pro.id, limit_activations: 99, status: 'revoked' }]);
    await patch(`/v1/license-keys/${key.id}`, { status: 'granted' });
    await changeTo('basic');
    await queue.deliverAll(pick);
    expect(await keys()).toMatchObject([{ id: key.id, limit_activations: 99, status: 'granted' }]);
  });
});

test('without a replacement, the other edition gets a key of its own, and the first one returns with its edition', async () => {
  const [basic, pro] = [await benefitOf(2), await benefitOf(5)];
  const [first, second] = [
    await shop.product({ every: 'month', benefits: [basic.id] }),
    await shop.product({ every: 'month', benefits: [pro.id] }),
  ];
  const { id: customer_id } = await shop.customer();
  const { id } = await shop.create('/v1/subscriptions/', { product_id: first.id, customer_id });
  await queue.deliverAll();
  await patch(`/v1/subscriptions/${id}`, { product_id: second.id });
  await queue.deliverAll();
  const statuses = async () => {
    const { items } = (await shop.seller('GET', `/v1/license-keys/?benefit_id=${basic.id}&benefit_id=${pro.id}`)).body;
    return items.map(({ benefit_id, status }: { benefit_id: string; status: string }) => [benefit_id, status]);
  };
  expect(await statuses()).toEqual([
    [basic.id, 'revoked'],
    [pro.id, 'granted'],
  ]);
  await patch(`/v1/subscriptions/${id}`, { product_id: first.id });
  await queue.deliverAll();
  expect(await statuses()).toEqual([
    [basic.id, 'granted'],
    [pro.id, 'revoked'],
  ]);
});

test('422: a replaced benefit that is unknown, of another type or the benefit itself, and too many', async () => {
  const basic = await benefitOf(2);
  const note = await shop.create('/v1/benefits/', { type: 'custom', description: 'A note', properties: {} });
  const change = (replaces_benefit_ids: unknown) =>
    shop.seller('PATCH', `/v1/benefits/${basic.id}`, { type: 'license_keys', properties: { replaces_benefit_ids } });
  const unknown = '6f1c1a52-5d0e-4f6b-9a43-1b7f0c2d3e4f';
  for (const id of [basic.id, note.id, unknown]) {
    const loc = ['body', 'license_keys', 'properties', 'replaces_benefit_ids', 0];
    const { status, body } = await change([id]);
    expect([status, body.detail[0].loc.slice(-3)]).toEqual([422, loc.slice(-3)]);
  }
  expect((await change(Array.from({ length: 21 }, () => unknown))).status).toBe(422);
  expect((await change('all')).status).toBe(422);
  expect((await change([])).body.properties).not.toHaveProperty('replaces_benefit_ids');
});
