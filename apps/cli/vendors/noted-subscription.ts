import type { PurchaseLine, ReadingBuilder, VendorKey } from './reading.ts';

/** A subscription at a payment provider, with which the connector of the provider goes on. */
type ProviderSubscription = Pick<PurchaseLine, 'external_source' | 'external_id'>;

const IS_SUBSCRIPTION = /subscription/i;
const IS_LEMON_SQUEEZY = /lemon/i;
const PADDLE = /^sub_[0-9a-z]{26}$/;
const STRIPE = /^sub_[0-9A-Za-z]{8,}$/;

/** The subscription that the seller has noted in metadata, such as `stripeSubscriptionId`; undefined if there is none. */
function subscriptionIn(metadata: Readonly<Record<string, unknown>>): ProviderSubscription | undefined {
  for (const [name, value] of Object.entries(metadata)) {
    if (!IS_SUBSCRIPTION.test(name) || (typeof value !== 'string' && typeof value !== 'number')) continue;
    const external_id = String(value);
    if (PADDLE.test(external_id)) return { external_source: 'paddle', external_id };
    if (STRIPE.test(external_id)) return { external_source: 'stripe', external_id };
    if (IS_LEMON_SQUEEZY.test(name) && /^\d+$/.test(external_id)) return { external_source: 'lemon_squeezy', external_id };
  }
  return undefined;
}

/** Makes subscriptions of licenses for which one is noted at the payment provider, and that have not ended. */
export class NotedSubscriptions {
  private readonly known = new Set<string>();

  constructor(
    private readonly reading: ReadingBuilder,
    private readonly now: Date,
  ) {}

  /** Adds the order with its license key, or else the subscription: its end is that of the license key. */
  purchase(source: string, order: PurchaseLine, key: VendorKey, metadata: Readonly<Record<string, unknown>>): void {
    const { expires_at: end = null } = key;
    const subscription = subscriptionIn(metadata);
    if (!subscription || (end !== null && new Date(end) <= this.now)) return this.reading.purchase(source, order, [key]);
    const { external_source, external_id } = subscription;
    if (this.known.has(`${external_source} ${external_id}`)) {
      this.reading.note('Imported as an order, because another license has the same subscription.', source);
      return this.reading.purchase(source, order, [key]);
    }
    this.known.add(`${external_source} ${external_id}`);
    if (end !== null)
      this.reading.note('Ends with its subscription at the payment provider, no more on a day of its own.', source);
    const { purchased_at, amount: _amount, tax_amount: _tax, ...rest } = order;
    const line: PurchaseLine = {
      ...rest,
      type: 'subscription',
      external_source,
      external_id,
      started_at: purchased_at,
      current_period_end: end ?? undefined,
    };
    return this.reading.purchase(source, line, [{ ...key, expires_at: null }]);
  }
}
