import type { Polar } from '@polar-sh/sdk/2026-04';
import { seedLicenseKey, type SeededLicenseKey } from '../support/seed-license-key.ts';
import { type SeededOrganization, seedOrganization } from '../support/seed.ts';
import { errors, listen, type ListeningApi, refusal } from './polar.ts';

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
])('an application in the customer’s hands, with %s,', (_what, token) => {
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

  test('is refused with the client’s errors', async () => {
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
