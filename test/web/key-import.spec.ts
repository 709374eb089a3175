import { csvRecords, csvText, MalformedCsv } from '../../apps/web/console/keys/import/csv.ts';
import { type Common, guessMapping, rowsOf } from '../../apps/web/console/keys/import/lines.ts';

describe('a CSV file', () => {
  test('has records with the line on which each begins, and blank lines do not count', () => {
    const text = 'key,name\r\nK-1,"Somerville, Mary"\r\n\r\nK-2,"two\nlines ""quoted"""\nK-3,\n';
    expect(csvRecords(text)).toEqual([
      { line: 1, fields: ['key', 'name'] },
      { line: 2, fields: ['K-1', 'Somerville, Mary'] },
      { line: 4, fields: ['K-2', 'two\nlines "quoted"'] },
      { line: 6, fields: ['K-3', ''] },
    ]);
  });

  test.each([
    ['key;email\nK-1;a@example.com', ['K-1', 'a@example.com']],
    ['key\temail\nK-1\ta@example.com', ['K-1', 'a@example.com']],
    ['key\nK-1', ['K-1']],
    ['key,email\nK-1,', ['K-1', '']],
  ])('%j is separated by what its header is', (text, fields) => {
    expect(csvRecords(text)[1]).toEqual({ line: 2, fields });
  });

  test.each([
    ['key\nK-1\n"K-2', 3],
    ['key\nK"1', 2],
    ['key\n"K-1" x', 2],
  ])('%j is malformed in line %i', (text, line) => {
    expect(() => csvRecords(text)).toThrow(new MalformedCsv(line));
  });

  test('an empty one has no records', () => {
    expect(csvRecords('')).toEqual([]);
    expect(csvRecords('\n\r\n')).toEqual([]);
  });

  test('is written with quotes where they are needed', () => {
    expect(
      csvText([
        ['line', 'problem'],
        [2, 'a "b", c'],
      ]),
    ).toBe('line,problem\r\n2,"a ""b"", c"\r\n');
  });
});

describe('the columns', () => {
  test.each([
    [['License Key', 'E-mail', 'Customer name'], { key: 0, email: 1, name: 2, product: null }],
    [['type', 'license_keys.0.key', 'customer.email', 'product', 'purchased_at'], { key: 1, email: 2, product: 3, purchased: 4 }],
    [['one', 'two'], { key: null, email: null }],
  ])('%j are recognized by their titles', (header, mapping) => {
    expect(guessMapping(header)).toMatchObject(mapping);
  });
});

describe('rows', () => {
  const mapping = guessMapping(['key', 'email', 'name', 'product', 'date', 'usage', 'device']);
  const common: Common = {
    productId: 'p-1',
    benefitId: 'b-1',
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
          purchased_at: '2024-05-01T00:00:00Z',
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
});
