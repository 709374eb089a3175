import type { Columns } from '#platform/http';
import type { OrderView } from '../../queries/order.view.ts';
import type { SubscriptionView } from '../../queries/subscription.view.ts';

type Bought = Pick<OrderView, 'customer' | 'product'> | Pick<SubscriptionView, 'customer' | 'product'>;

const ofCustomer = {
  email: ({ customer }) => customer.email,
  customer_name: ({ customer }) => customer.name,
} satisfies Columns<Bought>;

/** The columns of the reference, and what identifies an order and what belongs to it. */
export const ORDER_TABLE = {
  ...ofCustomer,
  created_at: ({ created_at }) => created_at,
  product: ({ product }) => product?.name ?? null,
  net_amount: ({ net_amount }) => net_amount,
  currency: ({ currency }) => currency,
  status: ({ status }) => status,
  invoice_number: ({ invoice_number }) => invoice_number,
  billing_name: ({ billing_name }) => billing_name,
  billing_country: ({ billing_address }) => billing_address?.country ?? null,
  subtotal_amount: ({ subtotal_amount }) => subtotal_amount,
  discount_amount: ({ discount_amount }) => discount_amount,
  tax_amount: ({ tax_amount }) => tax_amount,
  total_amount: ({ total_amount }) => total_amount,
  refunded_amount: ({ refunded_amount }) => refunded_amount,
  billing_reason: ({ billing_reason }) => billing_reason,
  id: ({ id }) => id,
  external_id: ({ external_id }) => external_id,
  customer_id: ({ customer_id }) => customer_id,
  product_id: ({ product_id }) => product_id,
  subscription_id: ({ subscription_id }) => subscription_id,
} satisfies Columns<OrderView>;

/** The columns of the reference, and what identifies a subscription and what belongs to it. */
export const SUBSCRIPTION_TABLE = {
  ...ofCustomer,
  started_at: ({ started_at }) => started_at,
  product: ({ product }) => product.name,
  amount: ({ amount }) => amount,
  currency: ({ currency }) => currency,
  status: ({ status }) => status,
  recurring_interval: ({ recurring_interval }) => recurring_interval,
  billing_name: ({ customer }) => customer.billing_name,
  billing_country: ({ customer }) => customer.billing_address?.country ?? null,
  net_amount: ({ amount }) => amount,
  discount: () => null,
  seats: ({ seats }) => seats,
  current_period_start: ({ current_period_start }) => current_period_start,
  current_period_end: ({ current_period_end }) => current_period_end,
  cancel_at_period_end: ({ cancel_at_period_end }) => cancel_at_period_end,
  canceled_at: ({ canceled_at }) => canceled_at,
  ends_at: ({ ends_at }) => ends_at,
  ended_at: ({ ended_at }) => ended_at,
  cancellation_reason: ({ customer_cancellation_reason }) => customer_cancellation_reason,
  trial_start: ({ trial_start }) => trial_start,
  trial_end: ({ trial_end }) => trial_end,
  id: ({ id }) => id,
  external_id: ({ external_id }) => external_id,
  customer_id: ({ customer_id }) => customer_id,
  product_id: ({ product_id }) => product_id,
} satisfies Columns<SubscriptionView>;

/** The columns that are named, in the order of the names; all if none is. */
export const chosen = <T>(columns: Columns<T>, names: readonly string[] | undefined): Columns<T> =>
  names ? Object.fromEntries(names.map((name) => [name, columns[name]!])) : columns;
