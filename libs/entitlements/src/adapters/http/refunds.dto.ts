import { defineRequest, paging, repeatable, sorting, type InputOf } from '#platform/http';
import { LONG_TEXT, LOOKUP_TEXT } from '#support/texts';
import {
  boolean,
  describeFields,
  describeInput,
  integer,
  metadata,
  nullable,
  object,
  oneOf,
  optional,
  text,
  uuid4,
  withDefault,
} from '#platform/wire';
import { REFUND_ORDERS } from '../../queries/list-refunds.ts';
import type { RefundOrder } from '../../commands/refund-order.ts';

const texts = describeInput('refund');
const path = describeFields({ id: uuid4() }, texts.path);

export const OneRefundRequest = defineRequest({ path });

const REASONS = [
  'duplicate',
  'fraudulent',
  'customer_request',
  'service_disruption',
  'satisfaction_guarantee',
  'other',
] as const satisfies readonly RefundOrder['refund']['reason'][];

export const CreateRefundRequest = defineRequest({
  body: object(
    {
      order_id: uuid4(),
      reason: oneOf(REASONS),
      amount: integer({ ge: 1 }),
      comment: optional(nullable(text(LONG_TEXT))),
      revoke_benefits: withDefault(boolean(), () => false),
      metadata: withDefault(metadata(), () => ({})),
    },
    'RefundCreate',
    {
      order_id: 'The ID of the order.',
      reason: 'The reason of the refund.',
      amount: { text: 'The amount to refund in minor units, without tax. The tax is refunded in proportion.', example: 2900 },
      comment: 'An internal comment.',
      revoke_benefits:
        'Whether the customer loses the benefits of the order. Not allowed for an order that pays for a subscription: its benefits are revoked with the subscription.',
      metadata: 'Your own data, for example the ID of the refund at the payment provider.',
    },
  ),
});

export const refundFrom = ({
  order_id: _order,
  revoke_benefits,
  comment = null,
  ...rest
}: InputOf<typeof CreateRefundRequest>['body']): RefundOrder['refund'] => ({ ...rest, comment, revokeBenefits: revoke_benefits });

export const ListRefundsRequest = defineRequest({
  query: {
    ...describeFields(
      {
        id: repeatable(uuid4()),
        organization_id: repeatable(uuid4()),
        order_id: repeatable(uuid4()),
        subscription_id: repeatable(uuid4()),
        customer_id: repeatable(uuid4()),
        external_customer_id: repeatable(text(LOOKUP_TEXT)),
        succeeded: optional(boolean()),
      },
      {
        ...texts.filters,
        id: 'Returns only these refunds. Can be repeated.',
        order_id: 'Returns only refunds of these orders. Can be repeated.',
        subscription_id: 'Returns only refunds of orders that pay for these subscriptions. Can be repeated.',
        succeeded: 'Returns only refunds that did (`true`) or did not (`false`) succeed. All refunds succeeded.',
      },
    ),
    sorting: sorting(REFUND_ORDERS, ['-created_at']),
    ...paging,
  },
});
