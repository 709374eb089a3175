import { defineRequest, type InputOf, paging, repeatable, sorting } from '#platform/http';
import { LONG_TEXT, LOOKUP_TEXT } from '#support/texts';
import {
  boolean,
  described,
  describeFields,
  describeInput,
  integer,
  nullable,
  oneOf,
  optional,
  text,
  uuid4,
} from '#platform/wire';
import type { OwnChange } from '../../commands/change-own-subscription.ts';
import { OWN_SUBSCRIPTION_ORDERS } from '../../queries/list-portal-subscriptions.ts';
import { CANCELLATION_REASONS } from '../../queries/subscription.view.ts';
import { closed, oneOfFields } from './field-combinations.ts';
import { nothing, pause, yes } from './subscription-update.dto.ts';

const texts = describeInput('subscription');
const path = describeFields({ id: uuid4() }, texts.path);

export const OneOwnSubscriptionRequest = defineRequest({ path });

export const ListOwnSubscriptionsRequest = defineRequest({
  query: {
    ...describeFields(
      { product_id: repeatable(uuid4()), active: optional(boolean()), query: optional(text(LOOKUP_TEXT)) },
      {
        product_id: 'Returns only subscriptions of these products. Can be repeated.',
        active: 'Returns only subscriptions that are (`true`) or are not (`false`) active.',
        query: 'Returns only subscriptions whose product has a name that contains this text; case-insensitive.',
      },
    ),
    sorting: sorting(OWN_SUBSCRIPTION_ORDERS, ['-started_at']),
    ...paging,
  },
});

const cancellation = describeFields(
  {
    cancel_at_period_end: optional(nullable(boolean())),
    cancellation_reason: optional(nullable(oneOf(CANCELLATION_REASONS))),
    cancellation_comment: optional(nullable(text(LONG_TEXT))),
  },
  {
    cancel_at_period_end:
      'Whether the subscription ends with the current period. `false` withdraws a cancellation. Without it, nothing changes.',
    cancellation_reason: 'Why the customer cancels.',
    cancellation_comment: 'A comment of the customer on the cancellation.',
  },
);

export const UpdateOwnSubscriptionRequest = defineRequest({
  path,
  body: oneOfFields(
    {
      product_id: closed(
        { product_id: described(uuid4(), 'The ID of the public product that the subscription gets instead of its product.') },
        'CustomerSubscriptionUpdateProduct',
      ),
      seats: closed(
        describeFields({ seats: integer({ ge: 1 }) }, { seats: { text: 'The new number of seats.', example: 5 } }),
        'CustomerSubscriptionUpdateSeats',
      ),
      pause_at_period_end: closed(pause, 'CustomerSubscriptionPause'),
      resume: closed({ resume: described(yes, 'Ends the pause at once and begins a new period.') }, 'CustomerSubscriptionResume'),
      pending_update: closed(
        { pending_update: described(nothing, '`null` cancels the scheduled changes.') },
        'CustomerSubscriptionUpdateClear',
      ),
    },
    closed(cancellation, 'CustomerSubscriptionCancel'),
  ),
});

export function ownChangeFrom(body: InputOf<typeof UpdateOwnSubscriptionRequest>['body']): OwnChange {
  if ('product_id' in body) return { to: 'product', productId: body.product_id };
  if ('seats' in body) return { to: 'seats', seats: body.seats };
  if ('pause_at_period_end' in body) {
    return { to: 'pause', atPeriodEnd: body.pause_at_period_end, resumesAt: body.resumes_at ?? null };
  }
  if ('resume' in body) return { to: 'resume' };
  if ('pending_update' in body) return { to: 'discard' };
  const { cancel_at_period_end: atPeriodEnd, cancellation_reason: reason, cancellation_comment: comment } = body;
  if (typeof atPeriodEnd !== 'boolean') return { to: 'nothing' };
  return { to: 'cancel', atPeriodEnd, reason: { reason: reason ?? null, comment: comment ?? null } };
}
