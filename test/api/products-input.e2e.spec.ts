import { randomUUID } from 'node:crypto';
import { CommandBus } from '@nestjs/cqrs';
import { SetFeature } from '#organizations';
import { startApi, type TestApi } from '../support/api.ts';
import { type Call, callAs } from '../support/call.ts';
import { databaseWrites } from '../support/database-writes.ts';
import { type SeededOrganization, seedOrganization } from '../support/seed.ts';
import { seedBenefit } from '../support/seed-benefit.ts';
import { seedProduct } from '../support/seed-product.ts';
import { INVALID } from './invalid-product-inputs.ts';

const FIXED = { amount_type: 'fixed', price_amount: 1000 };

let api: TestApi;
let ours: SeededOrganization;
let call: Call;
let id: string;
beforeAll(async () => {
  api = await startApi();
  ours = await seedOrganization(api);
  call = callAs(api, ours.oat);
  ({ id } = await seedProduct(api, ours.organization.id, { every: 'month' }));
});
afterAll(() => api.close());

/** The errors of the response; also checks that nothing changed. */
async function refusal(method: 'POST' | 'PATCH', url: string, body: unknown, as: Call = call) {
  const before = await databaseWrites(api);
  const answer = await as(method, url, body);
  expect(await databaseWrites(api)).toBe(before);
  expect([answer.status, answer.text]).toEqual([422, expect.any(String)]);
  return answer.body.detail as { loc: unknown[]; type: string; msg: string; input?: unknown }[];
}

const recurring = (overrides: object) => ({ name: 'Acme Pro', prices: [FIXED], recurring_interval: 'month', ...overrides });

describe.each([
  ['POST', (): string => '/v1/products/', recurring],
  ['PATCH', (): string => `/v1/products/${id}`, (wrong: object): object => wrong],
] as const)('%s', (method, url, body) => {
  test.each(INVALID)('rejects %s and changes nothing', async (_what, wrong, loc, type) => {
    expect(await refusal(method, url(), body(wrong))).toMatchObject([{ loc: ['body', ...loc], type, msg: expect.any(String) }]);
  });

  test('reports all errors together', async () => {
    const wrong = { name: 'x', visibility: 'x', metadata: 1, prices: [{ amount_type: 'fixed' }, 1], trial_interval_count: 0 };
    const places = (await refusal(method, url(), body(wrong))).map(({ loc }) => loc.slice(1).join('.'));
    expect(places.sort()).toEqual([
      'metadata',
      'name',
      'prices.0.price_amount',
      'prices.1',
      'trial_interval_count',
      'visibility',
    ]);
  });

  test('reports all errors of the domain rules together', async () => {
    const wrong = {
      medias: [randomUUID()],
      trial_interval: 'day',
      prices: [
        { ...FIXED, price_amount: 1, price_currency: 'eur' },
        { ...FIXED, price_currency: 'jpy', price_amount: 79 },
      ],
    };
    const places = (await refusal(method, url(), body(wrong))).map(({ loc }) => loc.slice(1).join('.'));
    expect(places.sort()).toEqual([
      'medias.0',
      'prices',
      'prices.0.price_amount',
      'prices.1.price_amount',
      'trial_interval_count',
    ]);
  });

  test('accepts amounts in the usual notations', async () => {
    const message = async (price: object) =>
      (await refusal(method, url(), body({ prices: [FIXED, price] }))).map(({ msg }) => msg);
    const least = { amount_type: 'fixed', price_amount: 1 };
    expect(await message({ ...least, price_currency: 'eur' })).toEqual(['Amount must be at least €0.50 or 0 for free pricing']);
    expect(await message({ ...least, price_currency: 'jpy' })).toEqual(['Amount must be at least ¥80 or 0 for free pricing']);
    expect(await message({ ...least, price_amount: 100_000_000, price_currency: 'gbp' })).toEqual([
      'Amount must be at most £999,999.99',
    ]);
  });

  test.each([null, '[]', '"x"', '1', '{"name":', 'name=x'])('rejects the body %j', async (payload) => {
    const [problem] = await refusal(method, url(), payload === null ? 'null' : payload);
    expect(['missing', 'model_attributes_type', 'json_invalid']).toContain(problem!.type);
  });
});

describe('POST /v1/products/', () => {
  const once = (overrides: object) => ({ name: 'Acme Pro', prices: [FIXED], ...overrides });

  test.each([
    ['trial_interval', 'day', 'Trial configuration is only supported on recurring products.'],
    ['trial_interval_count', 7, 'Trial configuration is only supported on recurring products.'],
    ['recurring_interval_count', 2, 'An interval count is only supported on recurring products.'],
    ['meter_interval', 'month', 'A meter interval is only supported on recurring products.'],
  ])('rejects %s for a one-time product', async (field, value, msg) => {
    expect(await refusal('POST', '/v1/products/', once({ [field]: value }))).toEqual([
      { loc: ['body', field], type: 'value_error', msg, input: value },
    ]);
  });

  test.each(['name', 'prices'])('requires %s', async (field) => {
    expect(await refusal('POST', '/v1/products/', once({ [field]: undefined }))).toMatchObject([
      { loc: ['body', field], type: 'missing' },
    ]);
  });

  test('a meter interval requires the feature and must divide the recurring interval', async () => {
    const yearly = (unit: string, count?: number) =>
      recurring({ recurring_interval: 'year', meter_interval: unit, meter_interval_count: count });
    expect(await refusal('POST', '/v1/products/', yearly('month'))).toMatchObject([
      { loc: ['body', 'meter_interval'], msg: 'Separate meter cycling is not enabled for this organization.' },
    ]);
    await api.app.get(CommandBus).execute(new SetFeature({ id: ours.organization.id }, 'meter_cycling_enabled', true));
    for (const [unit, count] of [['week'], ['day', 1], ['month', 5], ['year', 2]] as const) {
      expect(await refusal('POST', '/v1/products/', yearly(unit, count))).toMatchObject([
        { loc: ['body', 'meter_interval'], msg: 'The meter interval must evenly divide the recurring interval.' },
      ]);
    }
    for (const [unit, count] of [['month'], ['month', 3], ['year', 1]] as const) {
      const { body } = await call('POST', '/v1/products/', yearly(unit, count));
      expect(body).toMatchObject({ meter_interval: unit, meter_interval_count: count ?? 1 });
    }
    const without = await call('POST', '/v1/products/', recurring({ meter_interval_count: 3 }));
    expect(without.body).toMatchObject({ meter_interval: null, meter_interval_count: null });
  });

  test('the currency defaults to that of the organization', async () => {
    const seller = await seedOrganization(api);
    const own = callAs(api, seller.oat);
    const eur = { default_presentment_currency: 'eur' };
    expect((await callAs(api, seller.pat)('PATCH', `/v1/organizations/${seller.organization.id}`, eur)).status).toBe(200);
    expect(await refusal('POST', '/v1/products/', once({}), own)).toMatchObject([
      { loc: ['body', 'prices'], msg: "The organization's default presentment currency must be present in the prices." },
    ]);
    expect((await own('POST', '/v1/products/', once({ prices: [{ ...FIXED, price_currency: 'eur' }] }))).status).toBe(201);
  });

  test('an organization’s token must not name the organization, a user’s token must', async () => {
    expect(await refusal('POST', '/v1/products/', once({ organization_id: ours.organization.id }))).toMatchObject([
      { loc: ['body', 'organization_id'], type: 'organization_token' },
    ]);
    const asUser = callAs(api, ours.pat);
    expect(await refusal('POST', '/v1/products/', once({}), asUser)).toMatchObject([
      { loc: ['body', 'organization_id'], type: 'missing', msg: 'organization_id is required.', input: null },
    ]);
    expect(await refusal('POST', '/v1/products/', once({ organization_id: randomUUID() }), asUser)).toMatchObject([
      { loc: ['body', 'organization_id'], type: 'value_error', msg: 'Organization not found.' },
    ]);
  });
});

describe('PATCH /v1/products/{id}', () => {
  test.each([
    ['recurring_interval', 'year', 'Recurring interval cannot be changed.'],
    ['recurring_interval_count', 2, 'Recurring interval count cannot be changed.'],
  ])('rejects a change of %s', async (field, value, msg) => {
    expect(await refusal('PATCH', `/v1/products/${id}`, { [field]: value })).toEqual([
      { loc: ['body', field], type: 'value_error', msg, input: value },
    ]);
  });

  test('rejects an interval and a trial for a one-time product', async () => {
    const { id: once } = await seedProduct(api, ours.organization.id);
    const wrong = { recurring_interval: 'month', trial_interval: 'day', trial_interval_count: 7 };
    const places = (await refusal('PATCH', `/v1/products/${once}`, wrong)).map(({ loc }) => loc[1]);
    expect(places).toEqual(['recurring_interval', 'trial_interval', 'trial_interval_count']);
  });

  test('rejects the price of another product', async () => {
    const other = await seedProduct(api, ours.organization.id);
    const { body } = await call('GET', `/v1/products/${other.id}`);
    for (const price of [randomUUID(), body.prices[0].id]) {
      expect(await refusal('PATCH', `/v1/products/${id}`, { prices: [FIXED, { id: price }] })).toEqual([
        { loc: ['body', 'prices', 1], type: 'value_error', msg: 'Price does not exist.', input: price },
      ]);
    }
    expect(await refusal('PATCH', `/v1/products/${id}`, { prices: [{ id: 'x' }] })).toMatchObject([
      { loc: ['body', 'prices', 0, 'id'], type: 'uuid_parsing' },
    ]);
    expect(await refusal('PATCH', `/v1/products/${id}`, { prices: [{ id: null }] })).toMatchObject([
      { loc: ['body', 'prices', 0, 'id'], type: 'uuid_type' },
    ]);
  });
});

describe('POST /v1/products/{id}/benefits', () => {
  const url = () => `/v1/products/${id}/benefits`;

  test.each([
    ['nothing', {}, ['benefits'], 'missing'],
    ['null', { benefits: null }, ['benefits'], 'list_type'],
    ['text', { benefits: 'x' }, ['benefits'], 'list_type'],
    ['no id', { benefits: ['x'] }, ['benefits', 0], 'uuid_parsing'],
    ['a number', { benefits: [1] }, ['benefits', 0], 'uuid_type'],
    ['too many', { benefits: Array.from({ length: 251 }, () => randomUUID()) }, ['benefits'], 'too_long'],
  ])('rejects %s', async (_what, body, loc, type) => {
    expect(await refusal('POST', url(), body)).toMatchObject([{ loc: ['body', ...loc], type }]);
  });

  test('rejects benefits of another organization', async () => {
    const other = await seedOrganization(api);
    const foreign = await seedBenefit(api, other.organization.id);
    const own = await seedBenefit(api, ours.organization.id);
    const missing = randomUUID();
    const wrong = (index: number, input: string, msg: string) => ({
      loc: ['body', 'benefits', index],
      type: 'value_error',
      msg,
      input,
    });
    expect(await refusal('POST', url(), { benefits: [foreign.id, own.id, missing] })).toEqual([
      wrong(0, foreign.id, 'Benefit does not exist.'),
      wrong(2, missing, 'Benefit does not exist.'),
    ]);
  });
});
