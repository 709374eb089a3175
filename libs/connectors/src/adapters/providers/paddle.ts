import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Fact, Item, ProviderStatus } from '../../domain/facts.ts';
import {
  type EventFacts,
  type IncomingEvent,
  Provider,
  type WebhookRequest,
  WebhookEventInvalid,
  WebhookSignatureInvalid,
} from '../../domain/provider.ts';
import { JsonReader, productNamedIn, refsOf } from './json.ts';

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

const rankOf = (type: string): number => (type.endsWith('.created') ? 0 : type.endsWith('.canceled') ? 2 : 1);

/** Events of Paddle Billing. They do not say whether they are tests: the sandbox of Paddle is another account. */
export class Paddle extends Provider {
  readonly name = 'paddle';

  /** The header has a time and one or more signatures; while the secret is changed, there are several. */
  async verify({ headers, body }: WebhookRequest, secret: string, now: Date): Promise<void> {
    const parts = (headers['paddle-signature'] ?? '').split(';').map((part) => part.split('='));
    const time = parts.find(([name]) => name === 'ts')?.[1] ?? '';
    const signatures = parts.filter(([name]) => name === 'h1').map(([, value = '']) => Buffer.from(value, 'hex'));
    const expected = createHmac('sha256', secret).update(`${time}:${body}`).digest();
    const isSigned = signatures.some((given) => given.length === expected.length && timingSafeEqual(given, expected));
    const isInTime = Math.abs(now.getTime() - Number(time) * 1000) < TOLERANCE_MS;
    if (!isSigned || !isInTime) throw new WebhookSignatureInvalid();
  }

  testRequest(secret: string, now: Date): WebhookRequest {
    const [id, time] = [`evt_test_${now.getTime()}`, Math.floor(now.getTime() / 1000)];
    const body = JSON.stringify({ event_id: id, event_type: 'latchkey.test', occurred_at: now.toISOString(), data: {} });
    const signature = createHmac('sha256', secret).update(`${time}:${body}`).digest('hex');
    return { headers: { 'paddle-signature': `ts=${time};h1=${signature}` }, body };
  }

  identify(body: string): IncomingEvent {
    try {
      const event = JsonReader.of(body);
      const [id, type] = [event.at('event_id').text(), event.at('event_type').text()];
      return { id, type, occurredAt: new Date(event.at('occurred_at').time()), isTest: false, account: null };
    } catch {
      throw new WebhookEventInvalid();
    }
  }

  read(body: string): EventFacts {
    const event = JsonReader.of(body);
    const type = event.at('event_type').text();
    return { rank: rankOf(type), facts: factsOf(type, event.at('data')) };
  }
}

/** The tolerance of Paddle's own packages, and the second that the time in the header is rounded by. */
const TOLERANCE_MS = 6_000;

function factsOf(type: string, data: JsonReader): Fact[] {
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

function subscriptionFacts(type: string, data: JsonReader): Fact[] {
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
    items: items.map((item, index) => itemOf(item, items.length === 1 ? '' : String(index), data)),
    currency: data.at('currency_code').text().toLowerCase(),
    startedAt: data.first(['started_at'], ['created_at']).time(),
    trialEnd: trialEnds.toSorted().at(-1) ?? null,
    endsAt: canceledAt ?? (isCancellation ? change.at('effective_at').time() : null),
    canceledAt,
  };
  const period = data.at('current_billing_period');
  const isPaid = BEGINNINGS.has(type) || status === 'trialing';
  return isPaid && !period.isMissing ? [snapshot, paidPeriod(ref, period)] : [snapshot];
}

function paidPeriod(ref: string, period: JsonReader): Fact {
  const start = period.at('starts_at').time();
  return { kind: 'paid_period', ref, start, end: period.at('ends_at').time(), since: start };
}

function itemOf(item: JsonReader, key: string, whole: JsonReader, amount?: number): Item {
  const price = item.at('price');
  const quantity = item.at('quantity').integerOrNull() ?? 1;
  const isInclusive = price.at('tax_mode').textOrNull() === 'internal';
  const each = isInclusive ? null : price.at('unit_price', 'amount').integerOrNull();
  return {
    key,
    refs: refsOf(price.at('id').textOrNull() ?? item.at('price_id').text(), price.at('product_id').textOrNull()),
    productId: productNamedIn(price.at('custom_data'), item.at('product', 'custom_data'), whole.at('custom_data')),
    quantity,
    amount: amount ?? (each === null ? null : each * quantity),
  };
}

function transactionFacts(data: JsonReader): Fact[] {
  const ref = data.at('id').text();
  const subscriptionRef = data.at('subscription_id').textOrNull();
  const totals = data.at('details', 'totals');
  const taxAmount = totals.at('tax').integer();
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
            .map((item, index) => bought(item, index, data, lines))
        : [],
    amount: Math.max(totals.at('total').integer() - taxAmount, 0),
    taxAmount,
    currency: data.at('currency_code').text().toLowerCase(),
    paidAt: data.first(['billed_at'], ['updated_at'], ['created_at']).time(),
  };
  const period = data.at('billing_period');
  return subscriptionRef === null || period.isMissing ? [payment] : [payment, paidPeriod(subscriptionRef, period)];
}

function bought(item: JsonReader, index: number, data: JsonReader, lines: readonly JsonReader[]): Item {
  const totals = lines[index]?.at('totals');
  const amount = totals && Math.max(totals.at('total').integer() - totals.at('tax').integer(), 0);
  return itemOf(item, String(index), data, amount);
}

function adjustmentFacts(data: JsonReader): Fact[] {
  const isRefund = REFUNDS.has(data.at('action').text()) && data.at('status').text() === 'approved';
  if (!isRefund) return [];
  const transaction = data.at('transaction_id').text();
  const totals = { [data.at('id').text()]: data.at('totals', 'total').integer() };
  return [{ kind: 'refund', ref: transaction, aliases: [], totals }];
}
