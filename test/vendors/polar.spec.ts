import { readVendor } from './read-vendor.ts';

const customer = { id: 'c1', email: 'ada@example.com', name: 'Ada', external_id: 'user-1' };
const key = (id: string, more: object = {}) => ({
  id,
  benefit_id: 'b1',
  customer_id: 'c1',
  key: `POLAR-${id}`,
  status: 'granted',
  limit_activations: 3,
  usage: 2,
  limit_usage: null,
  expires_at: null,
  activations: [{ id: 'a1', label: 'bombe', meta: { os: 'linux' } }],
  ...more,
});
const grant = (id: string, keyId: string, of: object) => ({ id, benefit_id: 'b1', properties: { license_key_id: keyId }, ...of });
const order = (id: string, more: object = {}) => ({
  id,
  created_at: '2025-03-01T10:00:00Z',
  status: 'paid',
  billing_reason: 'purchase',
  net_amount: 2900,
  tax_amount: 551,
  refunded_amount: 0,
  currency: 'usd',
  product: { id: 'd1', name: 'Atlas' },
  customer_id: 'c1',
  customer,
  subscription_id: null,
  ...more,
});
const subscription = (id: string, more: object = {}) => ({
  id,
  status: 'active',
  recurring_interval: 'month',
  started_at: '2025-03-01T10:00:00Z',
  current_period_end: '2026-02-01T10:00:00Z',
  cancel_at_period_end: true,
  product: { id: 'd2', name: 'Atlas Monthly' },
  customer_id: 'c1',
  customer,
  ...more,
});
const page = (...items: readonly object[]) => ({ items, pagination: { total_count: items.length, max_page: 1 } });

test('orders and subscriptions get the license keys of their grants, with usage and activations', () => {
  const { lines, notes } = readVendor(
    'polar',
    page(order('o1'), order('o2', { subscription_id: 's1', billing_reason: 'subscription_cycle' })),
    page(subscription('s1')),
    page(key('k1')),
    key('k2', { status: 'disabled' }),
    page(grant('g1', 'k1', { order_id: 'o1', subscription_id: null }), grant('g2', 'k2', { subscription_id: 's1' })),
  );
  expect(lines).toEqual([
    {
      type: 'subscription',
      external_id: 's1',
      external_source: 'polar',
      product: 'our Atlas Monthly',
      customer: { email: 'ada@example.com', name: 'Ada', external_id: 'user-1' },
      started_at: '2025-03-01T10:00:00Z',
      current_period_end: '2026-02-01T10:00:00Z',
      cancel_at_period_end: true,
      license_keys: [expect.objectContaining({ key: 'POLAR-k2', status: 'disabled' })],
    },
    {
      type: 'order',
      external_id: 'o1',
      external_source: 'polar',
      product: 'our Atlas',
      customer: { email: 'ada@example.com', name: 'Ada', external_id: 'user-1' },
      purchased_at: '2025-03-01T10:00:00Z',
      status: 'paid',
      amount: 2900,
      tax_amount: 551,
      currency: 'usd',
      license_keys: [
        {
          key: 'POLAR-k1',
          usage: 2,
          limit_usage: null,
          limit_activations: 3,
          expires_at: null,
          status: 'granted',
          activations: [{ label: 'bombe', meta: { os: 'linux' } }],
        },
      ],
    },
  ]);
  expect(notes).toEqual({ 'Payments of subscriptions are not imported.': ['order o2'] });
});

test('what ended, was not paid, was paid back or has no purchase is named', () => {
  const { lines, notes } = readVendor(
    'polar',
    page(
      order('o1', { status: 'refunded', refunded_amount: 2900 }),
      order('o2', { status: 'void' }),
      order('o3', { status: 'refunded' }),
    ),
    page(subscription('s1', { status: 'canceled' })),
    page(key('k1', { activations: undefined }), key('k9')),
    page(grant('g1', 'k1', { order_id: 'o1' })),
    page({ id: 'x1', name: 'something' }),
  );
  expect(lines).toEqual([expect.objectContaining({ license_keys: [expect.objectContaining({ status: 'revoked' })] })]);
  expect(notes).toEqual({
    'Not imported, because it is no order, subscription, license key or grant.': ['other x1'],
    'Left out with its license keys, because the subscription has ended.': ['subscription s1'],
    'Imported without its refund, which has no counterpart.': ['order o1'],
    'Has no activations in the files: `GET /v1/license-keys/{id}` has them.': ['license key k1'],
    'Left out, because the order was not paid.': ['order o2'],
    'Left out, because it was refunded or disputed, and has no license key to revoke.': ['order o3'],
    'Left out, because the files have no grant of it with its order or subscription.': ['license key k9'],
  });
});
