import type { Polar } from '@polar-sh/sdk/2026-04';
import { type SeededOrganization, seedOrganization } from '../support/seed.ts';
import { collect, errors, listen, type ListeningApi, refusal } from './polar.ts';

let service: ListeningApi;
let seller: SeededOrganization;
let polar: Polar;
beforeAll(async () => {
  service = await listen();
});
beforeEach(async () => {
  seller = await seedOrganization(service.api);
  polar = service.polar(seller.oat);
});
afterAll(() => service.close());
afterEach(() => service.assertNoViolations());

const PRICES = [{ amount_type: 'fixed', price_amount: 900 }] as const;
const ids = ({ items }: { items: readonly { id: string }[] }) => items.map(({ id }) => id);

test('a product is created, read, changed, given benefits and archived', async () => {
  const field = await polar.customFields.create({
    type: 'text',
    slug: 'company',
    name: 'Company',
    properties: { max_length: 80 },
  });
  const created = await polar.products.create({
    name: 'Pro',
    description: 'Everything',
    recurring_interval: 'month',
    recurring_interval_count: 3,
    trial_interval: 'week',
    trial_interval_count: 2,
    prices: [...PRICES, { amount_type: 'fixed', price_amount: 800, price_currency: 'eur' }],
    attached_custom_fields: [{ custom_field_id: field.id, required: true }],
    metadata: { tier: 2 },
  });
  expect(created).toMatchObject({
    name: 'Pro',
    organization_id: seller.organization.id,
    is_recurring: true,
    recurring_interval: 'month',
    recurring_interval_count: 3,
    trial_interval: 'week',
    prices: [
      { amount_type: 'fixed', price_amount: 900, price_currency: 'usd' },
      { price_amount: 800, price_currency: 'eur' },
    ],
    attached_custom_fields: [{ custom_field_id: field.id, custom_field: field, order: 0, required: true }],
    benefits: [],
    medias: [],
    is_archived: false,
    visibility: 'public',
    metadata: { tier: 2 },
  });
  expect(await polar.products.get(created.id)).toEqual(created);

  const some = [
    await polar.benefits.create({ type: 'feature_flag', description: 'A flag', properties: {} }),
    await polar.benefits.create({ type: 'custom', description: 'A note', properties: { note: 'Thanks' } }),
  ];
  const { benefits } = await polar.products.updateBenefits(created.id, { benefits: some.map(({ id }) => id).toReversed() });
  expect(benefits).toEqual(some.toReversed());
  const [kept] = created.prices;
  const changes = { name: 'Pro 2', is_archived: true, prices: [{ id: kept!.id }] };
  const updated = await polar.products.update(created.id, changes);
  expect(updated).toMatchObject({ id: created.id, name: 'Pro 2', is_archived: true, prices: [{ id: kept!.id }] });
});

test('creates products with every kind of price', async () => {
  const tiers = [{ min_seats: 2, max_seats: null, price_per_seat: 500 }];
  const seats = await polar.products.create({
    name: 'Team',
    recurring_interval: 'year',
    prices: [{ amount_type: 'seat_based', price_currency: 'usd', seat_tiers: { seat_tier_type: 'graduated', tiers } }],
  });
  expect(seats.prices).toMatchObject([
    { amount_type: 'seat_based', seat_tiers: { seat_tier_type: 'graduated', tiers, minimum_seats: 2, maximum_seats: null } },
  ]);
  const custom = await polar.products.create({
    name: 'Thanks',
    prices: [{ amount_type: 'custom', minimum_amount: 100, preset_amount: 500 }],
  });
  expect(custom.prices).toMatchObject([{ amount_type: 'custom', minimum_amount: 100, maximum_amount: null, preset_amount: 500 }]);
  expect(custom).toMatchObject({ is_recurring: false, recurring_interval: null });
});

test('products are filtered, sorted and listed in pages', async () => {
  const [ann, bob, cyd] = [
    await polar.products.create({ name: 'Ann', visibility: 'draft', prices: [...PRICES], metadata: { plan: 'a' } }),
    await polar.products.create({
      name: 'Bob',
      recurring_interval: 'month',
      prices: [{ amount_type: 'fixed', price_amount: 50 }],
    }),
    await polar.products.create({ name: 'Cyd', prices: [{ amount_type: 'custom' }], metadata: { plan: 'a' } }),
  ];
  const benefit = await polar.benefits.create({ type: 'feature_flag', description: 'A flag', properties: {} });
  await polar.products.updateBenefits(bob.id, { benefits: [benefit.id] });
  await polar.products.update(cyd.id, { is_archived: true });

  expect(ids(await polar.products.list({ metadata: { plan: 'a' }, sorting: ['name'] }))).toEqual([ann.id, cyd.id]);
  expect(ids(await polar.products.list({ visibility: ['draft', 'private'] }))).toEqual([ann.id]);
  expect(ids(await polar.products.list({ is_recurring: true, is_archived: false }))).toEqual([bob.id]);
  expect(ids(await polar.products.list({ is_archived: true, query: 'CY' }))).toEqual([cyd.id]);
  expect(ids(await polar.products.list({ benefit_id: benefit.id }))).toEqual([bob.id]);
  expect(ids(await polar.products.list({ id: [ann.id, bob.id], sorting: ['price_amount'] }))).toEqual([bob.id, ann.id]);
  expect(ids(await polar.products.list({ sorting: ['price_amount_type', '-price_amount'] }))).toEqual([cyd.id, ann.id, bob.id]);
  const page = await polar.products.list({ sorting: ['created_at'], limit: 2, page: 2 });
  expect([ids(page), page.pagination]).toEqual([[cyd.id], { total_count: 3, max_page: 2 }]);
  const all = await collect(polar.products.iterList({ organization_id: seller.organization.id, sorting: ['-name'], limit: 1 }));
  expect(ids({ items: all })).toEqual([cyd.id, bob.id, ann.id]);
});

test('custom fields are created, read, changed, listed and deleted', async () => {
  const options = [{ value: 'at', label: 'Austria' }];
  const select = await polar.customFields.create({ type: 'select', slug: 'country', name: 'Country', properties: { options } });
  expect(select).toMatchObject({ type: 'select', slug: 'country', properties: { options }, metadata: {} });
  expect(await polar.customFields.get(select.id)).toEqual(select);
  const updated = await polar.customFields.update(select.id, {
    type: 'select',
    name: 'Land',
    properties: { options, form_label: 'Land' },
  });
  expect(updated).toMatchObject({ id: select.id, name: 'Land', properties: { options, form_label: 'Land' } });
  const terms = await polar.customFields.create({ type: 'checkbox', slug: 'terms', name: 'Terms', properties: {} });
  expect(ids(await polar.customFields.list({ sorting: ['-slug'] }))).toEqual([terms.id, select.id]);
  expect(ids(await polar.customFields.list({ type: ['select'], query: 'LAN' }))).toEqual([select.id]);
  expect(await polar.customFields.delete(select.id)).toBeUndefined();
  expect(await refusal(polar.customFields.get(select.id))).toBeInstanceOf(errors.ResourceNotFound);
});

test('errors raise the client’s error classes', async () => {
  const stranger = service.polar((await seedOrganization(service.api)).oat);
  const theirs = await stranger.products.create({ name: 'Theirs', prices: [...PRICES] });
  expect(await refusal(polar.products.get(theirs.id))).toBeInstanceOf(errors.ResourceNotFound);
  expect(await refusal(polar.products.update(theirs.id, { name: 'Ours' }))).toBeInstanceOf(errors.ResourceNotFound);

  const cheap = await refusal(polar.products.create({ name: 'Cheap', prices: [{ amount_type: 'fixed', price_amount: 1 }] }));
  expect(cheap).toBeInstanceOf(errors.HTTPValidationError);
  expect(cheap).toMatchObject({ error: { detail: [{ type: 'minimum_price', loc: ['body', 'prices', 0, 'price_amount'] }] } });
  const foreign = await stranger.benefits.create({ type: 'feature_flag', description: 'A flag', properties: {} });
  const own = await polar.products.create({ name: 'Ours', prices: [...PRICES] });
  const refused = await refusal(polar.products.updateBenefits(own.id, { benefits: [foreign.id] }));
  expect(refused).toMatchObject({ statusCode: 422, error: { detail: [{ loc: ['body', 'benefits', 0] }] } });

  const finance = service.polar(await seller.tokenAs('finance'));
  expect(await refusal(finance.products.update(own.id, { name: 'Theirs' }))).toBeInstanceOf(errors.NotPermitted);
});
