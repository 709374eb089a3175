import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Vendor } from '../../apps/cli/vendors/index.ts';
import { callAs } from '../support/call.ts';
import { latchkey } from '../support/cli.ts';
import { openPurchaseFixture, type PurchaseFixture } from '../support/purchase-fixture.ts';

let fixture: PurchaseFixture;
let monthly: { id: string };
beforeAll(async () => {
  fixture = await openPurchaseFixture();
  await fixture.api.app.listen(0, '127.0.0.1');
  const benefit = await fixture.create('/v1/benefits/', {
    type: 'license_keys',
    description: 'Keys',
    properties: { activations: { limit: 3, enable_customer_admin: false }, limit_usage: 10 },
  });
  const product = await fixture.product();
  monthly = await fixture.product({ every: 'month' });
  for (const { id } of [product, monthly])
    await fixture.seller('POST', `/v1/products/${id}/benefits`, { benefits: [benefit.id] });
  await fixture.seller('PATCH', `/v1/products/${product.id}`, { metadata: { slug: 'pro' } });
});
afterAll(() => fixture.close());

let count = 0;
const unique = (prefix: string): string => `${prefix}-${++count}`;
const order = (more: object = {}) => {
  const id = unique('order');
  return { type: 'order', external_id: id, product: 'pro', customer: { email: `${id}@example.com` }, ...more };
};
const resultsOf = ({ text }: { readonly text: string }) =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
const imported = async (lines: readonly unknown[]) =>
  resultsOf(
    await fixture.seller('POST', '/v1/purchases/import', lines.map((line) => JSON.stringify(line)).join('\n'), {
      'content-type': 'application/x-ndjson',
    }),
  );

const resource = (type: string, id: string, attributes: object) => ({ data: [{ type, id, attributes }] });
const nextYear = new Date(Date.now() + 365 * 86_400_000).toISOString();
const now = new Date().toISOString();
const bought = { user_email: 'lemon@example.com', user_name: 'Ada', customer_id: 7, order_id: 1, currency: 'USD' };
const sale = { created_at: now, product_name: 'Atlas', price: 2900 };

/** What vendors export about a key whose device is `device-1`, where they know devices, and about a subscription. */
const EXPORTS: readonly (readonly [vendor: Vendor, key: string, files: readonly unknown[]])[] = [
  [
    'lemon-squeezy',
    'LEMON-1',
    [
      resource('orders', '1', {
        ...bought,
        status: 'paid',
        total: 1190,
        tax: 190,
        created_at: now,
        first_order_item: { product_name: 'Atlas' },
      }),
      resource('license-keys', '11', {
        ...bought,
        store_id: 3,
        product_id: 4,
        key: 'LEMON-1',
        activation_limit: 5,
        expires_at: nextYear,
      }),
      resource('license-key-instances', '21', { license_key_id: 11, identifier: 'device-1', name: 'Bombe' }),
      resource('subscriptions', '9', {
        ...bought,
        user_email: 'monthly@example.com',
        customer_id: 8,
        order_id: 2,
        product_name: 'Monthly',
        status: 'active',
        renews_at: nextYear,
        created_at: now,
      }),
      resource('license-keys', '12', { ...bought, order_id: 2, key: 'LEMON-2', activation_limit: 5 }),
    ],
  ],
  [
    'gumroad',
    'GUM-1',
    [
      {
        sales: [
          { ...sale, id: 'p1', email: 'gum@example.com', license_key: 'GUM-1', product_id: 'abc==', license_uses: 4 },
          {
            ...sale,
            id: 'p2',
            email: 'gums@example.com',
            product_name: 'Monthly',
            subscription_duration: 'monthly',
            license_key: 'GUM-2',
          },
        ],
      },
    ],
  ],
  [
    'cryptlex',
    'LEX-1',
    [
      [
        {
          id: 'l1',
          key: 'LEX-1',
          productName: 'Atlas',
          userEmail: 'lex@example.com',
          allowedActivations: 2,
          expiresAt: nextYear,
          createdAt: now,
        },
      ],
      [{ id: 'a1', licenseId: 'l1', fingerprint: 'device-1', hostname: 'bombe' }],
    ],
  ],
  [
    'easy-digital-downloads',
    'EDD-1',
    [
      'License ID,License Key,License Status,Customer Email,Customer Name,Product Name,Purchase Date,Expiration Date,Activation Limit,Activation Count,Activated URLs\n' +
        '1,EDD-1,active,edd@example.com,Ada,Atlas,2024-03-01 10:00:00,0,5,1,device-1\n',
    ],
  ],
  [
    'woocommerce',
    'WOO-1',
    [
      {
        success: true,
        data: [
          {
            id: 1,
            orderId: 100,
            productId: 10,
            licenseKey: 'WOO-1',
            timesActivatedMax: 2,
            activationData: [{ token: 'device-1', label: 'bombe' }],
          },
        ],
      },
      [
        {
          id: 100,
          status: 'completed',
          currency: 'EUR',
          date_created_gmt: '2024-03-01T10:00:00',
          billing: { first_name: 'Ada', email: 'woo@example.com' },
          line_items: [{ name: 'Atlas', product_id: 10, total: '29.35', total_tax: '5.58' }],
        },
      ],
    ],
  ],
  [
    'keygen',
    'GEN-1',
    [
      {
        data: [
          {
            id: 'g1',
            type: 'licenses',
            attributes: {
              key: 'GEN-1',
              maxMachines: 2,
              maxUses: 7,
              uses: 3,
              expiry: nextYear,
              metadata: { email: 'gen@example.com' },
            },
            relationships: { product: { data: { type: 'products', id: 'd1' } } },
          },
          { id: 'd1', type: 'products', attributes: { name: 'Atlas' } },
          {
            id: 'm1',
            type: 'machines',
            attributes: { fingerprint: 'device-1', name: 'Bombe' },
            relationships: { license: { data: { type: 'licenses', id: 'g1' } } },
          },
        ],
      },
    ],
  ],
];
/** What an application of the vendor asks on the device, and what it is told once the exports are imported. */
const ASKED: Partial<Record<Vendor, readonly [path: string, fields: Record<string, string>, answer: object]>> = {
  'lemon-squeezy': [
    'lemon-squeezy/v1/licenses/validate',
    { license_key: 'LEMON-1', instance_id: 'device-1' },
    {
      valid: true,
      license_key: { id: 11, activation_usage: 1 },
      instance: { id: 'device-1', name: 'Bombe' },
      meta: { store_id: 3, order_id: 1, product_id: 4, product_name: 'Atlas', customer_email: 'lemon@example.com' },
    },
  ],
  'easy-digital-downloads': [
    'edd/',
    { edd_action: 'activate_license', license: 'EDD-1', item_name: 'Atlas', url: 'https://www.device-1/' },
    { success: true, license: 'valid', site_count: 1, expires: 'lifetime', customer_email: 'edd@example.com' },
  ],
  gumroad: [
    'gumroad/v2/licenses/verify',
    { license_key: 'GUM-1', product_id: 'abc==' },
    { success: true, uses: 5, purchase: { product_name: 'Atlas', sale_id: 'p1', email: 'gum@example.com' } },
  ],
};

/** The answer to an application of the vendor; nothing for vendors whose applications are not answered. */
async function answerOf(vendor: Vendor): Promise<object> {
  const [path, fields] = ASKED[vendor] ?? [];
  if (path === undefined) return {};
  const url = `/compat/${fixture.ours.organization.slug}/${path}`;
  const payload = new URLSearchParams(fields).toString();
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  return (await fixture.api.app.inject({ method: 'POST', url, payload, headers })).json();
}

/** Exports that do not tell devices. */
const WITHOUT_DEVICES = new Set<Vendor>(['gumroad']);

test.each(EXPORTS)(
  'what %s exports is imported as it is there: %s works, and its device has its place',
  async (vendor, key, exported) => {
    const folder = await mkdtemp(join(tmpdir(), 'vendor-'));
    const env = { LATCHKEY_TOKEN: fixture.ours.oat };
    const url = await fixture.api.app.getUrl();
    const products = join(folder, 'products');
    const files = exported.map((_file, index) => join(folder, String(index)));
    try {
      await writeFile(products, JSON.stringify({ Atlas: 'pro', Monthly: monthly.id }));
      for (const [index, file] of files.entries()) {
        await writeFile(file, typeof exported[index] === 'string' ? exported[index] : JSON.stringify(exported[index]));
      }
      expect(await latchkey(['import', ...files, '--from', vendor, '--products', products, '--url', url], env)).toMatchObject({
        exitCode: 0,
      });
      await fixture.settled();
      const compared = await latchkey(['import', 'compare', ...files, '--from', vendor, '--url', url], env);
      expect([compared.exitCode, compared.err]).toEqual([0, '']);
    } finally {
      await rm(folder, { recursive: true });
    }
    const call = callAs(fixture.api);
    const body = { key, organization_id: fixture.ours.organization.id, label: 'Again' };
    const activated = await call('POST', '/v1/customer-portal/license-keys/activate', body, { 'license-device': 'device-1' });
    expect(activated.status).toBe(200);
    const { activations } = (await fixture.seller('GET', `/v1/license-keys/${activated.body.license_key_id}`)).body;
    expect(activations.map(({ label }: { label: string }) => label === 'Again')).toEqual([WITHOUT_DEVICES.has(vendor)]);
    expect(await answerOf(vendor)).toMatchObject(ASKED[vendor]?.[2] ?? {});
  },
);

test('latchkey import --from reads the exports of a vendor: again, nothing is new, and what fails is named by its record', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'exports-'));
  const env = { LATCHKEY_TOKEN: fixture.ours.oat };
  const run = async (...args: string[]) =>
    latchkey(['import', '--from', 'keygen', '--url', await fixture.api.app.getUrl(), ...args], env);
  const licenses = join(folder, 'licenses.json');
  const machines = join(folder, 'machines.json');
  const products = join(folder, 'products.json');
  const lines = join(folder, 'lines.ndjson');
  const license = (id: string, policy: string) => ({
    id,
    type: 'licenses',
    attributes: { key: `KEYGEN-${id}`, maxMachines: 2, expiry: null, metadata: { email: `${id}@example.com` } },
    relationships: { policy: { data: { type: 'policies', id: policy } } },
  });
  const machine = {
    id: 'm1',
    type: 'machines',
    attributes: { fingerprint: 'ab:cd', name: 'Bombe' },
    relationships: { license: { data: { type: 'licenses', id: 'l1' } } },
  };
  try {
    await writeFile(licenses, JSON.stringify({ data: [license('l1', 'team'), license('l2', 'unknown')] }));
    await writeFile(machines, JSON.stringify({ data: [machine] }));
    await writeFile(products, JSON.stringify({ team: 'pro' }));
    const all = [licenses, machines, '--products', products];
    const dry = await run(...all, '--dry-run');
    expect([dry.exitCode, dry.out]).toEqual([1, 'Of 2 lines, 1 are valid, 0 existed before, 1 failed.\n']);
    expect(dry.err.split('\n').slice(0, 4)).toEqual([
      'Product team is imported as pro.',
      'Product unknown is imported as unknown.',
      'Licenses l1, l2: Purchases have no amounts at Keygen: they are imported with 0.',
      'License l2: product: Product does not exist.',
    ]);
    expect((await run(...all)).out).toBe('Of 2 lines, 1 were created, 0 existed before, 1 failed.\n');
    const again = await run(...all, '--json');
    expect(JSON.parse(again.out)).toMatchObject({ created: 0, existing: 1, failed: 1, problems: [{ source: 'license l2' }] });
    expect((await run(...all, '--output', lines)).out).toBe(`2 lines were written to ${lines}.\n`);
    expect((await latchkey(['import', lines, '--url', await fixture.api.app.getUrl()], env)).out).toBe(
      'Of 2 lines, 0 were created, 1 existed before, 1 failed.\n',
    );
    expect(await run(machines)).toMatchObject({ exitCode: 1, err: expect.stringContaining('nothing that can be imported') });
    expect(await run(licenses, '--products', licenses)).toMatchObject({
      exitCode: 1,
      err: expect.stringContaining('must be a JSON object'),
    });
    expect(await run(join(folder, 'missing.json'))).toMatchObject({
      exitCode: 1,
      err: expect.stringContaining('cannot be read'),
    });
    expect((await latchkey(['import', licenses, machines], env)).exitCode).toBe(2);
    expect((await latchkey(['import', licenses, '--output', lines], env)).exitCode).toBe(2);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('latchkey import compare names what differs between a vendor and the service, and fails until nothing does', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'compare-'));
  const env = { LATCHKEY_TOKEN: fixture.ours.oat };
  const file = join(folder, 'licenses.json');
  const compare = async (...args: string[]) =>
    latchkey(['import', 'compare', file, '--from', 'keygen', '--url', await fixture.api.app.getUrl(), ...args], env);
  const license = (id: string, attributes: object) => ({
    id,
    type: 'licenses',
    attributes: { key: `COMPARED-${id}`, maxMachines: 2, metadata: { email: 'Ada@example.com' }, ...attributes },
  });
  const customer = { email: 'ada@example.com' };
  const here = [
    order({
      customer,
      license_keys: [{ key: 'COMPARED-same', limit_activations: 2, limit_usage: null, expires_at: '2030-01-31' }],
    }),
    order({
      customer,
      license_keys: [{ key: 'COMPARED-other', limit_activations: 2, limit_usage: null, expires_at: null, status: 'disabled' }],
    }),
  ];
  try {
    await imported(here);
    await fixture.settled();
    await writeFile(file, JSON.stringify({ data: [license('same', { expiry: '2030-01-31' })] }));
    expect(await compare()).toMatchObject({
      exitCode: 0,
      out: expect.stringMatching(/^Of 1 license keys, 0 differ, 0 are not here/),
      err: '',
    });
    await writeFile(
      file,
      JSON.stringify({
        data: [license('same', { expiry: '2030-01-31' }), license('other', { uses: 3 }), license('missing', {})],
      }),
    );
    const { exitCode, err, out } = await compare('--json');
    expect([exitCode, err.split('\n').slice(0, 3)]).toEqual([
      1,
      [
        'License other: status is granted there, and disabled here.',
        'License other: usage is 3 there, and 0 here.',
        'License missing: The license key is not here.',
      ],
    ]);
    expect(JSON.parse(out)).toMatchObject({ license_keys: 3, differing: 1, missing: ['license missing'] });
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('latchkey import --from polar asks the API of Polar, which is that of this service', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'polar-'));
  const output = join(folder, 'lines.ndjson');
  const url = await fixture.api.app.getUrl();
  const customer = { email: `${unique('polar')}@example.com` };
  const line = order({ customer, amount: 4900, license_keys: [{ key: 'POLAR-0001', activations: [{ label: 'Bombe' }] }] });
  // More than a page of a hundred.
  const [{ id }] = await imported([line, ...Array.from({ length: 100 }, () => order())]);
  await fixture.settled();
  const run = (...args: string[]) =>
    latchkey(['import', '--from', 'polar', '--url', url, ...args], {
      LATCHKEY_TOKEN: fixture.ours.oat,
      POLAR_URL: url,
      POLAR_ACCESS_TOKEN: fixture.ours.oat,
    });
  try {
    expect(await run('--output', output)).toMatchObject({ exitCode: 0 });
    const lines = resultsOf({ text: await readFile(output, 'utf8') });
    expect(lines.find(({ external_id: each }: { external_id: string }) => each === id)).toMatchObject({
      type: 'order',
      external_source: 'polar',
      customer,
      amount: 4900,
      license_keys: [{ key: 'POLAR-0001', status: 'granted', activations: [{ label: 'Bombe' }] }],
    });
    expect(lines.length).toBeGreaterThan(100);
  } finally {
    await rm(folder, { recursive: true });
  }
  const none = { LATCHKEY_TOKEN: fixture.ours.oat };
  expect((await latchkey(['import', '--from', 'polar', '--url', url], none)).exitCode).toBe(2);
  expect((await latchkey(['import', '--from', 'keygen', '--url', url], none)).exitCode).toBe(2);
  expect((await latchkey(['import', '--url', url], none)).exitCode).toBe(2);
  expect((await latchkey(['import', '--from', 'polar'], { ...none, POLAR_URL: url, POLAR_ACCESS_TOKEN: 'wrong' })).exitCode).toBe(
    4,
  );
});
