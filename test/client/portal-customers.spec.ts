import type { Polar } from '@polar-sh/sdk/2026-04';
import { CommandBus } from '@nestjs/cqrs';
import { SyncPurchaseGrants } from '#entitlements';
import { callAs } from '../support/call.ts';
import { openSession } from '../support/portal.ts';
import { seedBenefit } from '../support/seed-benefit.ts';
import { seedCustomer } from '../support/seed-customer.ts';
import { seedLicenseKey } from '../support/seed-license-key.ts';
import { seedProduct } from '../support/seed-product.ts';
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

test('what is wrong with them are the client’s errors', async () => {
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

test('a customer sees what it has, and whom it has it from', async () => {
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
  expect(await portal.organizations.get(slug)).toMatchObject({ organization: { slug }, products: [{ id: product.id }] });
});
