import { readAmount } from '#support/cells';
import { vendorMetadata } from '#support/vendors';
import {
  productName,
  type PurchaseLine,
  ReadingBuilder,
  REFUNDED_WITHOUT_KEY,
  type ReadingOptions,
  type VendorKey,
  type VendorReader,
} from './reading.ts';
import type { VendorRecord } from './vendor-record.ts';

/** How many months a subscription is paid for at a time. */
const MONTHS: Readonly<Record<string, number>> = { monthly: 1, quarterly: 3, biannually: 6, yearly: 12, every_two_years: 24 };

const sourceOf = (record: VendorRecord): string => `sale ${record.text('purchase_id', 'id') ?? '?'}`;
const recurrenceOf = (record: VendorRecord): string | undefined =>
  record.text('recurrence', 'subscription_duration')?.toLowerCase();
const emailOf = (record: VendorRecord): string => record.required('purchase_email', 'email', 'buyer_email').toLowerCase();
/** Sales of one subscription: exports have no id of it. */
const subscriptionOf = (record: VendorRecord): string =>
  record.text('subscription_id') ?? `${record.text('product_id') ?? ''} ${emailOf(record)}`;

/** Sales: the CSV export, and `GET /v2/sales`. */
export const readGumroad: VendorReader = (records, options) => {
  const reading = new ReadingBuilder();
  const sales = records.filter((record) => record.text('purchase_id')?.toLowerCase() !== 'totals');
  const lastPayments = new Map<string, string>();
  reading.each(sales, sourceOf, (sale) => {
    if (recurrenceOf(sale) === undefined) return;
    const [paidAt, before] = [timeOf(sale), lastPayments.get(subscriptionOf(sale)) ?? ''];
    if (paidAt > before) lastPayments.set(subscriptionOf(sale), paidAt);
  });
  reading.each(sales, sourceOf, (sale) => {
    if (sale.isTrue('recurring_charge'))
      return reading.note('Payments that renew a subscription are not imported.', sourceOf(sale));
    if (sale.isTrue('pre_order_authorization')) return reading.note('Left out, because it is a pre-order.', sourceOf(sale));
    const key = keyOf(sale, reading);
    if (!key && isRevoked(sale)) return reading.note(REFUNDED_WITHOUT_KEY, sourceOf(sale));
    if (!key) reading.note('Has no license key: a key of the product here is a new one.', sourceOf(sale));
    const line =
      recurrenceOf(sale) === undefined
        ? orderOf(sale, options)
        : subscriptionLine(sale, lastPayments.get(subscriptionOf(sale))!, reading, options);
    if (line) reading.purchase(sourceOf(sale), line, key ? [key] : []);
  });
  return reading.result();
};

const timeOf = (sale: VendorRecord): string => {
  const time = sale.time('purchase_time_utc_timezone', 'created_at', 'purchase_date');
  return time ?? sale.required('purchase_time_utc_timezone');
};

/** What was chosen: a text in exports, pairs in the API. */
const variantsOf = (sale: VendorRecord): string | undefined =>
  sale.text('variants') ?? (Object.values(sale.pairs('variants')).join(', ') || undefined);

function purchaseOf(sale: VendorRecord, { productFor }: ReadingOptions) {
  const giftee = sale.text('giftee_email');
  // The form that exports have for what was chosen: `(Team)`.
  const variant = variantsOf(sale)?.replaceAll(/^\(|\)$/g, '');
  return {
    external_source: 'gumroad',
    product: productFor(productName(sale.required('item_name', 'product_name'), variant)),
    customer: { email: emailOf(sale), name: sale.text('buyer_name', 'full_name') },
    ...(giftee === undefined ? {} : { recipient: { email: giftee } }),
    quantity: sale.integer('quantity'),
  };
}

function orderOf(sale: VendorRecord, options: ReadingOptions): PurchaseLine {
  // Exports are in dollars, the API in cents.
  const dollars = sale.text('sale_price');
  const amount = dollars === undefined ? sale.integer('price') : readAmount(dollars, 'decimal_point', 'usd');
  return {
    ...purchaseOf(sale, options),
    type: 'order',
    external_id: sale.required('purchase_id', 'id'),
    purchased_at: timeOf(sale),
    amount,
    currency: dollars === undefined ? (sale.text('currency')?.toLowerCase() ?? 'usd') : 'usd',
  };
}

/** Nothing if the subscription has ended. */
function subscriptionLine(
  sale: VendorRecord,
  paidAt: string,
  reading: ReadingBuilder,
  options: ReadingOptions,
): PurchaseLine | undefined {
  const startedAt = timeOf(sale);
  const endedAt = sale.time('subscription_end_date');
  const isOver = sale.isTrue('ended') || (endedAt !== undefined && new Date(endedAt) <= options.now);
  if (isOver) {
    reading.note('Left out with its license key, because the subscription has ended.', sourceOf(sale));
    return undefined;
  }
  const until = endedAt ?? paidUntil(paidAt, recurrenceOf(sale)!);
  if (until !== undefined && new Date(until) <= options.now)
    reading.note(
      'Imported with a period from its start: the last payment in the files was for a period that is over.',
      sourceOf(sale),
    );
  return {
    ...purchaseOf(sale, options),
    type: 'subscription',
    external_id: sale.text('subscription_id') ?? sale.required('purchase_id', 'id'),
    started_at: startedAt,
    current_period_end: until !== undefined && new Date(until) > options.now ? until : undefined,
    cancel_at_period_end: endedAt !== undefined || sale.has('cancellation_date') || sale.isTrue('cancelled'),
  };
}

function paidUntil(paidAt: string, recurrence: string): string | undefined {
  const months = MONTHS[recurrence];
  if (months === undefined) return undefined;
  const until = new Date(paidAt);
  const day = until.getUTCDate();
  until.setUTCMonth(until.getUTCMonth() + months);
  // The 31st of a month that has 30 days is its last one.
  if (until.getUTCDate() !== day) until.setUTCDate(0);
  return until.toISOString();
}

const isPartlyRefunded = (sale: VendorRecord): boolean =>
  sale.isTrue('partially_refunded') || (!sale.isTrue('fully_refunded') && Number(sale.text('partial_refund') ?? 0) > 0);

/** Whether the customer has no right to it any more. */
function isRevoked(sale: VendorRecord): boolean {
  const isRefunded = (sale.isTrue('fully_refunded') || sale.isTrue('refunded')) && !isPartlyRefunded(sale);
  const isDisputed = (sale.isTrue('disputed') || sale.isTrue('chargedback')) && !sale.isTrue('dispute_won');
  return isRefunded || isDisputed || sale.isTrue('access_revoked');
}

function keyOf(sale: VendorRecord, reading: ReadingBuilder): VendorKey | undefined {
  const source = sourceOf(sale);
  if (isPartlyRefunded(sale)) reading.note('Imported without the refund of a part, which has no counterpart.', source);
  const key = sale.text('license_key');
  if (key === undefined) return undefined;
  if (isRevoked(sale)) reading.note('Imported without its refund or dispute: its license key is revoked.', source);
  const isDisabled = sale.isFalse('license_key_enabled') || sale.isTrue('license_disabled');
  return {
    key,
    // Applications compare the number of uses with a limit of their own.
    usage: sale.integer('license_key_activation_count', 'license_uses') ?? 0,
    limit_usage: null,
    status: isRevoked(sale) ? 'revoked' : isDisabled ? 'disabled' : 'granted',
    metadata: vendorMetadata('gumroad', {
      product_id: sale.text('product_id'),
      product_name: sale.text('item_name', 'product_name'),
      permalink: sale.text('permalink', 'product_permalink')?.replace(/^.*\//, ''),
      sale_id: sale.text('purchase_id', 'id'),
      order_number: sale.text('order_number', 'order_id'),
      variants: variantsOf(sale),
    }),
  };
}
