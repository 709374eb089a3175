import { boolean, describeResource, type Infer, integer, nullable, object, oneOf, text, timestamp, uuid4 } from '#platform/wire';
import { PROVIDER_NAMES } from './connector.view.ts';

export const REASONS = [
  'price_unmapped',
  'value_unknown',
  'event_refused',
  'product_missing',
  'customer_missing',
  'list_incomplete',
  'order_unknown',
  'event_waiting',
  'quantity_ignored',
  'renewal_ambiguous',
  'key_missing',
  'customer_email_changed',
] as const;

export const UndeliveredPurchaseView = object(
  {
    created_at: timestamp(),
    modified_at: nullable(timestamp()),
    id: uuid4(),
    organization_id: uuid4(),
    connector_id: nullable(uuid4()),
    provider: nullable(oneOf(PROVIDER_NAMES)),
    reason: oneOf(REASONS),
    problem: text(),
    external_id: text(),
    external_price_id: nullable(text()),
    value: nullable(text()),
    customer_id: nullable(uuid4()),
    email: nullable(text()),
    name: nullable(text()),
    quantity: nullable(integer()),
    amount: nullable(integer()),
    tax_amount: nullable(integer()),
    currency: nullable(text()),
    occurred_at: timestamp(),
    order_id: nullable(uuid4()),
    subscription_id: nullable(uuid4()),
    is_deliverable: boolean(),
    resolution: nullable(oneOf(['dismissed', 'delivered'])),
    resolution_reason: nullable(text()),
    resolved_at: nullable(timestamp()),
  },
  'UndeliveredPurchase',
  {
    ...describeResource('undelivered purchase'),
    connector_id: 'The ID of the connector that told about the payment, or `null`.',
    provider: 'The payment provider, or `null`.',
    reason:
      '`price_unmapped`: no product is mapped to the price; `product_missing`: the payment names no price; `customer_missing`: the e-mail address is not known, or the customer was deleted; `list_incomplete`: the provider listed only some of what was paid, and this is the rest; `order_unknown`: a payment was refunded or is disputed, and no order of it is known; `event_waiting`: it waits for another event for more than a day; `value_unknown`: the provider sent a value without a known meaning; `event_refused`: the event could not be processed; `quantity_ignored`: more was bought than delivered; `renewal_ambiguous`: a new license key was issued because several could be renewed; `key_missing`: it extends a license key, and the customer has none that it could, or it has to be chosen; `customer_email_changed`: the provider has another e-mail address for the customer, in `email`.',
    problem: {
      text: 'The same in a sentence.',
      example: 'No product is mapped to price_1Qx4ZkLkdIwHu7ix. Map the price to a product.',
    },
    external_id: {
      text: 'The ID of the payment, subscription or event at the provider; that of the purchase here if `connector_id` is `null`.',
      example: 'in_1Qx4ZkLkdIwHu7ix',
    },
    external_price_id: { text: 'The ID of the price at the provider, or `null`.', example: 'price_1Qx4ZkLkdIwHu7ix' },
    value: 'The value without a known meaning, or `null`.',
    customer_id: 'The ID of the customer, or `null` if there is none here.',
    email: { text: 'The e-mail address of whoever paid, or `null`.', example: 'jenny.rosen@example.com' },
    name: { text: 'The name of whoever paid, or `null`.', example: 'Jenny Rosen' },
    quantity: 'How many were bought, or `null`.',
    amount: { text: 'What was paid, in minor units of the currency, with taxes, or `null`.', example: 2900 },
    tax_amount: 'The part of the amount that is taxes, or `null`.',
    currency: { text: 'The currency (ISO 4217, lower case), or `null`.', example: 'usd' },
    occurred_at: 'When it was paid.',
    order_id: 'The ID of the order that delivers it, or that it is about, or `null`.',
    subscription_id: 'The ID of the subscription that it is about, or `null`.',
    is_deliverable: 'Whether an order can deliver it.',
    resolution: 'What was decided about it: `dismissed`, or `delivered` by an order. `null` while it is open.',
    resolution_reason: 'Why it was dismissed, or `null`.',
    resolved_at: 'When that was decided, or `null`.',
  },
);
export type UndeliveredPurchaseView = Infer<typeof UndeliveredPurchaseView>;

export const DeliveryView = object({ order_id: nullable(uuid4()) }, 'UndeliveredPurchaseDelivery', {
  order_id: 'The ID of the order that delivers it, or `null` if it is delivered as its prices are mapped.',
});
export type DeliveryView = Infer<typeof DeliveryView>;
