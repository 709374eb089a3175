import type { OpenAPIObject } from '@nestjs/swagger';
import { load } from 'js-yaml';
import { globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { BUILT_REFERENCE } from '../../apps/api/reference-pages.ts';
import { describeApi } from '../../apps/openapi/open-api.ts';
import { operationsOf } from '../../apps/openapi/reference/operations.ts';
import { API_VERSIONS } from '#support/api-versions';
import { ERROR_NAMES, LICENSE_CODES } from '#support/refusals';
import { REFUSAL_CODES } from '../../packages/client/src/result.ts';
import { startApi } from '../support/api.ts';
import { ROOT } from '../support/processes.ts';
import { buildReference } from '../support/reference.ts';
import { seedOrganization } from '../support/seed.ts';

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

test.each(API_VERSIONS)('the document of version %s is the one of this API, and the same in both formats', async (version) => {
  const [json, yaml] = [await get(`/openapi.json?version=${version}`), await get(`/openapi.yaml?version=${version}`)];
  expect(load(yaml.body)).toEqual(json.json());
  const described = describeApi(api.app, 'https://licenses.example.com', version);
  expect(json.json()).toEqual(JSON.parse(JSON.stringify(described)));
});

test('other versions have no document', async () => {
  for (const url of ['/openapi.json?version=2020-01', '/openapi.yaml?version=', '/openapi.json?version=2026-04&version=2026-04'])
    expect([url, (await get(url)).statusCode]).toEqual([url, 404]);
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
    const urls = [
      '/docs/index.html',
      '/docs/.build',
      '/docs/guides',
      '/docs/search.html',
      '/docs/nothing',
      '/docs/not-found',
      '/docs/openapi.json',
    ];
    for (const url of urls) {
      const { statusCode, headers, body } = await get(url);
      expect([url, statusCode, headers['content-type'], headers['cache-control']]).toEqual([url, 404, HTML, 'private, no-store']);
      expect(body).toContain('>Page not found</h1>');
    }
  });
});

describe('words', () => {
  /** What a page shows before anything is unfolded: of a form, the one that is open. */
  function visibleIn(body: string): string {
    const parts = /<article class="text">([^]*)<\/article>/
      .exec(body)![1]!
      .split(/(<details[^>]*>|<\/details>|<summary>|<\/summary>)/);
    const folds: boolean[] = [];
    let isTitle = false;
    let text = '';
    for (const part of parts) {
      const closed = folds.filter((isOpen) => !isOpen).length;
      if (part.startsWith('<details')) folds.push(part.includes(' open'));
      else if (part === '</details>') folds.pop();
      else if (part === '<summary>') isTitle = closed === 1 && folds.at(-1) === false;
      else if (part === '</summary>') isTitle = false;
      else if (closed === 0 || isTitle) text += part;
    }
    return text.replaceAll(/<[^>]*>/g, ' ');
  }
  const count = (text: string): number => text.split(/\s+/).filter(Boolean).length;

  test('no page shows more than 2,500 words at once', async () => {
    const files = readdirSync(BUILT_REFERENCE, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.html'));
    const addresses = files.map((name) => `/docs/${name.slice(0, -'.html'.length)}`);
    const kinds = ['index', 'license_keys', 'orders.create', 'audit_log.list.2027-01', 'errors/NOT_FOUND', 'guides/limits'];
    expect(kinds.filter((name) => !addresses.includes(`/docs/${name}`))).toEqual([]);
    const long: string[] = [];
    for (const address of addresses) {
      const words = count(visibleIn((await get(address)).body));
      if (words > 2500) long.push(`${address}: ${words}`);
    }
    expect(long).toEqual([]);
    const planted = (words: number, hidden: number): string =>
      `<article class="text">${'word '.repeat(words)}<details><summary>More</summary>${'word '.repeat(hidden)}</details></article>`;
    expect([count(visibleIn(planted(2501, 0))), count(visibleIn(planted(10, 3000)))]).toEqual([2502, 11]);
  });

  test('what a form has is said once, countries are folded, and each field has an address', async () => {
    const { body } = await get('/docs/orders.create');
    expect(body.match(/id="body-amount"/g)).toHaveLength(1);
    expect(body).toContain('id="body-3-customer.email"');
    expect(body.match(/&quot;VA&quot;/g)).toHaveLength(1);
    expect(visibleIn(body)).not.toContain('&quot;VA&quot;');
    const ids = [...body.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  });
});

describe('refusals', () => {
  const document = async (): Promise<OpenAPIObject> => (await get('/openapi.json')).json<OpenAPIObject>();
  /** The codes that the domains throw. */
  const thrown = (): string[] => {
    const sources = globSync('libs/*/src/domain/**/*.ts', { cwd: ROOT, exclude: (path) => path.endsWith('.spec.ts') });
    const codes = sources.flatMap((file) =>
      [...readFileSync(join(ROOT, file), 'utf8').matchAll(/(?:\bcode = |(?:super|Refused)\(\s*)'([A-Z]+(?:_[A-Z]+)*)'/g)].map(
        ([, code]) => code!,
      ),
    );
    return [...new Set([...codes, ...REFUSAL_CODES])].filter((code) => code.length > 3);
  };

  test('each has a page with cause and remedy, and no page is about one that does not exist', async () => {
    const answers = operationsOf(await document()).flatMap((operation) => operation.answers);
    const names = new Set(answers.flatMap(({ errors }) => errors));
    const missing = [...names, ...thrown()].filter((name) => !(name in ERROR_NAMES) && !(name in LICENSE_CODES));
    expect(missing).toEqual([]);
    expect([names.size > 70, thrown().length > 25]).toEqual([true, true]);
    /** Errors of HTTP itself, and a body without a name. */
    const general = new Set(['InternalServerError', 'MethodNotAllowed', 'RequestTimeout', 'ValidationError']);
    expect(Object.keys(ERROR_NAMES).filter((name) => !names.has(name) && !general.has(name))).toEqual([]);
    expect(Object.keys(LICENSE_CODES).filter((code) => !thrown().includes(code))).toEqual([]);
    for (const name of [...Object.keys(ERROR_NAMES), ...Object.keys(LICENSE_CODES)]) {
      const { statusCode, body } = await get(`/docs/errors/${name}.md`);
      expect([name, statusCode, body]).toEqual([name, 200, expect.stringMatching(/\n## Cause\n\n\S[^]*\n## Remedy\n\n\S/)]);
    }
  });

  test('a response leads to the page of its refusal, unless the service has none', async () => {
    const { organization, oat } = await seedOrganization(api);
    const authorization = `Bearer ${oat}`;
    const post = { method: 'POST', headers: { 'content-type': 'application/json' } } as const;
    const key = { key: 'ACME-0000-0000-0000-0000', organization_id: organization.id };
    const requests = [
      [{ url: '/v1/benefits/' }, 401, 'Unauthorized'],
      [{ url: '/v1/benefits/nonsense', headers: { authorization } }, 422, 'ValidationError'],
      [{ url: `/v1/benefits/${organization.id}`, headers: { authorization } }, 404, 'ResourceNotFound'],
      [{ ...post, url: '/v1/customer-portal/license-keys/validate', payload: key }, 404, 'NOT_FOUND'],
    ] as const;
    for (const [request, status, name] of requests) {
      const { statusCode, headers } = await api.app.inject(request);
      expect([statusCode, headers['link']]).toEqual([status, `</docs/errors/${name}>; rel="help"`]);
      expect((await get(`/docs/errors/${name}`)).statusCode).toBe(200);
      expect((await without.app.inject(request)).headers['link']).toBeUndefined();
    }
    expect((await get('/docs/headers.md')).body).toContain('### `License-Code`');
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
    const sections = ['Base URL', 'Authentication', 'Versions', 'Errors', 'Paging', 'Idempotency', 'Limits'];
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
