import { type Bought, emailOf, iso, type Teller, totalOfItem, totalOfOnce } from './provider-lives.ts';

/** Its ids are numbers. */
const LEMON_SQUEEZY_PRICES = ['p_base', 'p_pro', 'p_add', 'u_month', 'n_free', 'o_key', 'o_book', 'u_once', 'n_setup'];

/** What is bought once is an order of its own, beside the invoices of the subscription. */
export function lemonSqueezyTeller(): Teller {
  const priceOf = (price: string): number => 101 + LEMON_SQUEEZY_PRICES.indexOf(price);
  const event = (event_name: string, type: string, id: number, at: number, customer: number, attributes: object): object => ({
    meta: { event_name },
    data: {
      type,
      id: String(id),
      attributes: { customer_id: customer, user_email: emailOf(customer), user_name: 'Kim', updated_at: iso(at), ...attributes },
    },
  });
  const ordered = (
    type: string,
    at: number,
    id: number,
    customer: number,
    { price, quantity }: Bought,
    total: number,
    more: object = {},
  ): object =>
    event(type, 'orders', id, at, customer, {
      first_order_item: { price_id: priceOf(price), product_name: price, quantity },
      status: 'paid',
      currency: 'USD',
      total,
      tax: 0,
      created_at: iso(at),
      ...more,
    });
  const statuses = { active: 'active', past_due: 'past_due', paused: 'paused', canceled: 'expired' } as const;
  return {
    hasItemIds: false,
    hasOneItem: true,
    idOf: (price) => String(priceOf(price)),
    customer: () => [],
    subscription: (type, at, { status, items: [item], period: [, end], customer }) =>
      event(`subscription_${type === 'canceled' ? 'expired' : type}`, 'subscriptions', 1, at, customer, {
        status: statuses[status],
        pause: status === 'paused' ? { mode: 'void' } : null,
        cancelled: status === 'canceled',
        first_subscription_item: { price_id: priceOf(item!.price), quantity: item!.quantity },
        product_name: item!.price,
        renews_at: iso(end),
        ends_at: status === 'canceled' ? iso(at) : null,
        created_at: iso(0),
      }),
    paid: (at, payment, { items: [item], customer }, once) => [
      event('subscription_payment_success', 'subscription-invoices', 1_000 + payment, at, customer, {
        subscription_id: 1,
        billing_reason: payment === 0 ? 'initial' : 'renewal',
        status: 'paid',
        currency: 'USD',
        total: totalOfItem(item!),
        tax: 0,
        created_at: iso(at),
      }),
      // The first payment is also reported as an order.
      ...(payment === 0 ? [ordered('order_created', at, 1, customer, item!, totalOfItem(item!))] : []),
      ...once.map((bought, index) =>
        ordered('order_created', at, orderOf(payment, index), customer, bought, totalOfOnce(bought, index)),
      ),
    ],
    refunded: (at, payment, { index, customer, ...bought }) => [
      ordered('order_refunded', at, orderOf(payment, index), customer, bought, totalOfOnce(bought, index), {
        status: 'refunded',
        refunded: true,
        refunded_amount: totalOfOnce(bought, index),
        created_at: iso(at - 0.01),
      }),
    ],
  };
}

const orderOf = (payment: number, index: number): number => (payment + 1) * 100 + index;
