import { setTimeout as sleep } from 'node:timers/promises';
import type { Measurable } from '../bench.ts';
import { ApiClient, type Identified } from '../endpoints/api-client.ts';
import type { BillingFixture } from '../messaging/billing-fixture.ts';
import { PRICE, StripeAccount } from './stripe-account.ts';

export const EVENTS_OF_A_SALE = 3;
const SECRET = 'whsec_YmVuY2htYXJrIG9mIGNvbm5lY3RvcnM=';

/** A seller whose subscriptions are sold by a Stripe account. */
export class StripeShop {
  private readonly account = new StripeAccount(SECRET);

  private constructor(private readonly webhook: string) {}

  /** Connects the account, and maps its price to a product that brings a license key and further benefits. */
  static async open(
    server: Measurable,
    { token, benefitId }: BillingFixture,
    benefits: readonly string[] = [],
  ): Promise<StripeShop> {
    const api = new ApiClient(server);
    const product = await api.post<Identified>('/v1/products/', token, {
      name: 'Monthly',
      recurring_interval: 'month',
      prices: [{ amount_type: 'fixed', price_amount: 2900 }],
    });
    await api.post(`/v1/products/${product.id}/benefits`, token, { benefits: [benefitId, ...benefits] });
    const connector = await api.post<Identified & { readonly webhook_path: string }>('/v1/connectors/', token, {
      provider: 'stripe',
      secret: SECRET,
    });
    const price = JSON.stringify({ external_id: PRICE, product_id: product.id });
    await api.text({ method: 'POST', path: `/v1/connectors/${connector.id}/prices`, token, body: price });
    return new StripeShop(`http://127.0.0.1:${server.ready}${connector.webhook_path}`);
  }

  /** Sends the events of further sales at a steady rate; returns the milliseconds from when each was due to its answer. */
  async sell(sales: number, eventsPerSecond: number): Promise<number[]> {
    const start = performance.now();
    return Promise.all(
      [...this.account.events(sales)].map(async (event, index) => {
        const due = start + (index * 1000) / eventsPerSecond;
        await sleep(Math.max(0, due - performance.now()));
        const response = await fetch(this.webhook, { method: 'POST', ...event() });
        if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`);
        await response.arrayBuffer();
        return performance.now() - due;
      }),
    );
  }
}
