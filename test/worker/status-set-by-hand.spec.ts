import { openSellerFixture, type SellerFixture } from '../support/seller-fixture.ts';
import { anyOrder, deliveryOrders, type EventQueue, eventQueueOf } from '../support/event-queue.ts';
import { seedBenefit } from '../support/seed-benefit.ts';

let shop: SellerFixture;
let queue: EventQueue;
beforeAll(async () => {
  shop = await openSellerFixture();
  queue = eventQueueOf(shop.api);
});
afterAll(() => shop.close());

const ORDERS = deliveryOrders(1);

/** A subscription whose key has been issued. All of its events are processed. */
async function subscribed() {
  const benefit = await seedBenefit(shop.api, shop.ours.organization.id);
  const product = await shop.product({ every: 'month', benefits: [benefit.id] });
  const customer = await shop.customer();
  const subscription = await shop.create('/v1/subscriptions/', { product_id: product.id, customer_id: customer.id });
  await queue.deliverAll();
  const { body } = await shop.seller('GET', `/v1/license-keys/?benefit_id=${benefit.id}`);
  return { benefit, product, customer, subscription, key: body.items[0] };
}
type Subscribed = Awaited<ReturnType<typeof subscribed>>;
type Step = (one: Subscribed) => Promise<void>;

async function send(method: 'PATCH' | 'POST' | 'DELETE', url: string, body?: object): Promise<void> {
  const { status, text } = await shop.seller(method, url, body);
  if (status !== 200) throw new Error(`${status} ${text}`);
}
const patch = (url: string, body: object): Promise<void> => send('PATCH', url, body);

async function decideGrant(
  { subscription }: { readonly subscription: { readonly id: string } },
  decision: 'grant' | 'revoke',
): Promise<void> {
  const { id } = await grantOf(subscription);
  await send('POST', `/v1/benefit-grants/${id}/${decision}`);
}

async function grantOf(subscription: { readonly id: string }) {
  const { items } = (await shop.seller('GET', '/v1/benefit-grants/?limit=100')).body;
  return items.find((each: { subscription_id: string }) => each.subscription_id === subscription.id);
}

/** What sellers do, by name. */
const STEPS = {
  'key granted': ({ key }) => patch(`/v1/license-keys/${key.id}`, { status: 'granted' }),
  'key disabled': ({ key }) => patch(`/v1/license-keys/${key.id}`, { status: 'disabled' }),
  'key revoked': ({ key }) => patch(`/v1/license-keys/${key.id}`, { status: 'revoked' }),
  'grant granted': (one) => decideGrant(one, 'grant'),
  'grant revoked': (one) => decideGrant(one, 'revoke'),
  'past due': ({ subscription }) => patch(`/v1/subscriptions/${subscription.id}`, { status: 'past_due' }),
  paid: ({ subscription }) => patch(`/v1/subscriptions/${subscription.id}`, { status: 'active' }),
  ended: ({ subscription }) => send('DELETE', `/v1/subscriptions/${subscription.id}`),
  'new terms': ({ benefit }) => patch(`/v1/benefits/${benefit.id}`, { type: 'license_keys', properties: { limit_usage: 9 } }),
} satisfies Record<string, Step>;
type StepName = keyof typeof STEPS;

const statusesOf = async ({ key, subscription }: Subscribed) => {
  const { status } = (await shop.seller('GET', `/v1/license-keys/${key.id}`)).body;
  const grant = await grantOf(subscription);
  return { key: status, grant: grant.is_granted ? 'granted' : 'revoked' };
};

const settled = async (steps: readonly StepName[]): Promise<Subscribed> => {
  const one = await subscribed();
  for (const step of steps) {
    await STEPS[step](one);
    await queue.deliverAll();
  }
  return one;
};

/** What has been processed, what happens before the worker gets to it, and the outcome. */
const CASES: readonly (readonly [before: readonly StepName[], pending: readonly StepName[], key: string, grant: string])[] = [
  [['key revoked'], ['key granted', 'key revoked'], 'revoked', 'revoked'],
  [[], ['key revoked', 'key granted'], 'granted', 'granted'],
  [[], ['key revoked', 'key granted', 'key revoked'], 'revoked', 'revoked'],
  [['key revoked'], ['key granted', 'key revoked', 'key granted'], 'granted', 'granted'],
  [[], ['key revoked', 'key granted', 'key disabled'], 'disabled', 'granted'],
  [['key revoked'], ['key disabled', 'key revoked'], 'revoked', 'revoked'],
  [['past due'], ['paid', 'key revoked'], 'revoked', 'revoked'],
  [['past due'], ['key revoked', 'paid'], 'revoked', 'revoked'],
  [['past due'], ['paid', 'key disabled'], 'disabled', 'granted'],
  [['past due'], ['paid', 'key revoked', 'key granted'], 'granted', 'granted'],
  [[], ['past due', 'key granted'], 'granted', 'granted'],
  [[], ['past due', 'key disabled'], 'disabled', 'granted'],
  [['key disabled'], ['ended', 'key granted'], 'granted', 'granted'],
  [['key disabled'], ['key granted', 'ended'], 'revoked', 'revoked'],
  [['key revoked'], ['key granted', 'ended'], 'revoked', 'revoked'],
  [[], ['key disabled', 'ended'], 'revoked', 'revoked'],
  [[], ['key revoked', 'past due', 'paid'], 'revoked', 'revoked'],
  [[], ['key disabled', 'past due', 'paid'], 'disabled', 'granted'],
  [[], ['past due', 'key granted', 'ended'], 'revoked', 'revoked'],
  [[], ['past due', 'key revoked', 'paid', 'key granted'], 'granted', 'granted'],
  [[], ['key revoked', 'key granted', 'past due', 'paid'], 'granted', 'granted'],
  [['key revoked'], ['new terms', 'key granted', 'key revoked'], 'revoked', 'revoked'],
  [['key revoked'], ['key granted', 'new terms'], 'granted', 'granted'],
  [[], ['grant revoked', 'past due', 'paid'], 'revoked', 'revoked'],
  [['grant revoked'], ['key granted', 'grant revoked'], 'revoked', 'revoked'],
  [['key revoked'], ['grant granted', 'key revoked', 'grant granted'], 'granted', 'granted'],
  [['key disabled'], ['grant revoked', 'grant granted'], 'granted', 'granted'],
  [[], ['past due', 'grant granted'], 'granted', 'granted'],
  [[], ['grant revoked', 'grant granted', 'ended'], 'revoked', 'revoked'],
  [['past due'], ['paid', 'grant revoked'], 'revoked', 'revoked'],
];

/** Each case has the newest event first, and a random order of its own. With the oldest first see `a worker that keeps up agrees`. */
const ORDERED_CASES = CASES.flatMap((one, index) => {
  const [, newestFirst] = deliveryOrders(0);
  const orders = [newestFirst!, ['in a random order', anyOrder(index)] as const];
  return orders.map(([order, pick]) => [...one, order, pick] as const);
});

test.each(ORDERED_CASES)(
  'after %j: %j leaves the key %s and its grant %s, with events processed %s',
  async (before, pending, key, grant, _order, pick) => {
    const one = await settled(before);
    for (const step of pending) await STEPS[step](one);
    await queue.deliverAll(pick);
    expect(await statusesOf(one)).toEqual({ key, grant });
  },
);

test.each(CASES)(
  'a worker that keeps up agrees: after %j, %j leaves the key %s and its grant %s',
  async (before, then, key, grant) => {
    expect(await statusesOf(await settled([...before, ...then]))).toEqual({ key, grant });
  },
);

describe('a benefit without a license key', () => {
  /** A subscription to a product with a `custom` benefit. */
  async function subscribedToCustom() {
    const { body: benefit } = await shop.seller('POST', '/v1/benefits/', {
      type: 'custom',
      description: 'Support',
      properties: {},
    });
    const product = await shop.product({ every: 'month', benefits: [benefit.id] });
    const customer = await shop.customer();
    const subscription = await shop.create('/v1/subscriptions/', { product_id: product.id, customer_id: customer.id });
    await queue.deliverAll();
    return { subscription };
  }
  type Custom = Awaited<ReturnType<typeof subscribedToCustom>>;
  type CustomStep = 'grant granted' | 'grant revoked' | 'past due' | 'paid' | 'ended';
  const take = (step: CustomStep, one: Custom): Promise<void> => STEPS[step](one as never);

  test.each<[CustomStep[], boolean]>([
    [['grant revoked'], false],
    [['grant revoked', 'past due', 'paid'], false],
    [['past due', 'grant granted'], true],
    [['past due', 'paid', 'grant revoked'], false],
    [['grant revoked', 'grant granted', 'ended'], false],
    [['ended', 'grant granted'], true],
  ])('after %j is granted: %s, in whichever order the events are processed', async (steps, isGranted) => {
    for (const [, pick] of ORDERS) {
      const one = await subscribedToCustom();
      for (const step of steps) await take(step, one);
      await queue.deliverAll(pick);
      expect(await grantOf(one.subscription)).toMatchObject({ is_granted: isGranted, is_revoked: !isGranted });
    }
  });
});

test('a key that is revoked while its grant returns, but has not reached it yet, stays revoked', async () => {
  const one = await settled(['key revoked']);
  await STEPS['key granted'](one);
  await queue.deliverOnly('license_key.status_decided');
  await STEPS['key revoked'](one);
  await queue.deliverAll();
  expect(await statusesOf(one)).toEqual({ key: 'revoked', grant: 'revoked' });
});

test('keys revoked while their benefits are granted in bulk stay revoked', async () => {
  const many = [];
  for (let n = 0; n < 10; n++) many.push(await settled(['past due']));
  for (const one of many) await STEPS.paid(one);
  await queue.deliverOnly('subscription.active');
  for (const one of many) await STEPS['key revoked'](one);
  await queue.deliverAll(anyOrder(5));
  for (const one of many) expect(await statusesOf(one)).toEqual({ key: 'revoked', grant: 'revoked' });
});
