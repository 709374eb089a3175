import { randomUUID } from 'node:crypto';
import { seedLicenseKey } from '../support/seed-license-key.ts';
import { type SeededOrganization, seedOrganization } from '../support/seed.ts';
import { listen, type ListeningApi, refusal } from './polar.ts';

let service: ListeningApi;
let seller: SeededOrganization;
beforeAll(async () => {
  service = await listen();
  seller = await seedOrganization(service.api);
});
afterAll(() => service.close());
afterEach(() => service.assertNoViolations());

/** Two equal requests with the same key, one after the other. */
async function twice(path: string, body: object): Promise<[first: unknown, second: unknown]> {
  const options = { accessToken: seller.oat, headers: { 'Idempotency-Key': randomUUID() } };
  return [await service.post(path, body, options), await service.post(path, body, options)];
}

test('a request that is repeated with the same key has the same result', async () => {
  const [customer, again] = await twice('/v1/customers/', { email: 'ada@example.com' });
  expect(again).toEqual(customer);
  const { key, organization_id } = await seedLicenseKey(service.api, seller, { limit_activations: 1 });
  const [activation, repeated] = await twice('/v1/license-keys/activate', { key, organization_id, label: 'laptop' });
  expect(repeated).toEqual(activation);
  const customers = service.polar(seller.oat).customers;
  expect(await refusal(customers.create({ email: 'ada@example.com' }))).toBeInstanceOf(Error);
});
