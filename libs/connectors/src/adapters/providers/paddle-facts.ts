import type { Fact, Item, ProviderStatus } from '../../domain/facts.ts';
import { keyNamedIn, productNamedIn, refsOf } from './event-reader.ts';
import type { PaddleData, PaddleItem, PaddleLine, PaddlePeriod, PaddleTotals } from './paddle-fields.ts';

const STATUSES: Readonly<Record<string, ProviderStatus>> = {
  trialing: 'trialing',
  active: 'active',
  past_due: 'past_due',
  paused: 'paused',
  canceled: 'canceled',
};

const REASONS: Readonly<Record<string, 'subscription_cycle' | 'subscription_update'>> = {
  subscription_recurring: 'subscription_cycle',
  subscription_update: 'subscription_update',
  subscription_charge: 'subscription_update',
  subscription_payment_method_change: 'subscription_update',
};

/** A subscription is created when its first transaction is paid, so its first period is paid. */
const BEGINNINGS = new Set(['subscription.created', 'subscription.activated', 'subscription.imported']);

/** Money that was given back: an adjustment that is a refund or a chargeback. */
const REFUNDS = new Set(['refund', 'chargeback']);
/** Those that are pending or rejected gave nothing back; one that is reversed was approved before. */
const COUNTED = new Set(['approved', 'reversed']);

/** What an event of Paddle says about its object. */
export function paddleFacts(type: string, data: PaddleData): Fact[] {
  if (type.startsWith('subscription.')) return subscriptionFacts(type, data);
  switch (type) {
    case 'customer.created':
    case 'customer.updated':
    case 'customer.imported':
      return [
        { kind: 'customer', ref: data.at('id').text(), email: data.at('email').textOrNull(), name: data.at('name').textOrNull() },
      ];
    case 'transaction.completed':
      return transactionFacts(data);
    case 'adjustment.created':
    case 'adjustment.updated':
      return adjustmentFacts(data);
    default:
      return [];
  }
}

function subscriptionFacts(type: string, data: PaddleData): Fact[] {
  const ref = data.at('id').text();
  const paddleStatus = data.at('status').text();
  const status = STATUSES[paddleStatus];
  if (status === undefined) throw new Error(`Unknown status ${paddleStatus}`);
  const change = data.at('scheduled_change');
  const isCancellation = change.at('action').textOrNull() === 'cancel';
  const canceledAt = data.at('canceled_at').timeOrNull();
  const items = data.at('items').list();
  const trialEnds = items.map((item) => item.at('trial_dates', 'ends_at').timeOrNull()).filter((end) => end !== null);
  const snapshot: Fact = {
    kind: 'subscription',
    ref,
    customerRef: data.at('customer_id').text(),
    status,
    // Items have no ids of their own, and another price replaces one at its position.
    items: items.map((item, index) => itemOf(item, items.length === 1 ? '' : String(index))),
    currency: data.at('currency_code').text().toLowerCase(),
    startedAt: data.first('started_at', 'created_at').time(),
    trialEnd: trialEnds.toSorted().at(-1) ?? null,
    endsAt: canceledAt ?? (isCancellation ? change.at('effective_at').time() : null),
    canceledAt,
    ...keyNamedIn(data.at('custom_data')),
  };
  const period = data.at('current_billing_period');
  const isPaid = BEGINNINGS.has(type) || status === 'trialing';
  return isPaid && !period.isMissing ? [snapshot, paidPeriod(ref, period)] : [snapshot];
}

function paidPeriod(ref: string, period: PaddlePeriod): Fact {
  const start = period.at('starts_at').time();
  return { kind: 'paid_period', ref, start, end: period.at('ends_at').time(), since: start };
}

/** Items of subscriptions have their product; of those of a transaction, the line has it, and what was paid. */
function itemOf(item: PaddleItem, key: string, line?: PaddleLine): Item {
  const price = item.at('price');
  const ofLine = line ? [line.at('product', 'custom_data')] : [];
  const quantity = item.at('quantity').integerOrNull() ?? 1;
  const isInclusive = price.at('tax_mode').textOrNull() === 'internal';
  const each = isInclusive ? null : price.at('unit_price', 'amount').integerOrNull();
  return {
    key,
    refs: refsOf(priceIdOf(item), price.at('product_id').textOrNull()),
    ...productNamedIn(price.at('custom_data'), item.at('product', 'custom_data'), ...ofLine),
    quantity,
    amount: line ? withoutTax(line.at('totals')) : each && each * quantity,
  };
}

function transactionFacts(data: PaddleData): Fact[] {
  const ref = data.at('id').text();
  const subscriptionRef = data.at('subscription_id').textOrNull();
  const totals = data.at('details', 'totals');
  const lines = data.at('details', 'line_items').list();
  const payment: Fact = {
    kind: 'payment',
    ref,
    aliases: [],
    customerRef: data.at('customer_id').text(),
    subscriptionRef,
    reason: subscriptionRef === null ? 'purchase' : (REASONS[data.at('origin').textOrNull() ?? ''] ?? 'subscription_create'),
    maybeOfSubscription: false,
    items:
      subscriptionRef === null
        ? data
            .at('items')
            .list()
            .map((item, index) =>
              itemOf(
                item,
                String(index),
                lines.find((line) => line.at('price_id').textOrNull() === priceIdOf(item)),
              ),
            )
        : [],
    amount: withoutTax(totals),
    taxAmount: totals.at('tax').integer(),
    currency: data.at('currency_code').text().toLowerCase(),
    paidAt: data.first('billed_at', 'updated_at', 'created_at').time(),
    ...keyNamedIn(data.at('custom_data')),
  };
  const period = data.at('billing_period');
  return subscriptionRef === null || period.isMissing ? [payment] : [payment, paidPeriod(subscriptionRef, period)];
}

const withoutTax = (totals: PaddleTotals): number => Math.max(totals.at('total').integer() - totals.at('tax').integer(), 0);

const priceIdOf = (item: PaddleItem): string => item.at('price', 'id').textOrNull() ?? item.at('price_id').text();

function adjustmentFacts(data: PaddleData): Fact[] {
  const status = data.at('status').text();
  if (!REFUNDS.has(data.at('action').text()) || !COUNTED.has(status)) return [];
  const [id, amount] = [data.at('id').text(), data.at('totals', 'total').integer()];
  const fact = { kind: 'refund', ref: data.at('transaction_id').text(), aliases: [], totals: { [id]: amount } } as const;
  return [status === 'reversed' ? { ...fact, single: { [id]: { [id]: { amount, hasFailed: true } } } } : fact];
}
