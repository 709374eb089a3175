import { callAs } from '../support/call.ts';
import { LARGEST, NOT_FOUND, TIME, UUID } from '../support/license-fixture.ts';
import { exportedIds, type SellerFixture, openSellerFixture } from '../support/seller-fixture.ts';

let fixture: SellerFixture;
beforeAll(async () => {
  fixture = await openSellerFixture();
});
afterAll(() => fixture.close());

const SUBSCRIPTIONS = '/v1/subscriptions/';
const MONTHLY = { every: 'month' } as const;
const UNKNOWN = '6f1c1a52-5d0e-4f6b-9a43-1b7f0c2d3e4f';
const PAST = '2020-01-01T00:00:00Z';
const FUTURE = '2090-01-01T00:00:00Z';

async function subscribed(body: object = {}, product = fixture.product(MONTHLY)) {
  const { id: product_id } = await product;
  const { id: customer_id } = await fixture.customer();
  return fixture.create(SUBSCRIPTIONS, { product_id, customer_id, ...body });
}

const at = (...loc: string[]) => ({ detail: [expect.objectContaining({ loc: ['body', ...loc] })] });

describe('POST /v1/subscriptions/', () => {
  const create = (body: object) => fixture.seller('POST', '/v1/subscriptions/', body);

  test('201: at the price of the product, with product, customer and prices', async () => {
    const product = await fixture.product({ every: 'month' });
    const customer = await fixture.customer();
    const { status, body } = await create({ product_id: product.id, customer_id: customer.id, metadata: { source: 'shop' } });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      id: expect.stringMatching(UUID),
      created_at: expect.stringMatching(TIME),
      modified_at: null,
      status: 'active',
      amount: 1000,
      currency: 'usd',
      recurring_interval: 'month',
      recurring_interval_count: 1,
      cancel_at_period_end: false,
      canceled_at: null,
      ended_at: null,
      trial_end: null,
      seats: null,
      discount: null,
      meters: [],
      pending_update: null,
      metadata: { source: 'shop' },
      customer_id: customer.id,
      customer: { id: customer.id },
      product_id: product.id,
      product: { id: product.id, is_deletable: false },
      prices: [{ amount_type: 'fixed', price_amount: 1000, product_id: product.id }],
    });
    expect(body.current_period_start).toBe(body.started_at);
    expect((await fixture.seller('GET', `/v1/subscriptions/${body.id}`)).body).toEqual(body);
  });

  test('201: with the external id of the customer', async () => {
    const { id, external_id } = await fixture.customer();
    const { id: product_id } = await fixture.product(MONTHLY);
    expect((await create({ product_id, external_customer_id: external_id })).body).toMatchObject({ customer_id: id });
  });

  test('201: with a trial', async () => {
    const body = await subscribed({}, fixture.product({ ...MONTHLY, trial: { unit: 'day', count: 14 } }));
    expect(body).toMatchObject({ status: 'trialing', trial_start: body.started_at, trial_end: body.current_period_end });
  });

  test('201: for a number of seats, the minimum by default', async () => {
    expect(await subscribed({ seats: 12 }, fixture.seatProduct(MONTHLY))).toMatchObject({ seats: 12, amount: 1200 });
    expect(await subscribed({}, fixture.seatProduct(MONTHLY))).toMatchObject({ seats: 2, amount: 200 });
  });

  test('400: for a number of seats outside the tiers of the price', async () => {
    const { id: customer_id } = await fixture.customer();
    const errors = async (product: Promise<{ id: string }>, seats: number) => {
      const { status, body } = await create({ product_id: (await product).id, customer_id, seats });
      return [status, body.error];
    };
    expect(await errors(fixture.product(MONTHLY), 2)).toEqual([400, 'NotASeatBasedSubscription']);
    expect(await errors(fixture.seatProduct(MONTHLY), 1)).toEqual([400, 'BelowMinimumSeats']);
    expect(await errors(fixture.seatProduct(MONTHLY), 51)).toEqual([400, 'AboveMaximumSeats']);
  });

  test('422: for a product or customer that is unknown, foreign or archived, or a one-time product', async () => {
    const [{ id: product_id }, { id: customer_id }] = [await fixture.product(MONTHLY), await fixture.customer()];
    const foreign = { product: await fixture.foreignProduct(MONTHLY), customer: await fixture.foreignCustomer() };
    const invalid = async (body: object) => {
      const { status, body: answer } = await create(body);
      return [status, answer.detail.map(({ loc }: { loc: string[] }) => loc.at(-1))];
    };
    expect(await invalid({ product_id: foreign.product.id, customer_id })).toEqual([422, ['product_id']]);
    expect(await invalid({ product_id, customer_id: foreign.customer.id })).toEqual([422, ['customer_id']]);
    expect(await invalid({ product_id, external_customer_id: 'nobody' })).toEqual([422, ['external_customer_id']]);
    expect(await invalid({ product_id: customer_id, customer_id: product_id })).toEqual([422, ['product_id', 'customer_id']]);
    expect(await invalid({ product_id: (await fixture.product()).id, customer_id })).toEqual([422, ['product_id']]);
    await fixture.seller('PATCH', `/v1/products/${product_id}`, { is_archived: true });
    expect(await invalid({ product_id, customer_id })).toEqual([422, ['product_id']]);
    await fixture.seller('DELETE', `/v1/customers/${customer_id}`);
    expect(await invalid({ product_id: (await fixture.product(MONTHLY)).id, customer_id })).toEqual([422, ['customer_id']]);
    expect(await invalid({})).toEqual([422, ['product_id', 'customer_id']]);
  });

  test.each([0, -1, 1.5, 'many', LARGEST + 1])('422: for %p seats', async (seats) => {
    const body = { product_id: (await fixture.seatProduct(MONTHLY)).id, customer_id: (await fixture.customer()).id, seats };
    expect(await create(body)).toMatchObject({ status: 422, body: at('seats') });
  });

  test('422: a second subscription if the organization does not allow several, also for 20 concurrent requests', async () => {
    const { id: product_id } = await fixture.product(MONTHLY);
    const { id: customer_id } = await fixture.customer();
    const answers = await Promise.all(Array.from({ length: 20 }, () => create({ product_id, customer_id })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array.from({ length: 19 }, () => 422)]);
    const first = answers.find(({ status }) => status === 201)!.body;
    await fixture.seller('DELETE', `/v1/subscriptions/${first.id}`);
    expect((await create({ product_id, customer_id })).status).toBe(201);
  });

  test('201: several subscriptions if the organization allows them', async () => {
    const generous = await fixture.another({ allow_multiple_subscriptions: true });
    for (let i = 0; i < 2; i++) expect((await generous()).status).toBe(201);
  });
});

describe('GET /v1/subscriptions/', () => {
  const list = async (query: string) => (await fixture.seller('GET', `/v1/subscriptions/?${query}`)).body;
  /** The subscriptions of the list, which the export has too. */
  const ids = async (query: string): Promise<string[]> => {
    const listed = (await list(query)).items.map(({ id }: { id: string }) => id);
    expect(await exportedIds(fixture.seller, 'subscriptions', query)).toEqual([...listed].sort());
    return listed;
  };

  test('200: filtered, sorted and counted', async () => {
    const product = fixture.product(MONTHLY);
    const some = [
      await subscribed({}, product),
      await subscribed({ metadata: { tier: 'gold' } }, product),
      await subscribed({}, product),
    ];
    const [first, second, third] = some.map(({ id }) => id as string);
    const own = `product_id=${(await product).id}`;
    await fixture.seller('DELETE', `/v1/subscriptions/${third}`);
    await fixture.seller('PATCH', `/v1/subscriptions/${second}`, {
      cancel_at_period_end: true,
      customer_cancellation_reason: 'unused',
    });

    expect(await ids(own)).toEqual([third, second, first]);
    expect(await ids(`${own}&sorting=started_at`)).toEqual([first, second, third]);
    expect(await list(`${own}&limit=2&page=2`)).toMatchObject({
      items: [{ id: first }],
      pagination: { total_count: 3, max_page: 2 },
    });
    expect(await ids(`${own}&active=true&sorting=started_at`)).toEqual([first, second]);
    expect(await ids(`${own}&status=canceled&status=trialing`)).toEqual([third]);
    expect(await ids(`${own}&cancel_at_period_end=true`)).toEqual([second]);
    expect(await ids(`${own}&customer_cancellation_reason=unused&customer_cancellation_reason=other`)).toEqual([second]);
    expect(await ids(`${own}&metadata[tier]=gold`)).toEqual([second]);
    expect(await ids(`customer_id=${some[0].customer_id}`)).toEqual([first]);
    expect(await ids(`external_customer_id=${some[0].customer.external_id}`)).toEqual([first]);
    expect(await ids('external_customer_id=nobody')).toEqual([]);
    expect(await ids(`${own}&canceled_at_after=2026-01-01T00:00:00Z&sorting=started_at`)).toEqual([second, third]);
    expect(await ids(`${own}&started_before=2026-01-01T00:00:00Z`)).toEqual([]);
    expect(await ids(`${own}&discount_id=${first}`)).toEqual([]);
    for (const order of ['customer', 'status', 'current_period_end', 'ended_at', 'ends_at', 'amount', 'product', 'discount']) {
      expect([order, (await ids(`${own}&sorting=${order}`)).sort()]).toEqual([order, [first, second, third].sort()]);
      expect([order, (await ids(`${own}&sorting=-${order}`)).sort()]).toEqual([order, [first, second, third].sort()]);
    }
  });

  test.each(['sorting=name', 'status=gone', 'limit=0', 'customer_id=1', 'started_after=soon'])('422: %s', async (query) => {
    expect((await fixture.seller('GET', `/v1/subscriptions/?${query}`)).status).toBe(422);
  });
});

describe('GET /v1/subscriptions/{id}', () => {
  test('404: unknown', async () => {
    const answer = await fixture.seller('GET', '/v1/subscriptions/6f1c1a52-5d0e-4f6b-9a43-1b7f0c2d3e4f');
    expect([answer.status, answer.body]).toEqual([404, NOT_FOUND]);
  });
});

describe('PATCH /v1/subscriptions/{id}', () => {
  const change = (id: string, body: unknown) => fixture.seller('PATCH', `/v1/subscriptions/${id}`, body);

  test('200: cancels at period end, and withdraws the cancellation', async () => {
    const { id, current_period_end } = await subscribed();
    const farewell = { customer_cancellation_reason: 'too_expensive', customer_cancellation_comment: 'Sorry.' };
    const canceled = await change(id, { cancel_at_period_end: true, ...farewell });
    expect(canceled).toMatchObject({ status: 200 });
    expect(canceled.body).toMatchObject({
      status: 'active',
      cancel_at_period_end: true,
      ends_at: current_period_end,
      canceled_at: expect.stringMatching(TIME),
      modified_at: expect.stringMatching(TIME),
      ...farewell,
    });
    expect(await change(id, { cancel_at_period_end: true })).toMatchObject({
      status: 403,
      body: { error: 'AlreadyCanceledSubscription' },
    });
    expect(await change(id, { cancel_at_period_end: false })).toMatchObject({
      status: 200,
      body: { cancel_at_period_end: false, ends_at: null, canceled_at: null, customer_cancellation_reason: null },
    });
    expect(await change(id, { cancel_at_period_end: false })).toMatchObject({
      status: 409,
      body: { error: 'SubscriptionNotScheduledToCancel' },
    });
  });

  test('200: revokes; a revoked subscription rejects every change', async () => {
    const { id } = await subscribed();
    const revoked = await change(id, { revoke: true, customer_cancellation_comment: 'Now.' });
    expect(revoked).toMatchObject({ status: 200, body: { status: 'canceled', customer_cancellation_comment: 'Now.' } });
    expect(revoked.body.ended_at).toMatch(TIME);
    const errors = [
      [{ revoke: true }, 'AlreadyCanceledSubscription'],
      [{ cancel_at_period_end: true }, 'AlreadyCanceledSubscription'],
      [{ cancel_at_period_end: false }, 'InactiveSubscription'],
      [{ status: 'past_due' }, 'InactiveSubscription'],
      [{ status: 'active' }, 'InactiveSubscription'],
    ] as const;
    for (const [body, error] of errors) expect(await change(id, body)).toMatchObject({ status: 403, body: { error } });
  });

  test('200: past due, then paid', async () => {
    const { id } = await subscribed();
    const late = await change(id, { status: 'past_due' });
    expect(late).toMatchObject({ status: 200, body: { status: 'past_due', past_due_at: expect.stringMatching(TIME) } });
    expect(await change(id, { status: 'active' })).toMatchObject({ status: 200, body: { status: 'active', past_due_at: null } });
  });

  test('200: past due, with the longest grace period', async () => {
    const { organization, pat } = fixture.ours;
    const [url, owner] = [`/v1/organizations/${organization.id}`, callAs(fixture.api, pat)];
    const { subscription_settings: before } = (await owner('GET', url)).body;
    const withGrace = (days: number) => ({ subscription_settings: { ...before, benefit_revocation_grace_period: days } });
    expect((await owner('PATCH', url, withGrace(3651))).status).toBe(422);
    await owner('PATCH', url, withGrace(3650));
    const { id } = await subscribed();
    expect(await change(id, { status: 'past_due' })).toMatchObject({ status: 200, body: { status: 'past_due' } });
    await owner('PATCH', url, { subscription_settings: before });
  });

  test('every change publishes subscription.updated and a specific event', async () => {
    const { id } = await subscribed();
    for (const cancel_at_period_end of [true, false]) await change(id, { cancel_at_period_end });
    for (const status of ['past_due', 'active']) await change(id, { status });
    await change(id, { revoke: true });
    const changes = ['canceled', 'uncanceled', 'past_due', 'active'].flatMap((how) => ['updated', how]);
    expect(await fixture.eventsOf(id)).toEqual(
      ['created', 'active', ...changes, 'updated', 'canceled', 'revoked'].map((how) => `subscription.${how}`),
    );
  });

  test.each([
    [{ units: 3 }, ['units']],
    [[], []],
    [{ product_id: UNKNOWN }, ['product_id']],
    [{ product_id: 'pro' }, ['product_id']],
    [{ product_id: UNKNOWN, cancel_at_period_end: true }, ['product_id']],
    [{ discount_id: UNKNOWN }, ['discount_id']],
    [{ proration_behavior: 'free' }, ['proration_behavior']],
    [{ metadata: null }, ['metadata']],
    [{ metadata: { ['x'.repeat(41)]: 1 } }, ['metadata', 'x'.repeat(41), '[key]']],
    [{ trial_end: 'now' }, ['trial_end']],
    [{ trial_end: 'soon' }, ['trial_end']],
    [{ trial_end: PAST }, ['trial_end']],
    [{ current_billing_period_end: PAST }, ['current_billing_period_end']],
    [{ current_billing_period_end: null }, ['current_billing_period_end']],
    [{ pause_at_period_end: null }, ['pause_at_period_end']],
    [{ pause_at_period_end: true, resumes_at: PAST }, ['resumes_at']],
    [{ pause_at_period_end: false, resumes_at: FUTURE }, ['resumes_at']],
    [{ resumes_at: FUTURE }, ['resumes_at']],
    [{ resume: false }, ['resume']],
    [{ pending_update: {} }, ['pending_update']],
    [{ seats: 2, proration_behavior: 'later' }, ['proration_behavior']],
    [{ seats: 0 }, ['seats']],
    [{ revoke: false }, ['revoke']],
    [{ revoke: true, status: 'active' }, ['status']],
    [{ cancel_at_period_end: true, note: 'x' }, ['note']],
    [{ cancel_at_period_end: 'soon' }, ['cancel_at_period_end']],
    [{ cancel_at_period_end: true, customer_cancellation_reason: 'bored' }, ['customer_cancellation_reason']],
    [{ status: 'canceled' }, ['status']],
    [{ status: null }, ['status']],
  ])('422: %j', async (body, loc) => {
    const { id } = await subscribed();
    expect(await change(id, body)).toMatchObject({ status: 422, body: at(...loc) });
    expect(await fixture.eventsOf(id)).toEqual(['subscription.created', 'subscription.active']);
  });

  test('200: another product, at once', async () => {
    const { id, current_period_end } = await subscribed();
    const pro = await fixture.product(MONTHLY);
    const { status, body } = await change(id, { product_id: pro.id, proration_behavior: 'invoice', metadata: { plan: 'pro' } });
    expect([status, body.product_id, body.product.id, body.pending_update]).toEqual([200, pro.id, pro.id, null]);
    expect(body).toMatchObject({ current_period_end, metadata: { plan: 'pro' }, prices: [{ product_id: pro.id }] });
    expect(body.product.is_deletable).toBe(false);
    expect(await change(id, {})).toMatchObject({ status: 200, body });
  });

  test('200: another product with the next period, by request or by the setting of the organization; null discards it', async () => {
    const { id, product_id, current_period_end } = await subscribed();
    const pro = await fixture.product(MONTHLY);
    const scheduled = await change(id, { product_id: pro.id, proration_behavior: 'next_period' });
    expect(scheduled).toMatchObject({ status: 200, body: { product_id } });
    expect(scheduled.body.pending_update).toEqual({
      id: expect.stringMatching(UUID),
      created_at: expect.stringMatching(TIME),
      modified_at: null,
      applies_at: current_period_end,
      product_id: pro.id,
      seats: null,
      units: null,
    });
    expect(await change(id, { pending_update: null })).toMatchObject({ status: 200, body: { pending_update: null } });

    const { organization, pat } = fixture.ours;
    const [url, owner] = [`/v1/organizations/${organization.id}`, callAs(fixture.api, pat)];
    const { subscription_settings: before } = (await owner('GET', url)).body;
    await owner('PATCH', url, { subscription_settings: { ...before, proration_behavior: 'next_period' } });
    expect((await change(id, { product_id: pro.id })).body).toMatchObject({ pending_update: { product_id: pro.id } });
    expect((await change(id, { product_id: pro.id, proration_behavior: 'reset' })).body).toMatchObject({
      product_id: pro.id,
      pending_update: null,
    });
    await owner('PATCH', url, { subscription_settings: before });
  });

  test('200: another number of seats with the next period, together with a product; null discards it', async () => {
    const { id, current_period_end } = await subscribed({ seats: 4 }, fixture.seatProduct(MONTHLY));
    const pro = await fixture.seatProduct(MONTHLY);
    const scheduled = await change(id, { seats: 3, proration_behavior: 'next_period' });
    expect(scheduled).toMatchObject({
      status: 200,
      body: { seats: 4, pending_update: { product_id: null, seats: 3, applies_at: current_period_end } },
    });
    const both = await change(id, { product_id: pro.id, proration_behavior: 'next_period' });
    expect(both.body.pending_update).toMatchObject({ product_id: pro.id, seats: 3 });
    expect((await change(id, { seats: 5, proration_behavior: 'invoice' })).body).toMatchObject({
      seats: 5,
      pending_update: { product_id: pro.id, seats: null },
    });
    expect((await change(id, { pending_update: null })).body).toMatchObject({ seats: 5, pending_update: null });
  });

  test('200: seats that reset the period; 400: a scheduled number in which the product is not sold', async () => {
    const { id, current_period_start } = await subscribed({ seats: 4 }, fixture.seatProduct(MONTHLY));
    const { body } = await change(id, { seats: 5, proration_behavior: 'reset' });
    expect(body.seats).toBe(5);
    expect(body.current_period_start > current_period_start).toBe(true);
    expect(await change(id, { seats: 1, proration_behavior: 'next_period' })).toMatchObject({
      status: 400,
      body: { error: 'BelowMinimumSeats' },
    });
    const { id: plain } = await subscribed();
    expect(await change(plain, { seats: 3, proration_behavior: 'next_period' })).toMatchObject({
      status: 400,
      body: { error: 'NotASeatBasedSubscription' },
    });
  });

  test('422: a product that is foreign, archived, deleted, not recurring, or without seats for a subscription with seats', async () => {
    const archived = await fixture.product(MONTHLY);
    await fixture.seller('PATCH', `/v1/products/${archived.id}`, { is_archived: true });
    const deleted = await fixture.product(MONTHLY);
    await fixture.seller('DELETE', `/v1/products/${deleted.id}`);
    const { id } = await subscribed({}, fixture.seatProduct(MONTHLY));
    for (const product of [await fixture.foreignProduct(MONTHLY), archived, deleted, await fixture.product()]) {
      expect(await change(id, { product_id: product.id })).toMatchObject({ status: 422, body: at('product_id') });
    }
    const { id: product_id } = await fixture.product(MONTHLY);
    expect(await change(id, { product_id })).toMatchObject({ status: 422, body: at('product_id') });
  });

  test('200: the first product that is sold by seats makes the customer a team', async () => {
    const { id } = await subscribed();
    const { id: product_id } = await fixture.seatProduct(MONTHLY);
    const { body } = await change(id, { product_id });
    expect(body).toMatchObject({ seats: 2, amount: 200, customer: { type: 'team' } });
  });

  test('200: the end of the period, and of the trial', async () => {
    const { id } = await subscribed({}, fixture.product({ ...MONTHLY, trial: { unit: 'day', count: 14 } }));
    const end = '2090-05-06T07:08:09.000Z';
    expect(await change(id, { current_billing_period_end: end })).toMatchObject({
      status: 200,
      body: { current_period_end: end, trial_end: end, status: 'trialing' },
    });
    expect((await change(id, { trial_end: FUTURE })).body).toMatchObject({ trial_end: '2090-01-01T00:00:00.000Z' });
    const { body } = await change(id, { trial_end: 'now' });
    expect(body).toMatchObject({ status: 'active', current_period_start: body.trial_end });
    expect((await change(id, { trial_end: FUTURE })).body).toMatchObject({ status: 'trialing' });
  });

  test('200: a scheduled pause, and its withdrawal; 409 without one, 403 for what has ended', async () => {
    const { id } = await subscribed();
    expect(await change(id, { pause_at_period_end: false })).toMatchObject({ status: 409, body: { error: 'NoScheduledPause' } });
    expect(await change(id, { resume: true })).toMatchObject({ status: 409, body: { error: 'NotPausedSubscription' } });
    expect(await change(id, { pause_at_period_end: true, resumes_at: FUTURE })).toMatchObject({
      status: 200,
      body: { status: 'active', pause_at_period_end: true, resumes_at: '2090-01-01T00:00:00.000Z', paused_at: null },
    });
    expect(await change(id, { pause_at_period_end: false })).toMatchObject({
      status: 200,
      body: { pause_at_period_end: false, resumes_at: null },
    });
    await change(id, { status: 'past_due' });
    expect(await change(id, { pause_at_period_end: true })).toMatchObject({
      status: 409,
      body: { error: 'CannotPauseSubscription' },
    });
    expect(await change(id, { current_billing_period_end: FUTURE })).toMatchObject({
      status: 403,
      body: { error: 'InactiveSubscription' },
    });
    await change(id, { revoke: true });
    const { id: product_id } = await fixture.product(MONTHLY);
    for (const body of [
      { product_id },
      { trial_end: FUTURE },
      { current_billing_period_end: FUTURE },
      { pause_at_period_end: true },
      { pending_update: null },
      { seats: 3 },
    ]) {
      expect([body, (await change(id, body)).body.error]).toEqual([body, 'AlreadyCanceledSubscription']);
    }
    expect(await change(id, { metadata: { why: 'left' } })).toMatchObject({ status: 200, body: { metadata: { why: 'left' } } });
  });

  test('404: unknown, or of another organization', async () => {
    const { id } = await subscribed();
    expect((await callAs(fixture.api, fixture.theirs.oat)('PATCH', `/v1/subscriptions/${id}`, { revoke: true })).status).toBe(
      404,
    );
  });
});

describe('DELETE /v1/subscriptions/{id}', () => {
  const revoke = (id: string) => fixture.seller('DELETE', `/v1/subscriptions/${id}`);

  test('200: returns the ended subscription; 403 the second time', async () => {
    const { id } = await subscribed();
    await fixture.seller('PATCH', `/v1/subscriptions/${id}`, { cancel_at_period_end: true });
    const { status, body } = await revoke(id);
    expect([status, body.status, body.cancel_at_period_end]).toEqual([200, 'canceled', true]);
    expect((await revoke(id)).body).toMatchObject({ error: 'AlreadyCanceledSubscription' });
    expect((await revoke(id)).status).toBe(403);
    expect(await fixture.eventsOf(id)).toEqual([
      'subscription.created',
      'subscription.active',
      'subscription.updated',
      'subscription.canceled',
      'subscription.updated',
      'subscription.revoked',
    ]);
  });

  test('404: unknown', async () => {
    expect((await revoke('6f1c1a52-5d0e-4f6b-9a43-1b7f0c2d3e4f')).status).toBe(404);
  });
});
