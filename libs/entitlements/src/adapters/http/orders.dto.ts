import { defineRequest, type InputOf, repeatable, metadataFilter, paging, sorting } from '#platform/http';
import {
  addressFrom,
  AddressInput,
  blankToNull,
  unionByKey,
  describeFields,
  describeInput,
  nullable,
  object,
  oneOf,
  optional,
  text,
  timestamp,
  uuid4,
  LOOKUP_TEXT,
} from '#platform/wire';
import { ORDER_ORDERS } from '../../queries/list-orders.ts';
import { ORDER_STATUSES } from '../../queries/order.view.ts';
import { refusing } from './one-of-fields.ts';
import { byCustomer, byExternalCustomer } from './purchases.dto.ts';

const texts = describeInput('order');
const path = describeFields({ id: uuid4() }, texts.path);

export const CreateOrderRequest = defineRequest({
  body: unionByKey('external_customer_id', byExternalCustomer('OrderCreate', {}), byCustomer('OrderCreate', {})),
});

export const OneOrderRequest = defineRequest({ path });

/** What an order was placed with. Sending it is an error, because the caller expects it to change. */
const FIXED = new Set([
  'seats',
  'product_id',
  'customer_id',
  'amount',
  'tax_amount',
  'currency',
  'metadata',
  'custom_field_data',
]);

/** Fields that are left out, `null` or blank stay as they are. */
export const UpdateOrderRequest = defineRequest({
  path,
  body: refusing(
    object(
      { billing_name: optional(blankToNull({ max: 256 })), billing_address: optional(nullable(AddressInput)) },
      'OrderUpdate',
      {
        billing_name: { text: 'The name on the invoice.', example: 'Acme Inc.' },
        billing_address:
          'The address on the invoice. Replaces the existing one as a whole; country and state cannot change once they are set.',
      },
    ),
    (name) => FIXED.has(name),
  ),
});

export const correctionsFrom = (body: InputOf<typeof UpdateOrderRequest>['body']) => ({
  billingName: body.billing_name,
  billingAddress: body.billing_address && addressFrom(body.billing_address),
});

export const ListOrdersRequest = defineRequest({
  query: {
    ...describeFields(
      {
        organization_id: repeatable(uuid4()),
        product_id: repeatable(uuid4()),
        product_billing_type: repeatable(oneOf(['one_time', 'recurring'])),
        discount_id: repeatable(uuid4()),
        customer_id: repeatable(uuid4()),
        external_customer_id: repeatable(text(LOOKUP_TEXT)),
        checkout_id: repeatable(uuid4()),
        subscription_id: repeatable(uuid4()),
        status: repeatable(oneOf(ORDER_STATUSES)),
        created_after: optional(timestamp()),
        created_before: optional(timestamp()),
      },
      {
        ...texts.filters,
        product_id: 'Returns only orders of these products. Can be repeated.',
        product_billing_type: 'Returns only orders of products with these billing types. Can be repeated.',
        discount_id: 'Returns only orders with these discounts. There are no discounts, so the list is empty.',
        checkout_id: 'Returns only orders from these checkouts. There are no checkouts, so the list is empty.',
        subscription_id: 'Returns only orders of these subscriptions. Orders are one-time purchases, so the list is empty.',
        status: 'Returns only orders with these statuses. Can be repeated.',
        created_after: 'Returns only orders created at or after this time.',
        created_before: 'Returns only orders created at or before this time.',
      },
    ),
    metadata: metadataFilter(),
    sorting: sorting(ORDER_ORDERS, ['-created_at']),
    ...paging,
  },
});
