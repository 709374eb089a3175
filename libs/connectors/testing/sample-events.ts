/**
 * Events of each provider in the forms that it documents. Between them they have every value that is read, and every value that a buyer
 * decides: those name a product that was not bought.
 */
export type SampleEvent = { readonly [name: string]: unknown };

/** Bought. */
const PRODUCT = 'a3b1c2d4-0000-4000-8000-000000000001';
/** Named by the buyer. */
const OTHER = 'a3b1c2d4-0000-4000-8000-000000000002';

const GIFT = 'friend@example.com';
const NAMED = { latchkey_product_id: PRODUCT };
const BY_BUYER = { latchkey_product_id: OTHER, quantity: 100, latchkey_renews_license_key_id: OTHER, latchkey_gift_email: GIFT };

const stripe = (type: string, object: object): SampleEvent => ({
  id: 'evt_1',
  object: 'event',
  account: 'acct_1',
  api_version: '2025-03-31.basil',
  created: 1_750_000_000,
  livemode: true,
  type,
  data: { object },
});

const STRIPE_PRICE = {
  id: 'price_1',
  object: 'price',
  product: 'prod_1',
  unit_amount: 2900,
  tax_behavior: 'exclusive',
  metadata: NAMED,
};
const STRIPE_PERIOD = { current_period_start: 1_750_000_000, current_period_end: 1_752_000_000 };
const STRIPE_DETAILS = {
  email: 'buyer@example.com',
  name: 'Kim Park',
  phone: '+49',
  tax_ids: [{ type: 'eu_vat', value: OTHER }],
};

const STRIPE_SESSION = {
  id: 'cs_1',
  object: 'checkout.session',
  mode: 'payment',
  payment_status: 'paid',
  amount_total: 5800,
  currency: 'usd',
  customer: null,
  customer_details: STRIPE_DETAILS,
  customer_email: 'typed@example.com',
  client_reference_id: OTHER,
  custom_fields: [
    { key: 'latchkey_product_id', type: 'text', text: { value: OTHER } },
    { key: 'latchkeygiftemail', type: 'text', text: { value: GIFT } },
  ],
  invoice: null,
  metadata: NAMED,
  payment_intent: 'pi_1',
  payment_link: 'plink_1',
  total_details: { amount_tax: 463 },
};

/** A line of an invoice before 2025-03-31. */
const STRIPE_LINE = {
  id: 'il_1',
  type: 'invoiceitem',
  amount: 5800,
  discount_amounts: [{ amount: 100 }],
  tax_amounts: [
    { amount: 400, inclusive: true },
    { amount: 10, inclusive: false },
  ],
  metadata: NAMED,
  period: { start: 1_750_000_000, end: 1_752_000_000 },
  proration: false,
  quantity: 2,
};

export const STRIPE_EVENTS: readonly SampleEvent[] = [
  stripe('customer.updated', {
    id: 'cus_1',
    email: 'buyer@example.com',
    name: 'Kim Park',
    phone: '+49',
    metadata: BY_BUYER,
    shipping: { name: OTHER },
  }),
  stripe('customer.subscription.updated', {
    id: 'sub_1',
    status: 'trialing',
    customer: { id: 'cus_1', email: 'buyer@example.com' },
    currency: 'usd',
    default_payment_method: { id: 'pm_1', metadata: BY_BUYER },
    items: {
      data: [{ id: 'si_1', price: STRIPE_PRICE, metadata: NAMED, quantity: 3, ...STRIPE_PERIOD }],
      has_more: true,
      total_count: 12,
    },
    metadata: { ...NAMED, latchkey_renews_license_key_id: OTHER, latchkey_gift_email: GIFT },
    start_date: 1_750_000_000,
    trial_start: 1_750_000_000,
    trial_end: 1_752_000_000,
    cancel_at_period_end: true,
    canceled_at: 1_750_000_000,
  }),
  stripe('customer.subscription.created', {
    id: 'sub_1',
    status: 'active',
    customer: 'cus_1',
    currency: 'usd',
    items: { data: [{ id: 'si_1', plan: { ...STRIPE_PRICE, metadata: {} }, metadata: {}, quantity: 3 }] },
    metadata: { ...NAMED, latchkey_renews_license_key_id: OTHER, latchkey_gift_email: GIFT },
    start_date: 1_750_000_000,
    ...STRIPE_PERIOD,
    pause_collection: { behavior: 'keep_as_draft', resumes_at: null },
    cancel_at_period_end: true,
  }),
  stripe('customer.subscription.deleted', {
    id: 'sub_1',
    status: 'canceled',
    customer: 'cus_1',
    currency: 'usd',
    items: { data: [] },
    start_date: 1_750_000_000,
    cancel_at: 1_752_000_000,
    ended_at: null,
  }),
  stripe('checkout.session.completed', STRIPE_SESSION),
  stripe('checkout.session.completed', {
    ...STRIPE_SESSION,
    customer: 'cus_1',
    customer_details: { ...STRIPE_DETAILS, email: null },
    line_items: { data: [{ id: 'li_1', price: STRIPE_PRICE, quantity: 2, amount_total: 5800, amount_tax: 463 }] },
  }),
  stripe('checkout.session.completed', {
    ...STRIPE_SESSION,
    line_items: { data: [{ id: 'li_1', price: { id: 'price_1', product: { id: 'prod_1' } }, quantity: 2, amount_total: 5800 }] },
  }),
  stripe('invoice.paid', {
    id: 'in_1',
    customer: 'cus_1',
    customer_email: 'buyer@example.com',
    customer_name: 'Kim Park',
    customer_address: { line1: OTHER },
    custom_fields: [{ name: 'latchkey_product_id', value: OTHER }],
    billing_reason: 'subscription_cycle',
    currency: 'usd',
    lines: {
      data: [
        {
          id: 'il_1',
          parent: {
            type: 'subscription_item_details',
            subscription_item_details: { proration: false, subscription_item: 'si_1' },
          },
          period: { start: 1_750_000_000, end: 1_752_000_000 },
          amount: 2900,
          quantity: 1,
        },
        {
          ...STRIPE_LINE,
          id: 'il_of_proration',
          type: undefined,
          parent: { type: 'invoice_item_details', invoice_item_details: { proration: true } },
          subscription_item: 'si_1',
        },
      ],
    },
    parent: { subscription_details: { subscription: 'sub_1' } },
    payments: { data: [{ payment: { payment_intent: 'pi_1' } }] },
    status_transitions: { paid_at: 1_750_000_000 },
    total: 3451,
    total_taxes: [{ amount: 551 }],
  }),
  stripe('invoice.paid', {
    id: 'in_2',
    customer: 'cus_1',
    customer_email: 'buyer@example.com',
    customer_name: 'Kim Park',
    billing_reason: 'manual',
    amount_due: null,
    amount_paid: 9000,
    shipping_cost: { amount_total: 500, amount_tax: 80 },
    currency: 'usd',
    lines: {
      has_more: true,
      total_count: 12,
      data: [
        {
          ...STRIPE_LINE,
          pricing: { price_details: { price: 'price_1', product: 'prod_1' } },
          taxes: [
            { amount: 400, tax_behavior: 'inclusive' },
            { amount: 10, tax_behavior: 'exclusive' },
          ],
        },
        { ...STRIPE_LINE, id: 'il_2', price: STRIPE_PRICE },
        { ...STRIPE_LINE, id: 'il_3', plan: STRIPE_PRICE, metadata: {} },
      ],
    },
    metadata: NAMED,
    payment_intent: 'pi_2',
    charge: 'ch_2',
    total: 5800,
    total_tax_amounts: [{ amount: 410 }],
  }),
  stripe('invoice.payment_succeeded', {
    id: 'in_3',
    customer: 'cus_1',
    billing_reason: 'subscription_create',
    currency: 'usd',
    lines: { data: [{ ...STRIPE_LINE, type: 'subscription' }] },
    subscription: 'sub_1',
    total: 3451,
    tax: 551,
  }),
  stripe('invoice_payment.paid', { id: 'inpay_1', invoice: 'in_1', payment: { payment_intent: 'pi_1', charge: 'ch_1' } }),
  stripe('charge.refunded', {
    id: 'ch_1',
    amount_refunded: 500,
    payment_intent: 'pi_1',
    invoice: 'in_1',
    billing_details: { email: 'other@example.com', name: OTHER },
    metadata: BY_BUYER,
    payment_method_details: { metadata: BY_BUYER },
  }),
  stripe('refund.failed', { id: 're_1', amount: 500, charge: 'ch_1', payment_intent: 'pi_1', status: 'failed' }),
  stripe('charge.dispute.created', {
    id: 'dp_1',
    amount: 2900,
    charge: 'ch_1',
    payment_intent: 'pi_1',
    status: 'needs_response',
    reason: 'fraudulent',
    evidence: { customer_email_address: 'other@example.com', product_description: OTHER },
    evidence_details: { due_by: 1_752_000_000 },
  }),
];

const PADDLE_TIME = '2026-06-01T12:00:00.000000Z';
const PADDLE_PERIOD = { starts_at: PADDLE_TIME, ends_at: '2026-07-01T12:00:00.000000Z' };
const PADDLE_PRICE = {
  id: 'pri_1',
  product_id: 'pro_1',
  tax_mode: 'external',
  unit_price: { amount: '2900', currency_code: 'USD' },
  billing_cycle: { interval: 'month', frequency: 1 },
  custom_data: NAMED,
};
const PADDLE_PRODUCT = { id: 'pro_1', name: 'Pro', custom_data: NAMED };
const PADDLE_TOTALS = { subtotal: '5800', tax: '1102', total: '6902' };

const paddle = (event_type: string, data: object): SampleEvent => ({
  event_id: 'evt_1',
  notification_id: 'ntf_1',
  event_type,
  occurred_at: PADDLE_TIME,
  data,
});

const PADDLE_SUBSCRIPTION = {
  id: 'sub_1',
  status: 'active',
  customer_id: 'ctm_1',
  currency_code: 'USD',
  collection_mode: 'automatic',
  created_at: PADDLE_TIME,
  started_at: PADDLE_TIME,
  canceled_at: null,
  current_billing_period: PADDLE_PERIOD,
  custom_data: BY_BUYER,
  items: [
    { price: PADDLE_PRICE, product: PADDLE_PRODUCT, quantity: 2, recurring: true, trial_dates: null },
    {
      price: { ...PADDLE_PRICE, id: 'pri_2', custom_data: null },
      product: PADDLE_PRODUCT,
      quantity: 1,
      recurring: true,
      trial_dates: PADDLE_PERIOD,
    },
  ],
};

const PADDLE_TRANSACTION = {
  id: 'txn_1',
  status: 'completed',
  customer_id: 'ctm_1',
  subscription_id: null,
  origin: 'web',
  currency_code: 'USD',
  created_at: PADDLE_TIME,
  updated_at: PADDLE_TIME,
  billing_period: null,
  custom_data: BY_BUYER,
  checkout: { url: `https://example.com/?latchkey_product_id=${OTHER}` },
  items: [
    { price: PADDLE_PRICE, quantity: 2 },
    { price_id: 'pri_2', quantity: 1 },
  ],
  details: {
    totals: PADDLE_TOTALS,
    line_items: [
      { id: 'txnitm_2', price_id: 'pri_2', product: PADDLE_PRODUCT, quantity: 1, totals: PADDLE_TOTALS },
      { id: 'txnitm_1', price_id: 'pri_1', product: { id: 'pro_1', custom_data: null }, quantity: 2, totals: PADDLE_TOTALS },
    ],
  },
};

export const PADDLE_EVENTS: readonly SampleEvent[] = [
  paddle('customer.updated', {
    id: 'ctm_1',
    email: 'buyer@example.com',
    name: 'Kim Park',
    custom_data: BY_BUYER,
    marketing_consent: false,
  }),
  paddle('subscription.created', PADDLE_SUBSCRIPTION),
  paddle('subscription.updated', {
    ...PADDLE_SUBSCRIPTION,
    started_at: null,
    scheduled_change: { action: 'cancel', effective_at: PADDLE_PERIOD.ends_at },
  }),
  paddle('transaction.completed', PADDLE_TRANSACTION),
  paddle('transaction.completed', {
    ...PADDLE_TRANSACTION,
    subscription_id: 'sub_1',
    origin: 'subscription_recurring',
    billed_at: PADDLE_TIME,
    billing_period: PADDLE_PERIOD,
  }),
  paddle('adjustment.updated', {
    id: 'adj_1',
    action: 'refund',
    status: 'approved',
    transaction_id: 'txn_1',
    reason: OTHER,
    totals: { total: '1000' },
    items: [{ item_id: 'txnitm_1', totals: { total: '1000' } }],
  }),
];

const LEMON_SQUEEZY_TIME = '2026-06-01T12:00:00.000000Z';

const lemonSqueezy = (event_name: string, type: string, attributes: object): SampleEvent => ({
  meta: { event_name, test_mode: false, webhook_id: 'wh_1', custom_data: BY_BUYER },
  data: {
    type,
    id: '1',
    attributes: {
      store_id: 4711,
      test_mode: false,
      customer_id: 2,
      user_email: 'buyer@example.com',
      user_name: 'Kim Park',
      created_at: LEMON_SQUEEZY_TIME,
      updated_at: null,
      ...attributes,
    },
  },
});

const LEMON_SQUEEZY_SUBSCRIPTION = {
  variant_id: 4,
  product_id: 5,
  status: 'active',
  cancelled: true,
  pause: null,
  trial_ends_at: null,
  renews_at: '2026-07-01T12:00:00.000000Z',
  ends_at: null,
  first_subscription_item: { id: 6, price_id: 3, quantity: 2 },
  updated_at: LEMON_SQUEEZY_TIME,
};

const LEMON_SQUEEZY_AMOUNTS = { currency: 'USD', tax: 551, total: 3451, status: 'paid', refunded: false, refunded_amount: 100 };

export const LEMON_SQUEEZY_EVENTS: readonly SampleEvent[] = [
  lemonSqueezy('subscription_created', 'subscriptions', LEMON_SQUEEZY_SUBSCRIPTION),
  lemonSqueezy('subscription_paused', 'subscriptions', {
    ...LEMON_SQUEEZY_SUBSCRIPTION,
    status: 'paused',
    pause: { mode: 'free', resumes_at: '2026-08-01T12:00:00.000000Z' },
  }),
  lemonSqueezy('order_created', 'orders', {
    ...LEMON_SQUEEZY_AMOUNTS,
    identifier: OTHER,
    first_order_item: { price_id: 3, variant_id: 4, product_id: 5, quantity: 2, product_name: 'Pro' },
  }),
  lemonSqueezy('order_refunded', 'orders', {
    ...LEMON_SQUEEZY_AMOUNTS,
    status: 'refunded',
    refunded: true,
    refunded_amount: null,
    first_order_item: { price_id: 3, variant_id: 4, product_id: 5, quantity: 2 },
  }),
  lemonSqueezy('subscription_payment_success', 'subscription-invoices', {
    ...LEMON_SQUEEZY_AMOUNTS,
    subscription_id: 1,
    billing_reason: 'renewal',
  }),
];
