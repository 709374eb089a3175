import { defineRequest, type InputOf, repeatable, metadataFilter, paging, sorting } from '#platform/http';
import { LOOKUP_TEXT } from '#support/texts';
import {
  boolean,
  unionByKey,
  describeFields,
  describeInput,
  nullable,
  object,
  oneOf,
  optional,
  strict,
  text,
  timestamp,
  uuid4,
} from '#platform/wire';
import { SUBSCRIPTION_ORDERS } from '../../queries/list-subscriptions.ts';
import { SUBSCRIPTION_STATUSES } from '../../views/purchase-statuses.view.ts';
import { CANCELLATION_REASONS, SubscriptionView } from '../../queries/subscription.view.ts';
import type { SubscriptionInput } from '../../commands/start-subscription.ts';
import { byAnyCustomer, reportedFilters, toPurchaseInput } from './purchases.dto.ts';

const texts = describeInput('subscription');
const path = describeFields({ id: uuid4() }, texts.path);
const reason = oneOf(CANCELLATION_REASONS);

const TRIAL =
  'Only used to recognize who had a trial of the product before, where the organization prevents that (`prevent_trial_abuse`). Stored as a keyed digest. An extension.';
const { byId, byExternalId, byFacts } = byAnyCustomer(
  {
    product_id: uuid4(),
    started_at: optional(nullable(timestamp())),
    current_period_end: optional(nullable(timestamp())),
    payment_fingerprint: optional(nullable(text({ min: 1, max: 255 }))),
    device_id: optional(nullable(text({ min: 1, max: 128 }))),
  },
  'SubscriptionCreate',
  {
    started_at:
      'When the subscription started, if that was earlier. Not in the future, and not before 2000. The trial counts from it, and periods that have passed since are skipped.',
    current_period_end:
      'Until when the subscription is paid, at most 10 years ahead. Later periods begin then. A subscription with a paid period has no trial.',
    payment_fingerprint: `What the payment provider calls the fingerprint of the card or account. ${TRIAL}`,
    device_id: `The device ID that the application sends in \`License-Device\`. ${TRIAL}`,
  },
);

export const CreateSubscriptionRequest = defineRequest({
  body: unionByKey('customer', byFacts, unionByKey('external_customer_id', byExternalId, byId)),
});

export const toSubscriptionInput = (body: InputOf<typeof CreateSubscriptionRequest>['body']): SubscriptionInput => ({
  ...toPurchaseInput(body),
  productId: body.product_id,
  startedAt: body.started_at ?? undefined,
  currentPeriodEnd: body.current_period_end ?? undefined,
  paymentFingerprint: body.payment_fingerprint ?? undefined,
  deviceId: body.device_id ?? undefined,
});

export const OneSubscriptionRequest = defineRequest({ path });

export const TransferSubscriptionRequest = defineRequest({
  path,
  body: strict(
    object({ customer_id: uuid4() }, 'SubscriptionTransfer', {
      customer_id: 'The ID of the customer who gets the subscription, of the same organization.',
    }),
    SubscriptionView,
  ),
});

export const ListClaimedSubscriptionsRequest = defineRequest({ query: paging });

/** The filters of lists and exports. */
export const SUBSCRIPTION_FILTERS = {
  ...describeFields(
    {
      organization_id: repeatable(uuid4()),
      product_id: repeatable(uuid4()),
      customer_id: repeatable(uuid4()),
      external_customer_id: repeatable(text(LOOKUP_TEXT)),
      recipient_id: repeatable(uuid4()),
      ...reportedFilters('subscriptions', 'external ID'),
      discount_id: repeatable(uuid4()),
      active: optional(boolean()),
      status: repeatable(oneOf(SUBSCRIPTION_STATUSES), { choices: 'SubscriptionStatus' }),
      cancel_at_period_end: optional(boolean()),
      customer_cancellation_reason: repeatable(reason, { choices: 'CustomerCancellationReason' }),
      canceled_at_after: optional(timestamp()),
      canceled_at_before: optional(timestamp()),
      started_after: optional(timestamp()),
      started_before: optional(timestamp()),
    },
    {
      ...texts.filters,
      product_id: 'Returns only subscriptions of these products. Can be repeated.',
      recipient_id: 'Returns only subscriptions whose benefits these customers get. Can be repeated.',
      discount_id: 'Returns only subscriptions with these discounts. There are no discounts, so the list is empty.',
      active: 'Returns only subscriptions that are (`true`) or are not (`false`) active.',
      status: 'Returns only subscriptions with these statuses. Can be repeated.',
      cancel_at_period_end: 'Returns only subscriptions that end (`true`) or do not end (`false`) with the current period.',
      customer_cancellation_reason: 'Returns only subscriptions canceled for these reasons. Can be repeated.',
      canceled_at_after: 'Returns only subscriptions canceled at or after this time.',
      canceled_at_before: 'Returns only subscriptions canceled at or before this time.',
      started_after: 'Returns only subscriptions started at or after this time.',
      started_before: 'Returns only subscriptions started at or before this time.',
    },
  ),
  metadata: metadataFilter(),
};

export const ListSubscriptionsRequest = defineRequest({
  query: { ...SUBSCRIPTION_FILTERS, sorting: sorting(SUBSCRIPTION_ORDERS, ['-started_at']), ...paging },
});
