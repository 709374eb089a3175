import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { NO_KEY_LIMITS, startApi, type TestApi } from '../support/api.ts';
import { callAs } from '../support/call.ts';
import { ENGINES } from '../support/release-engines.ts';
import { type Route, withRoutes } from '../support/routes.ts';
import { seedArtifact } from '../support/seed-release.ts';
import { seedBenefit } from '../support/seed-benefit.ts';
import { seedLicenseKey } from '../support/seed-license-key.ts';
import { seedProduct } from '../support/seed-product.ts';
import { seedOrganization } from '../support/seed.ts';

const OUR_VERSION = '1.0.0';
const THEIR_VERSION = '9.8.7';

let api: TestApi;
let routes: readonly Route[];
let ours: Seller;
let theirs: Seller;

/** An organization with a product, whose newest release has the files of all engines. */
async function seller(version: string) {
  const seeded = await seedOrganization(api);
  const call = callAs(api, seeded.oat);
  const benefit = (await seedBenefit(api, seeded.organization.id)).id;
  const product = (await seedProduct(api, seeded.organization.id, { benefits: [benefit] })).id;
  const { id } = (await call('POST', '/v1/releases/', { product_id: product, version })).body;
  for (const { files } of Object.values(ENGINES))
    for (const { name, artifact } of files(version)) await seedArtifact(call, id, artifact, undefined, name);
  await call('POST', `/v1/releases/${id}/publish`);
  const { key } = await seedLicenseKey(api, seeded, { benefit_id: benefit });
  const { token } = (await callAs(api, key)('POST', `/releases/${product}/download-tokens`)).body;
  return { product, key, token, oat: seeded.oat };
}

type Seller = Awaited<ReturnType<typeof seller>>;

const isOfEngines = ({ method, url }: Route): boolean =>
  method !== 'HEAD' && (url.startsWith('/releases/:product') || url === '/v1/releases/latest');

beforeAll(async () => {
  const { started, routes: all } = await withRoutes(() => startApi(NO_KEY_LIMITS));
  api = started;
  routes = all.filter(isOfEngines);
  ours = await seller(OUR_VERSION);
  theirs = await seller(THEIR_VERSION);
});
afterAll(() => api.close());

/** What an address has in place of a parameter, so that the request is answered with something. */
const PARAMETERS: Readonly<Record<string, string>> = {
  version: OUR_VERSION,
  name: 'app.zip',
  file: 'latest.yml',
  target: 'linux',
  arch: 'x86_64',
  slug: 'acme-forms',
  suite: 'stable',
  architecture: 'amd64',
};

function valueOf(parameter: string, url: string, { product, token }: Pick<Seller, 'product' | 'token'>): string {
  if (parameter === 'product') return product;
  if (parameter === 'token') return token;
  if (parameter === 'platform') return url.endsWith('/RELEASES') ? 'win32' : url.includes('/squirrel/') ? 'darwin' : 'macos';
  return PARAMETERS[parameter] ?? randomUUID();
}

/** The address of a route of these things; `odd` is in place of one parameter. */
function addressOf({ url }: Route, of: Pick<Seller, 'product' | 'token'>, odd: Readonly<Record<string, string>> = {}): string {
  const path = url.replace(/:(\w+)/g, (_, name: string) => odd[name] ?? valueOf(name, url, of));
  return url === '/v1/releases/latest' ? `${path}?product=${odd['product'] ?? of.product}` : path.replace('*', odd['*'] ?? 'x');
}

const parametersOf = ({ url }: Route): string[] =>
  url === '/v1/releases/latest' ? ['product'] : [...url.matchAll(/:(\w+)|\*/g)].map(([all, name]) => name ?? all);

async function ask(route: Route, url: string, headers: Readonly<Record<string, string>>) {
  const { statusCode, body } = await api.app.inject({ method: route.method as 'GET', url, headers });
  return { status: statusCode, body };
}

const bearer = (key: string) => ({ authorization: `Bearer ${key}` });
const nameOf = ({ method, url }: Route): string => `${method} ${url}`;
const isRefusal = (status: number): boolean => status >= 400 && status < 500;

test('the guide lists every address of the engines', () => {
  const guide = readFileSync(join(import.meta.dirname, '../../docs/guides/releases/README.md'), 'utf8');
  const [, section = ''] = guide.split('\n## Addresses\n');
  const listed = [...section.split(/^## /m)[0]!.matchAll(/`((?:GET|POST|PUT|DELETE) [^`]+)`/g)].map(([, address]) => address!);
  const withoutToken = routes.filter(({ url }) => !url.includes('/:token/'));
  const written = withoutToken.map((route) => nameOf(route).replace(/:(\w+)/g, '{$1}'));
  expect(listed.toSorted()).toEqual([...new Set(written)].toSorted());
});

const ODD = [
  '..%2f..%2f..%2fetc%2fpasswd',
  '%00',
  '%F0%9F%92%A5',
  `1.0.0'--`,
  '-1',
  '%20',
  '%25%25',
  '%E0%A4%A',
  'x'.repeat(5_000),
  '1.'.repeat(200),
  '__proto__',
];

test('an address with something odd in it is refused, whichever part it is', async () => {
  const wrong: string[] = [];
  for (const route of routes)
    for (const parameter of parametersOf(route))
      for (const odd of ODD) {
        const headers = route.url.includes('/:token/') ? {} : bearer(ours.key);
        const { status } = await ask(route, addressOf(route, ours, { [parameter]: odd }), headers);
        if (!isRefusal(status)) wrong.push(`${nameOf(route)} with ${parameter} ${odd.slice(0, 30)}: ${status}`);
      }
  expect(wrong).toEqual([]);
  expect(routes.length).toBeGreaterThan(15);
});

const base64 = (text: string): string => Buffer.from(text).toString('base64');

test.each([
  ['none', () => ({})],
  ['Basic without a value', () => ({ authorization: 'Basic' })],
  ['Basic that is not base64', () => ({ authorization: 'Basic !' })],
  ['Basic without a colon', () => ({ authorization: `Basic ${base64('user')}` })],
  ['Basic without a password', () => ({ authorization: `Basic ${base64('user:')}` })],
  ['Basic with a NUL character', () => ({ authorization: `Basic ${base64('user:a\0b')}` })],
  [
    'Basic with bytes that are no text',
    () => ({ authorization: `Basic ${Buffer.from([117, 58, 0xff, 0xfe]).toString('base64')}` }),
  ],
  ['a very long key', () => bearer('x'.repeat(5_000))],
  ['an access token of the seller', () => bearer(ours.oat)],
  ['an unknown key', () => bearer('AAAA-BBBB-CCCC')],
  ['a download token', () => bearer(ours.token)],
  ['the key of another organization', () => bearer(theirs.key)],
] as const)('a request with %s is refused by every engine', async (_what, headers) => {
  const wrong: string[] = [];
  for (const route of routes.filter(({ url }) => !url.includes('/:token/'))) {
    const { status, body } = await ask(route, addressOf(route, ours), headers());
    if (!isRefusal(status) || body.includes(THEIR_VERSION)) wrong.push(`${nameOf(route)}: ${status} ${body}`);
  }
  expect(wrong).toEqual([]);
});

test('nothing of a product is shown to keys and tokens of another organization', async () => {
  const wrong: string[] = [];
  for (const route of routes) {
    const mixed = { product: theirs.product, token: ours.token };
    const { status, body } = await ask(route, addressOf(route, mixed, { version: THEIR_VERSION }), bearer(ours.key));
    if (!isRefusal(status) || body.includes(THEIR_VERSION)) wrong.push(`${nameOf(route)}: ${status} ${body}`);
  }
  expect(wrong).toEqual([]);
});
