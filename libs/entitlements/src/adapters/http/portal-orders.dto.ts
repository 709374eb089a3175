import { defineRequest, type InputOf, paging, repeatable, sorting } from '#platform/http';
import { LOOKUP_TEXT } from '#support/texts';
import {
  addressFrom,
  AddressInput,
  blankToNull,
  describeFields,
  describeInput,
  nullable,
  object,
  oneOf,
  optional,
  text,
  uuid4,
} from '#platform/wire';
import { OWN_ORDER_ORDERS } from '../../queries/list-portal-orders.ts';

const path = describeFields({ id: uuid4() }, describeInput('order').path);

/** Fields that are left out, `null` or blank stay as they are. */
export const UpdateOwnOrderRequest = defineRequest({
  path,
  body: object(
    { billing_name: optional(blankToNull({ max: 256 })), billing_address: optional(nullable(AddressInput)) },
    'CustomerOrderUpdate',
    {
      billing_name: { text: 'The name on the invoice.', example: 'Acme Inc.' },
      billing_address:
        'The address on the invoice. Replaces the existing one as a whole; country and state cannot change once they are set.',
    },
  ),
});

export const correctionsFrom = (body: InputOf<typeof UpdateOwnOrderRequest>['body']) => ({
  billingName: body.billing_name,
  billingAddress: body.billing_address && addressFrom(body.billing_address),
});

export const ListOwnOrdersRequest = defineRequest({
  query: {
    ...describeFields(
      {
        product_id: repeatable(uuid4()),
        product_billing_type: repeatable(oneOf(['one_time', 'recurring']), { choices: 'ProductBillingType' }),
        subscription_id: repeatable(uuid4()),
        query: optional(text(LOOKUP_TEXT)),
      },
      {
        product_id: 'Returns only orders of these products. Can be repeated.',
        product_billing_type: 'Returns only one-time purchases, or payments for subscriptions. Can be repeated.',
        subscription_id: 'Returns only orders that pay for these subscriptions. Can be repeated.',
        query: 'Returns only orders whose description, the names of the products, contains this text; case-insensitive.',
      },
    ),
    sorting: sorting(OWN_ORDER_ORDERS, ['-created_at']),
    ...paging,
  },
});
