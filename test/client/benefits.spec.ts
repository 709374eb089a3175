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

const properties = {
  prefix: 'PRO',
  expires: { ttl: 1, timeframe: 'year' },
  activations: { limit: 3, enable_customer_admin: true },
  limit_usage: 1000,
} as const;

test('a benefit is created, read, changed and deleted', async () => {
  const created = await polar.benefits.create({
    type: 'license_keys',
    description: 'Pro license',
    visibility: 'private',
    metadata: { tier: 2 },
    properties,
  });
  expect(created).toMatchObject({
    type: 'license_keys',
    description: 'Pro license',
    visibility: 'private',
    organization_id: seller.organization.id,
    metadata: { tier: 2 },
    properties,
    modified_at: null,
    is_deleted: false,
  });
  expect(await polar.benefits.get(created.id)).toEqual(created);

  const updated = await polar.benefits.update(created.id, { type: 'license_keys', description: 'Team license', properties: {} });
  expect(updated).toMatchObject({
    id: created.id,
    description: 'Team license',
    properties: { prefix: null, expires: null, activations: null, limit_usage: null },
  });
  expect(await polar.benefits.delete(created.id)).toBeUndefined();
  expect(await refusal(polar.benefits.get(created.id))).toBeInstanceOf(errors.ResourceNotFound);
});

test('benefits are filtered, sorted and listed in pages', async () => {
  const make = (description: string, plan: string) =>
    polar.benefits.create({ type: 'license_keys', description, metadata: { plan }, properties: {} });
  const [ann, bob, cyd] = [await make('Ann’s', 'a'), await make('Bob’s', 'b'), await make('Cyd’s', 'a')];
  const ids = ({ items }: { items: readonly { id: string }[] }) => items.map(({ id }) => id);

  expect(ids(await polar.benefits.list({ metadata: { plan: 'a' }, sorting: ['-description'] }))).toEqual([cyd.id, ann.id]);
  expect(ids(await polar.benefits.list({ query: 'bob', type: 'license_keys' }))).toEqual([bob.id]);
  expect(ids(await polar.benefits.list({ id: [ann.id, bob.id], exclude_id: [ann.id] }))).toEqual([bob.id]);
  const page = await polar.benefits.list({ sorting: ['created_at'], limit: 2, page: 2 });
  expect([ids(page), page.pagination]).toEqual([[cyd.id], { total_count: 3, max_page: 2 }]);
  const all = await collect(
    polar.benefits.iterList({ organization_id: seller.organization.id, sorting: ['description'], limit: 1 }),
  );
  expect(ids({ items: all })).toEqual([ann.id, bob.id, cyd.id]);
});

test('errors raise the client’s error classes', async () => {
  const stranger = await seedOrganization(service.api);
  const theirs = await service
    .polar(stranger.oat)
    .benefits.create({ type: 'license_keys', description: 'Theirs', properties: {} });
  expect(await refusal(polar.benefits.get(theirs.id))).toBeInstanceOf(errors.ResourceNotFound);
  expect(await refusal(polar.benefits.delete(theirs.id))).toBeInstanceOf(errors.ResourceNotFound);
  expect(await refusal(polar.benefits.update(theirs.id, { type: 'license_keys' }))).toBeInstanceOf(errors.ResourceNotFound);

  const short = await refusal(polar.benefits.create({ type: 'license_keys', description: 'x', properties: {} }));
  expect(short).toBeInstanceOf(errors.HTTPValidationError);
  expect(short).toMatchObject({ error: { detail: [{ loc: ['body', 'description'], type: 'string_too_short' }] } });

  const own = await polar.benefits.create({ type: 'license_keys', description: 'Ours', properties: {} });
  const finance = service.polar(await seller.tokenAs('finance'));
  expect(await refusal(finance.benefits.delete(own.id))).toBeInstanceOf(errors.NotPermitted);
});
