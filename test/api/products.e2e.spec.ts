import { EntityManager } from '@mikro-orm/postgresql';
import { CommandBus } from '@nestjs/cqrs';
import { MarkProductSold } from '#catalog/contract';
import { startApi, type TestApi } from '../support/api.ts';
import { type Call, callAs } from '../support/call.ts';
import { type SeededOrganization, seedOrganization } from '../support/seed.ts';
import { seedBenefit } from '../support/seed-benefit.ts';

const NOT_FOUND = { error: 'ResourceNotFound', detail: 'Not found' };
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const ID = /^[0-9a-f-]{36}$/;
const FIXED = { amount_type: 'fixed', price_amount: 1000 };

let api: TestApi;
let ours: SeededOrganization;
let call: Call;
beforeAll(async () => {
  api = await startApi();
  ours = await seedOrganization(api);
  call = callAs(api, ours.oat);
});
afterAll(() => api.close());

const product = (overrides: object = {}) => ({ name: 'Acme Pro', prices: [FIXED], ...overrides });

const create = async (overrides: object = {}) => {
  const { status, body, text } = await call('POST', '/v1/products/', product(overrides));
  if (status !== 201) throw new Error(text);
  return body;
};

const eventsOf = (id: string): Promise<{ name: string; payload: object }[]> =>
  api.app.get(EntityManager).fork().execute('select name, payload from platform.outbox where aggregate_id = ? order by id', [id]);

const price = (of: { id: string }, more: object) => ({
  created_at: expect.stringMatching(TIME),
  modified_at: null,
  id: expect.stringMatching(ID),
  source: 'catalog',
  price_currency: 'usd',
  tax_behavior: null,
  is_archived: false,
  product_id: of.id,
  type: 'one_time',
  recurring_interval: null,
  legacy: false,
  ...more,
});

describe('POST /v1/products/', () => {
  test('creates a one-time product', async () => {
    const { status, body } = await call('POST', '/v1/products/', product());
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.stringMatching(ID),
      created_at: expect.stringMatching(TIME),
      modified_at: null,
      trial_interval: null,
      trial_interval_count: null,
      name: 'Acme Pro',
      description: null,
      visibility: 'public',
      recurring_interval: null,
      recurring_interval_count: null,
      meter_interval: null,
      meter_interval_count: null,
      is_recurring: false,
      is_archived: false,
      is_deletable: true,
      organization_id: ours.organization.id,
      metadata: {},
      prices: [price(body, FIXED)],
      benefits: [],
      medias: [],
      attached_custom_fields: [],
    });
    expect(await eventsOf(body.id)).toEqual([{ name: 'product.created', payload: { is_recurring: false } }]);
  });

  test('creates a recurring product with every field', async () => {
    const body = await create({
      name: '  Acme Team ',
      description: 'For teams',
      visibility: 'private',
      metadata: JSON.parse('{"tier": "gold", "seats": 5, "ratio": 1.5, "beta": true, "__proto__": "own"}'),
      recurring_interval: 'year',
      recurring_interval_count: '2',
      trial_interval: 'week',
      trial_interval_count: 2,
      prices: [
        {
          amount_type: 'seat_based',
          tax_behavior: 'inclusive',
          seat_tiers: {
            seat_tier_type: 'graduated',
            tiers: [
              { min_seats: 11, price_per_seat: 400 },
              { min_seats: 2, max_seats: 10, price_per_seat: 500 },
            ],
          },
        },
        { amount_type: 'fixed', price_amount: 9900, tax_behavior: 'inclusive' },
      ],
      unknown: { field: 1 },
    });
    const shared = { type: 'recurring', recurring_interval: 'year', tax_behavior: 'inclusive' };
    expect(body).toMatchObject({
      name: 'Acme Team',
      description: 'For teams',
      visibility: 'private',
      recurring_interval: 'year',
      recurring_interval_count: 2,
      trial_interval: 'week',
      trial_interval_count: 2,
      is_recurring: true,
    });
    expect(Object.entries(body.metadata).sort()).toEqual(
      [
        ['__proto__', 'own'],
        ['beta', true],
        ['ratio', 1.5],
        ['seats', 5],
        ['tier', 'gold'],
      ].sort(),
    );
    expect(body.prices).toEqual([
      price(body, { ...shared, amount_type: 'fixed', price_amount: 9900 }),
      price(body, {
        ...shared,
        amount_type: 'seat_based',
        seat_tiers: {
          seat_tier_type: 'graduated',
          tiers: [
            { min_seats: 2, max_seats: 10, price_per_seat: 500 },
            { min_seats: 11, max_seats: null, price_per_seat: 400 },
          ],
          minimum_seats: 2,
          maximum_seats: null,
        },
      }),
    ]);
    expect((await call('GET', `/v1/products/${body.id}`)).body).toEqual(body);
    expect(await eventsOf(body.id)).toEqual([{ name: 'product.created', payload: { is_recurring: true } }]);
  });

  test.each([
    [{ amount_type: 'free' }, { amount_type: 'fixed', price_amount: 0 }],
    [
      { amount_type: 'fixed', price_amount: 0 },
      { amount_type: 'fixed', price_amount: 0 },
    ],
    [{ amount_type: 'custom' }, { amount_type: 'custom', minimum_amount: 50, maximum_amount: null, preset_amount: null }],
    [
      { amount_type: 'custom', minimum_amount: 0, maximum_amount: 10_000, preset_amount: 0 },
      { amount_type: 'custom', minimum_amount: 0, maximum_amount: 10_000, preset_amount: 0 },
    ],
    [
      { amount_type: 'seat_based', seat_tiers: { tiers: [{ min_seats: 1, max_seats: 5, price_per_seat: 0 }] } },
      {
        amount_type: 'seat_based',
        seat_tiers: {
          seat_tier_type: 'volume',
          tiers: [{ min_seats: 1, max_seats: 5, price_per_seat: 0 }],
          minimum_seats: 1,
          maximum_seats: 5,
        },
      },
    ],
  ])('returns the price %j as %j', async (sent, shown) => {
    const body = await create({ prices: [sent] });
    expect(body.prices).toEqual([price(body, shown)]);
  });

  test('accepts prices in several currencies', async () => {
    const amounts = { usd: 1000, eur: 900, jpy: 80 };
    const prices = Object.entries(amounts).map(([price_currency, price_amount]) => ({ ...FIXED, price_currency, price_amount }));
    const body = await create({ prices });
    expect(body.prices.map((each: { price_currency: string }) => each.price_currency)).toEqual(['usd', 'eur', 'jpy']);
  });

  test('treats null as omitted for optional fields', async () => {
    const nothing = Object.fromEntries(
      [
        'description',
        'organization_id',
        'medias',
        'attached_custom_fields',
        'recurring_interval',
        'recurring_interval_count',
        'trial_interval',
        'trial_interval_count',
        'meter_interval',
        'meter_interval_count',
      ].map((field) => [field, null]),
    );
    expect(await create(nothing)).toMatchObject({ description: null, is_recurring: false, medias: [] });
    expect((await create({ description: '  ' })).description).toBeNull();
  });

  test('a personal token must name the organization', async () => {
    const { status, body } = await callAs(api, ours.pat)(
      'POST',
      '/v1/products/',
      product({ organization_id: ours.organization.id }),
    );
    expect([status, body.organization_id]).toEqual([201, ours.organization.id]);
  });
});

describe('GET /v1/products/{id}', () => {
  test('returns the product', async () => {
    const created = await create();
    for (const url of [`/v1/products/${created.id}`, `/v1/products/${created.id}/`, `/v1/products/${created.id.toUpperCase()}`]) {
      const { status, body } = await call('GET', url);
      expect([status, body]).toEqual([200, created]);
    }
  });
});

describe('PATCH /v1/products/{id}', () => {
  test('changes the given fields and nothing else', async () => {
    const before = await create({ recurring_interval: 'month', metadata: { a: 1 }, description: 'Before' });
    const { status, body } = await call('PATCH', `/v1/products/${before.id}`, { name: ' Another ', visibility: 'draft' });
    expect(status).toBe(200);
    expect(body).toEqual({ ...before, name: 'Another', visibility: 'draft', modified_at: expect.stringMatching(TIME) });
    expect((await call('GET', `/v1/products/${before.id}`)).body).toEqual(body);
    expect((await eventsOf(before.id))[1]).toEqual({
      name: 'product.updated',
      payload: { is_archived: false, is_deleted: false, benefits_changed: false },
    });
  });

  test('null clears the description and the trial and is ignored elsewhere', async () => {
    const trial = { recurring_interval: 'month', trial_interval: 'day', trial_interval_count: 7 };
    const before = await create({ ...trial, metadata: { a: 1 }, description: 'Before' });
    const cleared = { description: null, trial_interval: null, trial_interval_count: null };
    const silent = {
      name: null,
      visibility: null,
      is_archived: null,
      prices: null,
      medias: null,
      attached_custom_fields: null,
      recurring_interval: null,
      recurring_interval_count: null,
    };
    const { body } = await call('PATCH', `/v1/products/${before.id}`, { ...cleared, ...silent });
    expect(body).toEqual({ ...before, ...cleared, modified_at: expect.stringMatching(TIME) });
  });

  test('sets a trial and changes it partially', async () => {
    const { id } = await create({ recurring_interval: 'month' });
    const given = await call('PATCH', `/v1/products/${id}`, { trial_interval: 'day', trial_interval_count: 7 });
    expect(given.body).toMatchObject({ trial_interval: 'day', trial_interval_count: 7 });
    const changed = await call('PATCH', `/v1/products/${id}`, { trial_interval_count: 14 });
    expect(changed.body).toMatchObject({ trial_interval: 'day', trial_interval_count: 14 });
  });

  test('archives and unarchives', async () => {
    const { id } = await create();
    expect((await call('PATCH', `/v1/products/${id}`, { is_archived: true })).body.is_archived).toBe(true);
    expect((await eventsOf(id))[1]).toMatchObject({ payload: { is_archived: true } });
    expect((await call('PATCH', `/v1/products/${id}`, { is_archived: 'no' })).body.is_archived).toBe(false);
  });

  test('keeps prices listed by id, adds new ones and archives the others', async () => {
    const tiers = { tiers: [{ min_seats: 1, price_per_seat: 500 }] };
    const before = await create({
      recurring_interval: 'month',
      prices: [FIXED, { amount_type: 'seat_based', seat_tiers: tiers }],
    });
    const [, seats] = before.prices;
    const prices = [
      { amount_type: 'fixed', price_amount: 2000 },
      { id: seats.id, amount_type: 'ignored' },
    ];
    const { status, body } = await call('PATCH', `/v1/products/${before.id}`, { prices });
    expect(status).toBe(200);
    expect(body.prices).toEqual([
      price(body, { type: 'recurring', recurring_interval: 'month', amount_type: 'fixed', price_amount: 2000 }),
      seats,
    ]);
    const gone = { prices: [{ id: before.prices[0].id }] };
    expect((await call('PATCH', `/v1/products/${before.id}`, gone)).status).toBe(422);
  });

  test('accepts unchanged values of immutable fields', async () => {
    const { id } = await create({ recurring_interval: 'month', recurring_interval_count: 3 });
    const same = { recurring_interval: 'month', recurring_interval_count: 3 };
    expect((await call('PATCH', `/v1/products/${id}`, same)).status).toBe(200);
  });
});

describe('POST /v1/products/{id}/benefits', () => {
  const offer = (id: string, benefits: unknown) => call('POST', `/v1/products/${id}/benefits`, { benefits });

  test('sets the benefits in their order', async () => {
    const { id } = await create();
    const [first, second, third] = await Promise.all([1, 2, 3].map(() => seedBenefit(api, ours.organization.id)));
    const { status, body } = await offer(id, [second!.id, first!.id, second!.id]);
    expect(status).toBe(200);
    expect(body.benefits).toEqual([
      (await call('GET', `/v1/benefits/${second!.id}`)).body,
      (await call('GET', `/v1/benefits/${first!.id}`)).body,
    ]);
    expect(body.modified_at).toMatch(TIME);
    const replaced = await offer(id, [third!.id, second!.id]);
    expect(replaced.body.benefits.map((each: { id: string }) => each.id)).toEqual([third!.id, second!.id]);
    expect((await offer(id, [])).body.benefits).toEqual([]);
    const updated = { is_archived: false, is_deleted: false, benefits_changed: true };
    expect((await eventsOf(id)).slice(1)).toEqual(
      Array.from({ length: 3 }, () => ({ name: 'product.updated', payload: updated })),
    );
  });

  test('a changed order publishes no change of benefits', async () => {
    const { id } = await create();
    const [first, second] = await Promise.all([1, 2].map(() => seedBenefit(api, ours.organization.id)));
    await offer(id, [first!.id, second!.id]);
    const { body } = await offer(id, [second!.id, first!.id]);
    expect(body.benefits.map((each: { id: string }) => each.id)).toEqual([second!.id, first!.id]);
    expect((await eventsOf(id)).at(-1)).toMatchObject({ payload: { benefits_changed: false } });
  });

  test('a deleted benefit disappears from its products', async () => {
    const { id } = await create();
    const [first, second] = await Promise.all([1, 2].map(() => seedBenefit(api, ours.organization.id)));
    await offer(id, [first!.id, second!.id]);
    await call('DELETE', `/v1/benefits/${first!.id}`);
    const { body } = await call('GET', `/v1/products/${id}`);
    expect(body.benefits.map((each: { id: string }) => each.id)).toEqual([second!.id]);
    expect((await call('GET', `/v1/products/?benefit_id=${first!.id}`)).body.items).toEqual([]);
    expect((await offer(id, [first!.id])).body.detail).toEqual([
      { loc: ['body', 'benefits', 0], type: 'value_error', msg: 'Benefit does not exist.', input: first!.id },
    ]);
  });

  test('a benefit attached by the service stays and cannot be chosen', async () => {
    const { id } = await create();
    const { id: other } = await create();
    const [own, free] = await Promise.all([1, 2].map(() => seedBenefit(api, ours.organization.id)));
    await offer(id, [own!.id]);
    const em = api.app.get(EntityManager).fork();
    await em.execute('update catalog.benefits set selectable = false where id = ?', [own!.id]);
    const refusal = (...loc: unknown[]) => [
      { loc: ['body', ...loc], type: 'value_error', msg: 'Benefit is not selectable.', input: own!.id },
    ];
    expect((await offer(other, [own!.id])).body.detail).toEqual(refusal('benefits', 0));
    expect((await offer(id, [free!.id])).body.detail).toEqual(refusal('benefits'));
    expect((await offer(id, [free!.id, own!.id])).status).toBe(200);
  });
});

describe('DELETE /v1/products/{id}', () => {
  test('deletes a product permanently if nobody bought it', async () => {
    const { id } = await create();
    const answer = await call('DELETE', `/v1/products/${id}`);
    expect([answer.status, answer.text]).toEqual([204, '']);
    expect((await eventsOf(id))[1]).toEqual({
      name: 'product.updated',
      payload: { is_archived: false, is_deleted: true, benefits_changed: false },
    });
    for (const again of [
      await call('GET', `/v1/products/${id}`),
      await call('PATCH', `/v1/products/${id}`, {}),
      await call('POST', `/v1/products/${id}/benefits`, { benefits: [] }),
      await call('DELETE', `/v1/products/${id}`),
    ]) {
      expect([again.status, again.body]).toEqual([404, NOT_FOUND]);
    }
    expect((await call('GET', `/v1/products/?id=${id}`)).body.items).toEqual([]);
  });

  test('rejects deleting a product that somebody bought', async () => {
    const before = await create();
    const sell = () => api.app.get(CommandBus).execute(new MarkProductSold(ours.organization.id, before.id));
    await sell();
    await sell();
    const { status, body } = await call('DELETE', `/v1/products/${before.id}`);
    expect([status, body]).toEqual([409, { error: 'ProductNotDeletable', detail: 'Product is in use and cannot be deleted.' }]);
    expect((await call('GET', `/v1/products/${before.id}`)).body).toEqual({ ...before, is_deletable: false });
    expect(await eventsOf(before.id)).toHaveLength(1);
  });

  test('a deleted product cannot be sold', async () => {
    const { id } = await create();
    await call('DELETE', `/v1/products/${id}`);
    const sale = api.app.get(CommandBus).execute(new MarkProductSold(ours.organization.id, id));
    await expect(sale).rejects.toMatchObject({ kind: 'not-found' });
  });
});
