import { readVendor } from './read-vendor.ts';

const AMOUNTS = 'Purchases have no amounts at Cryptlex: they are imported with 0.';
const license = (id: string, more: object = {}) => ({
  id,
  key: `0A2035-${id}`,
  revoked: false,
  suspended: false,
  type: 'node-locked',
  allowedActivations: 2,
  totalActivations: 0,
  validity: 0,
  expiresAt: '2026-05-05T08:49:17.9361143Z',
  createdAt: '2025-05-06T08:49:17.9361143Z',
  productId: 'd1',
  user: { id: 'u1', firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com', company: null },
  metadata: [{ key: 'plan', value: 'team', visible: true }],
  ...more,
});

test('a license becomes an order with its key and its activations', () => {
  const activation = { id: 'a1', licenseId: 'l1', fingerprint: 'ab12', hostname: 'bombe', os: 'linux', appVersion: '2.1' };
  const { lines, notes } = readVendor(
    'cryptlex',
    [license('l1', { totalActivations: 1 })],
    [activation],
    [{ id: 'd1', name: 'atlas', displayName: 'Atlas' }],
  );
  expect(lines).toEqual([
    {
      type: 'order',
      external_id: 'l1',
      external_source: 'cryptlex',
      product: 'our Atlas',
      customer: { email: 'ada@example.com', name: 'Ada Lovelace' },
      purchased_at: '2025-05-06T08:49:17.9361143Z',
      amount: 0,
      license_keys: [
        {
          key: '0A2035-l1',
          limit_activations: 2,
          expires_at: '2026-05-05T08:49:17.9361143Z',
          status: 'granted',
          metadata: { plan: 'team' },
          activations: [{ label: 'bombe', device_id: 'ab12', meta: { hostname: 'bombe', os: 'linux', app_version: '2.1' } }],
        },
      ],
    },
  ]);
  expect(notes).toEqual({ [AMOUNTS]: ['license l1'] });
});

test('states are kept; floating licenses, later begins, lost activations and missing users are named', () => {
  const { lines, notes } = readVendor('cryptlex', [
    license('l1', { suspended: true, type: 'hosted-floating' }),
    license('l2', { revoked: true, expiresAt: null, validity: 31_536_000, allowedActivations: 0 }),
    license('l3', { totalActivations: 2 }),
    license('l4', { user: null }),
  ]);
  expect(lines.map(({ license_keys }) => license_keys)).toEqual([
    [expect.objectContaining({ status: 'disabled' })],
    [expect.objectContaining({ status: 'revoked', expires_at: null, limit_activations: 1_000_000 })],
    [expect.objectContaining({ status: 'granted' })],
  ]);
  expect(notes).toEqual({
    [AMOUNTS]: ['license l1', 'license l2', 'license l3'],
    'Is a floating license: the benefit here has to be floating, with as many activations.': ['license l1'],
    'Begins with its first activation, and so is imported without an end.': ['license l2'],
    'Has activations that the files do not have: they are activated anew.': ['license l3'],
    'Left out, because the license has no user.': ['license l4'],
  });
});

test('a table has the same fields as the API, in columns', () => {
  const { lines } = readVendor(
    'cryptlex',
    'id,key,productName,userEmail,userName,allowedActivations,suspended,revoked,expiresAt,createdAt\n' +
      'l1,KEY-1,Atlas,ada@example.com,Ada,3,false,false,,2025-05-06T08:49:17Z\n',
  );
  expect(lines).toEqual([
    expect.objectContaining({
      product: 'our Atlas',
      customer: { email: 'ada@example.com', name: 'Ada' },
      license_keys: [expect.objectContaining({ key: 'KEY-1', limit_activations: 3, expires_at: null, status: 'granted' })],
    }),
  ]);
});

test('a license with the subscription at the payment provider in its metadata is that subscription', () => {
  const metadata = [{ key: 'stripe_subscription_id', value: 'sub_1NirD82eZvKYlo2CIvbtLWuY' }];
  const { lines } = readVendor('cryptlex', [license('l1', { metadata })], [{ id: 'd1', name: 'atlas' }]);
  expect(lines).toMatchObject([
    {
      type: 'subscription',
      external_source: 'stripe',
      external_id: 'sub_1NirD82eZvKYlo2CIvbtLWuY',
      current_period_end: '2026-05-05T08:49:17.9361143Z',
      license_keys: [{ expires_at: null, metadata: { stripe_subscription_id: 'sub_1NirD82eZvKYlo2CIvbtLWuY' } }],
    },
  ]);
});
