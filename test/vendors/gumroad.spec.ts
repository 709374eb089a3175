import { readVendor } from './read-vendor.ts';

const COLUMNS = [
  'Purchase ID',
  'Item Name',
  'Buyer Name',
  'Purchase Email',
  'Purchase Time (UTC timezone)',
  'Sale Price ($)',
  'Refunded?',
  'Partial Refund ($)',
  'Fully Refunded?',
  'Disputed?',
  'Dispute Won?',
  'Access Revoked?',
  'Variants',
  'Recurring Charge?',
  'Product ID',
  'Giftee Email',
  'Quantity',
  'Recurrence',
  'Cancellation Date',
  'Subscription End Date',
  'License Key',
  'License Key Activation Count',
  'License Key Enabled?',
];
const PURCHASE: Readonly<Record<string, string>> = {
  'Item Name': 'Atlas',
  'Buyer Name': 'Ada',
  'Purchase Email': 'Ada@example.com',
  'Purchase Time (UTC timezone)': '2025-12-31 10:00:00 UTC',
  'Sale Price ($)': '29.5',
  'Product ID': 'abc',
  Quantity: '1',
  'License Key Enabled?': '1',
};
const sale = (id: string, more: Readonly<Record<string, string>> = {}) => ({
  ...PURCHASE,
  'Purchase ID': id,
  'License Key': `KEY-${id}`,
  ...more,
});
const table = (...sales: readonly Readonly<Record<string, string>>[]) =>
  [COLUMNS, ...sales.map((each) => COLUMNS.map((column) => each[column] ?? '')), ['Totals', '', '', '', '', '59.0']]
    .map((cells) => COLUMNS.map((_column, index) => cells[index] ?? '').join(','))
    .join('\n');

test('a sale becomes an order with its license key; the last line, which adds up the others, does not', () => {
  const { lines, notes } = readVendor('gumroad', table(sale('p1', { Variants: '(Team)', 'Giftee Email': 'grace@example.com' })));
  expect(lines).toEqual([
    {
      type: 'order',
      external_id: 'p1',
      external_source: 'gumroad',
      product: 'our Atlas (Team)',
      customer: { email: 'ada@example.com', name: 'Ada' },
      recipient: { email: 'grace@example.com' },
      quantity: 1,
      purchased_at: '2025-12-31T10:00:00Z',
      amount: 2950,
      currency: 'usd',
      license_keys: [
        {
          key: 'KEY-p1',
          usage: 0,
          limit_usage: null,
          status: 'granted',
          metadata: {
            gumroad_product_id: 'abc',
            gumroad_product_name: 'Atlas',
            gumroad_sale_id: 'p1',
            gumroad_variants: '(Team)',
          },
        },
      ],
    },
  ]);
  expect(notes).toEqual({});
});

test('a subscription is paid until a month after its last payment, at most on the last day of that month', () => {
  const monthly = { Recurrence: 'monthly' };
  const { lines, notes } = readVendor(
    'gumroad',
    table(
      sale('s1', { ...monthly, 'Purchase Time (UTC timezone)': '2025-11-30 10:00:00 UTC' }),
      sale('s2', { ...monthly, 'Recurring Charge?': '1', 'Purchase Time (UTC timezone)': '2025-12-31 10:00:00 UTC' }),
    ),
  );
  expect(lines).toEqual([
    expect.objectContaining({
      type: 'subscription',
      external_id: 's1',
      started_at: '2025-11-30T10:00:00Z',
      current_period_end: '2026-01-31T10:00:00.000Z',
      cancel_at_period_end: false,
    }),
  ]);
  expect(lines[0]).not.toHaveProperty('amount');
  expect(notes).toEqual({ 'Payments that renew a subscription are not imported.': ['sale s2'] });
});

test('the last day of a shorter month ends a period that began later in the month', () => {
  const { lines } = readVendor(
    'gumroad',
    table(sale('s1', { Recurrence: 'quarterly', 'Purchase Time (UTC timezone)': '2025-11-30 10:00:00 UTC' })),
  );
  expect(lines).toEqual([expect.objectContaining({ current_period_end: '2026-02-28T10:00:00.000Z' })]);
});

test('ended subscriptions are left out, cancelled ones end', () => {
  const monthly = { Recurrence: 'monthly' };
  const { lines, notes } = readVendor(
    'gumroad',
    table(
      sale('s1', { ...monthly, 'Subscription End Date': '2025-12-01 00:00:00 UTC' }),
      sale('s2', { ...monthly, 'Product ID': 'other', 'Cancellation Date': '2025-12-31 12:00:00 UTC' }),
    ),
  );
  expect(lines).toEqual([expect.objectContaining({ external_id: 's2', cancel_at_period_end: true })]);
  expect(notes).toEqual({ 'Left out with its license key, because the subscription has ended.': ['sale s1'] });
});

test('refunds and disputes revoke the license key, disabled keys stay disabled, and what is lost is named', () => {
  const { lines, notes } = readVendor(
    'gumroad',
    table(
      sale('p1', { 'Refunded?': '1', 'Fully Refunded?': '1' }),
      sale('p2', { 'Refunded?': '1', 'Partial Refund ($)': '5.0', 'Fully Refunded?': '0' }),
      sale('p3', { 'Disputed?': '1', 'Dispute Won?': '0' }),
      sale('p4', { 'Disputed?': '1', 'Dispute Won?': '1' }),
      sale('p5', { 'License Key Enabled?': '0', 'License Key Activation Count': '2' }),
      sale('p7', { 'Fully Refunded?': '1', 'License Key': '' }),
      sale('p6', { 'Purchase Time (UTC timezone)': 'yesterday', Recurrence: 'monthly' }),
    ),
  );
  const keys = lines.map(({ license_keys }) => (license_keys as { status: string; usage: number }[])[0]!);
  expect(keys.map(({ status, usage }) => [status, usage])).toEqual([
    ['revoked', 0],
    ['granted', 0],
    ['revoked', 0],
    ['granted', 0],
    ['disabled', 2],
  ]);
  expect(notes).toEqual({
    'Imported without its refund or dispute: its license key is revoked.': ['sale p1', 'sale p3'],
    'Imported without the refund of a part, which has no counterpart.': ['sale p2'],
    'Left out, because it was refunded or disputed, and has no license key to revoke.': ['sale p7'],
    'Left out, because it cannot be read: purchase_time_utc_timezone is no date.': ['sale p6'],
  });
});

test('responses of the API have cents, and the ids of subscriptions', () => {
  const response = {
    success: true,
    sales: [
      {
        id: 'p1',
        email: 'ada@example.com',
        created_at: '2025-12-31T10:00:00Z',
        product_name: 'Atlas',
        price: 2950,
        subscription_id: 'sub1',
        subscription_duration: 'yearly',
        recurring_charge: false,
        license_key: 'KEY',
        license_disabled: false,
        variants: { Tier: 'Team' },
      },
      {
        id: 'p2',
        email: 'ada@example.com',
        created_at: '2025-12-31T10:00:00Z',
        product_name: 'Atlas',
        price: 2950,
        license_key: 'KEY-2',
      },
    ],
  };
  expect(readVendor('gumroad', response).lines).toEqual([
    expect.objectContaining({ external_id: 'sub1', product: 'our Atlas (Team)', current_period_end: '2026-12-31T10:00:00.000Z' }),
    expect.objectContaining({ external_id: 'p2', amount: 2950, currency: 'usd' }),
  ]);
});
