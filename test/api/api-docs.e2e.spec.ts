import { type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { load } from 'js-yaml';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { operationsOf } from '../../apps/openapi/reference/operations.ts';
import { startApi } from '../support/api.ts';
import { buildReference } from '../support/reference.ts';

buildReference();
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

describe('the reference', () => {
  const PAGES = [
    '/docs',
    '/docs/',
    '/docs/license_keys',
    '/docs/license_keys.update',
    '/docs/errors',
    '/docs/guides/licensing/devices',
  ];
  const HTML = 'text/html; charset=utf-8';

  test.each(PAGES)('%s is a page with a policy of its own, complete without scripts', async (url) => {
    const { statusCode, headers, body } = await get(url);
    expect([statusCode, headers['content-type'], headers['cache-control']]).toEqual([200, HTML, 'public, no-cache']);
    const policy = String(headers['content-security-policy']);
    const nonce = /script-src 'nonce-([\w-]{24})';/.exec(policy)![1]!;
    expect(policy).toContain(`default-src 'none'; script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}'; `);
    expect(policy).toContain("connect-src 'self'; ");
    expect(policy).not.toContain('unsafe');
    // A page that a browser has would have the nonce of another policy.
    expect(headers.etag ?? headers['last-modified']).toBeUndefined();
    const scripts = [...body.matchAll(/<script\b([^>]*)>/g)].map(([, attributes]) => attributes!);
    expect(scripts.length).toBeGreaterThan(1);
    expect(scripts.filter((attributes) => !attributes.includes(`nonce="${nonce}"`))).toEqual([]);
    expect(body).not.toMatch(/\son\w+=|javascript:|__[A-Z_]+__/);
    expect(body).toMatch(/<main id="reference-content" tabindex="-1"><article class="text"><h1 /);
  });

  test('every operation and every event has a page and Markdown, and every link of them leads somewhere', async () => {
    const document = (await get('/openapi.json')).json<OpenAPIObject>();
    const pages = new Map<string, string>();
    const linked = new Set(PAGES);
    for (const { id } of operationsOf(document)) linked.add(`/docs/${id}`).add(`/docs/${id}.md`);
    for (const url of linked) {
      const path = url.split('#')[0]!;
      if (pages.has(path)) continue;
      const answer = await get(path);
      pages.set(path, answer.statusCode === 200 ? answer.body : '');
      for (const [, href] of answer.body.matchAll(/<a href="(\/docs[^"]*)"/g)) linked.add(href!);
    }
    const anchors = [...linked].filter((url) => url.includes('#'));
    expect([...pages].filter(([, body]) => body === '').map(([path]) => path)).toEqual([]);
    expect(anchors.filter((url) => !pages.get(url.split('#')[0]!)!.includes(`id="${url.split('#')[1]!}"`))).toEqual([]);
    expect(pages.has('/docs/webhook.order.paid.md')).toBe(true);
  });

  test('samples and indexes have the base URL', async () => {
    const page = await get('/docs/license_keys.update');
    expect(page.body).toContain('curl -X PATCH &#39;https://licenses.example.com/v1/license-keys/');
    const markdown = await get('/docs/license_keys.update.md');
    expect([markdown.headers['content-type'], markdown.headers.etag]).toEqual([
      'text/markdown; charset=utf-8',
      expect.any(String),
    ]);
    expect(markdown.body).toMatch(/^# Update a license key\n\n`PATCH \/v1\/license-keys\/\{id\}`\n/);
    expect(markdown.body).toContain("curl -X PATCH 'https://licenses.example.com/v1/license-keys/");
    const index = await get('/llms.txt');
    expect([index.statusCode, index.headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
    expect(index.body).toContain('(https://licenses.example.com/docs/license_keys.update.md): `PATCH /v1/license-keys/{id}`');
    expect(index.body).toContain('(https://licenses.example.com/docs/guides/licensing/devices.md)');
  });

  test('pages are compressed for who accepts it', async () => {
    const plain = await get('/docs/errors');
    const { headers, rawPayload } = await get('/docs/errors', { 'accept-encoding': 'gzip, br' });
    expect([headers['content-encoding'], headers.vary, plain.headers['content-encoding']]).toEqual([
      'gzip',
      'Accept-Encoding',
      undefined,
    ]);
    expect(headers['content-length']).toBe(String(rawPayload.length));
    expect(gunzipSync(rawPayload)).toHaveLength(plain.rawPayload.length);
  });

  test('the files of the build are served in these forms only', async () => {
    const urls = ['/docs/index.html', '/docs/.build', '/docs/guides', '/docs/search.html', '/docs/nothing', '/docs/not-found'];
    for (const url of urls) {
      const { statusCode, headers, body } = await get(url);
      expect([url, statusCode, headers['content-type'], headers['cache-control']]).toEqual([url, 404, HTML, 'private, no-store']);
      expect(body).toContain('>Page not found</h1>');
    }
  });
});

describe('for machines', () => {
  const ORIGIN = 'https://licenses.example.com';
  const linksIn = (text: string): string[] => [...text.matchAll(/\]\(([^()\s]+)\)/g)].map(([, href]) => href!);
  const withoutCode = (text: string): string => text.replaceAll(/^ *(`{3,})[^]*?^ *\1/gm, '').replaceAll(/`[^`\n]*`/g, '``');
  /** As the pages for people have them. */
  const headingsOf = (text: string): string[] =>
    [...text.replaceAll(/^ *(`{3,})[^]*?^ *\1/gm, '').matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
      heading!
        .replaceAll(/\]\([^)]*\)/g, '')
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
        .trim()
        .replaceAll(/\s/g, '-'),
    );

  const textAt = async (path: string): Promise<string | null> => {
    const { statusCode, body } = await get(path);
    return statusCode === 200 ? body : null;
  };

  test('no link of any page leads nowhere, and no line of the index is cut', async () => {
    const index = (await get('/llms.txt')).body;
    const texts = new Map<string, Promise<string | null>>();
    const wanted = new Map([[`${ORIGIN}/docs/index.md`, '/llms.txt']]);
    for (const href of linksIn(index)) wanted.set(href, '/llms.txt');
    const dead: string[] = [];
    for (const [href, from] of wanted) {
      const [address = '', anchor] = href.split('#');
      if (!address.startsWith(ORIGIN)) {
        if (address !== '' && !/^(?:https?:|mailto:)/.test(address)) dead.push(`${from}: ${href}`);
        continue;
      }
      const path = address.slice(ORIGIN.length);
      if (!texts.has(path)) texts.set(path, textAt(path));
      const text = await texts.get(path)!;
      if (text === null || (anchor !== undefined && !headingsOf(text).includes(anchor))) dead.push(`${from}: ${href}`);
      const further = path.endsWith('.md') ? linksIn(withoutCode(text ?? '')) : [];
      for (const each of further.map((linked) => (linked.startsWith('#') ? address + linked : linked)))
        if (!wanted.has(each)) wanted.set(each, path);
    }
    expect(dead).toEqual([]);
    expect(texts.size).toBeGreaterThan(400);
    const lines = index.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
    expect(lines.filter((line) => !/[.?!]$|`$/.test(line) || /\[([^\]]*)\]\(\S*\): \1\.?$/.test(line))).toEqual([]);
  });

  test('the first page says what every client has to know', async () => {
    const { body } = await get('/docs/index.md');
    const sections = ['Base URL', 'Authentication', 'Versions', 'Errors', 'Lists and pages', 'Idempotency', 'Limits'];
    expect(sections.filter((name) => !body.includes(`\n## ${name}\n`))).toEqual([]);
    expect(body).toContain(`\n\`${ORIGIN}\`\n`);
    expect(body).toContain('latchkey_oat_');
  });

  test('guides begin with what they need', async () => {
    const index = (await get('/llms.txt')).body;
    const guides = linksIn(index).filter((href) => /\/docs\/guides\/(?:guides|connectors)\//.test(href));
    expect(guides.length).toBeGreaterThan(10);
    for (const href of guides) {
      const [, , lead] = (await get(href.slice(ORIGIN.length))).body.split('\n\n');
      expect([href, lead]).toEqual([href, expect.stringMatching(/^\*\*You need\*\* /)]);
    }
    expect((await get('/docs/guides/first-five-minutes.md')).body).toContain('You need npm');
  });
});

test.each(['/openapi.json', '/openapi.yaml', '/docs', '/docs/', '/docs/errors', '/docs/errors.md', '/llms.txt'])(
  'API_DOCS=0: 404 for %s',
  async (url) => {
    const answer = await without.app.inject({ url });
    expect([answer.statusCode, answer.json()]).toEqual([404, { error: 'ResourceNotFound', detail: 'Not found' }]);
  },
);

test('the console knows whether there is a reference to lead to', async () => {
  const pages = await Promise.all([api, without].map(({ app }) => app.inject({ url: '/console' })));
  expect(pages.map(({ body }) => /data-api-docs="(\w+)"/.exec(body)?.[1])).toEqual(['true', 'false']);
});
