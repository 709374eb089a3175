import type { CustomerUpdate, PaymentLine, ProviderUpdate } from '../../domain/provider-updates.ts';
import { type EventReader, chosenIn, refsOf } from './event-reader.ts';
import type { LemonSqueezyAttributes, LemonSqueezyChoice, LemonSqueezyData } from './lemon-squeezy-fields.ts';
import {
  LEMON_SQUEEZY_BILLING_REASONS,
  INVOICE_STATUSES,
  ORDER_STATUSES,
  PAUSE_MODES,
  LEMON_SQUEEZY_SUBSCRIPTION_STATUSES,
} from './lemon-squeezy-values.ts';

/** What an event of Lemon Squeezy says about its object. */
export function lemonSqueezyUpdates(data: LemonSqueezyData, choice: LemonSqueezyChoice): ProviderUpdate[] {
  switch (data.at('type').text()) {
    case 'orders':
      return orderUpdates(data, choice);
    case 'subscriptions':
      return subscriptionUpdates(data, choice);
    case 'subscription-invoices':
      return invoiceUpdates(data);
    default:
      return [];
  }
}

const refOf = (kind: string, id: EventReader<'provider'>): string => `${kind}_${id.integer()}`;

function customerUpdate(attributes: LemonSqueezyAttributes): CustomerUpdate {
  const [email, name] = [attributes.at('user_email').textOrNull(), attributes.at('user_name').textOrNull()];
  return { kind: 'customer', ref: refOf('customer', attributes.at('customer_id')), email, name };
}

function subscriptionUpdates(data: LemonSqueezyData, choice: LemonSqueezyChoice): ProviderUpdate[] {
  const attributes = data.at('attributes');
  const ref = refOf('subscription', data.at('id'));
  const told = attributes.at('status').meaning(LEMON_SQUEEZY_SUBSCRIPTION_STATUSES);
  const pause = attributes.at('pause', 'mode').meaningOrNull(PAUSE_MODES);
  const status = told === 'paused' ? (pause ?? 'paused') : told;
  const isFree = told === 'paused' && pause === 'active';
  const endsAt = attributes.at('ends_at').timeOrNull();
  const trialEnd = attributes.at('trial_ends_at').timeOrNull();
  const updatedAt = attributes.first('updated_at', 'created_at').time();
  const first = attributes.at('first_subscription_item');
  const renewsAt = attributes.first('renews_at', 'ends_at').timeOrNull();
  const isCancelled = attributes.at('cancelled').isTrue() && endsAt !== null;
  const until = status === 'trialing' ? trialEnd : isCancelled ? endsAt : renewsAt;
  const end = isFree ? (attributes.at('pause', 'resumes_at').timeOrNull() ?? until ?? updatedAt) : until;
  const entitles = status === 'active' || status === 'trialing';
  const snapshot: ProviderUpdate = {
    kind: 'subscription',
    ref,
    customerRef: refOf('customer', attributes.at('customer_id')),
    status,
    // Events have one item: whatever its price is, it is the same.
    items: [
      {
        key: '',
        refs: refsOf(idOf(first.at('price_id')), idOf(attributes.at('variant_id')), idOf(attributes.at('product_id'))),
        productId: null,
        quantity: first.at('quantity').integerOrNull() ?? 1,
        amount: null,
      },
    ],
    currency: null,
    startedAt: attributes.at('created_at').time(),
    trialEnd,
    period: entitles && end !== null ? { start: null, end } : null,
    isFree,
    endsAt: status === 'past_due' ? null : endsAt,
    canceledAt: attributes.at('cancelled').isTrue() ? updatedAt : null,
    ...chosenIn(choice),
  };
  const isPaid = entitles && !isFree && end !== null;
  const period: ProviderUpdate[] = isPaid
    ? [{ kind: 'paid_period', ref, start: null, end, since: updatedAt, paidAt: updatedAt }]
    : [];
  // Orders and invoices have the address that was entered for them; that of a subscription is the current one.
  return [snapshot, { ...customerUpdate(attributes), isOfCustomer: true }, ...period];
}

const idOf = (id: EventReader<'provider'>): string | null => (id.isMissing ? null : String(id.integer()));

const amountsOf = (attributes: LemonSqueezyAttributes) => {
  const taxAmount = attributes.at('tax').integer();
  return {
    amount: Math.max(attributes.at('total').integer() - taxAmount, 0),
    taxAmount,
    currency: attributes.at('currency').text().toLowerCase(),
    paidAt: attributes.at('created_at').time(),
  };
};

/** What was paid back of a payment, if anything was. */
function refundOf(ref: string, attributes: LemonSqueezyAttributes): ProviderUpdate[] {
  const total =
    attributes.at('refunded_amount').integerOrNull() ??
    (attributes.at('refunded').isTrue() ? attributes.at('total').integer() : 0);
  return total > 0 ? [{ kind: 'refund', ref, aliases: [], totals: { [ref]: total } }] : [];
}

/** The order of a subscription is reported too; the invoice of the subscription is its payment. */
function orderUpdates(data: LemonSqueezyData, choice: LemonSqueezyChoice): ProviderUpdate[] {
  const attributes = data.at('attributes');
  const ref = refOf('order', data.at('id'));
  const first = attributes.at('first_order_item');
  const amounts = amountsOf(attributes);
  const line: PaymentLine = {
    key: ref,
    refs: refsOf(idOf(first.at('price_id')), idOf(first.at('variant_id')), idOf(first.at('product_id'))),
    productId: null,
    quantity: first.at('quantity').integerOrNull() ?? 1,
    amount: amounts.amount,
    taxAmount: amounts.taxAmount,
  };
  const payment: ProviderUpdate = {
    kind: 'payment',
    ref,
    aliases: [],
    customerRef: refOf('customer', attributes.at('customer_id')),
    subscriptionRef: null,
    reason: 'purchase',
    maybeOfSubscription: true,
    lines: [line],
    ...amounts,
    ...chosenIn(choice),
  };
  const paid: ProviderUpdate[] = attributes.at('status').meaning(ORDER_STATUSES) ? [payment] : [];
  return [...paid, customerUpdate(attributes), ...refundOf(ref, attributes)];
}

function invoiceUpdates(data: LemonSqueezyData): ProviderUpdate[] {
  const attributes = data.at('attributes');
  const ref = refOf('invoice', data.at('id'));
  const payment: ProviderUpdate = {
    kind: 'payment',
    ref,
    aliases: [],
    customerRef: refOf('customer', attributes.at('customer_id')),
    subscriptionRef: refOf('subscription', attributes.at('subscription_id')),
    reason: attributes.at('billing_reason').meaningOrNull(LEMON_SQUEEZY_BILLING_REASONS) ?? 'subscription_cycle',
    maybeOfSubscription: false,
    lines: [],
    ...amountsOf(attributes),
  };
  const paid: ProviderUpdate[] = attributes.at('status').meaning(INVOICE_STATUSES) ? [payment] : [];
  return [...paid, customerUpdate(attributes), ...refundOf(ref, attributes)];
}
