import { Logger } from '@nestjs/common';
import { startApi, type TestApi } from '../support/api.ts';
import { type Call, callAs } from '../support/call.ts';
import { assertNoSecretsLogged, noteSecret, takeLog } from '../support/logged-secrets.ts';
import { seedOrganization } from '../support/seed.ts';

let api: TestApi;
let call: Call;
let organizationId: string;
beforeAll(async () => {
  api = await startApi();
  const seeded = await seedOrganization(api);
  [call, organizationId] = [callAs(api, seeded.oat), seeded.organization.id];
  // The first call of a process asks for the OpenAPI document too (test/support/contract.ts).
  await call('GET', '/v1/products/?limit=1');
});
afterAll(() => api.close());

beforeEach(() => void takeLog());

const requestLines = () => takeLog().filter(({ msg }) => msg === 'request');

test('one line for a request: operation, organization, status, duration and request id', async () => {
  await call('GET', '/v1/products/?limit=1', undefined, { 'x-request-id': 'mine-1' });
  expect(requestLines()).toEqual([
    {
      level: 'info',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      process: 'test',
      pid: process.pid,
      context: 'Http',
      msg: 'request',
      request_id: 'mine-1',
      operation: 'GET /v1/products',
      organization: organizationId,
      status: 200,
      duration_ms: expect.any(Number),
    },
  ]);
});

test('a refusal is logged with its code, and paths without what they contain', async () => {
  const { headers } = await callAs(api)('POST', '/v1/customer-portal/license-keys/validate', {
    key: 'NOT-A-KEY-0001',
    organization_id: organizationId,
  });
  await callAs(api)('GET', '/v1/secret-in-the-path-0001?token=secret-in-the-query-0001');
  expect(requestLines()).toMatchObject([
    {
      request_id: headers['x-request-id'],
      operation: 'POST /v1/customer-portal/license-keys/validate',
      organization: organizationId,
      status: 404,
      code: expect.any(String),
    },
    { operation: 'unknown', status: 404 },
  ]);
});

test('what is logged while a request is processed has its id', async () => {
  const { headers } = await callAs(api)(
    'POST',
    '/v1/customer-portal/license-keys/validate',
    { key: 'NOT-A-KEY-0001', organization_id: organizationId },
    { 'x-forwarded-for': '198.51.100.7' },
  );
  const warning = takeLog().find(({ msg }) => String(msg).includes('is not in TRUSTED_PROXIES'));
  expect(warning).toMatchObject({
    level: 'warn',
    context: 'Http',
    request_id: headers['x-request-id'],
    organization: organizationId,
  });
});

test('the search for secrets finds a secret in the log', () => {
  noteSecret('secret-7-that-is-logged');
  new Logger('Test').warn('it was secret-7-that-is-logged');
  expect(assertNoSecretsLogged).toThrow('The log contains the secret secret-7-that-is-logged');
});
