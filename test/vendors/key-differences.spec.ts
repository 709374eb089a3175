import { type ExportedKey, keyDifferences } from '../../apps/cli/vendors/key-differences.ts';

const HERE: ExportedKey = {
  key: 'KEY',
  status: 'granted',
  customer_email: 'ada@example.com',
  expires_at: '2030-02-01T00:00:00.000Z',
  limit_activations: 3,
  activation_count: 1,
  limit_usage: null,
  usage: 2,
};
const ADA = { email: 'Ada@Example.com' };

test('what the vendor does not tell is not compared, and addresses are in any case', () => {
  expect(keyDifferences({ key: 'KEY' }, ADA, HERE)).toEqual([]);
  expect(keyDifferences({ key: 'KEY' }, {}, HERE)).toEqual([]);
});

test('every field that both tell is compared', () => {
  const there = {
    key: 'KEY',
    status: 'disabled',
    expires_at: '2031-01-01T00:00:00Z',
    limit_activations: 5,
    limit_usage: 10,
    usage: 0,
    activations: [],
  } as const;
  expect(keyDifferences(there, { email: 'grace@example.com' }, HERE)).toEqual([
    { field: 'status', there: 'disabled', here: 'granted' },
    { field: 'customer_email', there: 'grace@example.com', here: 'ada@example.com' },
    { field: 'limit_activations', there: 5, here: 3 },
    { field: 'activation_count', there: 0, here: 1 },
    { field: 'limit_usage', there: 10, here: null },
    { field: 'usage', there: 0, here: 2 },
    { field: 'expires_at', there: '2031-01-01T00:00:00Z', here: '2030-02-01T00:00:00.000Z' },
  ]);
});

test.each([
  ['2030-01-31', '2030-02-01T00:00:00.000Z', true],
  ['2030-01-31', '2030-01-31T10:00:00.000Z', true],
  ['2030-01-31', '2030-02-02T00:00:00.000Z', false],
  ['2030-01-31T23:00:00+01:00', '2030-01-31T22:00:00.000Z', true],
  ['2030-01-31T23:00:00Z', '2030-01-31T22:00:00.000Z', false],
  [null, null, true],
  [null, '2030-01-31T22:00:00.000Z', false],
  ['2030-01-31', null, false],
])('the end %s there is the end %s here: %s', (there, here, isSame) => {
  expect(keyDifferences({ key: 'KEY', expires_at: there }, ADA, { ...HERE, expires_at: here })).toHaveLength(isSame ? 0 : 1);
});
