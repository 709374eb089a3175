import { CommandBus } from '@nestjs/cqrs';
import { SetMemberRole } from '#organizations';
import { type SeededOrganization, seedOrganization } from '../support/seed.ts';
import { collect, errors, listen, type ListeningApi, refusal } from './polar.ts';

let service: ListeningApi;
let seller: SeededOrganization;
beforeAll(async () => {
  service = await listen();
  seller = await seedOrganization(service.api);
});
afterAll(() => service.close());
afterEach(() => service.assertNoViolations());

test('a user creates an organization, reads it and changes it', async () => {
  const polar = service.polar(seller.pat);
  const slug = `client-${crypto.randomUUID()}`;
  const created = await polar.organizations.create({
    name: 'Client & Co',
    slug,
    website: 'https://example.com/',
    socials: [{ platform: 'x', url: 'https://github.com/example' }],
    default_presentment_currency: 'eur',
  });
  expect(created).toMatchObject({
    slug,
    modified_at: null,
    website: 'https://example.com/',
    socials: [{ platform: 'github', url: 'https://github.com/example' }],
    default_presentment_currency: 'eur',
    status: 'created',
  });

  const updated = await polar.organizations.update(created.id, {
    name: 'Client Ltd',
    country: 'AT',
    feature_settings: { checkout_localization_enabled: true },
    subscription_settings: { ...created.subscription_settings, benefit_revocation_grace_period: 7 },
  });
  expect(updated).toMatchObject({
    id: created.id,
    name: 'Client Ltd',
    country: 'AT',
    feature_settings: { checkout_localization_enabled: true },
    subscription_settings: { benefit_revocation_grace_period: 7 },
  });
  expect(await polar.organizations.get(created.id)).toEqual(updated);
});

test('organizations are filtered by slug, sorted and listed in pages', async () => {
  const [a, b, c] = await Promise.all(['Aa', 'Bb', 'Cc'].map((name) => seedOrganization(service.api, { name: `${name} Inc` })));
  const bus = service.api.app.get(CommandBus);
  for (const { organization } of [b!, c!]) await bus.execute(new SetMemberRole(organization, a!.user.id, 'finance'));
  const polar = service.polar(a!.pat);

  const descending = await polar.organizations.list({ sorting: ['-name', 'created_at'], limit: 2 });
  expect(descending.items.map(({ name }) => name)).toEqual(['Cc Inc', 'Bb Inc']);
  expect(descending.pagination).toEqual({ total_count: 3, max_page: 2 });
  const all = await collect(polar.organizations.iterList({ sorting: ['name'], limit: 1 }));
  expect(all.map(({ name }) => name)).toEqual(['Aa Inc', 'Bb Inc', 'Cc Inc']);
  const { items } = await polar.organizations.list({ slug: b!.organization.slug });
  expect(items.map(({ id }) => id)).toEqual([b!.organization.id]);
});

describe('a client restricted to one organization', () => {
  test('sees that organization only', async () => {
    const other = await seedOrganization(service.api);
    const bus = service.api.app.get(CommandBus);
    await bus.execute(new SetMemberRole(other.organization, seller.user.id, 'admin'));
    const held = service.polar(seller.pat, { organizationId: other.organization.id });
    expect((await held.organizations.list()).items.map(({ id }) => id)).toEqual([other.organization.id]);
    expect(await refusal(held.organizations.get(seller.organization.id))).toBeInstanceOf(errors.ResourceNotFound);
    const customer = await held.customers.create({ email: 'held@example.com' });
    expect(customer.organization_id).toBe(other.organization.id);
  });

  test('cannot create an organization, and gets 404 for foreign ones', async () => {
    const held = service.polar(seller.pat, { organizationId: seller.organization.id });
    const body = { name: 'Second', slug: `second-${crypto.randomUUID()}` };
    expect(await refusal(held.organizations.create(body))).toBeInstanceOf(errors.CannotCreateOrganizationError);
    const lost = service.polar(seller.pat, { organizationId: crypto.randomUUID() });
    expect(await refusal(lost.organizations.get(seller.organization.id))).toBeInstanceOf(errors.ResourceNotFound);
  });
});

test('errors raise the client’s error classes', async () => {
  const polar = service.polar(seller.pat);
  const { id } = (await seedOrganization(service.api)).organization;
  expect(await refusal(polar.organizations.get(id))).toBeInstanceOf(errors.ResourceNotFound);
  expect(await refusal(polar.organizations.update(id, { name: 'Stolen' }))).toBeInstanceOf(errors.ResourceNotFound);
  expect(await refusal(polar.organizations.create({ name: 'x', slug: 'No Slug' }))).toMatchObject({ statusCode: 422 });
  expect(await refusal(service.polar(seller.oat).organizations.create({ name: 'Acme', slug: 'acme-oat' }))).toMatchObject({
    statusCode: 401,
  });
  const finance = service.polar(await seller.tokenAs('finance'));
  expect(await refusal(finance.organizations.update(seller.organization.id, { name: 'Mine' }))).toBeInstanceOf(
    errors.OrganizationsUpdate403Error,
  );
});
