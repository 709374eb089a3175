import { startApi, type TestApi } from '../support/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

test('an unknown path is a 404 in the documented form, with the headers of every answer', async () => {
  const answer = await api.app.inject({ url: '/v1/nothing', headers: { 'x-request-id': 'mine' } });
  expect(answer.statusCode).toBe(404);
  expect(answer.json()).toEqual({ error: 'ResourceNotFound', detail: 'Not found' });
  expect(answer.headers).toMatchObject({
    'x-request-id': 'mine',
    'polar-version': '2026-04',
    'cache-control': 'private, no-store',
  });
});

test('the service is alive and ready', async () => {
  expect((await api.app.inject({ url: '/health/live' })).json()).toEqual({ status: 'ok' });
  expect((await api.app.inject({ url: '/health/ready/' })).json()).toEqual({ status: 'ok' });
});

test('the OpenAPI document is served', async () => {
  const answer = await api.app.inject({ url: '/openapi.json' });
  expect(answer.statusCode).toBe(200);
  expect(answer.json()).toMatchObject({ openapi: '3.1.0' });
});
