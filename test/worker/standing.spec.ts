import { deliveryOrders, type EventQueue, eventQueueOf } from '../support/event-queue.ts';
import { openSellerFixture, type SellerFixture } from '../support/seller-fixture.ts';

let shop: SellerFixture;
let queue: EventQueue;
beforeAll(async () => {
  shop = await openSellerFixture();
  queue = eventQueueOf(shop.api);
  const url = `/v1/organizations/${shop.ours.organization.id}`;
  const { subscription_settings: settings } = (await shop.seller('GET', url)).body;
  const subscription_settings = { ...settings, benefit_revocation_grace_period: 7 };
  const { status, text } = await shop.seller('PATCH', url, { subscription_settings });
  if (status !== 200) throw new Error(`${status} ${text}`);
});
afterAll(() => shop.close());

const TIME = String.raw`"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z"`;
const PAST_DUE = new RegExp(`^past_due;until=${TIME}$`);
const RENEWED = new RegExp(`^renewed;at=${TIME};until=${TIME}$`);

/** What a customer buys, and the standing of the key that it brings. */
async function offered(properties: object, every?: 'month') {
  const benefit = await shop.create('/v1/benefits/', { type: 'license_keys', description: 'Studio', properties });
  const product = await shop.product({ benefits: [benefit.id], ...(every ? { every } : {}) });
  const { id: customer_id } = await shop.customer();
  const buy = (of: 'orders' | 'subscriptions') => shop.create(`/v1/${of}/`, { product_id: product.id, customer_id, amount: 100 });
  const standing = async (): Promise<unknown> => {
    const [{ key }] = (await shop.seller('GET', `/v1/license-keys/?benefit_id=${benefit.id}`)).body.items;
    const body = { key, organization_id: shop.ours.organization.id };
    const { status, headers } = await shop.seller('POST', '/v1/customer-portal/license-keys/validate', body);
    return status === 200 ? headers['license-standing'] : status;
  };
  return { buy, standing };
}

describe.each(deliveryOrders(3))('a worker that processes events %s', (_name, pick) => {
  test('the application learns that the subscription is past due, until when, and that it was paid', async () => {
    const { buy, standing } = await offered({}, 'month');
    const { id } = await buy('subscriptions');
    const report = async (status: string): Promise<void> => {
      await shop.seller('PATCH', `/v1/subscriptions/${id}`, { status });
    };
    await queue.deliverAll(pick);
    expect(await standing()).toBe('good');
    await report('past_due');
    await queue.deliverAll(pick);
    expect(await standing()).toMatch(PAST_DUE);
    await report('active');
    await queue.deliverAll(pick);
    expect(await standing()).toBe('good');
    for (const status of ['past_due', 'active', 'past_due']) await report(status);
    await queue.deliverAll(pick);
    expect(await standing()).toMatch(PAST_DUE);
  });

  test('the application learns that a purchase renewed its key', async () => {
    const { buy, standing } = await offered({ when_bought_again: 'renew', expires: { ttl: 1, timeframe: 'year' } });
    await buy('orders');
    await queue.deliverAll(pick);
    expect(await standing()).toBe('good');
    const again = await buy('orders');
    await queue.deliverAll(pick);
    expect(await standing()).toMatch(RENEWED);
    await shop.create('/v1/refunds/', { order_id: again.id, reason: 'other', amount: 100, revoke_benefits: true });
    await queue.deliverAll(pick);
    expect(await standing()).toBe('good');
  });
});
