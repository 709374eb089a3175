import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startApi } from '../support/api.ts';
import { callAs } from '../support/call.ts';
import { latchkey } from '../support/cli.ts';
import { seedOrganization } from '../support/seed.ts';

const api = await startApi({ WEBHOOK_ALLOW: 'hooks.example.com' });
await api.app.listen(0, '127.0.0.1');
const BASE_URL = `http://127.0.0.1:${(api.app.getHttpServer().address() as AddressInfo).port}`;
const folder = mkdtempSync(join(tmpdir(), 'latchkey-catalog-'));
afterAll(async () => {
  rmSync(folder, { recursive: true });
  api.app.getHttpServer().closeAllConnections();
  await api.close();
});

const CATALOG = `catalog: 1
meters:
  pages:
    name: Pages
    filter: { conjunction: and, clauses: [{ property: name, operator: eq, value: page }] }
    aggregation: { func: count }
custom_fields:
  company_size:
    type: select
    name: Company size
    properties: { options: [{ value: small, label: Small }, { value: large, label: Large }] }
benefits:
  license:
    type: license_keys
    description: License for the desktop app
    properties:
      prefix: ACME
      limit_usage: 100
      activations: { limit: 3, enable_customer_admin: true, mode: node_locked }
      key_format: { groups: 5, group_length: 5 }
      replaces_benefits: [trial]
      policy: { trial: { days: 14, customer: trials@example.com } }
  pages:
    type: meter_credit
    description: Pages a month
    properties: { units: 100, rollover: false, meter: pages }
  trial: { type: license_keys, description: Trial license, metadata: { team: sales } }
  flag: { type: feature_flag, description: Exports, values: { max: 5 } }
  addon: { type: feature_flag, description: More, values: { max: 5 }, attach: { to: key_of, benefit: license }, combine: sum }
  signed: { type: license_keys, description: Without a network, properties: { key_format: { type: signed, product: Atlas } } }
products:
  desktop:
    name: Desktop app
    recurring_interval: month
    prices:
      - { amount_type: fixed, price_amount: 2900 }
      - { amount_type: metered_unit, unit_amount: 0.25, meter: pages }
    benefits: [license, pages]
    attached_custom_fields: [{ custom_field: company_size, required: true }]
  free: { name: Free edition, visibility: private, prices: [{ amount_type: free }], benefits: [trial] }
webhook_endpoints:
  backend: { url: https://hooks.example.com/latchkey, events: [order.paid, license_key.created], products: [desktop], enabled: false }
connectors:
  stripe:
    provider: stripe
    prices: { price_1: { product: desktop, brings: product }, price_2: { brings: nothing } }
`;

const write = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};
const changed = (text: string, from: string, to: string): string => {
  expect(text).toContain(from);
  return text.replace(from, to);
};

async function team() {
  const seller = await seedOrganization(api);
  const call = callAs(api, seller.oat);
  await call('POST', '/v1/customers/', { email: 'trials@example.com' });
  const run = (args: readonly string[], stdin = '', env: Record<string, string> = {}) =>
    latchkey(['catalog', ...args], { BASE_URL, LATCHKEY_TOKEN: seller.oat, ...env }, stdin);
  return { seller, call, run };
}
const SECRET = { LATCHKEY_CONNECTOR_SECRET_STRIPE: 'whsec_0123456789' };

test('a catalog is moved from one organization to another, and a second push changes nothing', async () => {
  const [sandbox, production] = [await team(), await team()];
  const file = write('catalog.yaml', CATALOG);
  // A connector needs its secret, which is in no file; nothing is changed before it is there.
  expect(await sandbox.run(['push', file, '--yes'])).toMatchObject({
    exitCode: 1,
    err: expect.stringContaining('Nothing was changed'),
    out: expect.stringContaining(
      'line 44: connectors.stripe does not exist, and needs its secret: set LATCHKEY_CONNECTOR_SECRET_STRIPE.',
    ),
  });
  expect(await sandbox.run(['diff', file], '', SECRET)).toMatchObject({ exitCode: 7 });
  expect(await sandbox.run(['push', file], '', SECRET)).toMatchObject({ exitCode: 1, err: expect.stringContaining('--yes') });
  expect(await sandbox.run(['push', file], 'no', SECRET)).toMatchObject({ exitCode: 1 });
  expect(await sandbox.run(['push', file], 'yes', SECRET)).toMatchObject({
    exitCode: 0,
    err: '',
    out: expect.stringContaining('12 to create, 0 to change, 0 to archive.'),
  });
  // Though the service leaves out what is the default, and adds what the file does not name.
  expect(await sandbox.run(['diff', file])).toMatchObject({
    exitCode: 0,
    out: expect.stringContaining('has what the file says.'),
  });

  const pulled = join(folder, 'pulled.yaml');
  expect(await sandbox.run(['pull', pulled])).toMatchObject({ exitCode: 0 });
  const text = readFileSync(pulled, 'utf8');
  expect(text).toMatch(/license:\n {4}type: license_keys\n {4}description: License for the desktop app\n/);
  expect(text.replace(sandbox.seller.organization.slug, '')).not.toMatch(/whsec_|[0-9a-f]{8}-[0-9a-f]{4}-/);
  await sandbox.run(['pull', pulled]);
  expect(readFileSync(pulled, 'utf8')).toBe(text);
  expect(await sandbox.run(['diff', pulled])).toMatchObject({ exitCode: 0 });

  expect(await production.run(['push', pulled, '--yes'], '', SECRET)).toMatchObject({ exitCode: 0, err: '' });
  expect(await production.run(['diff', pulled])).toMatchObject({ exitCode: 0 });
  const again = join(folder, 'again.yaml');
  await production.run(['pull', again]);
  const withoutOrigin = (each: string): string => each.replace(/pulled:\n(?: .*\n)+/, '');
  expect(withoutOrigin(readFileSync(again, 'utf8'))).toBe(withoutOrigin(text));
  const { body } = await production.call('GET', '/v1/products/?query=Desktop');
  expect(body.items).toMatchObject([
    {
      prices: [{ price_amount: 2900 }, { unit_amount: '0.25' }],
      benefits: [{ properties: { replaces_benefit_ids: [expect.any(String)] } }, { type: 'meter_credit' }],
      attached_custom_fields: [{ custom_field: { slug: 'company_size' }, required: true }],
    },
  ]);
});

test('changes and renames are applied, what the file drops is archived on demand, and what it does not name stays', async () => {
  const { run, call } = await team();
  const push = (text: string, ...args: readonly string[]) =>
    run(['push', write('changing.yaml', text), '--yes', ...args], '', SECRET);
  await push(CATALOG);
  const before = (await call('GET', '/v1/products/?query=Desktop')).body.items;
  const renamed = changed(
    changed(CATALOG, 'name: Desktop app', 'name: Desktop suite'),
    'price_amount: 2900',
    'price_amount: 3900',
  );
  const limited = changed(renamed, '      prefix: ACME\n      limit_usage: 100\n', '      limit_usage: null\n');
  const { out } = await push(limited);
  expect(out).toContain('~ benefits.license\n    properties.limit_usage: 100 -> nothing\n');
  expect(out).toContain('~ products.desktop\n    name: "Desktop app" -> "Desktop suite"\n');
  expect(out).toMatch(/benefits\.license: .*properties\.prefix, visibility not in the file/);
  expect(out).not.toContain('benefits.trial');
  const license = (await call('GET', '/v1/benefits/?query=License for')).body.items[0];
  expect(license.properties).toMatchObject({ prefix: 'ACME', limit_usage: null, activations: { limit: 3 } });
  const metered = (items: readonly { prices: readonly { id: string; meter_id?: string }[] }[]) =>
    items[0]!.prices.find(({ meter_id }) => meter_id)!.id;
  const products = (await call('GET', '/v1/products/?query=Desktop')).body.items;
  const [product] = products;
  expect(metered(products)).toBe(metered(before));
  expect(product).toMatchObject({ name: 'Desktop suite', prices: [{ price_amount: 3900 }, { unit_amount: '0.25' }] });

  const dropped = changed(limited, /  free: .*\n/.exec(limited)![0], '');
  expect(await push(dropped)).toMatchObject({
    exitCode: 0,
    out: expect.stringContaining('products.free is not in the file, and stays. --prune archives it.'),
  });
  expect(await push(dropped, '--prune')).toMatchObject({
    exitCode: 0,
    out: expect.stringContaining('- products.free\n    is_archived: false -> true'),
  });
  expect(await push(dropped, '--prune')).toMatchObject({ exitCode: 0, out: expect.stringContaining('has what the file says') });
  expect(await push(limited)).toMatchObject({ out: expect.stringContaining('~ products.free\n    is_archived: true -> false') });

  // A section that the file does not have is left alone.
  expect(await push('catalog: 1\nmeters: {}\n', '--prune')).toMatchObject({
    out: expect.stringContaining('0 to create, 0 to change, 1 to archive.'),
  });
});

test('what somebody else has changed is told, and replaced on demand only', async () => {
  const { run, call } = await team();
  const file = write('conflicts.yaml', changed(CATALOG, /connectors:[^]*/.exec(CATALOG)![0], ''));
  await run(['push', file, '--yes']);
  const [product] = (await call('GET', '/v1/products/?query=Free')).body.items;
  await call('PATCH', `/v1/products/${product.id}`, { name: 'Community edition' });
  const refused = await run(['push', file, '--yes']);
  expect(refused).toMatchObject({
    exitCode: 1,
    err: expect.stringContaining('somebody has changed what the file would replace'),
  });
  expect(refused.out).toContain(
    '~ products.free (changed by somebody since it was pushed or pulled)\n    name: "Community edition" -> "Free edition"',
  );
  expect(await run(['push', file, '--yes', '--overwrite'])).toMatchObject({ exitCode: 0 });
  expect((await call('GET', `/v1/products/${product.id}`)).body.name).toBe('Free edition');

  // What was never pushed is compared with the time of the pull.
  const { body: meter } = await call('POST', '/v1/meters/', {
    name: 'Exports',
    filter: { conjunction: 'and', clauses: [] },
    aggregation: { func: 'count' },
  });
  const pulled = join(folder, 'exports.yaml');
  await run(['pull', pulled, '--sections', 'meters']);
  await call('PATCH', `/v1/meters/${meter.id}`, { late_events: 'timestamp' });
  expect(await run(['push', pulled, '--yes'])).toMatchObject({ exitCode: 1, err: expect.stringContaining('--overwrite') });
});

test('wrong files are told by line before anything is sent, and a push that was refused continues', async () => {
  const { run, call } = await team();
  const refusal = async (text: string) => {
    const { exitCode, out, err } = await run(['push', write('wrong.yaml', text), '--yes']);
    return `${exitCode}: ${out}${err}`;
  };
  expect(await refusal('catalog: 1\nmeters: [')).toMatch(/^1: .*wrong\.yaml, line 2: unexpected end/);
  expect(await refusal('meters: {}\n')).toMatch('wrong.yaml, line 1: a catalog begins with `catalog: 1`.');
  expect(await refusal('catalog: 1\nmetres: {}\nproducts:\n  A:\n    price: 1\n')).toMatch(
    /line 2: metres is not a section.*\n.*line 4: products\.A: a key has.*\n.*line 5: products\.A\.price is no field: name,/,
  );
  expect(await refusal('catalog: 1\nproducts:\n  a:\n    name: Something\n    prices: []\n    benefits: [none]\n')).toMatch(
    'line 3: products.a names the benefit none, which does not exist.',
  );
  expect(await refusal('catalog: 1\nproducts:\n  a:\n    prices: 5\n    metadata: []\n')).toMatch(
    /line 4: products\.a\.prices has to be a list\.\n.*line 5: products\.a\.metadata has to have names/,
  );
  const half =
    'catalog: 1\nbenefits:\n  one: {type: custom, description: Support}\nproducts:\n  a:\n    name: Something\n    prices: []\n    benefits: [one]\n';
  const refused = await run(['push', write('half.yaml', half), '--yes']);
  expect(refused).toMatchObject({ exitCode: 4, out: expect.stringMatching(/Created benefits\.one \(/) });
  expect(refused.err).toMatch(/products\.a \(line 5\) failed, after 1 of 2 steps\. .*\n.*422: prices/);
  const whole = changed(half, 'prices: []', 'prices: [{amount_type: fixed, price_amount: 100}]');
  expect(await run(['push', write('half.yaml', whole), '--yes'])).toMatchObject({ exitCode: 0 });
  expect((await call('GET', '/v1/benefits/')).body.items).toHaveLength(1);
  expect(await run(['diff', write('half.yaml', changed(whole, 'type: custom', 'type: feature_flag'))])).toMatchObject({
    exitCode: 1,
    out: expect.stringContaining('line 3: benefits.one cannot change type: make it anew, under another key.'),
  });
  expect(await run(['diff', join(folder, 'nowhere.yaml')])).toMatchObject({
    exitCode: 1,
    err: expect.stringContaining('cannot be read'),
  });
});
