import { createServer, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { askVendor } from '../../apps/cli/vendors/apis.ts';
import { type Vendor, VENDORS } from '../../apps/cli/vendors/index.ts';

type Answer = (url: URL, request: IncomingMessage) => object;

/** What the reader of a vendor makes of an API that answers like this. */
async function linesFrom(vendor: Vendor, variables: (url: string) => NodeJS.ProcessEnv, answer: Answer) {
  const server = createServer((request, response) => {
    const url = new URL(request.url!, 'http://localhost');
    const isKnown = request.headers.authorization === 'Bearer secret';
    response.writeHead(isKnown ? 200 : 401, { 'content-type': 'application/json' });
    response.end(JSON.stringify(isKnown ? answer(url, request) : { error: 'unauthorized' }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const records = await askVendor(vendor, variables(url));
    return VENDORS[vendor](records, { now: new Date('2026-01-01T00:00:00Z'), productFor: (name) => name }).lines;
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

const page = (url: URL): number => Number(url.searchParams.get('page[number]'));
const numbers = (first: number, last: number): number[] => Array.from({ length: last - first + 1 }, (_, index) => first + index);
/** A page of a hundred, of 150 resources. */
const listed = (type: string, url: URL, attributesOf: (id: number) => object, more: (id: number) => object = () => ({})) => ({
  data: numbers((page(url) - 1) * 100 + 1, Math.min(page(url) * 100, 150)).map((id) => ({
    type,
    id: String(id),
    attributes: attributesOf(id),
    ...more(id),
  })),
});
const CREATED = '2025-01-01T00:00:00Z';

test('Lemon Squeezy: all pages of orders, license keys and instances, with the key of its API', async () => {
  const person = { user_email: 'ada@example.com', user_name: 'Ada', customer_id: 7 };
  const answers: Readonly<Record<string, (url: URL) => object>> = {
    '/v1/orders': (url) =>
      listed('orders', url, () => ({
        ...person,
        currency: 'USD',
        total: 100,
        tax: 0,
        status: 'paid',
        created_at: CREATED,
        first_order_item: { product_name: 'Atlas', product_id: 4 },
      })),
    '/v1/subscriptions': () => ({ data: [] }),
    '/v1/license-keys': (url) =>
      listed('license-keys', url, (id) => ({ ...person, order_id: id, key: `KEY-${id}`, activation_limit: 1 })),
    '/v1/license-key-instances': (url) =>
      listed('license-key-instances', url, (id) => ({ license_key_id: id, identifier: `i-${id}`, name: 'Bombe' })),
  };
  const variables = (url: string) => ({ LEMON_SQUEEZY_URL: `${url}/`, LEMON_SQUEEZY_API_KEY: 'secret' });
  const lines = await linesFrom('lemon-squeezy', variables, (url, { headers }) => {
    expect(headers.accept).toBe('application/vnd.api+json');
    return answers[url.pathname]!(url);
  });
  expect(lines).toHaveLength(150);
  expect(lines.at(-1)!.line).toMatchObject({
    external_id: '150',
    license_keys: [{ key: 'KEY-150', activations: [{ device_id: 'i-150' }] }],
  });
});

test('Gumroad: sales, page after page', async () => {
  const sale = (id: string) => ({
    id,
    email: 'ada@example.com',
    created_at: CREATED,
    product_name: 'Atlas',
    price: 2900,
    license_key: `KEY-${id}`,
    license_uses: 2,
    product_id: 'abc==',
  });
  const variables = (url: string) => ({ GUMROAD_URL: url, GUMROAD_ACCESS_TOKEN: 'secret' });
  const lines = await linesFrom('gumroad', variables, (url) => {
    expect(url.pathname).toBe('/v2/sales');
    const key = url.searchParams.get('page_key');
    return { success: true, sales: [sale(key ?? 'first')], ...(key === null ? { next_page_key: 'second&' } : {}) };
  });
  expect(lines.map(({ line }) => line)).toMatchObject([
    { external_id: 'first', license_keys: [{ key: 'KEY-first', usage: 2, metadata: { gumroad_product_id: 'abc==' } }] },
    { external_id: 'second&' },
  ]);
});

test('Keygen: all pages of the account, whose machines become activations', async () => {
  const relatedTo = (type: string, id: number) => ({ relationships: { [type]: { data: { type: `${type}s`, id: String(id) } } } });
  const answers: Readonly<Record<string, (url: URL) => object>> = {
    products: () => ({ data: [{ type: 'products', id: '1', attributes: { name: 'Atlas' } }] }),
    policies: () => ({ data: [] }),
    users: () => ({ data: [] }),
    licenses: (url) =>
      listed(
        'licenses',
        url,
        (id) => ({ key: `KEY-${id}`, maxMachines: 2, metadata: { email: 'ada@example.com' }, created: CREATED }),
        () => relatedTo('product', 1),
      ),
    machines: (url) =>
      listed(
        'machines',
        url,
        (id) => ({ fingerprint: `ab:${id}`, name: 'Bombe' }),
        (id) => relatedTo('license', id),
      ),
  };
  const variables = (url: string) => ({ KEYGEN_URL: url, KEYGEN_TOKEN: 'secret', KEYGEN_ACCOUNT: 'acme' });
  const lines = await linesFrom('keygen', variables, (url) => answers[url.pathname.replace('/v1/accounts/acme/', '')]!(url));
  expect(lines).toHaveLength(150);
  expect(lines.at(-1)!.line).toMatchObject({
    product: 'Atlas',
    license_keys: [{ key: 'KEY-150', activations: [{ device_id: 'ab:150' }] }],
  });
});

test('a token that is not accepted is said, and so is what the environment lacks', async () => {
  const wrong = (url: string) => ({ GUMROAD_URL: url, GUMROAD_ACCESS_TOKEN: 'wrong' });
  await expect(linesFrom('gumroad', wrong, () => ({}))).rejects.toThrow(/401|not accepted|token/i);
  await expect(askVendor('keygen', {})).rejects.toThrow('set KEYGEN_TOKEN and KEYGEN_ACCOUNT in the environment');
  await expect(askVendor('cryptlex', {})).rejects.toThrow('Name the files that cryptlex exported.');
});
