import {
  ordered,
  productName,
  type PurchaseLine,
  ReadingBuilder,
  REFUNDED_WITHOUT_KEY,
  type ReadingOptions,
  scalarsOf,
  type VendorActivation,
  type VendorKey,
  type VendorReader,
} from './reading.ts';
import type { VendorRecord } from './vendor-record.ts';

type Kind = 'orders' | 'subscriptions' | 'license keys' | 'grants' | 'others';
const ENDED = new Set(['canceled', 'unpaid', 'incomplete', 'incomplete_expired']);
const UNPAID = new Set(['past_due']);
const LEFT_OUT = new Set(['void', 'draft']);

function kindOf(record: VendorRecord): Kind {
  if (record.has('key') && record.has('benefit_id')) return 'license keys';
  if (record.has('benefit_id') && record.has('properties')) return 'grants';
  if (record.has('recurring_interval') && record.has('customer_id')) return 'subscriptions';
  return record.has('billing_reason') ? 'orders' : 'others';
}

const sourceOf = (record: VendorRecord): string => `${kindOf(record).replace(/s$/, '')} ${record.text('id') ?? '?'}`;

/** Lists of the API: orders, subscriptions, license keys (each with its activations), and the grants of their benefits. */
export const readPolar: VendorReader = (records, options) => {
  const reading = new ReadingBuilder();
  const kinds = Map.groupBy(records, kindOf);
  const of = (kind: Kind): readonly VendorRecord[] => kinds.get(kind) ?? [];
  const keys = new Map(of('license keys').map((key) => [key.text('id'), key]));
  const grants = Map.groupBy(ordered(of('grants'), 'created_at'), (grant) => grant.text('subscription_id', 'order_id') ?? '');
  const given = new Set<VendorRecord>();
  const keysOf = (purchase: string): VendorKey[] =>
    (grants.get(purchase) ?? []).flatMap((grant) => {
      const key = keys.get(grant.record('properties')?.text('license_key_id'));
      if (!key || given.has(key)) return [];
      given.add(key);
      return [keyOf(key, reading)];
    });
  for (const record of of('others'))
    reading.note('Not imported, because it is no order, subscription, license key or grant.', sourceOf(record));
  reading.each(of('subscriptions'), sourceOf, (subscription) => {
    const [source, status] = [sourceOf(subscription), subscription.text('status') ?? 'active'];
    const found = keysOf(subscription.required('id'));
    if (ENDED.has(status)) return reading.note('Left out with its license keys, because the subscription has ended.', source);
    if (UNPAID.has(status)) reading.note('Imported as active, because an unpaid subscription has no counterpart.', source);
    const until = subscription.time('current_period_end');
    const line: PurchaseLine = {
      ...purchaseOf(subscription, options),
      type: 'subscription',
      started_at: subscription.time('started_at', 'created_at'),
      current_period_end: until !== undefined && new Date(until) > options.now ? until : undefined,
      cancel_at_period_end: subscription.isTrue('cancel_at_period_end'),
    };
    reading.purchase(source, line, found);
  });
  reading.each(of('orders'), sourceOf, (order) => {
    const [source, status] = [sourceOf(order), order.text('status') ?? 'paid'];
    if (order.has('subscription_id')) return reading.note('Payments of subscriptions are not imported.', source);
    if (LEFT_OUT.has(status)) return reading.note('Left out, because the order was not paid.', source);
    const found = keysOf(order.required('id'));
    if (status === 'refunded' && found.length === 0) return reading.note(REFUNDED_WITHOUT_KEY, source);
    if ((order.integer('refunded_amount') ?? 0) > 0)
      reading.note('Imported without its refund, which has no counterpart.', source);
    const line: PurchaseLine = {
      ...purchaseOf(order, options),
      type: 'order',
      purchased_at: order.time('created_at'),
      status: status === 'pending' ? 'pending' : 'paid',
      amount: order.integer('net_amount', 'amount'),
      tax_amount: order.integer('tax_amount'),
      currency: order.text('currency'),
    };
    reading.purchase(source, line, status === 'refunded' ? found.map((key) => ({ ...key, status: 'revoked' })) : found);
  });
  for (const key of of('license keys').filter((each) => !given.has(each)))
    reading.note('Left out, because the files have no grant of it with its order or subscription.', sourceOf(key));
  return reading.result();
};

function purchaseOf(record: VendorRecord, { productFor }: ReadingOptions) {
  const customer = record.record('customer');
  return {
    external_id: record.required('id'),
    external_source: 'polar',
    product: productFor(productName(record.record('product')?.text('name') ?? record.text('product_id'))),
    customer: {
      email: customer?.text('email') ?? record.required('customer_email'),
      name: customer?.text('name'),
      external_id: customer?.text('external_id'),
    },
  };
}

function keyOf(key: VendorRecord, reading: ReadingBuilder): VendorKey {
  if (!key.has('activations') && key.limit('limit_activations') !== null)
    reading.note('Has no activations in the files: `GET /v1/license-keys/{id}` has them.', sourceOf(key));
  const status = key.text('status');
  return {
    key: key.required('key'),
    usage: key.integer('usage') ?? 0,
    limit_usage: key.limit('limit_usage'),
    limit_activations: key.limit('limit_activations'),
    expires_at: key.time('expires_at') ?? null,
    status: status === 'disabled' || status === 'revoked' ? status : 'granted',
    activations: key.has('activations') ? key.records('activations').map((activation) => activationOf(activation)) : undefined,
  };
}

const activationOf = (activation: VendorRecord): VendorActivation => ({
  label: activation.required('label'),
  device_id: activation.text('device_id'),
  meta: scalarsOf(activation.pairs('meta')),
});
