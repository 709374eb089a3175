import { startApi, type TestApi } from '../support/api.ts';
import { callAs } from '../support/call.ts';
import { seedOrganization } from '../support/seed.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi({ ENVIRONMENT: 'sandbox' });
});
afterAll(() => api.close());

test('in the sandbox an organization starts active, and every answer says where it comes from', async () => {
  const { pat } = await seedOrganization(api);
  const { status, headers, body } = await callAs(api, pat)('POST', '/v1/organizations/', { name: 'Acme', slug: 'acme' });
  expect([status, headers['x-sandbox']]).toEqual([201, '1']);
  expect(body).toMatchObject({ status: 'active', capabilities: { checkout_payments: true, payouts: true, api_access: true } });
});
