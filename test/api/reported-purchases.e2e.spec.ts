import { TIME } from '../support/license-fixture.ts';
import { type SellerFixture, openSellerFixture } from '../support/seller-fixture.ts';

let fixture: SellerFixture;
beforeAll(async () => {
  fixture = await openSellerFixture();
});
afterAll(() => fixture.close());

let count = 0;
const unique = (prefix: string): string => `${prefix}-${++count}`;
const order = (body: object) => fixture.seller('POST', '/v1/orders/', body);
const subscription = (body: object) => fixture.seller('POST', '/v1/subscriptions/', body);
const locs = (body: { detail: { loc: string[] }[] }) => body.detail.map(({ loc }) => loc.slice(1).join('.'));
const conflict = ({ status, body }: { status: number; body: { error: string; detail: string } }) => [
  status,
  body.error,
  body.detail,
];

describe.each([
  ['order', 'orders', undefined],
  ['subscription', 'subscriptions', 'month'],
] as const)('%s', (_kind, resource, every) => {
  const product = () => fixture.product(every ? { every } : {});
  const tell = (body: object) => fixture.seller('POST', `/v1/${resource}/`, body);
  const listed = async (query: string): Promise<string[]> =>
    (await fixture.seller('GET', `/v1/${resource}/?${query}`)).body.items.map(({ id }: { id: string }) => id);

  test('201, then 200: a purchase that is reported again is the stored one, even if product and customer have changed', async () => {
    const [{ id: product_id }, external_id] = [await product(), unique('in')];
    const customer = { email: `${external_id.toUpperCase()}@example.com`, external_id: unique('user') };
    const body = { product_id, customer, external_id, external_source: 'stripe', amount: 700, tax_amount: 133 };
    const first = await tell(body);
    expect([first.status, first.body.external_id, first.body.external_source]).toEqual([201, external_id, 'stripe']);
    expect(first.body).toMatchObject({ tax_amount: 133, customer: { email: customer.email, external_id: customer.external_id } });

    expect(await tell(body)).toMatchObject({ status: 200, body: first.body });
    const { customer: _, amount: __, ...brief } = body;
    expect(await tell({ ...brief, customer_id: first.body.customer_id })).toMatchObject({ status: 200, body: first.body });
    expect(await tell({ ...brief, external_customer_id: customer.external_id })).toMatchObject({ status: 200 });
    expect(await tell({ ...brief, customer: { email: customer.email.toLowerCase() } })).toMatchObject({ status: 200 });
    expect((await tell({ ...body, external_source: 'paddle', customer: { email: unique('x') + '@example.com' } })).status).toBe(
      201,
    );

    await fixture.seller('PATCH', `/v1/products/${product_id}`, { is_archived: true });
    await fixture.seller('DELETE', `/v1/customers/${first.body.customer_id}?anonymize=true`);
    const again = await tell(body);
    expect([again.status, again.body.id]).toEqual([200, first.body.id]);
    expect(await fixture.eventsOf(first.body.id)).toHaveLength(2);
    expect(await listed(`external_id=${external_id}`)).toHaveLength(2);
    expect(await listed(`external_id=${external_id}&external_source=stripe`)).toEqual([first.body.id]);
    expect(await listed(`external_id=${external_id}&external_source=`)).toEqual([]);
  });

  test('has no source if none was told', async () => {
    const [{ id: product_id }, { id: customer_id }] = [await product(), await fixture.customer()];
    const { body } = await tell({ product_id, customer_id, external_id: unique('in') });
    expect(body.external_source).toBeNull();
    expect(await fixture.seller('GET', `/v1/${resource}/${body.id}`)).toMatchObject({ body: { external_source: null } });
  });

  test('409: another product, customer or amount', async () => {
    const [{ id: product_id }, other, external_id] = [await product(), await product(), unique('in')];
    const { id: customer_id } = await fixture.customer();
    const body = { product_id, customer_id, external_id, amount: 700 };
    await tell(body);
    const fact = async (changed: object) => conflict(await tell({ ...body, ...changed }));
    const differing = (what: string) => [
      409,
      'ExternalIdConflict',
      `A purchase with this external ID exists, with another ${what}.`,
    ];
    expect(await fact({ product_id: other.id })).toEqual(differing('product'));
    expect(await fact({ customer_id: (await fixture.customer()).id })).toEqual(differing('customer'));
    expect(await fact({ amount: 701, tax_amount: 1, currency: 'eur' })).toEqual(differing('amount, tax_amount, currency'));
    expect(await fact({ seats: 5 })).toEqual(differing('seats'));
  });

  test('201 and 200: of parallel requests one creates the purchase and its customer', async () => {
    const [{ id: product_id }, external_id] = [await product(), unique('in')];
    const body = { product_id, customer: { email: `${external_id}@example.com` }, external_id };
    const reported = await Promise.all(Array.from({ length: 6 }, () => tell(body)));
    expect(reported.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 201]);
    expect(new Set(reported.map(({ body: { id } }) => id)).size).toBe(1);
    const { body: found } = await fixture.seller('GET', `/v1/customers/?email=${external_id}@example.com`);
    expect(found.items).toHaveLength(1);
  });

  test('201: the customer is found by external ID, then by e-mail address, and does not change', async () => {
    const [{ id: product_id }, known] = [await product(), unique('user')];
    const email = `${known}@example.com`;
    const { body: created } = await fixture.seller('POST', '/v1/customers/', { email, name: 'Ada', external_id: known });
    const bought = async (customer: object) => {
      const { status, body } = await tell({ product_id, customer });
      if (every && status === 201) await fixture.seller('DELETE', `/v1/subscriptions/${body.id}`);
      return [status, body.customer];
    };
    expect(await bought({ external_id: known, name: 'Grace' })).toEqual([201, created]);
    expect(await bought({ email: email.toUpperCase() })).toEqual([201, created]);
    expect(await bought({ external_id: known, email: unique('new') + '@example.com' })).toEqual([201, created]);

    const other = await fixture.customer();
    const confused = { product_id, customer: { external_id: other.external_id, email } };
    expect(conflict(await tell(confused)).slice(0, 2)).toEqual([409, 'CustomerConflict']);
    const renamed = { product_id, customer: { external_id: unique('user'), email } };
    expect(conflict(await tell(renamed)).slice(0, 2)).toEqual([409, 'CustomerConflict']);
  });

  test('201: a new customer has everything that is reported', async () => {
    const customer = {
      email: unique('new') + '@example.com',
      name: 'Ada',
      external_id: unique('user'),
      billing_name: 'Acme GmbH',
      billing_address: { country: 'de', city: 'Berlin' },
      tax_id: 'DE136695976',
      locale: 'de',
      metadata: { tier: 'gold' },
      type: 'team',
    };
    const { status, body } = await tell({ product_id: (await product()).id, customer });
    expect([status, body.customer]).toMatchObject([
      201,
      { ...customer, billing_address: { country: 'DE', city: 'Berlin' }, tax_id: ['DE136695976', 'eu_vat'] },
    ]);
  });

  test('201: for a recipient who is not the buyer', async () => {
    const [{ id: product_id }, { id: customer_id }] = [await product(), await fixture.customer()];
    const { status, body } = await tell({ product_id, customer_id, recipient: { email: unique('gift') + '@example.com' } });
    expect([status, body.customer_id, body.recipient.id]).toEqual([201, customer_id, body.recipient_id]);
    expect(await listed(`recipient_id=${body.recipient_id}`)).toEqual([body.id]);
    const known = await tell({ product_id, customer_id, recipient: { id: (await fixture.customer()).id } });
    expect(known.body.recipient_id).not.toBe(body.recipient_id);
    const { body: own } = await tell({ product_id, customer_id, recipient: { id: customer_id } });
    expect([own.recipient_id, own.recipient]).toEqual([null, null]);
  });

  test('422: what cannot be combined, and what is missing or unknown', async () => {
    const [{ id: product_id }, { id: customer_id }, foreign] = [
      await product(),
      await fixture.customer(),
      await fixture.foreignCustomer(),
    ];
    const email = 'somebody@example.com';
    for (const [body, where] of [
      [{ customer: { email }, customer_id }, ['customer_id']],
      [{ customer: { email }, external_customer_id: 'x' }, ['external_customer_id']],
      [{ customer: {} }, ['customer.email']],
      [{ customer: { external_id: unique('user') } }, ['customer.email']],
      [{ customer: { email, tax_id: 'DE136695976' } }, ['customer.billing_address']],
      [{ customer: { email: 'nobody' } }, ['customer.email']],
      [{ customer: null }, ['customer']],
      [{ customer_id, external_source: 'stripe' }, ['external_source']],
      [{ customer_id, external_id: 'x'.repeat(256) }, ['external_id']],
      [{ customer_id, amount: -1, tax_amount: 2 ** 31, currency: 'xxx' }, ['amount', 'tax_amount', 'currency']],
      [{ customer_id, currency: 'gbp' }, ['currency']],
      [{ customer_id, recipient: { id: foreign.id } }, ['recipient.id']],
      [{ customer_id, recipient: { id: customer_id, email } }, ['recipient.email']],
      [{ customer_id, recipient: {} }, ['recipient.email']],
    ] as const) {
      const { status, body: answer } = await tell({ product_id, ...body });
      expect([body, status, status === 422 && locs(answer)]).toEqual([body, 422, where]);
    }
  });
});

test('a subscription is bought at a named price', async () => {
  const fixed = (price_currency: string, price_amount: number) => ({ amount_type: 'fixed', price_currency, price_amount });
  const prices = [fixed('usd', 1000), fixed('eur', 900)];
  const product = await fixture.create('/v1/products/', { name: 'Monthly', recurring_interval: 'month', prices });
  const [dollars, euros] = product.prices.map(({ id }: { id: string }) => id);
  const { id: customer_id } = await fixture.customer();
  const body = { product_id: product.id, customer_id, product_price_id: euros, external_id: unique('sub') };
  expect(await subscription(body)).toMatchObject({
    status: 201,
    body: { amount: 900, currency: 'eur', prices: [{ id: euros }] },
  });
  expect((await subscription(body)).status).toBe(200);
  expect((await subscription({ ...body, product_price_id: dollars })).status).toBe(409);
  const other = await fixture.product({ every: 'month' });
  const refused = await subscription({ ...body, product_id: other.id, external_id: unique('sub') });
  expect([refused.status, locs(refused.body)]).toEqual([422, ['product_price_id']]);
});

describe('POST /v1/orders/', () => {
  test('201: several items with quantities', async () => {
    const [one, other] = [await fixture.product({ name: 'One' }), await fixture.product({ name: 'Other' })];
    const { id: customer_id } = await fixture.customer();
    const items = [
      { product_id: one.id, quantity: 3 },
      { product_id: other.id, amount: 505, description: 'Upgrade' },
    ];
    const body = { customer_id, items, tax_amount: 101, external_id: unique('in') };
    const first = await order(body);
    expect(first).toMatchObject({
      status: 201,
      body: {
        product_id: one.id,
        description: 'One, Upgrade',
        subtotal_amount: 3505,
        tax_amount: 101,
        total_amount: 3606,
        refundable_amount: 3505,
        refundable_tax_amount: 101,
        items: [
          { product_id: one.id, label: 'One', quantity: 3, amount: 3000, tax_amount: 86 },
          { product_id: other.id, label: 'Upgrade', quantity: 1, amount: 505, tax_amount: 15 },
        ],
      },
    });
    expect(await order(body)).toMatchObject({ status: 200, body: first.body });
    expect(conflict(await order({ ...body, items: items.slice(1) })).slice(0, 2)).toEqual([409, 'ExternalIdConflict']);
    const { body: found } = await fixture.seller('GET', `/v1/orders/?product_id=${other.id}`);
    expect(found.items.map(({ id }: { id: string }) => id)).toEqual([first.body.id]);
  });

  test('201: items at named prices; 422: prices of another product, currency, or archived; 409 when told with another one', async () => {
    const fixed = (price_currency: string, price_amount: number) => ({ amount_type: 'fixed', price_currency, price_amount });
    const prices = [fixed('usd', 1000), fixed('eur', 900)];
    const [one, other] = [
      await fixture.create('/v1/products/', { name: 'One', prices }),
      await fixture.create('/v1/products/', { name: 'Other', prices }),
    ];
    const [dollars, euros] = one.prices.map(({ id }: { id: string }) => id);
    const { id: customer_id } = await fixture.customer();
    const items = [
      { product_id: one.id, product_price_id: euros, quantity: 2 },
      { product_id: other.id, product_price_id: other.prices[1].id, amount: 700 },
    ];
    const body = { customer_id, items, external_id: unique('in') };
    const first = await order(body);
    expect(first).toMatchObject({
      status: 201,
      body: {
        currency: 'eur',
        items: [{ product_price_id: euros, amount: 1800 }, { product_price_id: items[1]!.product_price_id }],
      },
    });
    expect(await order(body)).toMatchObject({ status: 200, body: first.body });
    const told = await order({ ...body, items: [{ ...items[0]!, product_price_id: dollars }, items[1]] });
    expect(told.status).toBe(409);

    const single = { customer_id, product_id: one.id, product_price_id: euros };
    expect((await order(single)).body).toMatchObject({ currency: 'eur', total_amount: 900 });
    const kept = { prices: [{ id: dollars }] };
    expect((await fixture.seller('PATCH', `/v1/products/${one.id}`, kept)).status).toBe(200);
    for (const [wrong, where] of [
      [single, 'product_price_id'],
      [{ ...single, product_price_id: other.prices[0].id }, 'product_price_id'],
      [{ ...single, product_price_id: dollars, currency: 'eur' }, 'product_price_id'],
      [{ ...single, product_price_id: 'x' }, 'product_price_id'],
      [{ customer_id, items: [items[0]] }, 'items.0.product_price_id'],
      [{ customer_id, items: [{ product_id: one.id }, items[1]] }, 'items.1.product_price_id'],
    ] as const) {
      const refused = await order(wrong);
      expect([wrong, refused.status, locs(refused.body)]).toEqual([wrong, 422, [where]]);
    }
    expect(await order(body)).toMatchObject({ status: 200, body: { id: first.body.id } });
  });

  test('422: items that cannot be ordered together', async () => {
    const [{ id }, seats, foreign] = [await fixture.product(), await fixture.seatProduct(), await fixture.foreignProduct()];
    const { id: customer_id } = await fixture.customer();
    for (const [body, where] of [
      [{}, ['product_id']],
      [{ items: [] }, ['items']],
      [{ product_id: id, items: [{ product_id: id }], seats: 2, amount: 5 }, ['product_id', 'seats', 'amount']],
      [{ items: [{ product_id: id }, { product_id: seats.id }] }, ['items.1.product_id']],
      [{ items: [{ product_id: id }, { product_id: foreign.id }] }, ['items.1.product_id']],
      [{ items: [{ product_id: id, quantity: 0, amount: -1 }] }, ['items.0.quantity', 'items.0.amount']],
      [{ items: [{ product_id: id, amount: 2 ** 31 - 1 }, { product_id: id }] }, ['items']],
      [{ product_id: id, purchased_at: '2100-01-01T00:00:00Z' }, ['purchased_at']],
      [{ product_id: id, status: 'void' }, ['status']],
    ] as const) {
      const { status, body: answer } = await order({ customer_id, ...body });
      expect([body, status, status === 422 && locs(answer)]).toEqual([body, 422, where]);
    }
  });

  test('201: an order of the past, and one that is paid later', async () => {
    const [{ id: product_id }, { id: customer_id }] = [await fixture.product(), await fixture.customer()];
    const { body } = await order({ product_id, customer_id, purchased_at: '2024-02-29T10:00:00Z', status: 'pending' });
    expect(body).toMatchObject({
      status: 'pending',
      paid: false,
      due_amount: 1000,
      refundable_amount: 0,
      purchased_at: '2024-02-29T10:00:00.000Z',
    });
    expect(await fixture.eventsOf(body.id)).toEqual(['order.created']);
    const paid = await fixture.seller('PATCH', `/v1/orders/${body.id}`, { status: 'paid' });
    const changed = {
      status: 'paid',
      paid: true,
      due_amount: 0,
      refundable_amount: 1000,
      modified_at: expect.stringMatching(TIME),
    };
    expect(paid).toMatchObject({ status: 200, body: { ...body, ...changed } });
    await fixture.seller('PATCH', `/v1/orders/${body.id}`, { status: 'paid' });
    expect(await fixture.eventsOf(body.id)).toEqual(['order.created', 'order.updated', 'order.paid']);
    expect((await fixture.seller('PATCH', `/v1/orders/${body.id}`, { status: 'void' })).status).toBe(422);
  });

  test('201: payments for a subscription', async () => {
    const [{ id: product_id }, { id: customer_id }] = [
      await fixture.product({ every: 'month', name: 'Monthly' }),
      await fixture.customer(),
    ];
    const { body: paid } = await subscription({ product_id, customer_id, amount: 700, tax_amount: 70 });
    const renewal = { subscription_id: paid.id, external_id: unique('in'), purchased_at: '2026-01-01T00:00:00Z' };
    const first = await order(renewal);
    expect(first).toMatchObject({
      status: 201,
      body: {
        subscription_id: paid.id,
        subscription: { id: paid.id, status: 'active', amount: 700, current_period_end: paid.current_period_end },
        billing_reason: 'subscription_cycle',
        customer_id,
        product_id,
        description: 'Monthly',
        subtotal_amount: 700,
        total_amount: 770,
        status: 'paid',
      },
    });
    expect(await order(renewal)).toMatchObject({ status: 200, body: first.body });
    expect(conflict(await order({ ...renewal, amount: 1 })).slice(0, 2)).toEqual([409, 'ExternalIdConflict']);
    const once = await fixture.product();
    expect(conflict(await order({ external_id: renewal.external_id, product_id: once.id, customer_id })).slice(0, 2)).toEqual([
      409,
      'ExternalIdConflict',
    ]);
    const start = await order({ subscription_id: paid.id, billing_reason: 'subscription_create', amount: 650, tax_amount: 0 });
    expect(start.body).toMatchObject({ total_amount: 650, billing_reason: 'subscription_create' });
    const listed = async (query: string): Promise<string[]> =>
      (await fixture.seller('GET', `/v1/orders/?customer_id=${customer_id}&${query}`)).body.items.map(
        ({ id }: { id: string }) => id,
      );
    expect(await listed(`subscription_id=${paid.id}&sorting=created_at`)).toEqual([first.body.id, start.body.id]);
    expect(await listed('product_billing_type=recurring')).toHaveLength(2);
    expect(await listed('product_billing_type=one_time')).toEqual([]);
    expect(await listed('billing_reason=subscription_create')).toEqual([start.body.id]);
    expect(await listed('billing_reason=subscription_create&billing_reason=subscription_cycle')).toHaveLength(2);
    expect(await listed('billing_reason=purchase')).toEqual([]);
  });

  test('422: a payment for an unknown subscription, or of something else too', async () => {
    const { id: customer_id } = await fixture.customer();
    const unknown = { subscription_id: customer_id };
    expect(locs((await order(unknown)).body)).toEqual(['subscription_id']);
    expect(locs((await order({ ...unknown, customer_id, seats: 2 })).body)).toEqual(['seats', 'customer_id']);
    const { id: product_id } = await fixture.product({ every: 'month' });
    const { body } = await subscription({ product_id, customer_id });
    expect(locs((await order({ subscription_id: body.id, currency: 'gbp' })).body)).toEqual(['currency']);
  });
});

describe('POST /v1/subscriptions/', () => {
  test('201: bought earlier, in its current period', async () => {
    const { id: product_id } = await fixture.product({ every: 'month' });
    const bought = async (period: object) =>
      (await subscription({ product_id, customer_id: (await fixture.customer()).id, ...period })).body;
    const old = await bought({ started_at: '2020-01-31T00:00:00Z' });
    expect(old).toMatchObject({ status: 'active', started_at: '2020-01-31T00:00:00.000Z' });
    expect(Date.parse(old.current_period_end)).toBeGreaterThan(Date.now());
    expect(Date.parse(old.current_period_start)).toBeLessThanOrEqual(Date.now());
    const end = new Date(Date.now() + 5 * 86_400_000).toISOString();
    expect(Date.parse((await bought({ current_period_end: end })).current_period_end)).toBe(Date.parse(end));
    expect(locs(await bought({ started_at: '2100-01-01T00:00:00Z' }))).toEqual(['started_at']);
    expect(locs(await bought({ current_period_end: '2020-01-01T00:00:00Z' }))).toEqual(['current_period_end']);
  });

  test('422: a second subscription of the same recipient, named by its field', async () => {
    const { id: product_id } = await fixture.product({ every: 'month' });
    const [{ id: customer_id }, { id: recipient }] = [await fixture.customer(), await fixture.customer()];
    const given = { product_id, customer_id, recipient: { id: recipient } };
    expect((await subscription(given)).status).toBe(201);
    expect(locs((await subscription(given)).body)).toEqual(['recipient.id']);
  });
});
