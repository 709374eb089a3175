import { defineRequest, repeatable, metadataFilter, paging, sorting } from '#platform/http';
import { boolean, unionByKey, type Field, integer, nullable, oneOf, optional, text, timestamp, uuid4 } from '#platform/wire';
import { SUBSCRIPTION_ORDERS } from '../../queries/list-subscriptions.ts';
import { CANCELLATION_REASONS, SUBSCRIPTION_STATUSES } from '../../queries/subscription.view.ts';
import { closed, oneOfFields } from './one-of-fields.ts';
import { byCustomer, byExternalCustomer } from './purchases.dto.ts';

const path = { id: uuid4() };
const reason = oneOf(CANCELLATION_REASONS);

const yes: Field<true> = {
  schema: { type: 'boolean', const: true },
  read: (input, issues) => {
    if (input !== true)
      issues.push({ loc: [], type: 'literal_error', msg: 'Input should be True', input, ctx: { expected: 'True' } });
    return true;
  },
};

/** Taken, and without effect: nothing is charged here. */
const PRORATION_BEHAVIORS = ['invoice', 'prorate', 'next_period', 'reset'] as const;

const farewell = {
  customer_cancellation_reason: optional(nullable(reason)),
  customer_cancellation_comment: optional(nullable(text())),
};

export const CreateSubscriptionRequest = defineRequest({
  body: unionByKey('external_customer_id', byExternalCustomer('SubscriptionCreate'), byCustomer('SubscriptionCreate')),
});

export const OneSubscriptionRequest = defineRequest({ path });

export const UpdateSubscriptionRequest = defineRequest({
  path,
  body: oneOfFields({
    revoke: closed({ ...farewell, revoke: yes }, 'SubscriptionRevoke'),
    cancel_at_period_end: closed({ ...farewell, cancel_at_period_end: boolean() }, 'SubscriptionCancel'),
    status: closed({ status: oneOf(['active', 'past_due']) }, 'SubscriptionReportPayment'),
    seats: closed(
      { seats: integer({ ge: 1 }), proration_behavior: optional(nullable(oneOf(PRORATION_BEHAVIORS))) },
      'SubscriptionUpdateSeats',
    ),
  }),
});

export const ListClaimedSubscriptionsRequest = defineRequest({ query: paging });

export const ListSubscriptionsRequest = defineRequest({
  query: {
    organization_id: repeatable(uuid4()),
    product_id: repeatable(uuid4()),
    customer_id: repeatable(uuid4()),
    external_customer_id: repeatable(text()),
    discount_id: repeatable(uuid4()),
    active: optional(boolean()),
    status: repeatable(oneOf(SUBSCRIPTION_STATUSES)),
    cancel_at_period_end: optional(boolean()),
    customer_cancellation_reason: repeatable(reason),
    canceled_at_after: optional(timestamp()),
    canceled_at_before: optional(timestamp()),
    started_after: optional(timestamp()),
    started_before: optional(timestamp()),
    metadata: metadataFilter(),
    sorting: sorting(SUBSCRIPTION_ORDERS, ['-started_at']),
    ...paging,
  },
});
