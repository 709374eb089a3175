import { columnOf, valueOf } from './import-columns.ts';

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
  expect(valueOf(columns, ['order', 'a@example.com', '', 'K-2', 'x', 'y'])).toEqual({
    type: 'order',
    customer: { email: 'a@example.com' },
    license_keys: [{ key: 'K-2', activations: [{ meta: { 0: 'x' } }] }],
    metadata: { 0: 'y' },
  });
});

test('a key of metadata may have any name, and reaches nothing else', () => {
  const { metadata } = valueOf(['metadata.__proto__'], ['polluted']) as { metadata: object };
  expect(Object.entries(metadata)).toEqual([['__proto__', 'polluted']]);
  expect(Object.getPrototypeOf(metadata)).toBe(Object.prototype);
});
