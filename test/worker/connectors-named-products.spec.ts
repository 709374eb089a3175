import { EntityManager } from '@mikro-orm/postgresql';
import { LemonSqueezyLife, lemonSqueezySignature } from '../support/connectors/lemon-squeezy-events.ts';
import { PaddleLife, paddleSignature } from '../support/connectors/paddle-events.ts';
import { CONNECTOR_SECRET as SECRET, stripeSignature, StripeLife } from '../support/connectors/stripe-events.ts';
import { openPurchaseFixture, type PurchaseFixture } from '../support/purchase-fixture.ts';

const NOW = Math.floor(Date.now() / 1000) * 1000;
const daysFromNow = (days: number): Date => new Date(NOW + days * 86_400_000);
const PERIOD = [daysFromNow(-1), daysFromNow(29)] as const;
const [START, END] = PERIOD;

const SIGNED = {
  stripe: (body: string) => ({ 'stripe-signature': stripeSignature(body, SECRET) }),
  paddle: (body: string) => ({ 'paddle-signature': paddleSignature(body, SECRET) }),
  lemon_squeezy: (body: string) => ({ 'x-signature': lemonSqueezySignature(body, SECRET) }),
} as const;
type ProviderName = keyof typeof SIGNED;
const PRICES: { readonly [N in ProviderName]: string } = { stripe: 'plink_1', paddle: 'pri_1', lemon_squeezy: '810001' };

/** What is bought, and the events about it. Those of a purchase that names no known price fail. */
interface Case {
  readonly provider: ProviderName;
  readonly every?: 'month';
  readonly events: (named: { readonly latchkey_product_id: string }) => readonly object[];
}

const paddle = (custom: ConstructorParameters<typeof PaddleLife>[2], every?: 'month'): readonly object[] => {
  const life = new PaddleLife(START, PRICES.paddle, custom);
  const bought = every ? life.subscribed('created', START, 'active', PERIOD) : life.bought(START);
  return [life.customerCreated(START), bought];
};

const lemonSqueezy = (custom: object) => new LemonSqueezyLife(START, Number(PRICES.lemon_squeezy), { ...custom });

/** Everywhere that a browser, or an address of a checkout, can write. */
const BY_BUYERS: { readonly [what: string]: Case } = {
  'an order at Lemon Squeezy': { provider: 'lemon_squeezy', events: (named) => [lemonSqueezy(named).ordered(START, FREE)] },
  'a subscription at Lemon Squeezy': {
    provider: 'lemon_squeezy',
    every: 'month',
    events: (named) => [lemonSqueezy(named).subscribed('created', START, 'active', END)],
  },
  'a transaction at Paddle': { provider: 'paddle', events: (checkout) => paddle({ checkout }) },
  'a subscription at Paddle': { provider: 'paddle', every: 'month', events: (checkout) => paddle({ checkout }, 'month') },
  'a payment link of Stripe': {
    provider: 'stripe',
    events: (named) => [
      new StripeLife(START).checkedOut(START, {
        payment_link: PRICES.stripe,
        client_reference_id: named.latchkey_product_id,
        custom_fields: [{ key: 'latchkey_product_id', type: 'text', text: { value: named.latchkey_product_id } }],
        customer_details: { email: 'buyer@example.com', name: named.latchkey_product_id, metadata: named },
      }),
    ],
  },
};
const FREE = { subtotal: 0, tax: 0, total: 0 };

/** Where only the seller can write. */
const BY_SELLERS: { readonly [what: string]: Case } = {
  'the price of a transaction at Paddle': { provider: 'paddle', events: (price) => paddle({ price }) },
  'the product of a transaction at Paddle': { provider: 'paddle', events: (product) => paddle({ product }) },
  'the price of a subscription at Paddle': { provider: 'paddle', every: 'month', events: (price) => paddle({ price }, 'month') },
  'the product of a subscription at Paddle': {
    provider: 'paddle',
    every: 'month',
    events: (product) => paddle({ product }, 'month'),
  },
  'a session of Stripe': {
    provider: 'stripe',
    events: (metadata) => [new StripeLife(START).checkedOut(START, { metadata })],
  },
};

let fixture: PurchaseFixture;
beforeAll(async () => {
  fixture = await openPurchaseFixture();
});
afterAll(() => fixture.close());

const itemsOf = async (url: string) => (await fixture.seller('GET', url)).body.items;

async function keyProduct(every: Case['every'], visibility: 'public' | 'private' | 'draft') {
  const benefit = await fixture.create('/v1/benefits/', { type: 'license_keys', description: 'Keys', properties: {} });
  const prices = [{ currency: 'usd', taxBehavior: null, terms: { amountType: 'fixed', priceAmount: 99_900 } }] as const;
  const { id } = await fixture.product({ every, visibility, prices, benefits: [benefit.id] });
  return {
    id,
    benefit,
    purchases: async () => [
      ...(await itemsOf(`/v1/orders/?product_id=${id}`)),
      ...(await itemsOf(`/v1/subscriptions/?product_id=${id}`)),
      ...(await fixture.keysOf(benefit)),
    ],
  };
}

async function connect(provider: ProviderName) {
  const account = provider === 'lemon_squeezy' ? '4711' : undefined;
  const { id } = await fixture.create('/v1/connectors', { provider, secret: SECRET, account });
  return {
    id,
    map: (product_id: string) =>
      fixture.seller('POST', `/v1/connectors/${id}/prices`, { external_id: PRICES[provider], product_id }),
    send: async (events: readonly object[]) => {
      for (const event of events) {
        const body = JSON.stringify(event);
        const answer = await fixture.seller('POST', `/v1/connectors/${id}/webhook`, body, SIGNED[provider](body));
        expect(answer.status).toBe(200);
      }
      await fixture.settled();
    },
    /** What became of the newest event. */
    outcome: async () => (await itemsOf(`/v1/connectors/${id}/events`))[0],
  };
}

describe.each(Object.entries(BY_BUYERS))('%s', (_, { provider, every, events }) => {
  test.each(['public', 'private', 'draft'] as const)('that names a %s product brings nothing of it', async (visibility) => {
    const [named, mapped] = [await keyProduct(every, visibility), await keyProduct(every, 'public')];
    const { map, send, outcome } = await connect(provider);
    await send(events({ latchkey_product_id: named.id }));
    expect(await outcome()).toMatchObject({ status: 'failed', problem_code: 'price_unknown' });
    expect(await named.purchases()).toEqual([]);

    expect((await map(mapped.id)).status).toBe(204);
    await fixture.settled();
    expect(await outcome()).toMatchObject({ status: 'processed' });
    expect(await named.purchases()).toEqual([]);
    expect(await fixture.keysOf(mapped.benefit)).toMatchObject([{ status: 'granted' }]);
  });
});

test.each(Object.entries(BY_SELLERS))('%s names the product', async (_, { provider, every, events }) => {
  const named = await keyProduct(every, 'private');
  const { send, outcome } = await connect(provider);
  await send(events({ latchkey_product_id: named.id }));
  expect(await outcome()).toMatchObject({ status: 'processed' });
  expect(await fixture.keysOf(named.benefit)).toMatchObject([{ status: 'granted' }]);
});

test('what an earlier release read of a buyer names no product', async () => {
  const named = await keyProduct(undefined, 'public');
  const { id, send } = await connect('paddle');
  const [customer, transaction] = paddle({});
  await send([transaction!]);
  const read = `update connectors.subjects
    set knowledge = jsonb_set(knowledge #- '{payment,fact,items,0,namedBy}', '{payment,fact,items,0,productId}', ?::jsonb)
    where connector_id = ?`;
  await fixture.api.app
    .get(EntityManager)
    .fork()
    .execute(read, [JSON.stringify(named.id), id]);
  await send([customer!]);
  expect(await itemsOf(`/v1/connectors/${id}/events?status=failed`)).toMatchObject([{ problem_code: 'price_unknown' }]);
  expect(await named.purchases()).toEqual([]);
});
