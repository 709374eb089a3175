import type { DisputeFact, Fact, Item, ProviderStatus } from '../../domain/facts.ts';
import { keyNamedIn, productNamedIn, refsOf } from './event-reader.ts';
import type { StripeSubscriptionItem, StripeObject } from './stripe-fields.ts';
import { checkoutFacts, customerFact, invoiceFacts } from './stripe-payments.ts';

const STATUSES: Readonly<Record<string, ProviderStatus>> = {
  incomplete: 'pending',
  trialing: 'trialing',
  active: 'active',
  past_due: 'past_due',
  unpaid: 'past_due',
  paused: 'paused',
  canceled: 'canceled',
  incomplete_expired: 'canceled',
};

/** A warning that is closed was no dispute. */
const DISPUTE_STATUSES: Readonly<Record<string, DisputeFact['status']>> = {
  warning_needs_response: 'early_warning',
  warning_under_review: 'early_warning',
  warning_closed: 'won',
  needs_response: 'needs_response',
  under_review: 'under_review',
  won: 'won',
  lost: 'lost',
  prevented: 'prevented',
};

/** What an event of Stripe says about its object. `createdAt` is the time of the event. */
export function stripeFacts(type: string, object: StripeObject, createdAt: string): Fact[] {
  if (type.startsWith('customer.subscription.')) return subscriptionFacts(object);
  if (type.startsWith('charge.dispute.')) return disputeFacts(object);
  switch (type) {
    case 'customer.created':
    case 'customer.updated':
      return [customerFact(object.at('id').text(), object.at('email').textOrNull(), object.at('name').textOrNull())];
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
      return checkoutFacts(object, createdAt);
    case 'invoice.paid':
    case 'invoice.payment_succeeded':
      return invoiceFacts(object, createdAt);
    case 'invoice_payment.paid':
      return invoicePaymentFacts(object);
    case 'charge.refunded':
      return refundFacts(object);
    case 'refund.created':
    case 'refund.updated':
    case 'refund.failed':
    case 'charge.refund.updated':
      return singleRefundFacts(object);
    default:
      return [];
  }
}

function subscriptionFacts(subscription: StripeObject): Fact[] {
  const ref = subscription.at('id').text();
  const stripeStatus = subscription.at('status').text();
  const status = STATUSES[stripeStatus];
  if (status === undefined) throw new Error(`Unknown status ${stripeStatus}`);
  const items = subscription.at('items', 'data').list();
  const trialEnd = subscription.at('trial_end').timeOrNull();
  const trialStart = subscription.at('trial_start').timeOrNull();
  const snapshot: Fact = {
    kind: 'subscription',
    ref,
    customerRef: subscription.at('customer').idOrNull() ?? ref,
    status,
    items: items.map((item) => itemOf(item, subscription)),
    currency: subscription.at('currency').text().toLowerCase(),
    startedAt: subscription.at('start_date').time(),
    trialEnd,
    endsAt: endOf(subscription, items),
    canceledAt: subscription.at('canceled_at').timeOrNull(),
    ...keyNamedIn(subscription.at('metadata')),
  };
  if (status !== 'trialing' || trialEnd === null || trialStart === null) return [snapshot];
  return [snapshot, { kind: 'paid_period', ref, start: trialStart, end: trialEnd, since: trialStart }];
}

function endOf(subscription: StripeObject, items: readonly StripeSubscriptionItem[]): string | null {
  const end = subscription.first('ended_at', 'cancel_at').timeOrNull();
  if (end !== null || !subscription.at('cancel_at_period_end').isTrue()) return end;
  const ends = [subscription.at('current_period_end'), ...items.map((item) => item.at('current_period_end'))].map((each) =>
    each.timeOrNull(),
  );
  return ends.reduce((latest, each) => (latest === null || (each !== null && each > latest) ? each : latest), null);
}

function itemOf(item: StripeSubscriptionItem, subscription: StripeObject): Item {
  const price = item.first('price', 'plan');
  const quantity = item.at('quantity').integerOrNull() ?? 1;
  const each = price.at('unit_amount').integerOrNull();
  return {
    key: item.at('id').text(),
    refs: refsOf(price.at('id').text(), price.at('product').idOrNull()),
    ...productNamedIn(price.at('metadata'), item.at('metadata'), subscription.at('metadata')),
    quantity,
    amount: each === null || price.at('tax_behavior').textOrNull() === 'inclusive' ? null : each * quantity,
  };
}

const invoicePaymentFacts = (payment: StripeObject): Fact[] => [
  {
    kind: 'payment_alias',
    ref: payment.at('invoice').idOrNull() ?? payment.at('id').text(),
    aliases: refsOf(payment.at('payment', 'payment_intent').idOrNull(), payment.at('payment', 'charge').idOrNull()),
  },
];

function refundFacts(charge: StripeObject): Fact[] {
  const ref = charge.at('id').text();
  const aliases = refsOf(charge.at('payment_intent').idOrNull(), charge.at('invoice').idOrNull());
  return [{ kind: 'refund', ref, aliases, totals: { [ref]: charge.at('amount_refunded').integer() } }];
}

const FAILED_REFUNDS = new Set(['failed', 'canceled']);

/** A refund that is pending counts as made: the charge has its amount already. */
function singleRefundFacts(refund: StripeObject): Fact[] {
  const intent = refund.at('payment_intent').idOrNull();
  const ref = refund.at('charge').idOrNull() ?? intent;
  if (ref === null) return [];
  const hasFailed = FAILED_REFUNDS.has(refund.at('status').textOrNull() ?? '');
  const single = { [ref]: { [refund.at('id').text()]: { amount: refund.at('amount').integer(), hasFailed } } };
  return [{ kind: 'refund', ref, aliases: refsOf(intent), totals: {}, single }];
}

function disputeFacts(dispute: StripeObject): Fact[] {
  const stripeStatus = dispute.at('status').text();
  const status = DISPUTE_STATUSES[stripeStatus];
  if (status === undefined) throw new Error(`Unknown status ${stripeStatus}`);
  return [
    {
      kind: 'dispute',
      ref: dispute.at('id').text(),
      aliases: refsOf(dispute.at('payment_intent').idOrNull(), dispute.at('charge').idOrNull()),
      status,
      total: dispute.at('amount').integer(),
      reason: dispute.at('reason').textOrNull(),
      evidenceDueBy: dispute.at('evidence_details', 'due_by').timeOrNull(),
    },
  ];
}
