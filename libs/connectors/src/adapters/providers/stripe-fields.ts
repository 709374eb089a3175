import { type EventReader, type Fields, CHOICE_METADATA, SELLER_METADATA } from './event-reader.ts';

const PRICE = { id: 'provider', product: 'provider', metadata: SELLER_METADATA } as const;
const PRICE_OF_ITEM = { ...PRICE, unit_amount: 'provider', tax_behavior: 'provider' } as const;

const AMOUNT = { amount: 'provider' } as const;
const TAX = { ...AMOUNT, inclusive: 'provider', tax_behavior: 'provider' } as const;

const SUBSCRIPTION_ITEM = {
  id: 'provider',
  price: PRICE_OF_ITEM,
  plan: PRICE_OF_ITEM,
  metadata: SELLER_METADATA,
  quantity: 'provider',
  current_period_start: 'provider',
  current_period_end: 'provider',
} as const;

const INVOICE_LINE = {
  id: 'provider',
  type: 'provider',
  pricing: { price_details: { price: 'provider', product: 'provider' } },
  price: PRICE,
  plan: { id: 'provider' },
  metadata: SELLER_METADATA,
  quantity: 'provider',
  amount: 'provider',
  discount_amounts: [AMOUNT],
  taxes: [TAX],
  tax_amounts: [TAX],
  period: { start: 'provider', end: 'provider' },
  proration: 'provider',
  subscription_item: 'provider',
  parent: {
    type: 'provider',
    subscription_item_details: { proration: 'provider', subscription_item: 'provider' },
    invoice_item_details: { proration: 'provider' },
  },
} as const;

const SESSION_ITEM = {
  id: 'provider',
  price: PRICE,
  quantity: 'provider',
  amount_total: 'provider',
  amount_tax: 'provider',
} as const;

/** The fields of a list, of which events have the first ten elements. */
const CUT = { has_more: 'provider', total_count: 'provider' } as const;

/** The object of an event of any kind. A reference is an id, or the object that it refers to. */
const OBJECT = {
  id: 'provider',
  customer: 'provider',
  customer_email: 'buyer',
  customer_name: 'buyer',
  customer_details: { email: 'buyer', name: 'buyer' },
  email: 'buyer',
  name: 'buyer',
  metadata: { ...SELLER_METADATA, ...CHOICE_METADATA },
  custom_fields: [{ key: 'buyer', text: { value: 'buyer' } }],
  status: 'provider',
  currency: 'provider',
  items: { data: [SUBSCRIPTION_ITEM], ...CUT },
  lines: { data: [INVOICE_LINE], ...CUT },
  line_items: { data: [SESSION_ITEM], has_more: 'provider' },
  shipping_cost: { amount_total: 'provider', amount_tax: 'provider' },
  amount_paid: 'provider',
  amount_due: 'provider',
  start_date: 'provider',
  trial_start: 'provider',
  trial_end: 'provider',
  pause_collection: { behavior: 'provider' },
  current_period_start: 'provider',
  current_period_end: 'provider',
  cancel_at: 'provider',
  cancel_at_period_end: 'provider',
  canceled_at: 'provider',
  ended_at: 'provider',
  subscription: 'provider',
  parent: { subscription_details: { subscription: 'provider' } },
  billing_reason: 'provider',
  total: 'provider',
  tax: 'provider',
  total_taxes: [AMOUNT],
  total_tax_amounts: [AMOUNT],
  payments: { data: [{ payment: { payment_intent: 'provider' } }] },
  status_transitions: { paid_at: 'provider' },
  mode: 'provider',
  payment_status: 'provider',
  payment_link: 'provider',
  amount_total: 'provider',
  total_details: { amount_tax: 'provider' },
  invoice: 'provider',
  payment: { payment_intent: 'provider', charge: 'provider' },
  payment_intent: 'provider',
  charge: 'provider',
  amount: 'provider',
  amount_refunded: 'provider',
  reason: 'provider',
  evidence_details: { due_by: 'provider' },
} as const;

/**
 * What is read of an event of Stripe. The metadata of these objects is set in the dashboard or with the secret key. Of the
 * custom fields of a checkout only the one is read that names who gets a gift. Not read are other values that buyers set at a checkout or in
 * its address: `client_reference_id`, and the metadata of payment methods, which the publishable key may set.
 */
export const STRIPE_FIELDS = {
  id: 'provider',
  object: 'provider',
  type: 'provider',
  created: 'provider',
  livemode: 'provider',
  account: 'provider',
  /** Former values of an object that was changed: as much of it as is other now. */
  data: { object: OBJECT, previous_attributes: 'provider' },
} as const satisfies Fields;

export type StripeObject = EventReader<typeof OBJECT>;
export type StripeSubscriptionItem = EventReader<typeof SUBSCRIPTION_ITEM>;
export type StripeInvoiceLine = EventReader<typeof INVOICE_LINE>;
export type StripeSessionItem = EventReader<typeof SESSION_ITEM>;
