import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { MalformedCsv } from '#support/csv';
import { guessMapping, ownColumns, unusedColumns } from '../../apps/web/console/keys/import/columns.ts';
import { type Common, datesIn, haveOrdersWithSeveralKeys, rowsOf } from '../../apps/web/console/keys/import/lines.ts';
import { textOfProblem, textOfRefusal } from '../../apps/web/console/keys/import/problem-words.ts';
import { keyRecords } from '../../apps/web/console/keys/import/read-key-file.ts';
import { keyImportDe } from '../../apps/web/console/keys/import/words.de.ts';
import { keyImportEn } from '../../apps/web/console/keys/import/words.en.ts';

describe('a file', () => {
  test('has a header and records with their lines, without what spreadsheets write behind them', () => {
    expect(keyRecords('sep=;\r\nKey;Name;;\r\nK-1;"Somerville; Mary";;\r\n\r\n;;;\r\nK-2; Ada ;;\r\n')).toEqual({
      header: ['Key', 'Name'],
      records: [
        { line: 3, fields: ['K-1', 'Somerville; Mary'] },
        { line: 6, fields: ['K-2', 'Ada'] },
      ],
      unreadable: [],
    });
    expect(keyRecords('')).toEqual({ header: [], records: [], unreadable: [] });
  });

  test('is read although some of its lines cannot be', () => {
    const { records, unreadable } = keyRecords('key,name\nK-1\nK-2,"Ada" L\nK-3,Bob\n');
    expect(records).toEqual([{ line: 4, fields: ['K-3', 'Bob'] }]);
    expect(unreadable).toEqual([
      { line: 2, problem: 'fields' },
      { line: 3, problem: 'quotes' },
    ]);
  });

  test('whose header cannot be read is none', () => {
    expect(() => keyRecords('"key" x,name\nK-1,Ada')).toThrow(MalformedCsv);
  });
});

describe('the columns', () => {
  test.each([
    [['License Key', 'E-mail', 'Customer name'], { key: 0, email: 1, name: 2, product: null }],
    [
      ['Key', 'E-Mail', 'Expires', 'Max. Activations', 'Usage limit', 'STATUS', 'Usage'],
      { key: 0, email: 1, expires: 2, limitActivations: 3, limitUsage: 4, status: 5, usage: 6 },
    ],
    [['type', 'license_keys.0.key', 'customer.email', 'product', 'purchased_at'], { key: 1, email: 2, product: 3, purchased: 4 }],
    [['one', 'two'], { key: null, email: null }],
  ])('%j are recognized by their titles', (header, mapping) => {
    expect(guessMapping(header)).toMatchObject(mapping);
  });

  test('are told if they are not imported', () => {
    const header = ['Key', 'E-mail', 'Expires at', 'metadata.plan', 'license_keys.0.activations.1.label', 'Colour', '', 'key'];
    const mapping = guessMapping(header);
    expect(unusedColumns(header, mapping)).toEqual(['Colour', '7', 'key']);
    expect(unusedColumns(header, { ...mapping, expires: null })).toContain('Expires at');
  });
});

describe('rows', () => {
  const header = ['key', 'email', 'name', 'product', 'date', 'usage', 'device'];
  const mapping = guessMapping(header);
  const dates: Common['dates'] = { order: { purchased: null, expires: null }, zeroIsNever: false };
  const common: Common = {
    dates,
    productId: 'p-1',
    benefitId: 'b-1',
    own: new Map(),
    products: [
      { id: 'p-1', is_recurring: false, metadata: {} },
      { id: 'p-2', is_recurring: true, metadata: { slug: 'cloud' } },
    ],
  };
  const rows = (...fields: readonly string[][]) =>
    rowsOf(
      fields.map((each, index) => ({ line: index + 2, fields: each })),
      mapping,
      common,
    );

  test('become purchases whose external id is the key', () => {
    expect(
      rows(['K-1', 'ada@example.com', 'Ada', '', '2024-05-01', '3', 'Laptop'], ['K-2', 'bob@example.com', '', 'cloud']),
    ).toEqual([
      {
        line: 2,
        key: 'K-1',
        value: {
          type: 'order',
          external_id: 'K-1',
          product: 'p-1',
          customer: { email: 'ada@example.com', name: 'Ada' },
          purchased_at: '2024-05-01',
          license_keys: [{ key: 'K-1', benefit_id: 'b-1', usage: 3, activations: [{ label: 'Laptop' }] }],
        },
      },
      {
        line: 3,
        key: 'K-2',
        value: {
          type: 'subscription',
          external_id: 'K-2',
          product: 'cloud',
          customer: { email: 'bob@example.com' },
          license_keys: [{ key: 'K-2' }],
        },
      },
    ]);
  });

  test('keep what the file says of the key itself', () => {
    const titles = [
      'Key',
      'Mail',
      'Product',
      'Expires',
      'Max activations',
      'Usage limit',
      'Status',
      'Device',
      'metadata.Plan',
      'activations.0.device_id',
      'license_keys.0.activations.3.label',
      'ACTIVATIONS.3.META.OS',
    ];
    const named = guessMapping(titles);
    const fields = [
      'K-1',
      'a@b.example',
      'p-1',
      '2027-05-31',
      '5',
      'Unlimited',
      'Disabled',
      'Laptop',
      'Gold',
      'd-1',
      'Desk',
      'linux',
    ];
    const [row] = rowsOf([{ line: 2, fields }], named, { ...common, own: ownColumns(titles, named) });
    expect((row as unknown as { value: { license_keys: object[] } }).value.license_keys).toEqual([
      {
        key: 'K-1',
        benefit_id: 'b-1',
        expires_at: '2027-05-31',
        limit_activations: 5,
        limit_usage: null,
        status: 'disabled',
        metadata: { Plan: 'Gold' },
        activations: [
          { label: 'Laptop', device_id: 'd-1' },
          { label: 'Desk', meta: { OS: 'linux' } },
        ],
      },
    ]);
  });

  test('without a key, an address or a product, and repeated ones, are problems', () => {
    const found = rows(
      ['', 'a@example.com'],
      ['K-1', ''],
      ['K-1', 'a@example.com'],
      ['K-2', 'a@example.com'],
      ['K-2', 'b@example.com'],
    );
    expect(found.map((row) => ('problem' in row ? row.problem : 'sent'))).toEqual([
      'noKey',
      'noEmail',
      'repeated',
      'sent',
      'repeated',
    ]);
    const [row] = rowsOf([{ line: 2, fields: ['K-1', 'a@example.com'] }], mapping, { ...common, productId: null });
    expect(row).toMatchObject({ problem: 'noProduct' });
  });

  const FILE = ['key', 'email', 'order', 'expires', 'usage', 'limitusage'];
  const columns = guessMapping(FILE);
  const read = (lines: readonly string[][], reading: Partial<Common['dates']> = {}) =>
    rowsOf(
      lines.map((fields, index) => ({ line: index + 2, fields })),
      columns,
      { ...common, benefitId: null, dates: { ...dates, ...reading } },
    );
  const expiryOf = (row: ReturnType<typeof read>[number]): unknown =>
    'value' in row ? (row.value.license_keys[0] as { expires_at?: string | null }).expires_at : `${row.field} ${row.problem}`;

  test('have dates as spreadsheets and shops write them', () => {
    const cells = ['31.12.2030', '47848', 'never', '', '0', '3/4/2030', 'soon'];
    const lines = cells.map((cell, n) => [`K-${n}`, 'a@b.example', '', cell, '', '']);
    expect(read(lines).map(expiryOf)).toEqual([
      '2030-12-31',
      '2030-12-31',
      null,
      undefined,
      'expires date_of_nothing',
      'expires date_order_unknown',
      'expires date_unknown',
    ]);
    const chosen = { order: { purchased: null, expires: 'day_first' as const }, zeroIsNever: true };
    expect(read(lines, chosen).slice(4, 6).map(expiryOf)).toEqual([null, '2030-04-03']);
    const records = lines.map((fields, line) => ({ line, fields }));
    expect(datesIn(records, columns)).toEqual({ order: dates.order, haveSlashes: true, haveZeros: true });
    const clear = [...records, { line: 9, fields: ['K-9', 'a@b.example', '', '13/4/2030', '', ''] }];
    expect(datesIn(clear, columns).order.expires).toBe('day_first');
  });

  test('of one order follow each other, and say whether it has several keys of a product', () => {
    const lines = [
      ['K-1', 'a@b.example', '1001', '', '', ''],
      ['K-2', 'c@d.example', '1002', '', '', ''],
      ['K-3', 'a@b.example', '1001', '', '', ''],
    ];
    const found = read(lines);
    expect(found.map((row) => [row.line, 'value' in row && row.value.external_id])).toEqual([
      [2, '1001'],
      [4, '1001'],
      [3, '1002'],
    ]);
    expect([haveOrdersWithSeveralKeys(found), haveOrdersWithSeveralKeys(read(lines.slice(0, 2)))]).toEqual([true, false]);
  });

  test('whose numbers a spreadsheet has changed are problems of their field', () => {
    const found = read([
      ['1.23457E+15', 'a@b.example', '', '', '', ''],
      ['K-2', 'a@b.example', '', '', '1.000', ''],
    ]);
    expect(found.map(expiryOf)).toEqual(['key number_shortened', 'usage number_unknown']);
    const [, usage] = found as [unknown, Parameters<typeof textOfRefusal>[0]];
    expect(textOfRefusal(usage, keyImportDe)).toBe('Nutzung: Das ist keine ganze Zahl. Schreiben Sie sie ohne Trennzeichen.');
  });
});

describe('problems of the service', () => {
  const field = (loc: string[], type: string, msg = 'Something in English') => ({
    error: 'ValidationError',
    detail: msg,
    fields: [{ loc, type, msg }],
  });

  test.each([
    [field(['license_keys', '0', 'limit_usage'], 'greater_than'), 'Höchste Nutzung: Diese Zahl ist zu klein.'],
    [field(['product'], 'value_error', 'Product does not exist.'), 'Produkt: Es gibt kein solches Produkt.'],
    [field([], 'other_line'), 'Eine andere Zeile derselben Bestellung hat einen Fehler.'],
    [field(['customer', 'email'], 'value_error', 'Not an address'), 'E-Mail-Adresse: Not an address'],
    [{ error: 'CustomerConflict', detail: 'In English', fields: [] }, 'Die Adresse gehört einem anderen Kunden.'],
    [{ error: 'Unknown', detail: 'In English', fields: [] }, 'In English'],
  ])('%j are told in the language of the reader', (problem, expected) => {
    expect(textOfProblem(problem, keyImportDe)).toBe(expected);
  });

  test('whose sentences are translated are written so in the service', async () => {
    const files = ['entitlements/src/commands', 'licensing/src/commands'].map((folder) => join('libs', folder));
    const sources = await Promise.all(files.map(allText));
    const text = sources.join('');
    const starts = Object.keys(keyImportEn.messages).map((message) => message.replace('The product ', ''));
    expect(starts.filter((message) => !text.includes(message.replace(/\.$/, '')))).toEqual([]);
  });
});

async function allText(folder: string): Promise<string> {
  const files = await readdir(folder, { recursive: true });
  const texts = files.filter((name) => name.endsWith('.ts')).map((name) => readFile(join(folder, name), 'utf8'));
  return (await Promise.all(texts)).join('');
}
