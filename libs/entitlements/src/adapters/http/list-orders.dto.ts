import { comparedTag, withOneTag } from '#customer-portal/views';
import { MOST_TAGS } from '#support/tags';
import { defineRequest, metadataFilter, paging, repeatable, sorting } from '#platform/http';
import { LOOKUP_TEXT } from '#support/texts';
import { described, describeFields, describeInput, oneOf, optional, text, timestamp, uuid4 } from '#platform/wire';
import { ORDER_ORDERS } from '../../queries/list-orders.ts';
import { ORDER_STATUSES } from '../../views/purchase-statuses.view.ts';
import { BILLING_REASONS } from '../../queries/order.view.ts';
import { reportedFilters } from './purchases.dto.ts';

const BOUGHT_AFTER = 'orders bought at or after this time.';
const BOUGHT_BEFORE = 'orders bought at or before this time.';

/** The filters of lists and exports. */
export const ORDER_FILTERS = {
  ...describeFields(
    {
      organization_id: repeatable(uuid4()),
      product_id: repeatable(uuid4()),
      product_billing_type: repeatable(oneOf(['one_time', 'recurring']), { choices: 'ProductBillingType' }),
      billing_reason: repeatable(oneOf(BILLING_REASONS)),
      discount_id: repeatable(uuid4()),
      customer_id: repeatable(uuid4()),
      external_customer_id: repeatable(text(LOOKUP_TEXT)),
      checkout_id: repeatable(uuid4()),
      subscription_id: repeatable(uuid4()),
      recipient_id: repeatable(uuid4()),
      ...reportedFilters('orders', 'external ID or number of the invoice'),
      status: repeatable(oneOf(ORDER_STATUSES), { choices: 'OrderStatus' }),
      created_after: optional(timestamp()),
      created_before: optional(timestamp()),
      purchased_after: optional(timestamp()),
      purchased_before: optional(timestamp()),
    },
    {
      ...describeInput('order').filters,
      product_id: 'Returns only orders of these products. Can be repeated.',
      product_billing_type: 'Returns only orders of products with these billing types. Can be repeated.',
      billing_reason: 'Returns only orders created for these reasons. Can be repeated. An extension.',
      discount_id: 'Returns only orders with these discounts. There are no discounts, so the list is empty.',
      checkout_id: 'Returns only orders from these checkouts. There are no checkouts, so the list is empty.',
      subscription_id: 'Returns only orders that pay for these subscriptions. Can be repeated.',
      recipient_id: 'Returns only orders whose benefits these customers get. Can be repeated.',
      status: 'Returns only orders with these statuses. Can be repeated.',
      created_after: 'Returns only orders created at or after this time.',
      created_before: 'Returns only orders created at or before this time.',
      purchased_after: `Returns only ${BOUGHT_AFTER} An extension.`,
      purchased_before: `Returns only ${BOUGHT_BEFORE} An extension.`,
    },
  ),
  metadata: metadataFilter(),
  tag: described(repeatable(comparedTag, { max: MOST_TAGS }), withOneTag('orders')),
};

export const ListOrdersRequest = defineRequest({
  query: { ...ORDER_FILTERS, sorting: sorting(ORDER_ORDERS, ['-created_at']), ...paging },
});

export const OrderFiguresRequest = defineRequest(
  {
    query: {
      organization_id: described(repeatable(uuid4()), 'Only orders of these organizations. Can be repeated.'),
      purchased_after: described(optional(timestamp()), `Only ${BOUGHT_AFTER}`),
      purchased_before: described(optional(timestamp()), `Only ${BOUGHT_BEFORE}`),
    },
  },
  { countsAll: true },
);
