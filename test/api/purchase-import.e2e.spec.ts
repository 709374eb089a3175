import { EntityManager } from '@mikro-orm/postgresql';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { callAs } from '../support/call.ts';
import { latchkey } from '../support/cli.ts';
import { startApiProcess } from '../support/processes.ts';
import { openPurchaseFixture, type PurchaseFixture } from '../support/purchase-fixture.ts';
import { seedOrganization } from '../support/seed.ts';

/** Starting a process takes a second or two on an idle machine. */
import.meta.jest.setTimeout(120_000);

const URL = '/v1/purchases/import';
const NDJSON = 'application/x-ndjson';

let fixture: PurchaseFixture;
let product: { id: string };
let benefit: { id: string };
let monthly: { id: string };
beforeAll(async () => {
  fixture = await openPurchaseFixture();
  await fixture.api.app.listen(0, '127.0.0.1');
  benefit = await fixture.create('/v1/benefits/', {
    type: 'license_keys',
    description: 'Keys',
    properties: { activations: { limit: 3, enable_customer_admin: false }, limit_usage: 10 },
  });
  [product, monthly] = [await fixture.product(), await fixture.product({ every: 'month' })];
  await fixture.seller('POST', `/v1/products/${product.id}/benefits`, { benefits: [benefit.id] });
  await fixture.seller('PATCH', `/v1/products/${product.id}`, { metadata: { slug: 'pro' } });
});
afterAll(() => fixture.close());

let count = 0;
const unique = (prefix: string): string => `${prefix}-${++count}`;
const order = (more: object = {}) => {
  const id = unique('order');
  return { type: 'order', external_id: id, product: 'pro', customer: { email: `${id}@example.com` }, ...more };
};
const ndjson = (lines: readonly unknown[]): string => lines.map((line) => JSON.stringify(line)).join('\n');
const send = (body: string | Buffer, { type = NDJSON, query = '' } = {}) =>
  fixture.seller('POST', `${URL}${query}`, body, { 'content-type': type });
const resultsOf = ({ text }: { readonly text: string }) =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
const imported = async (lines: readonly unknown[], query = '') => resultsOf(await send(ndjson(lines), { query }));
const problems = (results: Awaited<ReturnType<typeof imported>>) =>
  results.filter(({ problem }) => problem).map(({ line, problem }) => [line, problem.detail]);
const validate = async (key: string) =>
  (
    await callAs(fixture.api)('POST', '/v1/customer-portal/license-keys/validate', {
      key,
      organization_id: fixture.ours.organization.id,
    })
  ).body;
const ordersWith = async (id: string) => (await fixture.seller('GET', `/v1/orders/?external_id=${id}`)).body.items;

test('a business moves in: customers, purchases, and keys with what was used of them', async () => {
  const [ada, grace] = [unique('user'), unique('grace')];
  const installations = [{ label: 'Laptop', device_id: 'serial-1', meta: { os: 'linux' } }, { label: 'Desk' }];
  const lines = [
    { type: 'customer', customer: { email: `${ada}@example.com`, name: 'Ada', external_id: ada } },
    order({
      // The customer of the line before, which has to be done by then.
      customer: { external_id: ada },
      purchased_at: '2024-03-01T10:00:00Z',
      amount: 4900,
      license_keys: [{ key: 'LEGACY-0001', usage: 7, activations: installations }],
    }),
    {
      type: 'subscription',
      external_id: unique('sub'),
      product: monthly.id,
      customer: { email: `${grace}@example.com` },
      started_at: '2025-01-15T00:00:00Z',
      cancel_at_period_end: true,
    },
  ];
  const dry = await imported(lines, '?dry_run=true');
  expect(dry.map(({ status, id }) => [status, id])).toEqual([...lines.map(() => ['valid', null]), ['done', null]]);
  expect(problems(dry)).toEqual([]);
  expect((await fixture.seller('GET', '/v1/orders/')).body.items).toEqual([]);

  const results = await imported(lines);
  expect(results.map(({ line, status, type }) => [line, status, type])).toEqual([
    [1, 'created', 'customer'],
    [2, 'created', 'order'],
    [3, 'created', 'subscription'],
    [null, 'done', null],
  ]);
  expect(results[3].totals).toEqual({ dry_run: false, lines: 3, created: 3, existing: 0, valid: 0, failed: 0 });
  await fixture.settled();
  expect((await fixture.seller('GET', `/v1/subscriptions/${results[2].id}`)).body).toMatchObject({
    cancel_at_period_end: true,
    status: 'active',
    started_at: '2025-01-15T00:00:00.000Z',
  });
  const key = await validate('LEGACY-0001');
  expect(key).toMatchObject({ customer: { external_id: ada, name: 'Ada' }, usage: 7, limit_activations: 3, limit_usage: 10 });
  const { activations } = (await fixture.seller('GET', `/v1/license-keys/${key.id}`)).body;
  // They were created at the same moment, so they have no order.
  expect(activations).toHaveLength(2);
  expect(activations).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ label: 'Laptop', meta: { os: 'linux' } }),
      expect.objectContaining({ label: 'Desk', meta: {} }),
    ]),
  );
  const activate = (device?: string) =>
    callAs(fixture.api)(
      'POST',
      '/v1/customer-portal/license-keys/activate',
      { key: 'LEGACY-0001', organization_id: fixture.ours.organization.id, label: 'Again' },
      device ? { 'license-device': device } : {},
    );
  const laptop = activations.find(({ label }: { label: string }) => label === 'Laptop');
  expect((await activate('serial-1')).body.id).toBe(laptop.id);
  expect([(await activate()).status, (await activate()).status]).toEqual([200, 403]);

  const again = await imported(lines);
  expect(again.map(({ status, id }) => [status, id])).toEqual([
    ...results.slice(0, 3).map(({ id }) => ['existing', id]),
    ['done', null],
  ]);
});

test('CSV: the columns are the paths of the fields; fields may be quoted and have several lines', async () => {
  const [one, two] = [unique('csv'), unique('csv')];
  const csv = [
    'type,external_id,product,customer.email,customer.name,license_keys.0.key,license_keys.0.activations.0.label,metadata.note',
    `order,${one},pro,${one}@example.com,"Somerville, Mary",LEGACY-${one},"Mary's ""Mac""","two`,
    '',
    `lines"`,
    `order,${two},pro,${two}@example.com,,,,`,
    `order,${two}x,pro,a@example.com`,
  ].join('\r\n');
  const results = resultsOf(await send(Buffer.from(`\uFEFF${csv}`), { type: 'text/csv; charset=utf-8' }));
  expect(results.map(({ line, status }) => [line, status])).toEqual([
    [2, 'created'],
    [5, 'created'],
    [6, 'failed'],
    [null, 'done'],
  ]);
  expect(problems(results)).toEqual([[6, 'The line has 4 fields, not 8']]);
  await fixture.settled();
  expect(await ordersWith(one)).toMatchObject([{ customer: { name: 'Somerville, Mary' }, metadata: { note: 'two\n\nlines' } }]);
  expect(await ordersWith(two)).toMatchObject([{ metadata: {} }]);
  expect(
    (await fixture.seller('GET', `/v1/license-keys/${(await validate(`LEGACY-${one}`)).id}`)).body.activations,
  ).toMatchObject([{ label: `Mary's "Mac"` }]);
});

describe('a file of a spreadsheet', () => {
  const HEADER = 'type,external_id,product,customer.email,customer.name,license_keys.0.key';
  const lineOf = (id: string, name: string) => `order,${id},pro,${id}@example.com,${name},SHEET-${id}`;
  const utf16 = (text: string): Buffer => Buffer.from(`\uFEFF${text}`, 'utf16le');

  test.each<[string, (text: string) => string | Buffer, string?, string?]>([
    ['semicolons and CRLF', (text) => text.replaceAll(',', ';').replaceAll('\n', '\r\n')],
    ['tabs', (text) => text.replaceAll(',', '\t')],
    ['a line that names the separator', (text) => `sep=|\n${text.replaceAll(',', '|')}`],
    ['empty columns and lines behind the others', (text) => `${text.trimEnd().replaceAll('\n', ',,\n')},,\n,,,,\n\n\n`],
    [
      'names of columns in another case and with blanks',
      (text) => text.replace(/^.*/, (names) => names.toUpperCase().replaceAll('_', ' ')),
    ],
    ['blanks and line breaks around fields', (text) => text.replaceAll(/(SHEET-\S+)/g, '" $1\n"')],
    ['UTF-16 LE', utf16],
    ['UTF-16 BE', (text) => utf16(text).swap16()],
    ['Windows-1252', (text) => Buffer.from(text, 'latin1')],
    [
      'another encoding that is said',
      (text) => Buffer.from(text.replaceAll('ü', '\u00f8'), 'latin1'),
      'text/csv; charset=windows-1250',
      'Mřller',
    ],
  ])('has %s', async (_what, write, type = 'text/csv', name = 'Müller') => {
    const [one, two] = [unique('sheet'), unique('sheet')];
    const text = [HEADER, lineOf(one, 'Müller'), lineOf(two, 'Ada'), ''].join('\n');
    const results = resultsOf(await send(write(text), { type }));
    expect(results.map(({ status }) => status)).toEqual(['created', 'created', 'done']);
    await fixture.settled();
    expect(await ordersWith(one)).toMatchObject([{ customer: { name } }]);
    expect(await validate(`SHEET-${two}`)).toMatchObject({ status: 'granted' });
  });

  test('is refused if its encoding is not known, a column is unknown, or a name is there twice in different cases', async () => {
    const text = `${HEADER}\n${lineOf(unique('sheet'), 'Dvo\u00f8\u00e1k')}\n`;
    const details = async (body: string | Buffer, type = 'text/csv') => {
      const answer = await send(body, { type });
      return [answer.status, ...answer.body.detail.map(({ msg }: { msg: string }) => msg)];
    };
    const remedy = 'Value error, The text is not UTF-8: save it with that encoding ("CSV UTF-8" in Excel)';
    expect(await details(Buffer.from(text, 'latin1'))).toEqual([422, remedy]);
    expect(await details(Buffer.from(text, 'latin1'), 'text/csv; charset=utf-8')).toEqual([422, remedy]);
    expect(await details(text, 'text/csv; charset=klingon')).toEqual([422, "Value error, The encoding 'klingon' is not known"]);
    expect(await details('type,colour\n')).toEqual([422, "Value error, The column 'colour' is unknown"]);
    expect(await details('type,,external_id\n')).toEqual([422, "Value error, The column '' is unknown"]);
    expect(await details('type;Type\n')).toEqual([422, "Value error, The column 'type' is repeated"]);
  });
});

test('a key keeps its own expiry, limits, status and metadata, whatever its benefit says; a day ends where the organization is', async () => {
  await fixture.seller('PATCH', `/v1/organizations/${fixture.ours.organization.id}`, { time_zone: 'Asia/Tokyo' });
  const keys = [unique('TERMS'), unique('TERMS'), unique('TERMS')] as const;
  const [own, unlimited, plain] = keys;
  const csv = [
    'type,external_id,product,customer.email,license_keys.0.key,license_keys.0.expires_at,license_keys.0.limit_activations,' +
      'license_keys.0.limit_usage,license_keys.0.status,license_keys.0.metadata.Plan',
    `order,${own},pro,${own.toLowerCase()}@example.com,${own},2031-05-31,25,1000,disabled,Gold`,
    `order,${plain},pro,${plain.toLowerCase()}@example.com,${plain},,,,,`,
  ].join('\n');
  const none = { key: unlimited, expires_at: null, limit_activations: null, limit_usage: null };
  const results = [...resultsOf(await send(csv, { type: 'text/csv' })), ...(await imported([order({ license_keys: [none] })]))];
  expect(results.map(({ status }) => status)).toEqual(['created', 'created', 'done', 'created', 'done']);
  await fixture.settled();
  const { body } = await fixture.seller('GET', `/v1/license-keys/?limit=100&benefit_id=${benefit.id}`);
  const found = (key: string) => body.items.find((each: { key: string }) => each.key === key);
  expect(found(own)).toMatchObject({
    expires_at: '2031-05-31T14:59:59.999Z',
    limit_activations: 25,
    limit_usage: 1000,
    status: 'disabled',
    metadata: { Plan: 'Gold' },
  });
  expect(found(unlimited)).toMatchObject({ expires_at: null, limit_activations: null, limit_usage: null, status: 'granted' });
  expect(found(plain)).toMatchObject({ limit_activations: 3, limit_usage: 10, status: 'granted' });
  await fixture.seller('PATCH', `/v1/benefits/${benefit.id}`, { type: 'license_keys', description: 'Keys of Pro' });
  await fixture.settled();
  const again = (await fixture.seller('GET', `/v1/license-keys/${found(own).id}`)).body;
  expect(again).toMatchObject({ limit_activations: 25, limit_usage: 1000, status: 'disabled' });
  const wrongTerms = await imported([
    order({ license_keys: [{ key: unique('WRONG'), limit_usage: 0, status: 'lost', expires_at: 'never' }] }),
  ]);
  expect(problems(wrongTerms)[0]![1]).toMatch(/limit_usage.*expires_at.*status/s);
});

test('a line that is wrong says why, and the others are imported', async () => {
  const archived = await fixture.product();
  await fixture.seller('PATCH', `/v1/products/${archived.id}`, { is_archived: true });
  const { id: gone } = await fixture.customer();
  await fixture.seller('DELETE', `/v1/customers/${gone}`);
  const [one, other] = [unique('one'), unique('other')];
  await imported([one, other].map((id) => ({ type: 'customer', customer: { email: `${id}@example.com`, external_id: id } })));
  const taken = order({ license_keys: [{ key: 'TAKEN-0001' }] });
  await imported([taken]);
  await fixture.settled();
  const good = order();
  const results = await imported([
    order({ product: 'unknown' }),
    order({ product: archived.id }),
    order({ currency: 'eur' }),
    order({ customer: undefined, customer_id: gone }),
    order({ customer: { email: `${one}@example.com`, external_id: other } }),
    order({ license_keys: [{ key: 'TAKEN-0001' }] }),
    { ...taken, amount: 1, license_keys: undefined },
    order({ product: monthly.id, license_keys: [{ key: 'NO-BENEFIT-0001' }] }),
    order({ custommer: 1 }),
    order({ external_id: undefined, purchased_at: 'yesterday' }),
    { type: 'refund' },
    [],
    good,
  ]);
  const text = problems(results).map(([line, detail]) => `${line}: ${detail}`);
  expect(text).toEqual([
    '1: product: Product does not exist.',
    '2: product_id: Product is archived.',
    '3: currency: The product has no price in this currency, so the amount has to be reported.',
    '4: customer_id: Customer does not exist.',
    '5: The external ID and the email address belong to different customers.',
    '6: license_keys.0.key: A license key with this key already exists.',
    '7: A purchase with this external ID exists, with another amount.',
    '8: license_keys.0.benefit_id: The product has no license keys.',
    '9: custommer: This field does not exist',
    expect.stringMatching(/^10: external_id: Field required purchased_at: /),
    expect.stringMatching(/^11: .*'refund'.*'customer', 'order', 'subscription'/),
    '12: Input should be a valid dictionary or object to extract fields from',
  ]);
  expect(results.slice(-2).map(({ status }) => status)).toEqual(['created', 'done']);
  for (const [line, detail] of [
    ['{"type": "order"', 'The line is not JSON'],
    [`{"x":${'['.repeat(256)}${']'.repeat(256)}}`, 'JSON is nested more than 256 levels deep'],
    [`[${'{},'.repeat(5_000)}{}]`, 'JSON has more than 5000 arrays and objects'],
    [`"${'x'.repeat(70_000)}"`, 'A line has at most 65536 bytes'],
    [`"${'x'.repeat(1_000_000)}"`, 'A line has at most 65536 bytes'],
  ] as const) {
    expect(resultsOf(await send(line)).map(({ problem }) => problem?.detail)).toEqual([detail, undefined]);
  }
});

test('CSV: cells are read as spreadsheets and shops write them, in a form that the whole column shows or somebody declares', async () => {
  const id = unique('cells');
  const header =
    'type;external_id;product;customer.email;purchased_at;amount;currency;license_keys.0.key;license_keys.0.expires_at';
  const table = (...rows: readonly (readonly string[])[]) =>
    [
      header,
      ...rows.map(([at, amount, currency, expires], n) =>
        ['Order', `${id}-${n}`, 'pro', `${id}@example.com`, at, amount, currency, `${id}-KEY-${n}`, expires].join(';'),
      ),
    ].join('\n');
  const rows = [
    ['31.12.2020', '49,00', 'USD', '47848'],
    ['13/1/2021', '1.234,5', 'EUR', 'never'],
    ['3/1/2021', '1,234', 'KWD', '31.12.2030'],
    ['44197', '100', 'jpy', '0'],
    ['3/13/2021', '49.99', 'usd', ''],
  ];
  const results = resultsOf(await send(table(...rows.slice(0, 4)), { type: 'text/csv' }));
  expect(problems(results)).toEqual([
    [
      5,
      'license_keys.0.expires_at: 0 is not a date. Leave the cell empty, or write never for a license key that does not expire',
    ],
  ]);
  await fixture.settled();
  const [one] = await ordersWith(`${id}-0`);
  expect(one).toMatchObject({ net_amount: 4900, currency: 'usd' });
  expect((await ordersWith(`${id}-1`))[0]).toMatchObject({ net_amount: 123_450, currency: 'eur' });
  expect((await ordersWith(`${id}-2`))[0]).toMatchObject({ net_amount: 1234, currency: 'kwd' });
  const boughtOn = async (n: number, day: string) => {
    const range = `purchased_after=${day}T00:00:00Z&purchased_before=${day}T23:59:59Z`;
    return (await fixture.seller('GET', `/v1/orders/?external_id=${id}-${n}&${range}`)).body.items.length;
  };
  expect([await boughtOn(0, '2020-12-31'), await boughtOn(1, '2021-01-13'), await boughtOn(2, '2021-01-03')]).toEqual([1, 1, 1]);
  const expiry = async (n: number) => (await validate(`${id}-KEY-${n}`)).expires_at;
  // The time zone of the organization is Asia/Tokyo.
  expect([await expiry(0), await expiry(1), await expiry(2)]).toEqual([
    '2030-12-31T14:59:59.999Z',
    null,
    '2030-12-31T14:59:59.999Z',
  ]);
  const metrics = '/v1/metrics?start_date=2021-01-03&end_date=2021-01-03&interval=day&currency=kwd';
  expect((await fixture.seller('GET', metrics)).body.totals.revenue).toBe(1234);

  // A form that contradicts itself is told, and may be declared.
  const unclear = resultsOf(await send(table(...rows), { type: 'text/csv', query: '?dry_run=true' }));
  const types = unclear.flatMap(
    ({ line, problem }) => problem?.fields.map(({ type }: { readonly type: string }) => `${line} ${type}`) ?? [],
  );
  expect(types).toEqual([
    '2 amount_form_unknown',
    '3 date_order_unknown',
    '3 amount_form_unknown',
    '4 date_order_unknown',
    '4 amount_form_unknown',
    '5 amount_form_unknown',
    '5 date_of_nothing',
    '6 date_order_unknown',
    '6 amount_form_unknown',
  ]);
  const declared = '?dry_run=true&dates=month_first&amounts=decimal_point';
  const read = resultsOf(await send(table(...rows), { type: 'text/csv', query: declared }));
  expect(read.filter(({ problem }) => problem).map(({ line }) => line)).toEqual([2, 3, 4, 5]);
  expect((await send('', { query: '?dates=year_first' })).status).toBe(422);
});

describe('lines with one external id', () => {
  let extra: { id: string };
  beforeAll(async () => {
    const keys = await fixture.create('/v1/benefits/', { type: 'license_keys', description: 'More', properties: {} });
    extra = await fixture.product();
    await fixture.seller('POST', `/v1/products/${extra.id}/benefits`, { benefits: [keys.id] });
  });
  const line = (external_id: string, more: object) => ({
    type: 'order',
    external_id,
    product: 'pro',
    customer: { email: `${external_id}@example.com` },
    ...more,
  });

  test('are items of one order, with their amounts and keys', async () => {
    const id = unique('items');
    const lines = [
      line(id, {
        amount: 4900,
        tax_amount: 900,
        quantity: 2,
        purchased_at: '2024-05-01T00:00:00Z',
        license_keys: [{ key: `${id}-A` }],
      }),
      line(id, { product: extra.id, amount: 1000, tax_amount: 100, license_keys: [{ key: `${id}-B`, usage: 3 }] }),
      order(),
    ];
    const results = await imported(lines);
    expect(results.map(({ line: number, status }) => [number, status])).toEqual([
      [1, 'created'],
      [2, 'created'],
      [3, 'created'],
      [null, 'done'],
    ]);
    expect(results[0].id).toBe(results[1].id);
    await fixture.settled();
    const [stored, ...others] = await ordersWith(id);
    expect(others).toEqual([]);
    expect(stored).toMatchObject({ net_amount: 5900, tax_amount: 1000 });
    expect(stored.items.map(({ amount }: { amount: number }) => amount)).toEqual([4900, 1000]);
    expect([await validate(`${id}-A`), await validate(`${id}-B`)]).toMatchObject([{ usage: 0 }, { usage: 3 }]);
    expect((await imported(lines)).map(({ status, id: each }) => [status, each])).toEqual([
      ...results.slice(0, 3).map(({ id: each }) => ['existing', each]),
      ['done', null],
    ]);
  });

  test('are purchases of their own with numbers, where that is asked for', async () => {
    const id = unique('numbered');
    const lines = ['A', 'B', 'C'].map((key) => line(id, { license_keys: [{ key: `${id}-${key}` }] }));
    const results = await imported(lines, '?repeated_ids=numbered');
    expect(results.at(-1).totals).toMatchObject({ created: 3, failed: 0 });
    for (const each of [id, `${id}%232`, `${id}%233`]) expect(await ordersWith(each)).toHaveLength(1);
    await fixture.settled();
    expect(await validate(`${id}-C`)).toMatchObject({ status: 'granted' });
  });

  test('fail together if one is wrong, and no other line does', async () => {
    const [wrong, differing, scattered, subscription, keys] = ['w', 'd', 's', 'u', 'k'].map(unique) as [
      string,
      string,
      string,
      string,
      string,
    ];
    const ofSubscription = { ...line(subscription, {}), type: 'subscription', product: monthly.id };
    const results = await imported([
      line(wrong, {}),
      line(wrong, { product: 'unknown' }),
      line(differing, { currency: 'usd', amount: 1 }),
      line(differing, { currency: 'eur', amount: 1 }),
      line(scattered, {}),
      order(),
      line(scattered, {}),
      ofSubscription,
      { ...ofSubscription, product: 'pro' },
      line(keys, { license_keys: [{ key: `${keys}-A` }] }),
      line(keys, { license_keys: [{ key: `${keys}-B` }] }),
      order({ license_keys: [{ key: `${keys}-A` }] }),
      line(unique('long'), { quantity: 'many' }),
      order(),
    ]);
    expect(problems(results)).toEqual([
      [1, 'Line 2 of the same purchase has a problem'],
      [2, 'product: Product does not exist.'],
      [3, 'Line 4 of the same purchase has a problem'],
      [4, 'currency: This differs from line 3, which has the same external_id'],
      [5, 'Lines with the same external_id have to follow each other; it is in the lines 5, 7'],
      [7, 'Lines with the same external_id have to follow each other; it is in the lines 5, 7'],
      [8, 'Line 9 of the same purchase has a problem'],
      [9, 'product: This differs from line 8, which has the same external_id'],
      [10, 'Line 11 of the same purchase has a problem'],
      [11, 'license_keys.0.benefit_id: A purchase has one license key of each benefit.'],
      [12, 'The license key is in line 10, too'],
      [13, expect.stringContaining('quantity: ')],
    ]);
    for (const id of [wrong, differing, scattered, subscription, keys]) expect(await ordersWith(id)).toEqual([]);
    expect(results.at(-1).totals).toMatchObject({ lines: 14, created: 2, failed: 12 });
  });
});

test('a file that cannot be imported at all is a 422 before anything is done', async () => {
  const first = order();
  const refused = async (body: string | Buffer, type = NDJSON) => {
    const answer = await send(body, { type });
    return [
      answer.status,
      ...answer.body.detail.map(({ loc, msg }: { loc: string[]; msg: string }) => `${loc.join('.')} ${msg}`),
    ];
  };
  const value = (text: string) => `Value error, ${text}`;
  const utf16 = Buffer.from(`${JSON.stringify(first)}\n`, 'utf16le');
  expect(await refused(Buffer.concat([Buffer.from([0xff, 0xfe]), utf16]))).toEqual([
    422,
    `body.1 ${value('The file has to be UTF-8')}`,
  ]);
  expect(await refused('')).toEqual([422, `body.1 ${value('The file has no lines')}`]);
  expect(await refused('{}\n'.repeat(10_001))).toEqual([422, `body.10001 ${value('A file has at most 10000 lines')}`]);
  expect(await refused('type,colour\n', 'text/csv')).toEqual([422, `body.1 ${value("The column 'colour' is unknown")}`]);
  expect(await refused('product\n', 'text/csv')).toEqual([422, `body.1 ${value("The header has no column 'type'")}`]);
  expect(await ordersWith(first.external_id)).toEqual([]);
  expect(await fixture.seller('POST', URL, {})).toMatchObject({
    status: 415,
    body: { error: 'UnsupportedMediaType', detail: 'The body must be sent as application/x-ndjson or text/csv' },
  });
  expect(await send(Buffer.alloc(50 * 1024 * 1024 + 1, 32))).toMatchObject({ status: 413 });
});

test('each kind of line needs its scope, and what belongs to others does not exist', async () => {
  const other = await seedOrganization(fixture.api);
  const theirs = callAs(fixture.api, other.oat);
  const answer = await theirs('POST', URL, ndjson([order({ product: product.id })]), { 'content-type': NDJSON });
  expect(problems(resultsOf(answer))).toEqual([[1, 'product: Product does not exist.']]);
  const limited = callAs(fixture.api, await fixture.ours.tokenWith(['orders:write']));
  const lines = [
    { type: 'customer', customer: { email: 'a@example.com' } },
    { ...order(), type: 'subscription', product: monthly.id },
  ];
  expect(problems(resultsOf(await limited('POST', URL, ndjson(lines), { 'content-type': NDJSON })))).toEqual([
    [1, 'The access token has no scope for lines of the type customer'],
    [2, 'The access token has no scope for lines of the type subscription'],
  ]);
});

test('a process that is killed during an import leaves whole lines; sent again, every purchase exists once, with its key', async () => {
  const victim = await startApiProcess(fixture.api.databaseUrl);
  const lines = Array.from({ length: 200 }, () => {
    const line = order();
    return { ...line, license_keys: [{ key: `KILLED-${line.external_id}`, activations: [{ label: 'Old' }] }] };
  });
  const headers = { authorization: `Bearer ${fixture.ours.oat}`, 'content-type': NDJSON };
  const stored = async (): Promise<number> => {
    const query = `select count(*)::int as n from entitlements.orders where external_id = any(?)`;
    const ids = [`{${lines.map(({ external_id }) => external_id).join(',')}}`];
    return (await fixture.api.app.get(EntityManager).fork().execute<{ n: number }[]>(query, ids))[0]!.n;
  };
  // The last line waits for an order of the same external ID that is never committed, so the import cannot end before the process does.
  const other = order();
  await imported([other]);
  const blocking = new pg.Client(fixture.api.databaseUrl);
  await blocking.connect();
  await blocking.query('begin');
  await blocking.query(
    `insert into entitlements.orders select (jsonb_populate_record(o, jsonb_build_object('id', gen_random_uuid(), 'external_id', $1::text))).*
       from entitlements.orders o where o.external_id = $2`,
    [lines.at(-1)!.external_id, other.external_id],
  );
  const response = await fetch(`${victim.url}${URL}`, { method: 'POST', headers, body: ndjson(lines) });
  const reader = response.body!.getReader();
  await reader.read();
  await victim.end('SIGKILL');
  await reader.read().catch(() => undefined);
  expect(await stored()).toBeLessThan(lines.length);
  await blocking.end();

  const results = await imported(lines);
  const { created, existing, failed } = results.at(-1).totals;
  expect([created + existing, failed, existing > 0]).toEqual([lines.length, 0, true]);
  expect(await stored()).toBe(lines.length);
  await fixture.settled();
  const keys = `select count(*)::int as n, count(distinct k.grant_id)::int as grants, sum(k.activation_count)::int as activations
    from licensing.license_keys k join entitlements.benefit_grants g on g.id = k.grant_id
    join entitlements.orders o on o.id = g.order_id where o.external_id = any(?)`;
  const ids = [`{${lines.map(({ external_id }) => external_id).join(',')}}`];
  const [row] = await fixture.api.app.get(EntityManager).fork().execute<object[]>(keys, ids);
  expect(row).toEqual({ n: lines.length, grants: lines.length, activations: lines.length });
  const sample = [lines[0]!, lines[99]!, lines[199]!];
  for (const { external_id } of sample) expect(await validate(`KILLED-${external_id}`)).toMatchObject({ status: 'granted' });
});

test('latchkey import tells what became of each line, and its exit status whether all were imported', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'import-'));
  const env = { LATCHKEY_TOKEN: fixture.ours.oat };
  const run = async (name: string, text: string, ...args: string[]) => {
    await writeFile(join(folder, name), text);
    return latchkey(['import', join(folder, name), '--url', await fixture.api.app.getUrl(), ...args], env);
  };
  try {
    const lines = [order(), order()];
    for (const dryRun of [['--dry-run'], ['--dry-run', 'yes'], ['--dry-run=yes']]) {
      expect(await run('good.ndjson', ndjson(lines), ...dryRun)).toEqual({
        exitCode: 0,
        out: 'Of 2 lines, 2 are valid, 0 existed before, 0 failed.\n',
        err: '',
      });
    }
    expect(await run('good.ndjson', ndjson(lines), '--dry-run', 'no')).toMatchObject({
      exitCode: 0,
      out: 'Of 2 lines, 2 were created, 0 existed before, 0 failed.\n',
    });
    const slashes = ['type,external_id,product,customer.email,purchased_at'];
    for (let n = 0; n < 7; n++) slashes.push(`order,${unique('cli')},pro,a@example.com,3/4/2024`);
    expect((await run('dates.csv', slashes.join('\n'), '--dry-run')).err.split('\n')[0]).toMatch(
      /^Lines 2, 3, 4, 5, 6 and 2 more: purchased_at: It cannot be told/,
    );
    expect(await run('dates.csv', slashes.join('\n'), '--dry-run', '--dates', 'day_first')).toMatchObject({
      exitCode: 0,
      err: '',
    });
    const twice = `type,external_id,product,customer.email\n${'order,TWICE-1,pro,a@example.com\n'.repeat(2)}`;
    expect((await run('twice.csv', twice, '--number-repeated-ids')).out).toContain('2 were created');
    const bad = await run(
      'bad.csv',
      `type,external_id,product,customer.email\norder,${unique('cli')},none,a@example.com`,
      '--json',
    );
    expect([bad.exitCode, JSON.parse(bad.out), bad.err.split('\n')[0]]).toEqual([
      1,
      expect.objectContaining({
        failed: 1,
        problems: [expect.objectContaining({ line: 2, detail: 'product: Product does not exist.' })],
      }),
      'Line 2: product: Product does not exist.',
    ]);
    expect(await run('bad.csv', 'colour\n')).toMatchObject({
      exitCode: 4,
      err: expect.stringContaining("responded with 422: Value error, The column 'colour' is unknown"),
    });
    expect((await latchkey(['import', join(folder, 'good.ndjson')])).exitCode).toBe(2);
    expect((await latchkey(['import', join(folder, 'missing.csv')], env)).exitCode).toBe(1);
  } finally {
    await rm(folder, { recursive: true });
  }
});
