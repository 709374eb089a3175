import { CommandBus } from '@nestjs/cqrs';
import type { Polar } from '@polar-sh/sdk/2026-04';
import { SetMemberRole } from '#organizations';
import { type SeededOrganization, seedOrganization } from '../support/seed.ts';
import { seedCustomer } from '../support/seed-customer.ts';
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

test('a customer is created, read, changed and deleted', async () => {
  const created = await polar.customers.create({
    email: 'Ada@Example.com',
    name: 'Ada',
    billing_address: { country: 'AT', city: 'Linz' },
    locale: 'de-AT',
    metadata: { plan: 'pro', seats: 3, trial: false },
  });
  expect(created).toMatchObject({
    type: 'individual',
    email: 'Ada@example.com',
    organization_id: seller.organization.id,
    billing_address: { country: 'AT', city: 'Linz', line1: null },
    locale: 'de-AT',
    metadata: { plan: 'pro', seats: 3, trial: false },
    modified_at: null,
    deleted_at: null,
  });
  expect(await polar.customers.get(created.id)).toEqual(created);

  const updated = await polar.customers.update(created.id, { name: 'Ada L.', metadata: {}, external_id: 'crm-1', type: 'team' });
  expect(updated).toMatchObject({ id: created.id, name: 'Ada L.', metadata: {}, external_id: 'crm-1', type: 'team' });
  expect(await polar.customers.delete(created.id)).toBeUndefined();
  expect(await refusal(polar.customers.get(created.id))).toBeInstanceOf(errors.ResourceNotFound);
});

test.each(['crm-1', 'crm/1', 'Kundin Nr. 1 (ä)', '100%', '?#&'])(
  'a customer is found by the seller’s own id: %s',
  async (external_id) => {
    const created = await polar.customers.create({ type: 'team', email: 'team@example.com', external_id });
    expect(await polar.customers.getExternal(external_id)).toEqual(created);
    const updated = await polar.customers.updateExternal(external_id, { name: 'The team' });
    expect(updated).toMatchObject({ id: created.id, name: 'The team', external_id });
    expect(await polar.customers.deleteExternal(external_id, { anonymize: true })).toBeUndefined();
    expect(await refusal(polar.customers.getExternal(external_id))).toBeInstanceOf(errors.ResourceNotFound);
    expect(await refusal(polar.customers.updateExternal(external_id, {}))).toBeInstanceOf(errors.ResourceNotFound);
  },
);

test('customers are filtered, sorted and listed in pages', async () => {
  const make = (name: string, metadata: Record<string, string | number | boolean>) =>
    polar.customers.create({ email: `${name}@example.com`, name, metadata });
  for (const [name, plan, seats] of [
    ['ann', 'pro', 1],
    ['bob', 'pro', 2],
    ['cyd', 'free', 1],
    ['dee', 'pro', 1],
  ] as const) {
    await make(name, { plan, seats });
  }
  const names = ({ items }: { items: readonly { name: string | null }[] }) => items.map(({ name }) => name);

  expect(names(await polar.customers.list({ metadata: { plan: 'pro', seats: 1 }, sorting: ['name'] }))).toEqual(['ann', 'dee']);
  expect(names(await polar.customers.list({ metadata: { seats: [1, 2] } as never, sorting: ['-name'] }))).toEqual([
    'dee',
    'cyd',
    'bob',
    'ann',
  ]);
  expect(names(await polar.customers.list({ query: 'CY' }))).toEqual(['cyd']);
  expect(names(await polar.customers.list({ email: 'bob@example.com' }))).toEqual(['bob']);
  const page = await polar.customers.list({ sorting: ['-email', 'created_at'], limit: 3, page: 2 });
  expect([names(page), page.pagination]).toEqual([['ann'], { total_count: 4, max_page: 2 }]);
  const all = await collect(polar.customers.iterList({ sorting: ['email'], limit: 1 }));
  expect(names({ items: all })).toEqual(['ann', 'bob', 'cyd', 'dee']);
  expect(await collect(polar.customers.iterList({ metadata: { plan: 'none' } }))).toEqual([]);
});

test('errors raise the client’s error classes', async () => {
  const theirs = await seedCustomer(service.api, (await seedOrganization(service.api)).organization.id);
  expect(await refusal(polar.customers.get(theirs.id))).toBeInstanceOf(errors.ResourceNotFound);
  expect(await refusal(polar.customers.update(theirs.id, { name: 'x' }))).toBeInstanceOf(errors.ResourceNotFound);
  expect(await refusal(polar.customers.delete(theirs.id))).toBeInstanceOf(errors.ResourceNotFound);

  await polar.customers.create({ email: 'taken@example.com' });
  const taken = await refusal(polar.customers.create({ email: 'TAKEN@example.com' }));
  expect(taken).toBeInstanceOf(errors.HTTPValidationError);
  expect(taken).toMatchObject({ statusCode: 422, error: { detail: [{ loc: ['body', 'email'], type: 'value_error' }] } });
  expect(await refusal(polar.customers.create({} as never))).toMatchObject({ error: { detail: [{ type: 'missing' }] } });

  const finance = service.polar(await seller.tokenAs('finance'));
  const refused = await refusal(finance.customers.create({ email: 'x@example.com', organization_id: seller.organization.id }));
  expect(refused).toMatchObject({ statusCode: 403 });
});

test('an external id of several organizations is ambiguous unless the client is restricted to one', async () => {
  const other = await seedOrganization(service.api);
  await service.api.app.get(CommandBus).execute(new SetMemberRole(other.organization, seller.user.id, 'member'));
  for (const { organization } of [seller, other]) await seedCustomer(service.api, organization.id, { external_id: 'same' });

  const refused = await refusal(service.polar(seller.pat).customers.getExternal('same'));
  expect(refused).toMatchObject({ statusCode: 409 });
  const held = service.polar(seller.pat, { organizationId: other.organization.id });
  expect(await held.customers.getExternal('same')).toMatchObject({ organization_id: other.organization.id });
});
