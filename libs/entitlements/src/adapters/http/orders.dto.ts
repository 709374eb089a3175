import { defineRequest, type InputOf, repeatable, metadataFilter, paging, sorting } from '#platform/http';
import {
  addressFrom,
  AddressInput,
  blankToNull,
  unionByKey,
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
  body: unionByKey('external_customer_id', byExternalCustomer('OrderCreate'), byCustomer('OrderCreate')),
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
    organization_id: repeatable(uuid4()),
    product_id: repeatable(uuid4()),
    product_billing_type: repeatable(oneOf(['one_time', 'recurring'])),
    discount_id: repeatable(uuid4()),
    customer_id: repeatable(uuid4()),
    external_customer_id: repeatable(text()),
    checkout_id: repeatable(uuid4()),
    subscription_id: repeatable(uuid4()),
    status: repeatable(oneOf(ORDER_STATUSES)),
    created_after: optional(timestamp()),
    created_before: optional(timestamp()),
    metadata: metadataFilter(),
    sorting: sorting(ORDER_ORDERS, ['-created_at']),
    ...paging,
  },
});
