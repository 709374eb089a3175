import { readAmount } from '#support/cells';
import {
  grouped,
  ordered,
  joined,
  type PurchaseLine,
  ReadingBuilder,
  type ReadingOptions,
  type VendorKey,
  type VendorReader,
} from './reading.ts';
import type { VendorRecord } from './vendor-record.ts';

const LEFT_OUT = new Set(['cancelled', 'failed', 'trash', 'pending', 'checkout-draft']);
const DAY_MS = 86_400_000;
/** Statuses of License Manager: text in the export, and numbers in the API. */
const INACTIVE = new Set(['inactive', '4']);

const isLicense = (record: VendorRecord): boolean => record.has('license_key');
const sourceOf = (record: VendorRecord): string => `${isLicense(record) ? 'license' : 'order'} ${record.text('id') ?? '?'}`;

/** License keys of License Manager for WooCommerce (CSV, or its API), and the orders of WooCommerce (API v3), which have the customers. */
export const readWooCommerce: VendorReader = (records, options) => {
  const reading = new ReadingBuilder();
  const [licenses, others] = [records.filter(isLicense), records.filter((record) => !isLicense(record))];
  const orders = new Map(others.map((order) => [order.text('id', 'order_id'), order]));
  const licensed = grouped(licenses, 'order_id');
  for (const [orderId, keys] of licensed) {
    const order = orders.get(orderId);
    if (order) readOrder(order, keys, reading, options);
    else for (const key of keys) reading.note('Left out, because the files do not have its order.', sourceOf(key));
  }
  for (const order of others)
    if (!licensed.has(order.text('id', 'order_id') ?? ''))
      reading.note('Left out, because the order has no license keys.', sourceOf(order));
  return reading.result();
};

/** Each product of an order is a purchase of its own. */
function readOrder(
  order: VendorRecord,
  licenses: readonly VendorRecord[],
  reading: ReadingBuilder,
  options: ReadingOptions,
): void {
  const status = order.text('status') ?? 'completed';
  if (LEFT_OUT.has(status)) return reading.note('Left out, because the order was not paid.', sourceOf(order));
  if (status === 'refunded') reading.note('Imported without its refund: its license keys are revoked.', sourceOf(order));
  else if (order.records('refunds').length > 0)
    reading.note('Imported without the refund of a part, which has no counterpart.', sourceOf(order));
  reading.each([order], sourceOf, () => {
    for (const [product, keys] of grouped(ordered(licenses, 'id'), 'product_id')) {
      const line = lineOf(order, product, options);
      const read = keys.map((key) => keyOf(key, order, reading));
      reading.purchase(sourceOf(order), line, status === 'refunded' ? read.map((key) => ({ ...key, status: 'revoked' })) : read);
    }
  });
}

function lineOf(order: VendorRecord, productId: string, { productFor }: ReadingOptions): PurchaseLine {
  const item = order
    .records('line_items')
    .find((each) => each.text('product_id') === productId || each.text('variation_id') === productId);
  const billing = order.record('billing') ?? order;
  const currency = order.text('currency')?.toLowerCase();
  const amount = (name: string): number | undefined => {
    const text = item?.text(name);
    return text === undefined || currency === undefined ? undefined : readAmount(text, 'decimal_point', currency);
  };
  return {
    type: 'order',
    external_id: `${order.required('id', 'order_id')}/${productId}`,
    external_source: 'woocommerce',
    product: productFor(item?.text('name') ?? `product ${productId}`),
    customer: {
      email: billing.required('email', 'billing_email'),
      name: joined(billing.text('first_name', 'billing_first_name'), billing.text('last_name', 'billing_last_name')),
    },
    purchased_at: order.time('date_created_gmt', 'date_created', 'order_date'),
    amount: amount('total') ?? 0,
    tax_amount: amount('total_tax'),
    currency,
  };
}

function keyOf(license: VendorRecord, order: VendorRecord, reading: ReadingBuilder): VendorKey {
  const activations = license
    .records('activation_data')
    .filter((activation) => !activation.has('deactivated_at'))
    .map((activation) => {
      const token = activation.required('token');
      return { label: activation.text('label') ?? token, device_id: token };
    });
  if ((license.integer('times_activated') ?? 0) > activations.length)
    reading.note('Was activated without a token in the files: it is activated anew.', sourceOf(license));
  return {
    key: license.required('license_key'),
    limit_activations: license.activationLimit('times_activated_max'),
    expires_at: license.time('expires_at') ?? endOf(license, order) ?? null,
    status: INACTIVE.has((license.text('status') ?? '').toLowerCase()) ? 'disabled' : 'granted',
    activations,
  };
}

/** A key that is valid for some days is so from its order on. */
function endOf(license: VendorRecord, order: VendorRecord): string | undefined {
  const days = license.limit('valid_for');
  const start = order.time('date_paid_gmt', 'date_created_gmt', 'date_created');
  return days === null || start === undefined ? undefined : new Date(Date.parse(start) + days * DAY_MS).toISOString();
}
