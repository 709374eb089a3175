import { createHmac, randomUUID } from 'node:crypto';

/** The secret of connectors in tests. */
export const CONNECTOR_SECRET = 'whsec_c2VjcmV0IG9mIGEgY29ubmVjdG9y';

type Json = { readonly [name: string]: unknown };

/** The header with which Stripe signs a body. */
export function stripeSignature(body: string, secret: string, signedAt = new Date()): string {
  const time = Math.floor(signedAt.getTime() / 1000);
  return `t=${time},v1=${createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')}`;
}

const seconds = (time: Date): number => Math.floor(time.getTime() / 1000);
/** Not in the form of a UUID, like the ids of providers. */
const shortId = (): string => randomUUID().replaceAll('-', '').slice(0, 16);

/** An event in the form that Stripe documents (API version 2025-03-31.basil). */
export const stripeEvent = (type: string, at: Date, object: Json, envelope: Json = {}): Json => ({
  id: `evt_${shortId()}`,
  object: 'event',
  api_version: '2025-03-31.basil',
  created: seconds(at),
  type,
  livemode: true,
  pending_webhooks: 1,
  request: { id: null, idempotency_key: null },
  data: { object },
  ...envelope,
});

interface SubscriptionValues {
  readonly status: string;
  readonly price?: string;
  readonly quantity?: number;
  readonly period: readonly [Date, Date];
  readonly cancelAtPeriodEnd?: boolean;
  readonly endedAt?: Date;
  readonly trial?: readonly [Date, Date];
  readonly metadata?: Json;
  /** Further items, by their prices. */
  readonly extra?: readonly string[];
}

/** A customer of a Stripe account with a subscription, and the events about them. */
export class StripeLife {
  private readonly run = shortId();
  readonly customer = `cus_${this.run}`;
  readonly subscription = `sub_${this.run}`;
  /** The payment intent of the checkout session. */
  readonly intent = `pi_${this.run}`;

  constructor(
    private readonly startedAt: Date,
    readonly email = `buyer-${shortId()}@example.com`,
    private readonly price = `price_${shortId()}`,
  ) {}

  customerCreated(at: Date): Json {
    return stripeEvent('customer.created', at, {
      id: this.customer,
      object: 'customer',
      email: this.email,
      name: 'Jenny Rosen',
      livemode: true,
      metadata: {},
    });
  }

  subscribed(type: 'created' | 'updated' | 'deleted', at: Date, values: SubscriptionValues): Json {
    const { status, period, cancelAtPeriodEnd = false, endedAt, trial, price = this.price, quantity = 1, extra = [] } = values;
    const [start, end] = period.map(seconds);
    const item = (id: string, of: string, number: number): Json => ({
      id,
      object: 'subscription_item',
      current_period_start: start,
      current_period_end: end,
      quantity: number,
      subscription: this.subscription,
      metadata: {},
      price: {
        id: of,
        object: 'price',
        currency: 'usd',
        product: `prod_of_${of}`,
        recurring: { interval: 'month', interval_count: 1 },
        tax_behavior: 'exclusive',
        type: 'recurring',
        unit_amount: 2900,
        metadata: {},
      },
    });
    const items = [item(`si_${this.run}`, price, quantity), ...extra.map((each, n) => item(`si_${this.run}_${n}`, each, 1))];
    return stripeEvent(`customer.subscription.${type}`, at, {
      id: this.subscription,
      object: 'subscription',
      cancel_at: cancelAtPeriodEnd ? end : null,
      cancel_at_period_end: cancelAtPeriodEnd,
      canceled_at: cancelAtPeriodEnd || endedAt ? seconds(endedAt ?? at) : null,
      collection_method: 'charge_automatically',
      currency: 'usd',
      customer: this.customer,
      ended_at: endedAt ? seconds(endedAt) : null,
      items: { object: 'list', data: items, has_more: false, total_count: items.length },
      livemode: true,
      metadata: values.metadata ?? {},
      start_date: seconds(this.startedAt),
      status,
      trial_start: trial ? seconds(trial[0]) : null,
      trial_end: trial ? seconds(trial[1]) : null,
    });
  }

  invoicePaid(at: Date, reason: string, [start, end]: readonly [Date, Date], amount = 2900, tax = 0): Json {
    const id = `in_${this.run}_${seconds(start)}`;
    return stripeEvent('invoice.paid', at, {
      id,
      object: 'invoice',
      billing_reason: reason,
      currency: 'usd',
      customer: this.customer,
      customer_email: this.email,
      customer_name: 'Jenny Rosen',
      lines: {
        object: 'list',
        data: [
          {
            id: `il_${this.run}_${seconds(start)}`,
            object: 'line_item',
            amount,
            currency: 'usd',
            discount_amounts: [],
            metadata: {},
            parent: {
              type: 'subscription_item_details',
              subscription_item_details: {
                proration: false,
                subscription: this.subscription,
                subscription_item: `si_${this.run}`,
              },
            },
            period: { start: seconds(start), end: seconds(end) },
            pricing: { type: 'price_details', price_details: { price: this.price, product: `prod_of_${this.price}` } },
            quantity: 1,
            taxes: [],
          },
        ],
      },
      livemode: true,
      metadata: {},
      parent: { type: 'subscription_details', subscription_details: { subscription: this.subscription, metadata: {} } },
      status: 'paid',
      status_transitions: { paid_at: seconds(at) },
      subtotal: amount,
      total: amount + tax,
      total_taxes: tax === 0 ? [] : [{ amount: tax, tax_behavior: 'exclusive', type: 'tax_rate_details' }],
    });
  }

  /** The payment intent of the invoice whose period begins then. */
  invoicePaymentPaid(at: Date, start: Date): Json {
    return stripeEvent('invoice_payment.paid', at, {
      id: `inpay_${this.run}_${seconds(start)}`,
      object: 'invoice_payment',
      invoice: `in_${this.run}_${seconds(start)}`,
      payment: { type: 'payment_intent', payment_intent: this.intentOf(start) },
      status: 'paid',
    });
  }

  refunded(at: Date, start: Date, total: number): Json {
    return stripeEvent('charge.refunded', at, {
      id: `ch_${this.run}_${seconds(start)}`,
      object: 'charge',
      amount: 2900,
      amount_refunded: total,
      currency: 'usd',
      customer: this.customer,
      payment_intent: this.intentOf(start),
      refunded: total === 2900,
    });
  }

  /** A refund of the payment of an invoice by itself. */
  refund(type: 'created' | 'updated' | 'failed', at: Date, start: Date, amount: number, status: string): Json {
    return stripeEvent(`refund.${type}`, at, {
      id: `re_${this.run}_${amount}`,
      object: 'refund',
      amount,
      charge: `ch_${this.run}_${seconds(start)}`,
      currency: 'usd',
      payment_intent: this.intentOf(start),
      status,
    });
  }

  /** A dispute about the payment of the checkout session. */
  disputed(type: 'created' | 'updated' | 'closed', at: Date, status: string, amount = 4900): Json {
    return stripeEvent(`charge.dispute.${type}`, at, {
      id: `dp_${this.run}`,
      object: 'dispute',
      amount,
      charge: `ch_${this.run}`,
      currency: 'usd',
      evidence_details: { due_by: seconds(at) + 604_800, has_evidence: false, past_due: false, submission_count: 0 },
      is_charge_refundable: false,
      livemode: true,
      payment_intent: this.intent,
      reason: 'product_not_received',
      status,
    });
  }

  checkedOut(at: Date, session: Json = {}): Json {
    return stripeEvent('checkout.session.completed', at, {
      id: `cs_${this.run}`,
      object: 'checkout.session',
      amount_subtotal: 4900,
      amount_total: 4900,
      currency: 'usd',
      customer: null,
      customer_details: { email: this.email, name: 'Jenny Rosen' },
      invoice: null,
      livemode: true,
      metadata: {},
      mode: 'payment',
      payment_intent: this.intent,
      payment_link: null,
      payment_status: 'paid',
      status: 'complete',
      total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
      ...session,
    });
  }

  private intentOf(start: Date): string {
    return `pi_${this.run}_${seconds(start)}`;
  }
}
