import { readVendor } from './read-vendor.ts';

const to = (type: string, id: string) => ({ data: { type, id } });
const license = (id: string, attributes: object = {}, relationships: object = { owner: to('users', 'u1') }) => ({
  id,
  type: 'licenses',
  attributes: {
    name: null,
    key: `KEY-${id}`,
    expiry: '2027-01-01T00:00:00.000Z',
    status: 'ACTIVE',
    uses: 4,
    suspended: false,
    scheme: null,
    maxMachines: 5,
    maxUses: null,
    maxCores: null,
    metadata: { crmId: 'c-1', plan: { tier: 1 } },
    created: '2024-01-01T00:00:00.000Z',
    ...attributes,
  },
  relationships: { policy: to('policies', 'p1'), product: to('products', 'd1'), ...relationships },
});
const others = [
  { id: 'u1', type: 'users', attributes: { fullName: 'Ada Lovelace', email: 'ada@example.com' } },
  { id: 'p1', type: 'policies', attributes: { name: 'Team' }, relationships: { product: to('products', 'd1') } },
  { id: 'd1', type: 'products', attributes: { name: 'Atlas' } },
];
const AMOUNTS = 'Purchases have no amounts at Keygen: they are imported with 0.';

test('a license becomes an order of its product and policy, and machines become activations with their fingerprints', () => {
  const machine = {
    id: 'm1',
    type: 'machines',
    attributes: { fingerprint: '4d:Eq:UV', name: null, hostname: 'bombe', platform: 'linux' },
    relationships: { license: to('licenses', 'l1') },
  };
  const { lines, notes } = readVendor('keygen', { data: [license('l1')], included: others }, { data: [machine] });
  expect(lines).toEqual([
    {
      type: 'order',
      external_id: 'l1',
      external_source: 'keygen',
      product: 'our Atlas (Team)',
      customer: { email: 'ada@example.com', name: 'Ada Lovelace' },
      purchased_at: '2024-01-01T00:00:00.000Z',
      amount: 0,
      license_keys: [
        {
          key: 'KEY-l1',
          usage: 4,
          limit_usage: null,
          limit_activations: 5,
          expires_at: '2027-01-01T00:00:00.000Z',
          status: 'granted',
          metadata: { crmId: 'c-1' },
          activations: [{ label: 'bombe', device_id: '4d:Eq:UV', meta: { platform: 'linux', hostname: 'bombe' } }],
        },
      ],
    },
  ]);
  expect(notes).toEqual({
    'Imported without metadata that are lists, objects or empty.': ['license l1'],
    [AMOUNTS]: ['license l1'],
  });
});

test('suspended and banned licenses keep their state; the user may be in the metadata; what has no counterpart is named', () => {
  const metadata = { email: 'grace@example.com' };
  const { lines, notes } = readVendor('keygen', {
    data: [
      license('l1', { suspended: true, status: 'SUSPENDED', metadata: {}, scheme: 'ED25519_SIGN' }),
      license('l2', { status: 'BANNED', metadata, maxCores: 8, expiry: null, maxMachines: null }, {}),
      license('l3', { metadata: {} }, { owner: { data: null } }),
      { id: 'e1', type: 'entitlements', attributes: {} },
      ...others,
    ],
  });
  expect(lines.map(({ customer, license_keys }) => [customer, license_keys])).toEqual([
    [expect.objectContaining({ email: 'ada@example.com' }), [expect.objectContaining({ status: 'disabled' })]],
    [
      { email: 'grace@example.com' },
      [expect.objectContaining({ status: 'revoked', expires_at: null, limit_activations: 1_000_000 })],
    ],
  ]);
  expect(notes).toEqual({
    'Records of the type entitlements are not imported.': ['entitlement e1'],
    'Has a signed key: applications that verify it themselves have to learn about leases.': ['license l1'],
    'Has limits of cores, processes, memory, disk or users, which have no counterpart.': ['license l2'],
    'Left out, because the license has no user, and no email in its metadata.': ['license l3'],
    [AMOUNTS]: ['license l1', 'license l2'],
  });
});

test('a license has at most 100 activations, and devices at most 128 characters', () => {
  const machines = Array.from({ length: 101 }, (_machine, index) => ({
    id: `m${index}`,
    type: 'machines',
    attributes: { fingerprint: index === 0 ? 'f'.repeat(129) : `f${index}` },
    relationships: { license: to('licenses', 'l1') },
  }));
  const { lines, notes } = readVendor('keygen', { data: [license('l1', { metadata: {} }), ...others, ...machines] });
  const [{ activations }] = lines[0]!['license_keys'] as [{ activations: { device_id?: string }[] }];
  expect([activations.length, activations[0]!.device_id, activations[99]!.device_id]).toEqual([100, undefined, 'f99']);
  expect(Object.keys(notes)).toEqual([
    AMOUNTS,
    'Only the first 100 activations of a license key are imported.',
    'Activations are imported without their device if its name is longer than 128 characters.',
  ]);
});

describe('a license with the subscription at the payment provider in its metadata', () => {
  const linesOf = (...licenses: readonly [id: string, attributes: object][]) =>
    readVendor('keygen', { data: licenses.map(([id, attributes]) => license(id, attributes)), included: others });

  test.each([
    ['stripeSubscriptionId', 'sub_1NirD82eZvKYlo2CIvbtLWuY', 'stripe'],
    ['paddle_subscription', 'sub_01h04vsc0qhwtsbsxh3422wjs4', 'paddle'],
    ['lemonSqueezySubscription', 4711, 'lemon_squeezy'],
  ])('%s becomes that subscription, which its connector goes on with', (name, value, external_source) => {
    const { lines, notes } = linesOf(['l1', { metadata: { [name]: value } }]);
    expect(lines).toMatchObject([
      {
        type: 'subscription',
        external_source,
        external_id: String(value),
        started_at: '2024-01-01T00:00:00.000Z',
        current_period_end: '2027-01-01T00:00:00.000Z',
        license_keys: [{ key: 'KEY-l1', expires_at: null }],
      },
    ]);
    expect(lines[0]).not.toHaveProperty('amount');
    expect(notes).toMatchObject({
      'Ends with its subscription at the payment provider, no more on a day of its own.': ['license l1'],
    });
  });

  test('is an order if the license has ended, or if another license has the subscription', () => {
    const metadata = { stripeSubscriptionId: 'sub_1NirD82eZvKYlo2CIvbtLWuY' };
    const { lines } = linesOf(
      ['l1', { metadata, expiry: '2025-01-01T00:00:00.000Z' }],
      ['l2', { metadata }],
      ['l3', { metadata }],
      ['l4', { metadata: { note: 'sub_1NirD82eZvKYlo2CIvbtLWuY' } }],
    );
    expect(lines.map(({ type, external_id }) => [type, external_id])).toEqual([
      ['order', 'l1'],
      ['subscription', 'sub_1NirD82eZvKYlo2CIvbtLWuY'],
      ['order', 'l3'],
      ['order', 'l4'],
    ]);
  });
});
