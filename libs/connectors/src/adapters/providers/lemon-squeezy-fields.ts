import { type EventReader, type Fields, CHOICE_METADATA } from './event-reader.ts';

/**
 * What is read of an event of Lemon Squeezy. Of `meta.custom_data` only the license key to be renewed is: it comes from the address or the script that opens the checkout,
 * which the browser of the buyer may change. Products and variants have no data of the seller.
 */
export const LEMON_SQUEEZY_FIELDS = {
  meta: { event_name: 'provider', test_mode: 'provider', custom_data: CHOICE_METADATA },
  data: {
    type: 'provider',
    id: 'provider',
    attributes: {
      store_id: 'provider',
      test_mode: 'provider',
      customer_id: 'provider',
      user_email: 'buyer',
      user_name: 'buyer',
      subscription_id: 'provider',
      billing_reason: 'provider',
      status: 'provider',
      variant_id: 'provider',
      product_id: 'provider',
      first_subscription_item: { price_id: 'provider', quantity: 'provider' },
      first_order_item: { price_id: 'provider', variant_id: 'provider', product_id: 'provider', quantity: 'provider' },
      total: 'provider',
      tax: 'provider',
      currency: 'provider',
      refunded: 'provider',
      refunded_amount: 'provider',
      cancelled: 'provider',
      pause: { mode: 'provider', resumes_at: 'provider' },
      trial_ends_at: 'provider',
      renews_at: 'provider',
      ends_at: 'provider',
      created_at: 'provider',
      updated_at: 'provider',
    },
  },
} as const satisfies Fields;

export type LemonSqueezyChoice = EventReader<typeof CHOICE_METADATA>;
export type LemonSqueezyData = EventReader<(typeof LEMON_SQUEEZY_FIELDS)['data']>;
export type LemonSqueezyAttributes = EventReader<(typeof LEMON_SQUEEZY_FIELDS)['data']['attributes']>;
