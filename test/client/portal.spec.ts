import type { Polar } from '@polar-sh/sdk/2026-04';
import { seedLicenseKey, type SeededLicenseKey } from '../support/seed-license-key.ts';
import { type SeededOrganization, seedOrganization } from '../support/seed.ts';
import { errors, listen, type ListeningApi, refusal, collect } from './polar.ts';
import { PolarRateLimitError } from '@polar-sh/sdk';
import { seedCustomer } from '../support/seed-customer.ts';
import { CommandBus } from '@nestjs/cqrs';
import { SyncPurchaseGrants } from '#entitlements';
import { callAs } from '../support/call.ts';
import { openSession } from '../support/portal.ts';
import { seedBenefit } from '../support/seed-benefit.ts';
import { seedProduct } from '../support/seed-product.ts';

let service: ListeningApi;
let seller: SeededOrganization;
beforeAll(async () => {
  service = await listen();
  seller = await seedOrganization(service.api);
});
afterAll(() => service.close());
afterEach(() => service.assertNoViolations());

const presented = ({ key, organization_id }: SeededLicenseKey) => ({ key, organization_id });

describe.each([
  ['no token', () => ''],
  ['a junk token', () => 'junk'],
  ['a token of the seller', () => seller.oat],
  ['a token of someone else', async () => (await seedOrganization(service.api)).pat],
])('an application at the customer’s site, with %s,', (_what, token) => {
  let polar: Polar;
  beforeEach(async () => {
    polar = service.polar(await token());
  });

  test('activates, validates and deactivates a key', async () => {
    const key = await seedLicenseKey(service.api, seller, { limit_activations: 1, limit_usage: 5 });
    const { licenseKeys } = polar.customerPortal;
    const activation = await licenseKeys.activate({ ...presented(key), label: 'laptop', conditions: { seat: 'a1' } });
    const installed = { ...presented(key), activation_id: activation.id };
    const validated = await licenseKeys.validate({ ...installed, conditions: { seat: 'a1' }, increment_usage: 5 });
    expect(validated).toMatchObject({ id: key.id, usage: 5, activation: { id: activation.id, label: 'laptop' } });
    expect(await licenseKeys.deactivate(installed)).toBeUndefined();
  });

  test('gets the client’s errors', async () => {
    const key = await seedLicenseKey(service.api, seller, { limit_activations: 1, limit_usage: 5 });
    const { licenseKeys } = polar.customerPortal;
    const { id: activation_id } = await licenseKeys.activate({ ...presented(key), label: 'laptop', conditions: { seat: 'a1' } });

    const full = await refusal(licenseKeys.activate({ ...presented(key), label: 'second' }));
    expect(full).toBeInstanceOf(errors.NotPermitted);
    expect(full).toMatchObject({ statusCode: 403, error: { error: 'NotPermitted' } });
    for (const request of [
      { ...presented(key), key: 'nonsense' },
      { ...presented(key), activation_id, conditions: { seat: 'b2' } },
      { ...presented(key), activation_id: crypto.randomUUID() },
      { ...presented(key), benefit_id: crypto.randomUUID() },
      { ...presented(key), customer_id: crypto.randomUUID() },
    ]) {
      expect(await refusal(licenseKeys.validate(request))).toBeInstanceOf(errors.ResourceNotFound);
    }
    expect(await refusal(licenseKeys.validate({ ...presented(key), increment_usage: 6 }))).toBeInstanceOf(errors.BadRequest);
    expect(await refusal(licenseKeys.validate({} as never))).toBeInstanceOf(errors.HTTPValidationError);
    expect(await refusal(licenseKeys.deactivate({ ...presented(key), activation_id: crypto.randomUUID() }))).toBeInstanceOf(
      errors.ResourceNotFound,
    );
  });
});

const polar = () => service.polar(seller.oat);
let count = 0;
const newAddress = (): string => `client-${++count}@example.com`;

test('a seller opens a customer session, and the customer reads who it is', async () => {
  const customer = await seedCustomer(service.api, seller.organization.id, { name: 'Ada' });
  const session = await polar().customerSessions.create({ customer_id: customer.id, return_url: 'https://shop.example.com/' });
  expect(session).toMatchObject({ customer_id: customer.id, customer: { email: customer.email } });
  const portal = service.polar(session.token).customerPortal;
  expect(await portal.customerSession.introspect()).toMatchObject({ return_url: 'https://shop.example.com/' });
  expect(await portal.customerSession.getAuthenticatedUser()).toMatchObject({ type: 'customer', name: 'Ada', member_id: null });
  expect((await polar().customerSessions.create({ external_customer_id: customer.external_id! })).customer_id).toBe(customer.id);
  expect(await refusal(polar().customerSessions.create({ customer_id: crypto.randomUUID() }))).toBeInstanceOf(
    errors.HTTPValidationError,
  );
});

test('too many sign-in codes raise an error with the time to retry', async () => {
  const tried = () => refusal(service.post('/v1/customer-portal/customer-session/authenticate', { code: 'AAAA-AAAAAA' }));
  for (const _ of [1, 2, 3, 4, 5, 6]) expect(await tried()).toMatchObject({ statusCode: 401 });
  const refused = await tried();
  expect(refused).toBeInstanceOf(PolarRateLimitError);
  expect(refused).toMatchObject({ statusCode: 429, retryAfter: 900 });
});

test('a seller manages the members of a team, by id and external id', async () => {
  const external_id = `team-${++count}`;
  const team = await polar().customers.create({ type: 'team', external_id, owner: { email: newAddress() } });
  const { members } = polar().customers;
  const member = await members.create(team.id, { email: newAddress(), external_id: 'grace', role: 'billing_manager' });
  expect(member).toMatchObject({ customer_id: team.id, role: 'billing_manager', external_id: 'grace' });
  expect(await members.get(team.id, member.id)).toEqual(member);
  expect(await members.getExternal(external_id, 'grace')).toEqual(member);
  expect(await members.update(team.id, member.id, { name: 'Grace' })).toMatchObject({ name: 'Grace' });
  const further = await members.createExternal(external_id, { email: newAddress(), external_id: 'ada' });
  expect(await members.updateExternal(external_id, 'ada', { role: 'owner' })).toMatchObject({ id: further.id, role: 'owner' });
  await members.delete(team.id, member.id);
  expect(await refusal(members.get(team.id, member.id))).toBeInstanceOf(errors.ResourceNotFound);
  const individual = await seedCustomer(service.api, seller.organization.id);
  expect(await refusal(members.create(individual.id, { email: newAddress() }))).toBeInstanceOf(errors.NotPermitted);
});

test('the owner of a team manages its members in the portal', async () => {
  const team = await polar().customers.create({
    type: 'team',
    external_id: `team-${++count}`,
    owner: { email: newAddress(), external_id: 'o' },
  });
  const { token } = await polar().customerSessions.create({ customer_id: team.id, external_member_id: 'o' });
  const { members } = service.polar(token).customerPortal;
  const member = await members.addMember({ email: newAddress(), name: 'Grace' });
  expect(member).toMatchObject({ name: 'Grace', role: 'member' });
  expect(await members.updateMember(member.id, { role: 'billing_manager' })).toMatchObject({ role: 'billing_manager' });
  await members.removeMember(member.id);
});

async function signIn(role?: 'member'): Promise<{ id: string; portal: Polar['customerPortal'] }> {
  const { id } = await seedCustomer(service.api, seller.organization.id, { name: 'Ada' });
  const { token } = await openSession(service.api, seller, id, role);
  return { id, portal: service.polar(token).customerPortal };
}

test('a customer reads and changes its details', async () => {
  const { id, portal } = await signIn();
  expect(await portal.customers.get()).toMatchObject({ id, name: 'Ada', billing_address: null, tax_id: null });
  const updated = await portal.customers.update({
    billing_name: 'Ada GmbH',
    billing_address: { country: 'DE', city: 'Berlin' },
    tax_id: 'DE 114103379',
  });
  expect(updated).toMatchObject({
    billing_name: 'Ada GmbH',
    billing_address: { country: 'DE', city: 'Berlin', line1: null },
    tax_id: ['DE114103379', 'eu_vat'],
  });
  expect(await portal.customers.get()).toEqual(updated);
});

test('invalid details raise the client’s errors', async () => {
  const { portal } = await signIn();
  const wrong = await refusal(portal.customers.update({ billing_address: { country: 'US' }, tax_id: 'DE114103379' }));
  expect(wrong).toBeInstanceOf(errors.HTTPValidationError);
  expect(wrong).toMatchObject({ statusCode: 422, error: { detail: [{ loc: ['body', 'tax_id'], type: 'invalid' }] } });
  const member = await signIn('member');
  expect(await refusal(member.portal.customers.update({ billing_name: 'x' }))).toMatchObject({ statusCode: 403 });
  expect(await refusal(service.polar(seller.oat).customerPortal.customers.get())).toMatchObject({ statusCode: 401 });
});

test('a customer lists, reads and rotates its keys', async () => {
  const { id, portal } = await signIn();
  const activations = { limit: 2, enableCustomerAdmin: true };
  const benefit = await seedBenefit(service.api, seller.organization.id, { prefix: 'ACME', activations });
  const keys = [];
  for (const _ of ['one', 'two', 'three']) {
    keys.push(await seedLicenseKey(service.api, seller, { customer_id: id, benefit_id: benefit.id }));
  }
  const all = await collect(portal.licenseKeys.iterList({ benefit_id: benefit.id, limit: 2 }));
  expect(all.map((key) => key.id)).toEqual(keys.map((key) => key.id));
  const [{ key, organization_id, id: keyId }] = keys as [(typeof keys)[number]];
  const activation = await portal.licenseKeys.activate({ key, organization_id, label: 'laptop' });
  expect(await portal.licenseKeys.get(keyId)).toMatchObject({ key, activations: [{ id: activation.id }] });
  const rotated = await portal.licenseKeys.rotate(keyId);
  expect(rotated.key).toMatch(/^ACME-/);
  expect(await refusal(portal.licenseKeys.validate({ key, organization_id }))).toBeInstanceOf(errors.ResourceNotFound);
  const stranger = await signIn();
  expect(await refusal(stranger.portal.licenseKeys.get(keyId))).toBeInstanceOf(errors.ResourceNotFound);
});

test('a customer reads its benefit grants and the seller’s public profile', async () => {
  const { id, portal } = await signIn();
  const { id: organizationId, slug } = seller.organization;
  const benefit = await seedBenefit(service.api, organizationId);
  const product = await seedProduct(service.api, organizationId, { benefits: [benefit.id] });
  const { body } = await callAs(service.api, seller.oat)('POST', '/v1/orders/', { product_id: product.id, customer_id: id });
  await service.api.app.get(CommandBus).execute(new SyncPurchaseGrants({ organizationId, orderId: body.id }));
  const [grant, ...others] = await collect(portal.benefitGrants.iterList({ type: 'license_keys', order_id: [body.id] }));
  expect(others).toEqual([]);
  expect(grant).toMatchObject({ customer_id: id, benefit: { id: benefit.id, organization: { slug } } });
  expect(await portal.benefitGrants.get(grant!.id)).toEqual(grant);
  expect(await portal.benefitGrants.update(grant!.id, { benefit_type: 'license_keys' })).toEqual(grant);
  expect(await refusal(portal.benefitGrants.update(grant!.id, { benefit_type: 'custom' }))).toBeInstanceOf(
    errors.HTTPValidationError,
  );
  expect(await portal.organizations.get(slug)).toMatchObject({ organization: { slug }, products: [{ id: product.id }] });
});
