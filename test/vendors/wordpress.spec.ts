import { readVendor } from './read-vendor.ts';

describe('Software Licensing of Easy Digital Downloads', () => {
  const HEADER =
    'License ID,License Key,License Status,Customer ID,Customer Email,Customer Name,User ID,Product Name,Price ID,Purchase Date,Expiration Date,Activation Limit,Activation Count,Activated URLs';

  test('a license becomes an order, and its sites become activations', () => {
    const { lines, notes } = readVendor(
      'easy-digital-downloads',
      `${HEADER}\n` +
        '12,abc123,active,3,ada@example.com,Ada,7,Atlas,2,2024-03-01 10:00:00,1798761600,5,3,"example.com/, https://www.example.com, staging.example.com/"\n' +
        '13,def456,disabled,3,ada@example.com,Ada,7,Atlas,,2024-03-01 10:00:00,0,0,0,\n',
    );
    expect(lines).toEqual([
      {
        type: 'order',
        external_id: '12',
        external_source: 'easy_digital_downloads',
        product: 'our Atlas (2)',
        customer: { email: 'ada@example.com', name: 'Ada' },
        purchased_at: '2024-03-01T10:00:00Z',
        amount: 0,
        license_keys: [
          {
            key: 'abc123',
            limit_activations: 5,
            expires_at: '2027-01-01T00:00:00.000Z',
            status: 'granted',
            activations: [
              { label: 'example.com', device_id: 'example.com' },
              { label: 'staging.example.com', device_id: 'staging.example.com' },
            ],
            metadata: { edd_item_name: 'Atlas', edd_price_id: '2' },
          },
        ],
      },
      expect.objectContaining({
        product: 'our Atlas',
        license_keys: [
          {
            key: 'def456',
            limit_activations: 1_000_000,
            expires_at: null,
            status: 'disabled',
            metadata: { edd_item_name: 'Atlas' },
            activations: [],
          },
        ],
      }),
    ]);
    expect(notes).toEqual({
      'The export has no amounts: purchases are imported with 0.': ['license 12', 'license 13'],
      'Has activations without a site: they are activated anew.': ['license 12'],
    });
  });
});

describe('License Manager for WooCommerce', () => {
  const HEADER =
    'id,order_id,product_id,user_id,license_key,expires_at,valid_for,status,times_activated,times_activated_max,created_at,created_by,updated_at,updated_by';
  const order = (id: number, more: object = {}) => ({
    id,
    number: String(id),
    status: 'completed',
    currency: 'EUR',
    date_created_gmt: '2024-03-01T10:00:00',
    billing: { first_name: 'Ada', last_name: 'Lovelace', email: 'ada@example.com' },
    line_items: [
      { id: 1, name: 'Atlas', product_id: 10, variation_id: 0, quantity: 1, total: '29.35', total_tax: '5.58' },
      { id: 2, name: 'Globe', product_id: 20, variation_id: 21, quantity: 1, total: '10.00', total_tax: '0.00' },
    ],
    refunds: [],
    ...more,
  });

  test('license keys find their customer and their product in the order; each product is a purchase', () => {
    const { lines, notes } = readVendor(
      'woocommerce',
      `${HEADER}\n` +
        '1,100,10,5,KEY-1,2027-01-01 00:00:00,,DELIVERED,2,3,,,,\n' +
        '2,100,10,5,KEY-2,,30,INACTIVE,,,,,,\n' +
        '3,100,21,5,KEY-3,,,SOLD,,,,,,\n' +
        '4,999,10,5,KEY-4,,,SOLD,,,,,,\n',
      [order(100), order(101)],
    );
    expect(lines.map(({ external_id, product, amount, license_keys }) => [external_id, product, amount, license_keys])).toEqual([
      [
        '100/10',
        'our Atlas',
        2935,
        [{ key: 'KEY-1', limit_activations: 3, expires_at: '2027-01-01T00:00:00Z', status: 'granted', activations: [] }],
      ],
      [
        '100/10#2',
        'our Atlas',
        0,
        [
          {
            key: 'KEY-2',
            limit_activations: 1_000_000,
            expires_at: '2024-03-31T10:00:00.000Z',
            status: 'disabled',
            activations: [],
          },
        ],
      ],
      ['100/21', 'our Globe', 1000, [expect.objectContaining({ key: 'KEY-3', expires_at: null })]],
    ]);
    expect(lines[0]).toMatchObject({
      type: 'order',
      external_source: 'woocommerce',
      customer: { email: 'ada@example.com', name: 'Ada Lovelace' },
      purchased_at: '2024-03-01T10:00:00Z',
      tax_amount: 558,
      currency: 'eur',
    });
    expect(notes).toEqual({
      'Was activated without a token in the files: it is activated anew.': ['license 1'],
      'Left out, because the files do not have its order.': ['license 4'],
      'Left out, because the order has no license keys.': ['order 101'],
    });
  });

  test('the API has activations with tokens, which applications present; refunded orders revoke', () => {
    const { lines, notes } = readVendor(
      'woocommerce',
      {
        success: true,
        data: [
          {
            id: 1,
            orderId: 100,
            productId: 10,
            licenseKey: 'KEY-1',
            status: 3,
            timesActivated: 1,
            timesActivatedMax: 2,
            activationData: [
              { token: 't1', label: 'bombe', deactivated_at: null },
              { token: 't2', label: 'old', deactivated_at: '2024-05-01 00:00:00' },
            ],
          },
        ],
      },
      [order(100, { status: 'refunded' })],
    );
    expect(lines).toEqual([
      expect.objectContaining({
        license_keys: [expect.objectContaining({ status: 'revoked', activations: [{ label: 'bombe', device_id: 't1' }] })],
      }),
    ]);
    expect(notes).toEqual({ 'Imported without its refund: its license keys are revoked.': ['order 100'] });
  });
});
