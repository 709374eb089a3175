import { MalformedCsv } from '#support/csv';
import { type Common, guessMapping, ownColumns, rowsOf, unusedColumns } from '../../apps/web/console/keys/import/lines.ts';
import { keyRecords } from '../../apps/web/console/keys/import/read-key-file.ts';

describe('a file', () => {
  test('has a header and records with their lines, without what spreadsheets write behind them', () => {
    expect(keyRecords('sep=;\r\nKey;Name;;\r\nK-1;"Somerville; Mary";;\r\n\r\n;;;\r\nK-2; Ada ;;\r\n')).toEqual({
      header: ['Key', 'Name'],
      records: [
        { line: 3, fields: ['K-1', 'Somerville; Mary'] },
        { line: 6, fields: ['K-2', 'Ada'] },
      ],
    });
    expect(keyRecords('')).toEqual({ header: [], records: [] });
  });

  test.each([
    ['key,name\nK-1\n', 2],
    ['key\nK-1\n"K-2', 3],
  ])('%j cannot be read from line %i on', (text, line) => {
    expect(() => keyRecords(text)).toThrow(MalformedCsv);
    expect(() => keyRecords(text)).toThrow(expect.objectContaining({ line }));
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
  const common: Common = {
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
    const fields = ['K-1', 'a@b.example', 'p-1', '2027-05-31', '5', 'many', 'Disabled', 'Laptop', 'Gold', 'd-1', 'Desk', 'linux'];
    const [row] = rowsOf([{ line: 2, fields }], named, { ...common, own: ownColumns(titles, named) });
    expect((row as unknown as { value: { license_keys: object[] } }).value.license_keys).toEqual([
      {
        key: 'K-1',
        benefit_id: 'b-1',
        expires_at: '2027-05-31',
        limit_activations: 5,
        limit_usage: 'many',
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
});
