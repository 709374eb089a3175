import { defineRequest, type InputOf, many, metadataFilter, paging, sorting } from '#platform/http';
import {
  addressFrom,
  AddressInput,
  blankToNull,
  byPresence,
  nullable,
  object,
  oneOf,
  optional,
  text,
  timestamp,
  uuid4,
} from '#platform/wire';
import { ORDER_ORDERS } from '../../queries/list-orders.ts';
import { ORDER_STATUSES } from '../../queries/order.view.ts';
import { byCustomer, byExternalCustomer } from './purchases.dto.ts';

export const CreateOrderRequest = defineRequest({
  body: byPresence('external_customer_id', byExternalCustomer('OrderCreate'), byCustomer('OrderCreate')),
});

export const OneOrderRequest = defineRequest({ path: { id: uuid4() } });

/** What is left out, null or blank stays as it is. */
export const UpdateOrderRequest = defineRequest({
  path: { id: uuid4() },
  body: object({ billing_name: optional(blankToNull()), billing_address: optional(nullable(AddressInput)) }, 'OrderUpdate'),
});

export const correctionsFrom = (body: InputOf<typeof UpdateOrderRequest>['body']) => ({
  billingName: body.billing_name,
  billingAddress: body.billing_address && addressFrom(body.billing_address),
});

export const ListOrdersRequest = defineRequest({
  query: {
    organization_id: many(uuid4()),
    product_id: many(uuid4()),
    product_billing_type: many(oneOf(['one_time', 'recurring'])),
    discount_id: many(uuid4()),
    customer_id: many(uuid4()),
    external_customer_id: many(text()),
    checkout_id: many(uuid4()),
    subscription_id: many(uuid4()),
    status: many(oneOf(ORDER_STATUSES)),
    created_after: optional(timestamp()),
    created_before: optional(timestamp()),
    metadata: metadataFilter(),
    sorting: sorting(ORDER_ORDERS, ['-created_at']),
    ...paging,
  },
});
