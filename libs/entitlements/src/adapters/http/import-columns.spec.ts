import { FormRecognition } from './column-forms.ts';
import { columnOf, valueOf } from './import-columns.ts';

/** What the line says if it is the only one of its file. */
function read(columns: readonly string[], cells: readonly string[]) {
  const recognition = new FormRecognition();
  recognition.add(columns, cells);
  return valueOf(columns, cells, recognition.forms({}));
}

test('columns are the paths of fields', () => {
  const known = [
    'type',
    'customer.email',
    'customer.billing_address.country',
    'recipient.id',
    'license_keys.0.key',
    'metadata.plan',
  ];
  const deep = [
    'license_keys.12.activations.3.device_id',
    'license_keys.0.activations.0.meta.os',
    'metadata.__proto__',
    'metadata.0',
  ];
  expect([...known, ...deep].filter((name) => columnOf(name) !== name)).toEqual([]);
  const unknown = [
    'colour',
    'customer',
    'customer.age',
    '__proto__',
    'constructor.name',
    'license_keys.key',
    'license_keys.100.key',
  ];
  expect([...unknown, 'metadata.', 'metadata.a.b', ''].filter(columnOf)).toEqual([]);
});

test.each([
  [' TYPE ', 'type'],
  ['External ID', 'external_id'],
  ['LICENSE_KEYS.0.EXPIRES_AT', 'license_keys.0.expires_at'],
  ['Metadata.Cost Center', 'metadata.Cost Center'],
  ['LICENSE_KEYS.0.Activations.1.Meta.OS', 'license_keys.0.activations.1.meta.OS'],
])('%j is the column %s', (name, column) => expect(columnOf(name)).toBe(column));

test('a line has the fields that are not empty, lists without gaps', () => {
  const columns = [
    'type',
    'customer.email',
    'license_keys.0.key',
    'license_keys.1.key',
    'license_keys.1.activations.0.meta.0',
    'metadata.0',
  ];
  expect(read(columns, ['order', 'a@example.com', '', 'K-2', 'x', 'y']).value).toEqual({
    type: 'order',
    customer: { email: 'a@example.com' },
    license_keys: [{ key: 'K-2', activations: [{ meta: { 0: 'x' } }] }],
    metadata: { 0: 'y' },
  });
});

test('a key of metadata may have any name, and reaches nothing else', () => {
  const { metadata } = read(['metadata.__proto__'], ['polluted']).value as { metadata: object };
  expect(Object.entries(metadata)).toEqual([['__proto__', 'polluted']]);
  expect(Object.getPrototypeOf(metadata)).toBe(Object.prototype);
});

test('cells are read as what spreadsheets and shops write into columns of this kind', () => {
  const line = {
    type: 'Order',
    currency: 'USD',
    amount: '1,234.50',
    purchased_at: '31.12.2025',
    'customer.billing_address.country': 'de',
    quantity: '2.0',
    'license_keys.0.key': 'K-1E+5',
    'license_keys.0.expires_at': '47848',
    'license_keys.0.limit_activations': 'Unlimited',
    'license_keys.0.limit_usage': 'unlimited',
    'license_keys.0.status': 'DISABLED',
    'metadata.amount': '49.00',
    'metadata.expires_at': '0',
  };
  expect(read(Object.keys(line), Object.values(line))).toEqual({
    value: {
      type: 'order',
      currency: 'usd',
      amount: 123_450,
      purchased_at: '2025-12-31',
      customer: { billing_address: { country: 'DE' } },
      quantity: 2,
      license_keys: [
        { key: 'K-1E+5', expires_at: '2030-12-31', limit_activations: 1_000_000, limit_usage: null, status: 'disabled' },
      ],
      metadata: { amount: '49.00', expires_at: '0' },
    },
    issues: [],
  });
});

test('cells that cannot be read are left out, and say why', () => {
  const line = {
    external_id: '1.23457E+15',
    amount: '49.00',
    'license_keys.0.expires_at': '0',
    'license_keys.0.usage': '1.000',
    purchased_at: '3/4/2030',
  };
  const { value, issues } = read(Object.keys(line), Object.values(line));
  expect(value).toEqual({});
  expect(issues.map(({ loc, type, input }) => [loc.join('.'), type, input])).toEqual([
    ['external_id', 'number_shortened', '1.23457E+15'],
    ['amount', 'amount_without_currency', '49.00'],
    ['license_keys.0.expires_at', 'date_of_nothing', '0'],
    ['license_keys.0.usage', 'number_unknown', '1.000'],
    ['purchased_at', 'date_order_unknown', '3/4/2030'],
  ]);
});
