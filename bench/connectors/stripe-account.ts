import { createHmac } from 'node:crypto';

/** The price that the account sells, mapped to a product. */
export const PRICE = 'price_monthly';

const DAY_S = 86_400;

/** A request that a Stripe account sends. */
export interface SignedEvent {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** A Stripe account with customers who each buy one subscription: the events about each, in the order in which Stripe sends them. */
export class StripeAccount {
  private sold = 0;

  constructor(private readonly secret: string) {}

  /** The events of so many further sales. */
  *events(sales: number): Generator<() => SignedEvent, void> {
    for (const end = this.sold + sales; this.sold < end;) {
      const n = this.sold++;
      yield () => this.event(`${n}_customer`, 'customer.created', customerOf(n));
      yield () => this.event(`${n}_subscription`, 'customer.subscription.created', subscriptionOf(n));
      yield () => this.event(`${n}_invoice`, 'invoice.paid', invoiceOf(n));
    }
  }

  private event(id: string, type: string, object: object): SignedEvent {
    const created = now();
    const body = JSON.stringify({ id: `evt_${id}`, object: 'event', type, created, livemode: true, data: { object } });
    const signature = createHmac('sha256', this.secret).update(`${created}.${body}`).digest('hex');
    return { body, headers: { 'content-type': 'application/json', 'stripe-signature': `t=${created},v1=${signature}` } };
  }
}

const now = (): number => Math.floor(Date.now() / 1000);

const customerOf = (n: number): object => ({ id: `cus_${n}`, email: `buyer-${n}@example.com`, name: `Buyer ${n}` });

const subscriptionOf = (n: number): object => ({
  id: `sub_${n}`,
  customer: `cus_${n}`,
  status: 'active',
  currency: 'usd',
  start_date: now(),
  cancel_at_period_end: false,
  metadata: {},
  items: {
    data: [
      {
        id: `si_${n}`,
        quantity: 1,
        current_period_start: now(),
        current_period_end: now() + 30 * DAY_S,
        price: { id: PRICE, product: 'prod_1', unit_amount: 2900, tax_behavior: 'exclusive', metadata: {} },
      },
    ],
  },
});

const invoiceOf = (n: number): object => ({
  id: `in_${n}`,
  customer: `cus_${n}`,
  customer_email: `buyer-${n}@example.com`,
  customer_name: `Buyer ${n}`,
  billing_reason: 'subscription_create',
  currency: 'usd',
  total: 2900,
  total_taxes: [],
  status_transitions: { paid_at: now() },
  parent: { subscription_details: { subscription: `sub_${n}` } },
  lines: {
    data: [
      {
        id: `il_${n}`,
        amount: 2900,
        quantity: 1,
        parent: { type: 'subscription_item_details' },
        period: { start: now(), end: now() + 30 * DAY_S },
        pricing: { price_details: { price: PRICE, product: 'prod_1' } },
      },
    ],
  },
});
