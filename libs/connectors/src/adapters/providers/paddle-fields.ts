import { type EventReader, type Fields, CHOICE_METADATA, SELLER_METADATA } from './event-reader.ts';

const PRODUCT = { custom_data: SELLER_METADATA } as const;
const TOTALS = { total: 'provider', tax: 'provider' } as const;
/** `grand_total` is what is left to pay after credits. */
const ALL_TOTALS = { ...TOTALS, grand_total: 'provider', credit: 'provider' } as const;
/** An item of a subscription, a transaction or an adjustment. */
const ITEM = {
  price_id: 'provider',
  price: {
    id: 'provider',
    product_id: 'provider',
    tax_mode: 'provider',
    unit_price: { amount: 'provider' },
    billing_cycle: 'provider',
    custom_data: SELLER_METADATA,
  },
  product: PRODUCT,
  quantity: 'provider',
  recurring: 'provider',
  trial_dates: { ends_at: 'provider' },
  item_id: 'provider',
  totals: { total: 'provider' },
} as const;
const LINE = { id: 'provider', price_id: 'provider', product: PRODUCT, totals: TOTALS } as const;
const PERIOD = { starts_at: 'provider', ends_at: 'provider' } as const;

/**
 * What is read of an event of Paddle. The custom data of prices and products is the seller's. That of transactions and subscriptions comes from
 * the script that opens the checkout, which the browser of the buyer may change: of it only the license key to be renewed is read.
 */
export const PADDLE_FIELDS = {
  event_id: 'provider',
  event_type: 'provider',
  occurred_at: 'provider',
  data: {
    id: 'provider',
    email: 'buyer',
    name: 'buyer',
    custom_data: CHOICE_METADATA,
    customer_id: 'provider',
    status: 'provider',
    currency_code: 'provider',
    created_at: 'provider',
    updated_at: 'provider',
    started_at: 'provider',
    canceled_at: 'provider',
    billed_at: 'provider',
    collection_mode: 'provider',
    scheduled_change: { action: 'provider', effective_at: 'provider' },
    current_billing_period: PERIOD,
    billing_period: PERIOD,
    items: [ITEM],
    subscription_id: 'provider',
    origin: 'provider',
    details: {
      totals: ALL_TOTALS,
      line_items: [LINE],
    },
    action: 'provider',
    transaction_id: 'provider',
    totals: { total: 'provider' },
  },
} as const satisfies Fields;

export type PaddleData = EventReader<(typeof PADDLE_FIELDS)['data']>;
export type PaddleItem = EventReader<typeof ITEM>;
export type PaddleLine = EventReader<typeof LINE>;
export type PaddleTotals = EventReader<typeof TOTALS>;
export type PaddleAllTotals = EventReader<typeof ALL_TOTALS>;
export type PaddlePeriod = EventReader<typeof PERIOD>;
