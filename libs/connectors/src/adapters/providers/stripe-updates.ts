import type { Item, Period, ProviderUpdate, SubscriptionUpdate } from '../../domain/provider-updates.ts';
import { chosenIn, refsOf, saidInMetadata } from './event-reader.ts';
import type { Mark } from '../../domain/provider.ts';
import type { StripeSubscriptionItem, StripeObject } from './stripe-fields.ts';
import { checkoutUpdates, customerUpdate, invoiceUpdates } from './stripe-payments.ts';
import {
  DISPUTE_STATUSES,
  PAUSE_BEHAVIORS,
  REFUND_STATUSES,
  STRIPE_SUBSCRIPTION_STATUSES,
  TAX_BEHAVIORS,
} from './stripe-values.ts';

/** What an event of Stripe says about its object. `createdAt` is the time of the event. */
export function stripeUpdates(type: string, object: StripeObject, createdAt: string, mark: Mark | null): ProviderUpdate[] {
  if (type.startsWith('customer.subscription.')) return subscriptionUpdates(object, mark);
  if (type.startsWith('charge.dispute.')) return disputeUpdates(object);
  switch (type) {
    case 'customer.created':
    case 'customer.updated':
      return [
        {
          ...customerUpdate(object.at('id').text(), object.at('email').textOrNull(), object.at('name').textOrNull()),
          isOfCustomer: true,
        },
      ];
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
      return checkoutUpdates(object, createdAt, mark);
    case 'invoice.paid':
    case 'invoice.payment_succeeded':
      return invoiceUpdates(object, createdAt, mark);
    case 'invoice_payment.paid':
      return invoicePaymentUpdates(object);
    case 'charge.refunded':
      return refundUpdates(object);
    case 'refund.created':
    case 'refund.updated':
    case 'refund.failed':
    case 'charge.refund.updated':
      return singleRefundUpdates(object);
    default:
      return [];
  }
}

function subscriptionUpdates(subscription: StripeObject, mark: Mark | null): ProviderUpdate[] {
  const snapshot = subscriptionUpdate(subscription, mark);
  const { ref, status, trialEnd } = snapshot;
  const trialStart = subscription.at('trial_start').timeOrNull();
  if (status !== 'trialing' || trialEnd === null || trialStart === null) return [snapshot];
  return [snapshot, { kind: 'paid_period', ref, start: trialStart, end: trialEnd, since: trialStart }];
}

export function subscriptionUpdate(subscription: StripeObject, mark: Mark | null): SubscriptionUpdate {
  const ref = subscription.at('id').text();
  const told = subscription.at('status').meaning(STRIPE_SUBSCRIPTION_STATUSES);
  const pause = subscription.at('pause_collection', 'behavior').meaningOrNull(PAUSE_BEHAVIORS);
  const status = pause === 'paused' && ENTITLING.has(told) ? 'paused' : told;
  const items = subscription.at('items', 'data').list();
  const period = periodOf(subscription, items);
  return {
    kind: 'subscription',
    ref,
    customerRef: subscription.at('customer').idOrNull() ?? ref,
    status,
    items: items.map((item) => itemOf(item, subscription, mark)),
    ...(subscription.at('items', 'has_more').isTrue()
      ? { itemCount: subscription.at('items', 'total_count').integerOrNull() }
      : {}),
    currency: subscription.at('currency').text().toLowerCase(),
    startedAt: subscription.at('start_date').time(),
    trialEnd: subscription.at('trial_end').timeOrNull(),
    period,
    endsAt: endOf(subscription, period),
    canceledAt: subscription.at('canceled_at').timeOrNull(),
    ...chosenIn(subscription.at('metadata')),
  };
}

const ENTITLING: ReadonlySet<string> = new Set(['trialing', 'active', 'past_due']);

/** Since 2025-03-31, items have periods; the one that ends last counts. */
function periodOf(subscription: StripeObject, items: readonly StripeSubscriptionItem[]): Period | null {
  const told = [
    [subscription.at('current_period_start'), subscription.at('current_period_end')] as const,
    ...items.map((item) => [item.at('current_period_start'), item.at('current_period_end')] as const),
  ];
  const periods = told.flatMap(([start, end]) => (end.isMissing ? [] : { start: start.timeOrNull(), end: end.time() }));
  return periods.toSorted((one, other) => (one.end < other.end ? -1 : 1)).at(-1) ?? null;
}

function endOf(subscription: StripeObject, period: Period | null): string | null {
  const end = subscription.first('ended_at', 'cancel_at').timeOrNull();
  return end !== null || !subscription.at('cancel_at_period_end').isTrue() ? end : (period?.end ?? null);
}

function itemOf(item: StripeSubscriptionItem, subscription: StripeObject, mark: Mark | null): Item {
  const price = item.first('price', 'plan');
  const quantity = item.at('quantity').integerOrNull() ?? 1;
  const each = price.at('unit_amount').integerOrNull();
  return {
    key: item.at('id').text(),
    refs: refsOf(price.at('id').text(), price.at('product').idOrNull()),
    ...saidInMetadata(mark, price.at('metadata'), item.at('metadata'), subscription.at('metadata')),
    quantity,
    amount: each === null || price.at('tax_behavior').meaningOrNull(TAX_BEHAVIORS) ? null : each * quantity,
  };
}

const invoicePaymentUpdates = (payment: StripeObject): ProviderUpdate[] => [
  {
    kind: 'payment_alias',
    ref: payment.at('invoice').idOrNull() ?? payment.at('id').text(),
    aliases: refsOf(payment.at('payment', 'payment_intent').idOrNull(), payment.at('payment', 'charge').idOrNull()),
  },
];

function refundUpdates(charge: StripeObject): ProviderUpdate[] {
  const ref = charge.at('id').text();
  const aliases = refsOf(charge.at('payment_intent').idOrNull(), charge.at('invoice').idOrNull());
  return [{ kind: 'refund', ref, aliases, totals: { [ref]: charge.at('amount_refunded').integer() } }];
}

function singleRefundUpdates(refund: StripeObject): ProviderUpdate[] {
  const intent = refund.at('payment_intent').idOrNull();
  const ref = refund.at('charge').idOrNull() ?? intent;
  if (ref === null) return [];
  const hasFailed = refund.at('status').meaningOrNull(REFUND_STATUSES) === 'failed';
  const single = { [ref]: { [refund.at('id').text()]: { amount: refund.at('amount').integer(), hasFailed } } };
  return [{ kind: 'refund', ref, aliases: refsOf(intent), totals: {}, single }];
}

const disputeUpdates = (dispute: StripeObject): ProviderUpdate[] => [
  {
    kind: 'dispute',
    ref: dispute.at('id').text(),
    aliases: refsOf(dispute.at('payment_intent').idOrNull(), dispute.at('charge').idOrNull()),
    status: dispute.at('status').meaning(DISPUTE_STATUSES),
    total: dispute.at('amount').integer(),
    reason: dispute.at('reason').textOrNull(),
    evidenceDueBy: dispute.at('evidence_details', 'due_by').timeOrNull(),
  },
];
