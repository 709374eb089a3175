import { createHmac, randomUUID } from 'node:crypto';

type Json = { readonly [name: string]: unknown };

/** The header with which Paddle signs a body. */
export function paddleSignature(body: string, secret: string, signedAt = new Date()): string {
  const time = Math.floor(signedAt.getTime() / 1000);
  return `ts=${time};h1=${createHmac('sha256', secret).update(`${time}:${body}`).digest('hex')}`;
}

const shortId = (): string => randomUUID().replaceAll('-', '').slice(0, 26);

/** An event in the form that Paddle Billing documents. */
const paddleEvent = (event_type: string, at: Date, data: Json): Json => ({
  event_id: `evt_${shortId()}`,
  event_type,
  occurred_at: at.toISOString().replace('Z', '123Z'),
  notification_id: `ntf_${shortId()}`,
  data,
});

type Period = readonly [Date, Date];

const periodOf = ([start, end]: Period) => ({ starts_at: start.toISOString(), ends_at: end.toISOString() });

/** Custom data at Paddle: the seller sets that of the price and of its product, the buyer that of the checkout. */
interface CustomData {
  readonly price?: Json;
  readonly product?: Json;
  readonly checkout?: Json;
}

/** A customer at Paddle with purchases of one price, and the events about them. */
export class PaddleLife {
  private readonly run = shortId();
  readonly subscription = `sub_${this.run}`;
  readonly email = `buyer-${this.run}@example.com`;

  constructor(
    private readonly startedAt: Date,
    private readonly price: string,
    private readonly custom: CustomData = {},
  ) {}

  customerCreated(at: Date): Json {
    return paddleEvent('customer.created', at, {
      id: `ctm_${this.run}`,
      email: this.email,
      name: 'Sam Miller',
      status: 'active',
    });
  }

  subscribed(type: string, at: Date, status: string, period: Period | null, values: Json = {}): Json {
    return paddleEvent(`subscription.${type}`, at, {
      id: this.subscription,
      status,
      customer_id: `ctm_${this.run}`,
      currency_code: 'USD',
      created_at: this.startedAt.toISOString(),
      started_at: this.startedAt.toISOString(),
      canceled_at: null,
      current_billing_period: period && periodOf(period),
      scheduled_change: null,
      items: [
        { status: 'active', quantity: 1, recurring: true, price: this.priceOf(), product: this.productOf(), trial_dates: null },
      ],
      custom_data: this.custom.checkout ?? null,
      ...values,
    });
  }

  paid(at: Date, origin: string, period: Period): Json {
    return paddleEvent('transaction.completed', at, {
      id: this.transaction(period),
      status: 'completed',
      customer_id: `ctm_${this.run}`,
      subscription_id: this.subscription,
      origin,
      currency_code: 'USD',
      billed_at: at.toISOString(),
      billing_period: periodOf(period),
      ...this.sold(),
    });
  }

  /** Something was paid that is not of a subscription. */
  bought(at: Date): Json {
    return paddleEvent('transaction.completed', at, {
      id: `txn_${this.run}`,
      status: 'completed',
      customer_id: `ctm_${this.run}`,
      subscription_id: null,
      origin: 'web',
      currency_code: 'USD',
      billed_at: at.toISOString(),
      billing_period: null,
      ...this.sold(),
    });
  }

  refunded(at: Date, period: Period, total: string): Json {
    return paddleEvent('adjustment.updated', at, {
      id: `adj_${this.run}`,
      action: 'refund',
      status: 'approved',
      transaction_id: this.transaction(period),
      totals: { total },
    });
  }

  private transaction([start]: Period): string {
    return `txn_${this.run}_${start.getTime()}`;
  }

  private sold(): Json {
    const totals = { subtotal: '2900', tax: '551', total: '3451' };
    return {
      items: [{ price: this.priceOf(), quantity: 1 }],
      details: { totals, line_items: [{ price_id: this.price, quantity: 1, product: this.productOf(), totals }] },
      custom_data: this.custom.checkout ?? null,
    };
  }

  private productOf(): Json {
    return { id: `pro_of_${this.price}`, name: 'Pro', custom_data: this.custom.product ?? null };
  }

  private priceOf(): Json {
    return {
      id: this.price,
      product_id: `pro_of_${this.price}`,
      tax_mode: 'external',
      unit_price: { amount: '2900' },
      custom_data: this.custom.price ?? null,
    };
  }
}
