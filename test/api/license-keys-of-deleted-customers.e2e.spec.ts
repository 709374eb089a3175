import { type LicenseFixture, keyParams, openLicenseFixture } from '../support/license-fixture.ts';
import { seedCustomer } from '../support/seed-customer.ts';
import type { SeededLicenseKey } from '../support/seed-license-key.ts';

/** No worker runs here: nothing has processed the deletion yet. */
let fixture: LicenseFixture;
beforeAll(async () => {
  fixture = await openLicenseFixture();
});
afterAll(() => fixture.close());

const outcome = ({ status, headers }: { status: number; headers: Record<string, unknown> }) => [status, headers['license-code']];

async function uses(key: SeededLicenseKey) {
  const presented = keyParams(key);
  const [validated, activated, bySeller] = [
    await fixture.anonymous('POST', '/v1/customer-portal/license-keys/validate', { ...presented, increment_usage: 1 }),
    await fixture.anonymous('POST', '/v1/customer-portal/license-keys/activate', { ...presented, label: 'Desktop' }),
    await fixture.seller('POST', '/v1/license-keys/validate', presented),
  ];
  return [validated, activated, bySeller].map(outcome);
}

const WORKS = [
  [200, undefined],
  [200, undefined],
  [200, undefined],
];

test.each([
  ['by its ID', ({ id }: { id: string }) => `/v1/customers/${id}`],
  ['by its external ID', ({ external_id }: { external_id: string | null }) => `/v1/customers/external/${external_id}`],
])('from the response of a deletion %s on, the keys of the customer are refused and nothing is counted', async (_how, urlOf) => {
  const customer = await seedCustomer(fixture.api, fixture.ours.organization.id);
  const key = await fixture.key({ customer_id: customer.id, limit_activations: 5, limit_usage: 9 });
  const other = await fixture.key({ limit_activations: 5, limit_usage: 9 });
  expect(await uses(key)).toEqual(WORKS);
  const device = await fixture.activation(key);
  expect((await fixture.seller('DELETE', urlOf(customer))).status).toBe(204);

  const before = await fixture.read(key);
  const events = await fixture.eventsOf(key.id);
  expect(await uses(key)).toEqual([
    [404, 'REVOKED'],
    [403, 'REVOKED'],
    [404, 'REVOKED'],
  ]);
  expect(await fixture.read(key)).toEqual(before);
  expect(await fixture.eventsOf(key.id)).toEqual(events);
  expect(await uses(other)).toEqual(WORKS);

  const release = { ...keyParams(key), activation_id: device };
  expect((await fixture.anonymous('POST', '/v1/customer-portal/license-keys/deactivate', release)).status).toBe(204);
  await fixture.seller('PATCH', `/v1/license-keys/${key.id}`, { status: 'granted' });
  expect(await uses(key)).toEqual(WORKS);
});
