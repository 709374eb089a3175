import { createHmac, randomInt } from 'node:crypto';

type Json = { readonly [name: string]: unknown };

/** The header with which Lemon Squeezy signs a body. */
export const lemonSqueezySignature = (body: string, secret: string): string =>
  createHmac('sha256', secret).update(body).digest('hex');

/** A customer of a Lemon Squeezy store with a subscription, and the events about them. */
export class LemonSqueezyLife {
  private readonly run = randomInt(1, 2 ** 40);
  readonly subscription = `subscription_${this.run}`;
  readonly email = `buyer-${this.run}@example.com`;

  constructor(
    private readonly startedAt: Date,
    readonly variant: number,
    /** Custom data of the checkout, which the buyer sets. */
    private readonly custom: Json = {},
  ) {}

  subscribed(type: string, at: Date, status: string, renewsAt: Date, values: Json = {}): Json {
    return this.event(`subscription_${type}`, 'subscriptions', this.run, {
      order_id: this.run,
      variant_id: this.variant,
      product_id: this.variant + 1,
      status,
      cancelled: false,
      trial_ends_at: null,
      renews_at: renewsAt.toISOString(),
      ends_at: null,
      first_subscription_item: { id: this.run, price_id: this.variant + 2, quantity: 1 },
      created_at: this.startedAt.toISOString(),
      updated_at: at.toISOString(),
      ...values,
    });
  }

  ordered(at: Date, values: Json = {}): Json {
    return this.event('order_created', 'orders', this.run, {
      ...this.amounts(at),
      first_order_item: { variant_id: this.variant, product_id: this.variant + 1, price_id: this.variant + 2, quantity: 1 },
      ...values,
    });
  }

  paid(at: Date, billingReason: string): Json {
    return this.event('subscription_payment_success', 'subscription-invoices', this.run + at.getTime(), {
      ...this.amounts(at),
      subscription_id: this.run,
      billing_reason: billingReason,
    });
  }

  private amounts(at: Date): Json {
    const time = at.toISOString();
    return {
      currency: 'USD',
      subtotal: 2900,
      tax: 580,
      total: 3480,
      status: 'paid',
      refunded: false,
      created_at: time,
      updated_at: time,
    };
  }

  /** In the form that Lemon Squeezy documents. */
  private event(event_name: string, type: string, id: number, attributes: Json): Json {
    const customer = { customer_id: this.run, user_email: this.email, user_name: 'Kim Park' };
    return {
      meta: { event_name, test_mode: false, custom_data: this.custom },
      data: { type, id: String(id), attributes: { store_id: 4711, ...customer, test_mode: false, ...attributes } },
    };
  }
}
