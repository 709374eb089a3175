import { SwaggerModule } from '@nestjs/swagger';
import { load } from 'js-yaml';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { startApi } from '../support/api.ts';

const api = await startApi({ BASE_URL: 'https://licenses.example.com' });
const without = await startApi({ API_DOCS: '0' });
afterAll(() => Promise.all([api.close(), without.close()]));

const get = (url: string, headers: Record<string, string> = {}) => api.app.inject({ url, headers });
const DECODERS = { br: brotliDecompressSync, gzip: gunzipSync } as const;

describe.each([
  ['/openapi.json', 'application/json; charset=utf-8', JSON.parse],
  ['/openapi.yaml', 'text/yaml', load],
] as const)('%s', (url, type, parse) => {
  test('is the document, to be revalidated with its ETag', async () => {
    const { statusCode, headers, body } = await get(url);
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({
      'content-type': type,
      'content-length': String(Buffer.byteLength(body)),
      'cache-control': 'public, no-cache',
      'x-content-type-options': 'nosniff',
      vary: 'Accept-Encoding',
      etag: expect.stringMatching(/^"[\w-]{20,}"$/),
    });
    expect(headers).not.toHaveProperty('content-encoding');
    expect(parse(body)).toMatchObject({ openapi: '3.1.0', servers: [{ url: 'https://licenses.example.com' }] });
  });

  test.each([
    ['br', 'br'],
    ['gzip, deflate, br, zstd', 'br'],
    ['GZIP', 'gzip'],
    ['gzip;q=0.5, br;q=0', 'gzip'],
    ['br; q=0.000, gzip ;Q=1', 'gzip'],
  ] as const)('for Accept-Encoding %s it is compressed with %s', async (accepted, encoding) => {
    const plain = await get(url);
    const { headers, rawPayload } = await get(url, { 'accept-encoding': accepted });
    expect(headers).toMatchObject({
      'content-encoding': encoding,
      vary: 'Accept-Encoding',
      'content-length': String(rawPayload.length),
    });
    expect(headers.etag).not.toBe(plain.headers.etag);
    expect(rawPayload.length).toBeLessThan(plain.rawPayload.length / 5);
    expect(DECODERS[encoding](rawPayload).equals(plain.rawPayload)).toBe(true);
  });

  test.each(['', 'identity', '*;q=0', 'brotli, x-gz', 'gzip;q=0, br;q=0.0'])(
    'for Accept-Encoding %j it is not',
    async (accepted) => {
      expect((await get(url, { 'accept-encoding': accepted })).headers).not.toHaveProperty('content-encoding');
    },
  );

  test('304 if the client has this version in this encoding', async () => {
    const { headers } = await get(url, { 'accept-encoding': 'br' });
    const etag = headers.etag!;
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const { statusCode, body, headers: unchanged } = await get(url, { 'accept-encoding': 'br', 'if-none-match': known });
      expect([known, statusCode, body, unchanged.etag, unchanged.vary]).toEqual([known, 304, '', etag, 'Accept-Encoding']);
    }
    expect((await get(url, { 'accept-encoding': 'gzip', 'if-none-match': etag })).statusCode).toBe(200);
    expect((await get(url, { 'accept-encoding': 'br', 'if-none-match': '"other"' })).statusCode).toBe(200);
  });

  test('HEAD has the headers of GET', async () => {
    const [{ headers }, answer] = [await get(url), await api.app.inject({ method: 'HEAD', url })];
    expect([answer.statusCode, answer.body]).toEqual([200, '']);
    expect(answer.headers).toMatchObject({ etag: headers.etag, 'content-length': headers['content-length'] });
  });
});

test('each is described and serialized once', async () => {
  for (const url of ['/openapi.json', '/openapi.yaml']) await get(url);
  const { createDocument } = SwaggerModule;
  const { stringify } = JSON;
  const calls: string[] = [];
  SwaggerModule.createDocument = (...input) => (calls.push('describe'), createDocument.apply(SwaggerModule, input));
  JSON.stringify = (value: unknown) => {
    const isDocument = typeof value === 'object' && value !== null && 'openapi' in value;
    if (isDocument) calls.push('serialize');
    return stringify(value);
  };
  try {
    for (const url of ['/openapi.json', '/openapi.yaml']) await get(url);
  } finally {
    JSON.stringify = stringify;
    SwaggerModule.createDocument = createDocument;
  }
  expect(calls).toEqual([]);
});

test('what is not documentation is not stored by caches', async () => {
  for (const url of ['/v1/benefits/', '/v1/nothing', '/docs/nothing.css']) {
    expect((await get(url)).headers['cache-control']).toBe('private, no-store');
  }
});

describe('/docs', () => {
  const PAGES = ['/docs', '/docs/', '/docs/index.html'];
  const ASSETS = ['/docs/swagger-ui-init.js', '/docs/swagger-ui-bundle.js', '/docs/swagger-ui.css', '/docs/favicon-32x32.png'];

  test.each([...PAGES, ...ASSETS])('%s restricts what it may load and who may embed it', async (url) => {
    const { statusCode, headers } = await get(url);
    expect([statusCode, headers['x-content-type-options']]).toEqual([200, 'nosniff']);
    const policy = String(headers['content-security-policy']).split('; ');
    expect(policy).toEqual([
      "default-src 'none'",
      expect.stringMatching(/^script-src 'nonce-[\w-]{24}'$/),
      "style-src 'self' 'unsafe-inline'",
      "img-src 'self' data:",
      "connect-src 'self' https://licenses.example.com",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ]);
  });

  test.each(PAGES)('%s has no inline scripts, and a nonce for the others', async (url) => {
    const { body, headers } = await get(url);
    const nonce = /'nonce-([\w-]{24})'/.exec(String(headers['content-security-policy']))![1]!;
    // A page that a browser has would have the nonce of another policy.
    expect(headers.etag ?? headers['last-modified']).toBeUndefined();
    expect(body.match(/<script\b/g)).toHaveLength(body.split(`<script nonce="${nonce}" `).length - 1);
    const scripts = [...body.matchAll(/<script\b([^>]*)>([^<]*)/g)];
    expect(scripts.length).toBeGreaterThan(1);
    expect(scripts.filter(([, attributes, code]) => !attributes!.includes('src=') || code!.trim() !== '')).toEqual([]);
    expect(body).not.toMatch(/\son\w+=|javascript:/i);
  });

  test.each(PAGES)('%s loads the document by its URL', async (page) => {
    const { pathname } = new URL('../openapi.json', `http://latchkey${page}`);
    expect((await get(pathname)).body).toContain('"operationId":"license_keys.activate"');
  });

  test('names that URL, and stores no token', async () => {
    const { body } = await get('/docs/swagger-ui-init.js');
    expect(body).toContain('"swaggerUrl": "../openapi.json"');
    expect(body).toContain('"persistAuthorization": false');
    expect(body).toContain('"validatorUrl": "none"');
    expect(body.length).toBeLessThan(5_000);
  });
});

test.each([
  '/openapi.json',
  '/openapi.yaml',
  '/docs',
  '/docs/',
  '/docs/index.html',
  '/docs/swagger-ui-init.js',
  '/docs/swagger-ui.css',
])('API_DOCS=0: 404 for %s', async (url) => {
  const answer = await without.app.inject({ url });
  expect([answer.statusCode, answer.json()]).toEqual([404, { error: 'ResourceNotFound', detail: 'Not found' }]);
});
