import { API_VERSIONS } from '#support/api-versions';
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

test('the health checks return 200', async () => {
  for (const url of ['/health/live', '/health/ready/']) {
    const answer = await callAs(api)('GET', url);
    expect([answer.status, answer.body]).toEqual([200, { status: 'ok' }]);
    expectDefaultHeaders(answer);
  }
});

describe('paths', () => {
  test('the root leads to the console', async () => {
    const answer = await call('GET', '/');
    expect([answer.status, answer.headers['location']]).toEqual([302, '/console']);
    expect((await callAs(api)('POST', '/')).status).toBe(405);
  });

  test.each([
    '/nothing',
    '/v1',
    '/v1/',
    '/v2/benefits/',
    '/V1/Benefits/',
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
  ])('404 in the documented format for %s, whatever else is sent', async (url) => {
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

  test.each(['/docs/..%2f..%2fpackage.json', '/docs/nothing.css'])('404 for %s, which is of pages', async (url) => {
    const answer = await call('GET', url);
    // A page, if the reference is built.
    expect([answer.status, answer.text.includes('"dependencies"')]).toEqual([404, false]);
    expect(answer.headers).not.toHaveProperty('access-control-allow-origin');
  });

  test.each(['/docs/%2e%2e/%2e%2e/package.json', '/v1/benefits//'])('404 for %s', async (url) => {
    const answer = await call('GET', url);
    expect([answer.status, answer.body]).toEqual([404, NOT_FOUND]);
    expectDefaultHeaders(answer);
  });

  test('match with and without a trailing slash, without a redirect', async () => {
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
  ])('rejects the id in %s', async (url) => {
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

  test('a path with a fixed segment can match an id under another method', async () => {
    const answer = await call('DELETE', '/v1/license-keys/validate');
    expect(answer.status).toBe(405);
    expect(String(answer.headers['allow']).split(', ')).toEqual(expect.arrayContaining(['GET', 'PATCH', 'POST']));
  });

  test('HEAD returns the headers of GET without a body', async () => {
    const answer = await call('HEAD', '/v1/benefits/');
    expect([answer.status, answer.text]).toEqual([200, '']);
    expect(answer.headers['content-length']).toBe(String((await call('GET', '/v1/benefits/')).text.length));
    expect((await callAs(api)('HEAD', '/v1/benefits/')).status).toBe(401);
  });
});

describe('Polar-Version', () => {
  test('is the one that the request names, and the first one if it names none', async () => {
    const first = await call('GET', '/v1/benefits/');
    expect([first.status, first.headers['polar-version']]).toEqual([200, '2026-04']);
    for (const version of API_VERSIONS) {
      const answer = await call('GET', '/v1/benefits/', undefined, { 'polar-version': version });
      expect([answer.status, answer.headers['polar-version'], answer.text]).toEqual([200, version, first.text]);
      const refused = await call('GET', '/v1/benefits/x', undefined, { 'polar-version': version });
      expect([refused.status, refused.headers['polar-version']]).toEqual([422, version]);
    }
  });

  test.each(['2026-1', '2026-11', '2027-01-01', '2020-01', 'latest', '', '2026-04 ', '2026-04, 2026-04'])(
    '404 for the unknown version %j on every path',
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
  test.each(['mine', 'a', '3f0b4b9a-6a1e-4c5e-8a51-0d3f4bb7a001', 'A.b_c:d-1', 'x'.repeat(128)])('accepts %s', async (id) => {
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
  });

  test.each(['', 'a b', 'x'.repeat(129), 'a,b', '<script>', 'a"b', 'é', 'a\tb'])('replaces %j', async (id) => {
    const answer = await call('GET', '/v1/benefits/', undefined, { 'x-request-id': id });
    expect(answer.headers['x-request-id']).toMatch(UUID);
  });
});

describe('CORS', () => {
  const EXPOSED = [
    'Content-Digest',
    'ETag',
    'Idempotency-Replayed',
    'License-Code',
    'License-Ignored-Fields',
    'License-Included-Version',
    'License-Manage-Url',
    'License-Operation',
    'License-Request-Digest',
    'License-Retry-At',
    'License-Standing',
    'Link',
    'Polar-Version',
    'RateLimit',
    'RateLimit-Policy',
    'Retry-After',
    'Signature',
    'Signature-Input',
    'WWW-Authenticate',
    'X-Request-Id',
    'X-Sandbox',
  ];
  const ALLOWED = [
    'Accept-Signature',
    'Authorization',
    'Content-Type',
    'Idempotency-Key',
    'License-Claim-Email',
    'License-Deactivation',
    'License-Device',
    'License-Device-Key',
    'License-Dry-Run',
    'License-Installation',
    'License-Nonce',
    'Mcp-Protocol-Version',
    'Polar-Organization',
    'Polar-Version',
    'X-Request-Id',
  ];
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
  ])('answers a preflight request to %s without credentials', async (url, headers) => {
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
  ] as const)('exposes %s %s and its headers to any origin (%i)', async (method, url, status) => {
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
])('?%s returns 200 or 422', async (query) => {
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
])('?%s returns an empty page or 422', async (query) => {
  for (const path of ['/v1/benefits/', '/v1/customers/', '/v1/organizations/', '/v1/license-keys/']) {
    const answer = await call('GET', `${path}?${query}`);
    expect([200, 422]).toContain(answer.status);
  }
});

const MIB = 1024 * 1024;
const JSON_TYPE = { 'content-type': 'application/json' };

const post = (body: string | Buffer | undefined, headers: Record<string, string> = JSON_TYPE, as = call) =>
  as('POST', '/v1/benefits/', body, headers);

/** JSON of a benefit with this many bytes. */
const benefitOf = (bytes: number): string => {
  const [before, after] = JSON.stringify({ type: 'license_keys', description: 'Large', properties: {}, padding: '' }).split(
    '""}',
  );
  return `${before}"${'x'.repeat(bytes - before!.length - 3)}"}${after}`;
};

describe('422 for invalid JSON', () => {
  test.each([
    ['an open object', '{', 1],
    ['an open list', '["a"', 4],
    ['a trailing comma', '{"a": 1,}', 8],
    ['single quotes', "{'a': 1}", 1],
    ['a line break in a string', '{"a": "\n"}', 7],
    ['a wrong escape', String.raw`{"a": "\x"}`, 8],
    ['two values', '{} {}', 3],
    ['NaN', '{"a": NaN}', 0],
    ['Infinity', '{"a": -Infinity}', 7],
    ['a comment', '{} // {}', 3],
    ['a form', 'a=1&b=2', 0],
    ['XML', '<a/>', 0],
    ['NUL', '\0', 0],
    ['half a number', '{"a": 1e}', 8],
    ['a leading zero', '{"a": 01}', 7],
  ])('%s', async (_what, body, offset) => {
    const answer = await post(body);
    expect(answer.status).toBe(422);
    expect(answer.body).toEqual({
      detail: [
        { loc: ['body', offset], type: 'json_invalid', msg: 'JSON decode error', input: {}, ctx: { error: expect.any(String) } },
      ],
    });
  });

  test.each([
    ['not UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d])],
    ['UTF-16', Buffer.from('{"a": 1}', 'utf16le')],
    ['a surrogate in UTF-8', Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22])],
    ['cut inside a character', Buffer.from('"😀"').subarray(0, 3)],
    ['zipped', Buffer.from([0x1f, 0x8b, 0x08, 0x00])],
  ])('%s', async (_what, body) => {
    const answer = await post(body);
    expect([answer.status, answer.body.detail[0].type]).toEqual([422, 'json_invalid']);
  });

  test('before credentials are checked', async () => {
    expect((await post('{', JSON_TYPE, callAs(api))).status).toBe(422);
  });
});

describe('valid JSON', () => {
  test.each([
    ['an empty body', ''],
    ['nothing at all', undefined],
  ])('%s counts as no body', async (_what, body) => {
    for (const headers of [JSON_TYPE, { ...JSON_TYPE, 'content-length': '0' }]) {
      const answer = await post(body, headers);
      expect([answer.status, answer.body.detail]).toEqual([
        422,
        [{ loc: ['body'], type: 'missing', msg: 'Field required', input: null }],
      ]);
    }
  });

  test.each(['null', ' null '])('%j counts as no body', async (body) => {
    expect((await post(body)).body.detail).toMatchObject([{ loc: ['body'], type: 'missing' }]);
  });

  test.each(['[]', '1', '"text"', 'true', '[{}]'])('rejects %s, which is not an object', async (body) => {
    const { status, body: answer } = await post(body);
    expect(status).toBe(422);
    expect(answer.detail).toMatchObject([{ loc: ['body'], type: 'model_attributes_type', input: JSON.parse(body) }]);
  });

  const levels = (count: number, open: string): string =>
    open.repeat(count) + (open === '[' ? '' : '1') + (open === '[' ? ']' : '}').repeat(count);

  test.each(['[', '{"a":'])('is nested 256 levels deep at most, here of %s', async (open) => {
    const { status, body } = await post(levels(256, open));
    expect([status, body.detail[0].type]).toEqual([422, open === '[' ? 'model_attributes_type' : 'union_tag_not_found']);
    for (const count of [257, 5_000, 100_000]) {
      const answer = await post(levels(count, open));
      expect([answer.status, answer.body.detail]).toEqual([
        422,
        [
          {
            loc: ['body', 0],
            type: 'json_invalid',
            msg: 'JSON decode error',
            input: {},
            ctx: { error: 'JSON is nested more than 256 levels deep' },
          },
        ],
      ]);
    }
  });

  test('uses the last of duplicate names and ignores a byte order mark', async () => {
    const { status, body } = await post(
      '\uFEFF{"type":"license_keys","description":"First","description":"Second","properties":{}}',
    );
    expect([status, body.description]).toEqual([201, 'Second']);
  });

  test('treats __proto__ as an ordinary name', async () => {
    const { status } = await post(
      '{"type":"license_keys","description":"Odd","properties":{},"__proto__":{"description":1},"constructor":{"prototype":{"x":1}}}',
    );
    expect([status, ({} as Record<string, unknown>)['x']]).toEqual([201, undefined]);
  });

  test('does not echo a large input', async () => {
    const answer = await post(JSON.stringify({ type: 'x', padding: 'x'.repeat(10_000) }));
    expect(answer.status).toBe(422);
    expect(answer.text.length).toBeLessThan(1000);
  });
});

describe('content types', () => {
  const BODY = benefitOf(200);

  test.each([
    'application/json',
    'application/json; charset=utf-8',
    'Application/JSON',
    'application/merge-patch+json',
    'application/json ;charset=UTF-8',
    'application/json; charset="utf-8"',
    'application/json; charset = "UTF-8"; profile=x',
  ])('accepts %s', async (type) => {
    expect((await post(BODY, { 'content-type': type })).status).toBe(201);
  });

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/jsonx',
    'application/xml',
    'json',
    'nonsense',
    '*/*',
    '',
  ])('415 for %j', async (type) => {
    const answer = await post(BODY, { 'content-type': type });
    expect([answer.status, answer.body]).toEqual([
      415,
      { error: 'UnsupportedMediaType', detail: 'The body must be sent as application/json' },
    ]);
  });

  test('415 for a body without a content type', async () => {
    const answer = await api.app.inject({ method: 'POST', url: '/v1/benefits/', payload: Buffer.from(BODY) });
    expect(answer.statusCode).toBe(415);
  });

  test('GET accepts any content type without a body', async () => {
    for (const headers of [JSON_TYPE, { ...JSON_TYPE, 'content-length': '0' }, { 'content-type': 'text/plain' }]) {
      expect((await call('GET', '/v1/benefits/', undefined, headers)).status).toBe(200);
    }
  });
});

describe('size', () => {
  test('accepts 1 MiB', async () => {
    const body = benefitOf(MIB);
    expect(body).toHaveLength(MIB);
    expect((await post(body)).status).toBe(201);
  });

  test('413 for one byte more, with or without Content-Length', async () => {
    const body = benefitOf(MIB + 1);
    for (const headers of [JSON_TYPE, { ...JSON_TYPE, 'content-length': String(MIB + 1) }]) {
      const answer = await post(body, headers);
      expect([answer.status, answer.body]).toEqual([
        413,
        { error: 'RequestBodyTooLarge', detail: 'Request body exceeded the maximum allowed size' },
      ]);
      expect(answer.headers).toMatchObject({ 'cache-control': 'private, no-store', 'polar-version': '2026-04' });
    }
  });
});
