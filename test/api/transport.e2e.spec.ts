import { startApi, type TestApi } from '../support/api.ts';
import { type Answer, type Call, callAs, type Method } from '../support/call.ts';
import { seedOrganization } from '../support/seed.ts';

const NOT_FOUND = { error: 'ResourceNotFound', detail: 'Not found' };
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

let api: TestApi;
let call: Call;
beforeAll(async () => {
  api = await startApi();
  const { oat } = await seedOrganization(api);
  call = callAs(api, oat);
});
afterAll(() => api.close());

const expectDefaultHeaders = ({ headers }: Answer): void => {
  expect(headers).toMatchObject({
    'x-request-id': expect.stringMatching(UUID),
    'polar-version': '2026-04',
    'cache-control': 'private, no-store',
    'access-control-allow-origin': '*',
  });
  expect(headers).not.toHaveProperty('x-sandbox');
  expect(headers).not.toHaveProperty('access-control-allow-credentials');
};

test('the service is alive and ready', async () => {
  for (const url of ['/health/live', '/health/ready/']) {
    const answer = await callAs(api)('GET', url);
    expect([answer.status, answer.body]).toEqual([200, { status: 'ok' }]);
    expectDefaultHeaders(answer);
  }
});

test('the OpenAPI document and its pages are served', async () => {
  expect((await call('GET', '/openapi.json')).body).toMatchObject({ openapi: '3.1.0' });
  for (const url of ['/docs', '/docs/', '/openapi.yaml']) expect((await api.app.inject({ url })).statusCode).toBe(200);
});

describe('paths', () => {
  test.each([
    '/',
    '/nothing',
    '/v1',
    '/v1/',
    '/v2/benefits/',
    '/V1/Benefits/',
    '//v1/benefits/',
    '/v1//benefits/',
    '/v1/benefits/x/y',
    '/v1/benefits;session=1',
    '/v1/benefits/%',
    '/v1/benefits/%f',
    '/v1/benefits/%zz',
    '/v1/benefits/%ff',
    '/v1/benefits/%ed%a0%80',
    '/%2e%2e/%2e%2e/etc/passwd',
    '/__proto__',
    '/constructor',
  ])('%s is a 404 in the documented form, whatever else is sent', async (url) => {
    for (const answer of [
      await call('GET', url),
      await call('POST', url, '{', { 'content-type': 'application/json' }),
      await call('PUT', url, 'text', { 'content-type': 'text/plain' }),
      await callAs(api)('DELETE', url),
      await call('PATCH', url, { huge: 'x'.repeat(1024 * 1024) }),
    ]) {
      expect([answer.status, answer.body]).toEqual([404, NOT_FOUND]);
      expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
      expectDefaultHeaders(answer);
    }
  });

  test.each(['/docs/..%2f..%2fpackage.json', '/docs/%2e%2e/%2e%2e/package.json', '/docs/nothing.css', '/v1/benefits//'])(
    '%s leads nowhere',
    async (url) => {
      const answer = await call('GET', url);
      expect([answer.status, answer.body]).toEqual([404, NOT_FOUND]);
      expectDefaultHeaders(answer);
    },
  );

  test('work with and without a trailing slash, without a redirect', async () => {
    for (const url of ['/v1/benefits', '/v1/benefits/', '/v1/benefits?limit=1', '/v1/benefits/?limit=1']) {
      expect((await call('GET', url)).status).toBe(200);
    }
  });

  test.each([
    '/v1/benefits/%00',
    `/v1/benefits/${'x'.repeat(8000)}`,
    '/v1/benefits/a%2Fb',
    '/v1/benefits/%F0%9F%98%80',
    "/v1/benefits/'--",
  ])('%s is no id', async (url) => {
    const answer = await call('GET', url);
    expect(answer.status).toBe(422);
    expect(answer.body.detail).toMatchObject([{ loc: ['path', 'id'], type: 'uuid_parsing' }]);
    expect(answer.text.length).toBeLessThan(1000);
  });
});

describe('methods', () => {
  test.each([
    ['PUT', '/v1/benefits', 'GET, HEAD, POST'],
    ['PUT', '/v1/benefits/', 'GET, HEAD, POST'],
    ['DELETE', '/v1/benefits/?x=/v1/benefits/1', 'GET, HEAD, POST'],
    ['POST', '/v1/benefits/nonsense', 'DELETE, GET, HEAD, PATCH'],
    ['POST', '/health/live', 'GET, HEAD'],
    ['POST', '/openapi.json', 'GET, HEAD'],
    ['GET', '/v1/license-keys/activate/x', undefined],
  ] as const)('%s %s: %s', async (method, url, allow) => {
    for (const answer of [
      await call(method, url),
      await callAs(api)(method, url),
      ...(method === 'GET' ? [] : [await call(method, url, '{', { 'content-type': 'text/plain' })]),
    ]) {
      expect([answer.status, answer.headers['allow']]).toEqual(allow ? [405, allow] : [404, undefined]);
      expect(answer.body).toEqual(allow ? { error: 'MethodNotAllowed', detail: 'Method not allowed' } : NOT_FOUND);
      expectDefaultHeaders(answer);
    }
  });

  test('a path that is fixed under one method may be an id under another', async () => {
    const answer = await call('DELETE', '/v1/license-keys/validate');
    expect(answer.status).toBe(405);
    expect(String(answer.headers['allow']).split(', ')).toEqual(expect.arrayContaining(['GET', 'PATCH', 'POST']));
  });

  test('HEAD is GET without its body', async () => {
    const answer = await call('HEAD', '/v1/benefits/');
    expect([answer.status, answer.text]).toEqual([200, '']);
    expect(answer.headers['content-length']).toBe(String((await call('GET', '/v1/benefits/')).text.length));
    expect((await callAs(api)('HEAD', '/v1/benefits/')).status).toBe(401);
  });
});

describe('Polar-Version', () => {
  test('is this one, said or not', async () => {
    for (const headers of [{}, { 'polar-version': '2026-04' }]) {
      const answer = await call('GET', '/v1/benefits/', undefined, headers as Record<string, string>);
      expect([answer.status, answer.headers['polar-version']]).toEqual([200, '2026-04']);
    }
  });

  test.each(['2026-10', '2020-01', 'latest', '', '2026-04 ', '2026-04, 2026-04'])(
    '%j is unknown: 404 for every path',
    async (version) => {
      const known = version.trim() === '2026-04';
      for (const url of ['/v1/benefits/', '/health/live', '/nothing']) {
        const answer = await callAs(api)('GET', url, undefined, { 'polar-version': known ? '2026-4' : version });
        expect([answer.status, answer.body]).toEqual([404, NOT_FOUND]);
        expectDefaultHeaders(answer);
      }
    },
  );
});

describe('X-Request-Id', () => {
  test.each(['mine', 'a', '3f0b4b9a-6a1e-4c5e-8a51-0d3f4bb7a001', 'A.b_c:d-1', 'x'.repeat(128)])(
    '%s is taken over',
    async (id) => {
      for (const [method, url, status] of [
        ['GET', '/v1/benefits/', 200],
        ['GET', '/nothing', 404],
        ['PUT', '/v1/benefits/', 405],
        ['GET', '/v1/benefits/%', 404],
        ['POST', '/v1/benefits/', 422],
        ['OPTIONS', '/v1/benefits/', 204],
      ] as [Method, string, number][]) {
        const answer = await call(method, url, undefined, { 'x-request-id': id });
        expect([answer.status, answer.headers['x-request-id']]).toEqual([status, id]);
      }
    },
  );

  test.each(['', 'a b', 'x'.repeat(129), 'a,b', '<script>', 'a"b', 'é', 'a\tb'])('%j is not', async (id) => {
    const answer = await call('GET', '/v1/benefits/', undefined, { 'x-request-id': id });
    expect(answer.headers['x-request-id']).toMatch(UUID);
  });
});

describe('CORS', () => {
  const EXPOSED = [
    'ETag',
    'License-Code',
    'Polar-Version',
    'RateLimit',
    'RateLimit-Policy',
    'Retry-After',
    'WWW-Authenticate',
    'X-Request-Id',
    'X-Sandbox',
  ];
  const ALLOWED = ['Authorization', 'Content-Type', 'License-Device', 'Polar-Organization', 'Polar-Version', 'X-Request-Id'];
  const names = (value: unknown) => String(value).split(', ').sort();

  test.each([
    [
      '/v1/benefits/',
      {
        origin: 'https://shop.example',
        'access-control-request-method': 'PATCH',
        'access-control-request-headers': 'authorization',
      },
    ],
    ['/v1/benefits/1', { origin: 'null', 'access-control-request-method': 'DELETE' }],
    ['/nothing', { origin: 'https://shop.example', 'access-control-request-method': 'POST', 'polar-version': 'x' }],
    ['/v1/benefits/', {}],
  ])('a preflight of %s asks for no credentials', async (url, headers) => {
    const answer = await callAs(api)('OPTIONS', url, undefined, headers as Record<string, string>);
    expect([answer.status, answer.text]).toEqual([204, '']);
    expect(names(answer.headers['access-control-allow-methods'])).toEqual(['DELETE', 'GET', 'PATCH', 'POST', 'PUT']);
    expect(names(answer.headers['access-control-allow-headers'])).toEqual(ALLOWED);
    expect(answer.headers['access-control-max-age']).toBe('600');
    expectDefaultHeaders(answer);
  });

  test.each([
    ['GET', '/v1/benefits/', 200],
    ['GET', '/nothing', 404],
    ['PUT', '/v1/benefits/', 405],
    ['POST', '/v1/benefits/', 422],
  ] as const)('%s %s may be read by any origin, with its headers (%i)', async (method, url, status) => {
    const answer = await call(method, url, undefined, { origin: 'https://shop.example' });
    expect(answer.status).toBe(status);
    expect(names(answer.headers['access-control-expose-headers'])).toEqual(EXPOSED);
    expectDefaultHeaders(answer);
  });
});

test.each([
  'page=1&page=2',
  'page[]=1',
  'limit[a]=1',
  'sorting[]=x',
  'id[]=x',
  '__proto__[x]=1',
  'constructor=1',
  'metadata[__proto__]=1',
  'a=%',
  'a=%ff',
  '=',
  '&&&',
  '%00=1',
  'a=%00',
  `a=${'x'.repeat(8000)}`,
])('?%s is ignored or read, never a surprise', async (query) => {
  for (const path of ['/v1/benefits/', '/v1/customers/', '/v1/organizations/', '/v1/license-keys/']) {
    const answer = await call('GET', `${path}?${query}`);
    expect([200, 422]).toContain(answer.status);
  }
});

test.each([
  'page=9007199254740991',
  'page=9223372036854775807',
  `page=${'9'.repeat(1000)}`,
  'page=9007199254740991&limit=100',
  `limit=${'9'.repeat(400)}`,
])('?%s is an empty page or a 422', async (query) => {
  for (const path of ['/v1/benefits/', '/v1/customers/', '/v1/organizations/', '/v1/license-keys/']) {
    const answer = await call('GET', `${path}?${query}`);
    expect([200, 422]).toContain(answer.status);
  }
});
