import type { Item, PaymentLine, Period, ProviderUpdate } from '../../domain/provider-updates.ts';
import { chosenIn, refsOf, saidInMetadata } from './event-reader.ts';
import type { PaddleData, PaddleItem, PaddleLine, PaddlePeriod, PaddleTotals, PaddleAllTotals } from './paddle-fields.ts';
import type { Mark } from '../../domain/provider.ts';
import { paidOf } from '../../domain/payment-parts.ts';
import {
  ADJUSTMENT_ACTIONS,
  ADJUSTMENT_STATUSES,
  COLLECTION_MODES,
  SCHEDULED_ACTIONS,
  PADDLE_SUBSCRIPTION_STATUSES,
  TAX_MODES,
  TRANSACTION_ORIGINS,
} from './paddle-values.ts';

/** A subscription is created when its first transaction is paid, unless invoices are sent for it, so its first period is paid. */
const BEGINNINGS = new Set(['subscription.created', 'subscription.activated', 'subscription.imported']);

/** What an event of Paddle says about its object. */
export function paddleUpdates(type: string, data: PaddleData, mark: Mark | null): ProviderUpdate[] {
  if (type.startsWith('subscription.')) return subscriptionUpdates(type, data, mark);
  switch (type) {
    case 'customer.created':
    case 'customer.updated':
    case 'customer.imported':
      return [
        {
          kind: 'customer',
          ref: data.at('id').text(),
          email: data.at('email').textOrNull(),
          name: data.at('name').textOrNull(),
          isOfCustomer: true,
        },
      ];
    case 'transaction.completed':
      return transactionUpdates(data, mark);
    case 'adjustment.created':
    case 'adjustment.updated':
      return adjustmentUpdates(data);
    default:
      return [];
  }
}

function subscriptionUpdates(type: string, data: PaddleData, mark: Mark | null): ProviderUpdate[] {
  const ref = data.at('id').text();
  const status = data.at('status').meaning(PADDLE_SUBSCRIPTION_STATUSES);
  const change = data.at('scheduled_change');
  const isCancellation = change.at('action').meaningOrNull(SCHEDULED_ACTIONS);
  const canceledAt = data.at('canceled_at').timeOrNull();
  const items = data.at('items').list().filter(isRecurring);
  const period = periodOf(data.at('current_billing_period'));
  const trialEnds = items.map((item) => item.at('trial_dates', 'ends_at').timeOrNull()).filter((end) => end !== null);
  const snapshot: ProviderUpdate = {
    kind: 'subscription',
    ref,
    customerRef: data.at('customer_id').text(),
    status,
    items: items.map((item) => itemOf(item, keyAmong(items, item), mark)),
    currency: data.at('currency_code').text().toLowerCase(),
    startedAt: data.first('started_at', 'created_at').time(),
    trialEnd: trialEnds.toSorted().at(-1) ?? null,
    period,
    endsAt: canceledAt ?? (isCancellation ? change.at('effective_at').time() : null),
    canceledAt,
    ...chosenIn(data.at('custom_data')),
  };
  const isCollected = data.at('collection_mode').meaningOrNull(COLLECTION_MODES) ?? true;
  const isPaid = (BEGINNINGS.has(type) && isCollected) || status === 'trialing';
  return isPaid && period ? [snapshot, { kind: 'paid_period', ref, ...period, since: period.start }] : [snapshot];
}

/** One that was bought once with the subscription is a line of its transaction. */
const isRecurring = (item: PaddleItem): boolean => item.at('recurring').isMissing || item.at('recurring').isTrue();

/** Items have no ids of their own: the price tells which one it is. */
function keyAmong(items: readonly PaddleItem[], item: PaddleItem): string {
  const id = priceIdOf(item);
  const number = items.slice(0, items.indexOf(item)).filter((each) => priceIdOf(each) === id).length;
  return number === 0 ? id : `${id}#${number + 1}`;
}

const periodOf = (period: PaddlePeriod): (Period & { readonly start: string }) | null =>
  period.isMissing ? null : { start: period.at('starts_at').time(), end: period.at('ends_at').time() };

/** Items of subscriptions have their product; of those of a transaction, the line has it, and what was paid. */
function itemOf(item: PaddleItem, key: string, mark: Mark | null, line?: PaddleLine): Item {
  const price = item.at('price');
  const ofLine = line ? [line.at('product', 'custom_data')] : [];
  const quantity = item.at('quantity').integerOrNull() ?? 1;
  const each = price.at('tax_mode').meaningOrNull(TAX_MODES) ? null : price.at('unit_price', 'amount').integerOrNull();
  return {
    key,
    refs: refsOf(priceIdOf(item), price.at('product_id').textOrNull()),
    ...saidInMetadata(mark, price.at('custom_data'), item.at('product', 'custom_data'), ...ofLine),
    quantity,
    amount: line ? withoutTax(line.at('totals')) : each && each * quantity,
  };
}

function transactionUpdates(data: PaddleData, mark: Mark | null): ProviderUpdate[] {
  const ref = data.at('id').text();
  const subscriptionRef = data.at('subscription_id').textOrNull();
  const totals = data.at('details', 'totals');
  const origin = data.at('origin').meaningOrNull(TRANSACTION_ORIGINS) ?? 'subscription_create';
  const paidAt = data.first('billed_at', 'updated_at', 'created_at').time();
  const payment: ProviderUpdate = {
    kind: 'payment',
    ref,
    aliases: [],
    customerRef: data.at('customer_id').text(),
    subscriptionRef,
    reason: subscriptionRef === null ? 'purchase' : origin,
    maybeOfSubscription: false,
    lines: linesOf(data, subscriptionRef !== null, mark),
    ...paidOfTransaction(totals),
    currency: data.at('currency_code').text().toLowerCase(),
    paidAt,
    ...chosenIn(data.at('custom_data')),
  };
  const period = subscriptionRef === null ? null : periodOf(data.at('billing_period'));
  if (subscriptionRef === null || !period) return [payment];
  return [payment, { kind: 'paid_period', ref: subscriptionRef, ...period, since: period.start, paidAt }];
}

/** Without what credits of the customer covered. */
function paidOfTransaction(totals: PaddleAllTotals) {
  const [total, tax] = [totals.at('total').integer(), totals.at('tax').integer()];
  const credit = totals.at('credit').integerOrNull();
  return paidOf({ total, tax, paid: totals.at('grand_total').integerOrNull() ?? (credit === null ? null : total - credit) });
}

/** Prices without a billing cycle are bought once, with a subscription too. */
function linesOf(data: PaddleData, isOfSubscription: boolean, mark: Mark | null): PaymentLine[] {
  const told = data.at('details', 'line_items').list();
  const items = data.at('items').list();
  return items.map((item) => {
    const id = priceIdOf(item);
    const earlier = items.slice(0, items.indexOf(item)).filter((each) => priceIdOf(each) === id).length;
    const line = told.filter((each) => each.at('price_id').textOrNull() === id)[earlier];
    const price = item.at('price');
    const recurring = isOfSubscription && !price.at('billing_cycle').isNull;
    return {
      ...itemOf(item, line?.at('id').textOrNull() ?? keyAmong(items, item), mark, line),
      taxAmount: line?.at('totals', 'tax').integer() ?? null,
      ...(recurring ? { recurring: { itemKey: id } } : {}),
    };
  });
}

const withoutTax = (totals: PaddleTotals): number => Math.max(totals.at('total').integer() - totals.at('tax').integer(), 0);

const priceIdOf = (item: PaddleItem): string => item.at('price', 'id').textOrNull() ?? item.at('price_id').text();

function adjustmentUpdates(data: PaddleData): ProviderUpdate[] {
  const isRefund = data.at('action').meaning(ADJUSTMENT_ACTIONS);
  const status = data.at('status').meaning(ADJUSTMENT_STATUSES);
  if (!isRefund || status === 'nothing') return [];
  const [id, amount] = [data.at('id').text(), data.at('totals', 'total').integer()];
  const lines: Record<string, number> = {};
  for (const item of data.at('items').list()) {
    const line = item.at('item_id').text();
    lines[line] = (lines[line] ?? 0) + item.at('totals', 'total').integer();
  }
  const update = {
    kind: 'refund',
    ref: data.at('transaction_id').text(),
    aliases: [],
    totals: { [id]: amount },
    ofLines: { [id]: lines },
  } as const;
  return [status === 'failed' ? { ...update, single: { [id]: { [id]: { amount, hasFailed: true } } } } : update];
}
