import { readVendor } from './read-vendor.ts';

const list = (type: string, ...resources: readonly { readonly id: string }[]) => ({
  meta: { page: { currentPage: 1, lastPage: 1 } },
  jsonapi: { version: '1.0' },
  data: resources.map(({ id, ...attributes }) => ({ type, id, attributes, relationships: { store: { links: {} } } })),
});
const person = { customer_id: 7, user_name: 'Ada Lovelace', user_email: 'ada@example.com', test_mode: false };
const order = (id: string, more: object = {}) => ({
  id,
  ...person,
  identifier: 'f1a2',
  order_number: Number(id) + 100,
  currency: 'EUR',
  total: 1190,
  tax: 190,
  status: 'paid',
  first_order_item: {
    id: 5,
    order_id: 1,
    product_id: 2,
    variant_id: 3,
    product_name: 'Atlas',
    variant_name: 'Team',
    quantity: 1,
  },
  created_at: '2024-08-17T09:45:53.000000Z',
  ...more,
});
const key = (id: string, order_id: number, more: object = {}) => ({
  id,
  ...person,
  order_id,
  order_item_id: 5,
  store_id: 4,
  key: `80e15db5-${id}`,
  activation_limit: 5,
  instances_count: 0,
  disabled: 0,
  status: 'active',
  expires_at: null,
  ...more,
});
const subscription = (id: string, order_id: number, more: object = {}) => ({
  id,
  ...person,
  order_id,
  order_item_id: 5,
  product_name: 'Atlas',
  variant_name: 'Monthly',
  status: 'active',
  cancelled: false,
  renews_at: '2026-02-10T00:00:00.000000Z',
  ends_at: null,
  first_subscription_item: { id: 1, subscription_id: 1, price_id: 1, quantity: 3 },
  created_at: '2025-01-10T00:00:00.000000Z',
  ...more,
});
const instance = (license_key_id: number, identifier: string) => ({ id: identifier, license_key_id, identifier, name: 'Laptop' });

test('an order has the number that the connector knows, its license key, and the instances as devices', () => {
  const { lines, notes } = readVendor(
    'lemon-squeezy',
    list('orders', order('1')),
    list('license-keys', key('11', 1, { instances_count: 1, expires_at: '2027-01-01T00:00:00.000000Z' })),
    list('license-key-instances', instance(11, 'i-1')),
  );
  expect(lines).toEqual([
    {
      type: 'order',
      external_id: '1',
      external_source: 'lemon_squeezy',
      product: 'our Atlas (Team)',
      customer: { email: 'ada@example.com', name: 'Ada Lovelace', external_id: '7' },
      purchased_at: '2024-08-17T09:45:53.000000Z',
      status: 'paid',
      amount: 1000,
      tax_amount: 190,
      currency: 'eur',
      quantity: 1,
      license_keys: [
        {
          key: '80e15db5-11',
          limit_activations: 5,
          expires_at: '2027-01-01T00:00:00.000000Z',
          status: 'granted',
          metadata: {
            lemon_squeezy_license_key_id: '11',
            lemon_squeezy_order_id: '1',
            lemon_squeezy_order_item_id: '5',
            lemon_squeezy_product_id: '2',
            lemon_squeezy_product_name: 'Atlas',
            lemon_squeezy_variant_id: '3',
            lemon_squeezy_variant_name: 'Team',
            lemon_squeezy_customer_id: '7',
            lemon_squeezy_store_id: '4',
          },
          activations: [{ label: 'Laptop', device_id: 'i-1' }],
        },
      ],
    },
  ]);
  expect(notes).toEqual({});
});

test('a subscription takes the license key of its first order, which is no purchase of its own', () => {
  const { lines } = readVendor(
    'lemon-squeezy',
    list('orders', order('1')),
    list('subscriptions', subscription('9', 1)),
    list('license-keys', key('11', 1)),
  );
  expect(lines).toEqual([
    expect.objectContaining({
      type: 'subscription',
      external_id: '9',
      product: 'our Atlas (Monthly)',
      current_period_end: '2026-02-10T00:00:00.000000Z',
      cancel_at_period_end: false,
      quantity: 3,
      license_keys: [expect.objectContaining({ key: '80e15db5-11' })],
    }),
  ]);
});

test('a cancelled subscription ends when Lemon Squeezy says; one that has ended is left out and named', () => {
  const { lines, notes } = readVendor(
    'lemon-squeezy',
    list(
      'subscriptions',
      subscription('1', 1, { status: 'cancelled', cancelled: true, ends_at: '2026-03-01T00:00:00.000000Z' }),
      subscription('2', 2, { status: 'expired', cancelled: true, ends_at: '2025-03-01T00:00:00.000000Z' }),
      subscription('3', 3, { status: 'past_due', renews_at: '2025-12-31T00:00:00.000000Z' }),
    ),
    list('license-keys', key('12', 2)),
  );
  expect(
    lines.map(({ external_id, current_period_end, cancel_at_period_end }) => [
      external_id,
      current_period_end,
      cancel_at_period_end,
    ]),
  ).toEqual([
    ['1', '2026-03-01T00:00:00.000000Z', true],
    ['3', undefined, false],
  ]);
  expect(notes).toEqual({
    'Left out with its license keys, because the subscription has ended.': ['subscription 2'],
    'Has no license key in the files: a key of the product here is a new one.': ['subscription 1', 'subscription 3'],
    'Imported as active, because unpaid and paused subscriptions have no counterpart: the connector brings their status.': [
      'subscription 3',
    ],
  });
});

test('the keys of an order have their numbers in the order of their ids, whatever the order of the files is', () => {
  const idsOf = (...ids: readonly string[]) =>
    readVendor('lemon-squeezy', list('orders', order('1')), list('license-keys', ...ids.map((id) => key(id, 1)))).lines.map(
      ({ external_id, license_keys }) => [external_id, (license_keys as { key: string }[])[0]!.key],
    );
  expect(idsOf('100', '99')).toEqual([
    ['1', '80e15db5-99'],
    ['1#2', '80e15db5-100'],
  ]);
});

test('an order with several license keys becomes one purchase for each, of which the first one has the amount', () => {
  const { lines } = readVendor(
    'lemon-squeezy',
    list('orders', order('1')),
    list('license-keys', key('11', 1), key('12', 1, { disabled: 1 })),
  );
  expect(
    lines.map(({ external_id, amount, tax_amount, license_keys }) => [external_id, amount, tax_amount, license_keys]),
  ).toEqual([
    ['1', 1000, 190, [expect.objectContaining({ key: '80e15db5-11', status: 'granted' })]],
    ['1#2', 0, undefined, [expect.objectContaining({ key: '80e15db5-12', status: 'disabled' })]],
  ]);
});

test('refunds, tests, failed orders, lost keys and other types are named', () => {
  const { lines, notes } = readVendor(
    'lemon-squeezy',
    list(
      'orders',
      order('1', { status: 'refunded' }),
      order('2', { status: 'failed' }),
      order('3', { test_mode: true }),
      order('5', { status: 'refunded' }),
      order('4'),
    ),
    list('license-keys', key('11', 1, { activation_limit: 0, instances_count: 2 }), key('19', 99)),
    list('discounts', { id: '5' }),
  );
  expect(lines.map(({ external_id, license_keys }) => [external_id, license_keys])).toEqual([
    ['1', [expect.objectContaining({ status: 'revoked', limit_activations: 1_000_000 })]],
    ['4', undefined],
  ]);
  expect(notes).toEqual({
    'Records of the type discounts are not imported.': ['discount 5'],
    'Left out, because it was made in test mode.': ['order 3'],
    'Left out, because the order was not paid.': ['order 2'],
    'Imported without its refund: its license keys are revoked.': ['order 1'],
    'Left out, because it was refunded or disputed, and has no license key to revoke.': ['order 5'],
    'Has activations of which the files have no instances: they are activated anew.': ['license key 11'],
    'Has no license key in the files: a key of the product here is a new one.': ['order 4'],
    'Left out, because the files have neither its order nor its subscription.': ['license key 19'],
  });
});

test('exports of the dashboard are tables: amounts have decimals, and columns are written for people', () => {
  const { lines } = readVendor(
    'lemon-squeezy',
    'Order ID,Date,Customer Name,Customer Email,Product Name,Variant Name,Currency,Total,Tax,Status\n' +
      '1,2024-08-17 09:45:53,Ada,ada@example.com,Atlas,Default,USD,"1,190.00",190.00,Paid\n',
    'License Key,Order ID,Activation Limit,Activation Usage,Expires At,Status\nKEY-1,1,3,0,,active\n',
  );
  expect(lines).toEqual([
    expect.objectContaining({
      external_id: '1',
      product: 'our Atlas',
      purchased_at: '2024-08-17T09:45:53Z',
      amount: 100_000,
      tax_amount: 19_000,
      license_keys: [expect.objectContaining({ key: 'KEY-1', limit_activations: 3, expires_at: null })],
    }),
  ]);
});
