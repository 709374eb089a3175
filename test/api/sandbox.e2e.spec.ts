import { startApi, type TestApi } from '../support/api.ts';
import { callAs, type Method } from '../support/call.ts';
import { seedOrganization } from '../support/seed.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi({ ENVIRONMENT: 'sandbox' });
});
afterAll(() => api.close());

test('in the sandbox an organization is created active, and responses send X-Sandbox', async () => {
  const { pat } = await seedOrganization(api);
  const { status, headers, body } = await callAs(api, pat)('POST', '/v1/organizations/', { name: 'Acme', slug: 'acme' });
  expect([status, headers['x-sandbox']]).toEqual([201, '1']);
  expect(body).toMatchObject({ status: 'active', capabilities: { checkout_payments: true, payouts: true, api_access: true } });
});

test.each<[Method, string, number, Record<string, string>?]>([
  ['GET', '/health/live', 200],
  ['GET', '/nothing', 404],
  ['GET', '/v1/benefits/%', 404],
  ['PUT', '/v1/benefits/', 405],
  ['GET', '/v1/benefits/', 401],
  ['OPTIONS', '/v1/benefits/', 204],
  ['GET', '/v1/benefits/', 404, { 'polar-version': 'unknown' }],
])('in the sandbox, %s %s sends X-Sandbox (%i)', async (method, url, status, headers = {}) => {
  const answer = await callAs(api)(method, url, undefined, headers);
  expect([answer.status, answer.headers['x-sandbox']]).toEqual([status, '1']);
});
