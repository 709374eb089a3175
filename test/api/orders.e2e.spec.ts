import { NOT_FOUND, TIME, UUID } from '../support/license-fixture.ts';
import { exportedIds, type SellerFixture, openSellerFixture } from '../support/seller-fixture.ts';

let fixture: SellerFixture;
beforeAll(async () => {
  fixture = await openSellerFixture();
});
afterAll(() => fixture.close());

const ordered = async (body: object = {}, product = fixture.product()) =>
  fixture.create('/v1/orders/', { product_id: (await product).id, customer_id: (await fixture.customer()).id, ...body });

describe('POST /v1/orders/', () => {
  const create = (body: object) => fixture.seller('POST', '/v1/orders/', body);

  test('201: paid, at the price of the product', async () => {
    const product = await fixture.product({ name: 'Acme Forever' });
    const customer = await fixture.customer();
    const { status, body } = await create({ product_id: product.id, customer_id: customer.id, metadata: { invoice: 17 } });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      id: expect.stringMatching(UUID),
      created_at: expect.stringMatching(TIME),
      modified_at: null,
      status: 'paid',
      paid: true,
      subtotal_amount: 1000,
      discount_amount: 0,
      net_amount: 1000,
      tax_amount: 0,
      total_amount: 1000,
      due_amount: 0,
      refunded_amount: 0,
      refundable_amount: 1000,
      currency: 'usd',
      billing_reason: 'purchase',
      invoice_number: '',
      description: 'Acme Forever',
      seats: null,
      metadata: { invoice: 17 },
      customer: { id: customer.id },
      product: { id: product.id, name: 'Acme Forever', is_recurring: false },
      subscription: null,
      items: [{ label: 'Acme Forever', amount: 1000, start_timestamp: null, end_timestamp: null }],
    });
    expect((await fixture.seller('GET', `/v1/orders/${body.id}`)).body).toEqual(body);
    expect(await fixture.eventsOf(body.id)).toEqual(['order.created', 'order.paid']);
  });

  test('201: with the external id of the customer, for seats, and repeatedly', async () => {
    const { id, external_id } = await fixture.customer();
    const { id: product_id } = await fixture.seatProduct();
    for (let i = 0; i < 2; i++) {
      const { status, body } = await create({ product_id, external_customer_id: external_id, seats: 5 });
      expect([status, body.customer_id, body.seats, body.total_amount]).toEqual([201, id, 5, 500]);
    }
  });

  test('400: for a number of seats outside the tiers of the price', async () => {
    const { id: customer_id } = await fixture.customer();
    const order = { product_id: (await fixture.product()).id, customer_id, seats: 2 };
    expect(await create(order)).toMatchObject({ status: 400, body: { error: 'NotASeatBasedSubscription' } });
  });

  test('422: for a product or customer that is unknown or foreign, or a recurring product', async () => {
    const { id: customer_id } = await fixture.customer();
    const recurring = await fixture.product({ every: 'year' });
    const foreign = await fixture.foreignProduct();
    for (const product_id of [recurring.id, foreign.id, customer_id, 'x']) {
      const { status, body } = await create({ product_id, customer_id });
      expect([status, body.detail[0].loc]).toEqual([422, ['body', 'product_id']]);
    }
  });
});

describe('GET /v1/orders/', () => {
  /** The orders of the list, which the export has too where that is no page. */
  const ids = async (query: string): Promise<string[]> => {
    const { body } = await fixture.seller('GET', `/v1/orders/?${query}`);
    const listed = body.items.map(({ id }: { id: string }) => id);
    if (!query.includes('limit=')) expect(await exportedIds(fixture.seller, 'orders', query)).toEqual([...listed].sort());
    return listed;
  };

  test('200: filtered and sorted', async () => {
    const product = fixture.product();
    const first = await ordered({}, product);
    const second = await ordered({ metadata: { tier: 'gold' } }, product);
    const own = `product_id=${(await product).id}`;
    expect(await ids(own)).toEqual([second.id, first.id]);
    expect(await ids(`${own}&sorting=created_at`)).toEqual([first.id, second.id]);
    expect(await ids(`${own}&metadata[tier]=gold`)).toEqual([second.id]);
    expect(await ids(`customer_id=${first.customer_id}`)).toEqual([first.id]);
    expect(await ids(`external_customer_id=${first.customer.external_id}`)).toEqual([first.id]);
    expect(await ids(`${own}&status=paid&product_billing_type=one_time&limit=1`)).toEqual([second.id]);
    expect(await ids(`${own}&created_after=2026-01-01T00:00:00Z`)).toHaveLength(2);
    for (const none of [
      'status=refunded',
      'product_billing_type=recurring',
      `discount_id=${first.id}`,
      `subscription_id=${first.id}`,
    ]) {
      expect(await ids(`${own}&${none}`)).toEqual([]);
    }
    for (const order of ['status', 'invoice_number', 'amount', 'net_amount', 'customer', 'product', 'discount', 'subscription']) {
      expect((await ids(`${own}&sorting=-${order}`)).sort()).toEqual([first.id, second.id].sort());
    }
  });

  test('200: by when they were bought and by what they cost with tax', async () => {
    const { id } = await fixture.product();
    const bought = async (purchased_at: string, amount: number, tax_amount: number): Promise<string> =>
      (await ordered({ product_id: id, purchased_at, amount, tax_amount })).id;
    const first = await bought('2020-01-01T00:00:00Z', 100, 50);
    const second = await bought('2020-02-01T00:00:00Z', 120, 0);
    const own = `product_id=${id}`;
    expect(await ids(`${own}&sorting=purchased_at`)).toEqual([first, second]);
    expect(await ids(`${own}&sorting=-total_amount`)).toEqual([first, second]);
    expect(await ids(`${own}&sorting=-amount`)).toEqual([second, first]);
    expect(await ids(`${own}&purchased_after=2020-02-01T00:00:00Z`)).toEqual([second]);
    expect(await ids(`${own}&purchased_before=2020-01-31T00:00:00Z`)).toEqual([first]);
  });

  test('422: an unknown sorting or billing reason', async () => {
    for (const query of ['sorting=name', 'billing_reason=gift']) {
      expect((await fixture.seller('GET', `/v1/orders/?${query}`)).status).toBe(422);
    }
  });
});

describe('GET /v1/orders/figures', () => {
  const figures = async (query: string) => (await fixture.seller('GET', `/v1/orders/figures?${query}`)).body;

  test('200: how many orders of a range there are of each status', async () => {
    const range = 'purchased_after=2019-03-01T00:00:00Z&purchased_before=2019-03-31T00:00:00Z';
    const none = { total: 0, pending: 0, paid: 0, refunded: 0, partially_refunded: 0, void: 0 };
    expect(await figures(range)).toEqual(none);
    for (const [purchased_at, status] of [
      ['2019-03-01T00:00:00Z', 'paid'],
      ['2019-03-31T00:00:00Z', 'paid'],
      ['2019-03-15T00:00:00Z', 'pending'],
      ['2019-04-01T00:00:00Z', 'paid'],
    ])
      await ordered({ purchased_at, status });
    expect(await figures(range)).toEqual({ ...none, total: 3, paid: 2, pending: 1 });
    const all = await figures('');
    const { pagination } = (await fixture.seller('GET', '/v1/orders/?limit=1')).body;
    expect(all.total).toBe(pagination.total_count);
  });

  test('422: a time that is none', async () => {
    expect((await fixture.seller('GET', '/v1/orders/figures?purchased_after=yesterday')).status).toBe(422);
  });
});

describe('GET /v1/orders/{id}', () => {
  test('404: unknown', async () => {
    const { status, body } = await fixture.seller('GET', '/v1/orders/6f1c1a52-5d0e-4f6b-9a43-1b7f0c2d3e4f');
    expect([status, body]).toEqual([404, NOT_FOUND]);
  });
});

describe('PATCH /v1/orders/{id}', () => {
  const update = (id: string, body: object) => fixture.seller('PATCH', `/v1/orders/${id}`, body);
  const address = { line1: '1 Main St', city: 'Albany', state: 'NY', country: 'US' };

  test('200: changes the billing details and nothing else', async () => {
    const order = await ordered();
    const { status, body } = await update(order.id, { billing_name: ' Acme Inc. ', billing_address: address, notes: 'x' });
    expect(status).toBe(200);
    expect(body).toEqual({
      ...order,
      modified_at: expect.stringMatching(TIME),
      billing_name: 'Acme Inc.',
      billing_address: { ...address, line2: null, postal_code: null, state: 'US-NY' },
    });
    expect((await fixture.seller('GET', `/v1/orders/${order.id}`)).body).toEqual(body);
    expect(await fixture.eventsOf(order.id)).toEqual(['order.created', 'order.paid', 'order.updated']);
    for (const nothing of [{}, { billing_name: null, billing_address: null }, { billing_name: ' ' }]) {
      expect((await update(order.id, nothing)).body).toEqual(body);
    }
    expect(await fixture.eventsOf(order.id)).toHaveLength(3);
  });

  test('409: a void order cannot be paid', async () => {
    const { id } = await ordered();
    expect((await fixture.seller('POST', `/v1/orders/${id}/void`)).status).toBe(200);
    const { status, body } = await update(id, { status: 'paid' });
    expect([status, body.error]).toEqual([409, 'OrderVoid']);
  });

  test('404: unknown', async () => {
    const { status, body } = await update('6f1c1a52-5d0e-4f6b-9a43-1b7f0c2d3e4f', { billing_name: 'Acme Inc.' });
    expect([status, body]).toEqual([404, NOT_FOUND]);
  });

  test.each(['seats', 'product_id', 'customer_id', 'amount', 'metadata'])(
    '422: %s, which is fixed when it is bought',
    async (name) => {
      const { id } = await ordered();
      const { status, body } = await update(id, { billing_name: 'Ada', [name]: null });
      expect([status, body.detail]).toMatchObject([422, [{ loc: ['body', name], type: 'extra_forbidden' }]]);
      expect((await fixture.seller('GET', `/v1/orders/${id}`)).body.billing_name).not.toBe('Ada');
    },
  );

  test('422: another country or state, or an invalid address', async () => {
    const order = await ordered();
    await update(order.id, { billing_address: address });
    for (const [billing_address, where] of [
      [{ ...address, country: 'FR', state: null }, ['country', 'state']],
      [{ ...address, state: 'CA' }, ['state']],
      [{ ...address, state: 'Bavaria' }, []],
      [{ line1: '1 Main St' }, ['country']],
    ] as const) {
      const { status, body } = await update(order.id, { billing_name: 'Acme Inc.', billing_address });
      expect(status).toBe(422);
      const at = where.length === 0 ? [['body', 'billing_address']] : where.map((part) => ['body', 'billing_address', part]);
      expect(body.detail.map(({ loc }: { loc: string[] }) => loc)).toEqual(at);
    }
    expect((await update(order.id, { billing_name: 7 })).body.detail[0].loc).toEqual(['body', 'billing_name']);
    expect((await fixture.seller('GET', `/v1/orders/${order.id}`)).body.billing_name).toBe(order.billing_name);
  });
});
