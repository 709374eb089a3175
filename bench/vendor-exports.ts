const EMAIL = (n: number): string => `customer-${n}@example.com`;
const CREATED = '2025-01-01T00:00:00Z';
const ids = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);
const json = (value: unknown): string => JSON.stringify(value);
const resources = (type: string, count: number, attributesOf: (n: number) => object, related?: (n: number) => object): string =>
  json({
    data: ids(count).map((n) => ({
      type,
      id: String(n),
      attributes: attributesOf(n),
      ...(related && { relationships: related(n) }),
    })),
  });
const table = (columns: string, count: number, rowOf: (n: number) => string): string =>
  `${columns}\n${ids(count).map(rowOf).join('\n')}\n`;
const to = (type: string, id: number): object => ({ data: { type, id: String(id) } });

/** The exports of a vendor about so many license keys, each of a customer of its own and with a device, where the vendor knows devices. */
export const EXPORTS_OF: Readonly<Record<string, (count: number) => readonly string[]>> = {
  'lemon-squeezy': (count) => {
    const person = (n: number) => ({ user_email: EMAIL(n), user_name: 'Ada', customer_id: n, store_id: 1 });
    return [
      resources('orders', count, (n) => ({
        ...person(n),
        currency: 'USD',
        total: 1190,
        tax: 190,
        status: 'paid',
        created_at: CREATED,
        first_order_item: { product_name: 'Atlas', variant_name: 'Default', product_id: 2, variant_id: 3 },
      })),
      resources('license-keys', count, (n) => ({
        ...person(n),
        order_id: n,
        key: `LEMON-${n}`,
        activation_limit: 5,
        product_id: 2,
      })),
      resources('license-key-instances', count, (n) => ({ license_key_id: n, identifier: `device-${n}`, name: 'Bombe' })),
    ];
  },
  gumroad: (count) => [
    json({
      sales: ids(count).map((n) => ({
        id: `sale-${n}`,
        email: EMAIL(n),
        created_at: CREATED,
        product_name: 'Atlas',
        price: 2900,
        license_key: `GUM-${n}`,
        license_uses: 3,
        product_id: 'abc==',
      })),
    }),
  ],
  keygen: (count) => [
    resources('products', 1, () => ({ name: 'Atlas' })),
    resources('users', count, (n) => ({ email: EMAIL(n), fullName: 'Ada' })),
    resources(
      'licenses',
      count,
      (n) => ({ key: `GEN-${n}`, maxMachines: 5, uses: 1, created: CREATED }),
      (n) => ({ owner: to('users', n), product: to('products', 1) }),
    ),
    resources(
      'machines',
      count,
      (n) => ({ fingerprint: `ab:${n}`, name: 'Bombe' }),
      (n) => ({ license: to('licenses', n) }),
    ),
  ],
  cryptlex: (count) => [
    json(
      ids(count).map((n) => ({
        id: `l${n}`,
        key: `LEX-${n}`,
        productName: 'Atlas',
        userEmail: EMAIL(n),
        allowedActivations: 5,
        createdAt: CREATED,
      })),
    ),
    json(ids(count).map((n) => ({ id: `a${n}`, licenseId: `l${n}`, fingerprint: `ab-${n}`, hostname: 'bombe' }))),
  ],
  'easy-digital-downloads': (count) => [
    table(
      'License ID,License Key,License Status,Customer Email,Customer Name,Product Name,Purchase Date,Expiration Date,Activation Limit,Activation Count,Activated URLs',
      count,
      (n) => `${n},EDD-${n},active,${EMAIL(n)},Ada,Atlas,2025-01-01 00:00:00,0,5,1,site-${n}.example.com/`,
    ),
  ],
  woocommerce: (count) => [
    json({
      data: ids(count).map((n) => ({
        id: n,
        orderId: n,
        productId: 10,
        licenseKey: `WOO-${n}`,
        timesActivatedMax: 5,
        activationData: [{ token: `token-${n}`, label: 'bombe' }],
      })),
    }),
    json(
      ids(count).map((n) => ({
        id: n,
        status: 'completed',
        currency: 'EUR',
        date_created_gmt: '2025-01-01T00:00:00',
        billing: { first_name: 'Ada', email: EMAIL(n) },
        line_items: [{ name: 'Atlas', product_id: 10, total: '29.35', total_tax: '5.58' }],
      })),
    ),
  ],
};
