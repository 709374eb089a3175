import { defineRequest } from '#platform/http';
import { LONG_TEXT } from '#support/texts';
import {
  boolean,
  defineField,
  described,
  describeFields,
  describeInput,
  type Field,
  integer,
  metadata,
  nullable,
  oneOf,
  optional,
  text,
  timestamp,
  uuid4,
} from '#platform/wire';
import { CANCELLATION_REASONS } from '../../queries/subscription.view.ts';
import { closed, oneOfFields } from './field-combinations.ts';
import { MAX_QUANTITY } from './purchases.dto.ts';

const path = describeFields({ id: uuid4() }, describeInput('subscription').path);

export const yes: Field<true> = defineField({
  schema: { type: 'boolean', const: true },
  read: (input, issues) => {
    if (input !== true)
      issues.push({ loc: [], type: 'literal_error', msg: 'Input should be True', input, ctx: { expected: 'True' } });
    return true;
  },
});

export const nothing: Field<null> = defineField({
  schema: { type: 'null' },
  read: (input, issues) => {
    if (input !== null) issues.push({ loc: [], type: 'none_required', msg: 'Input should be None', input });
    return null;
  },
});

const trialEnd: Field<Date | 'now'> = defineField<Date | 'now'>({
  schema: { anyOf: [timestamp().schema, { type: 'string', const: 'now' }] },
  read: (input, issues) => (input === 'now' ? 'now' : timestamp().read(input, issues)),
});

const PRORATION_BEHAVIORS = ['invoice', 'prorate', 'next_period', 'reset'] as const;

const noDiscount: Field<never> = defineField<never>({
  schema: uuid4().schema,
  read: (input, issues) => {
    const before = issues.length;
    uuid4().read(input, issues);
    if (issues.length === before) {
      issues.push({ loc: [], type: 'value_error', msg: 'Value error, Discount does not exist.', input, ctx: { error: {} } });
    }
    return undefined as never;
  },
});

const cancellation = describeFields(
  {
    customer_cancellation_reason: optional(nullable(oneOf(CANCELLATION_REASONS))),
    customer_cancellation_comment: optional(nullable(text(LONG_TEXT))),
  },
  {
    customer_cancellation_reason: 'Why the customer cancels.',
    customer_cancellation_comment: 'A comment of the customer on the cancellation.',
  },
);

export const pause = describeFields(
  { pause_at_period_end: boolean(), resumes_at: optional(nullable(timestamp())) },
  {
    pause_at_period_end: 'Whether the subscription is paused at the end of the current period. `false` withdraws a pause.',
    resumes_at: 'When the pause ends by itself, after the end of the current period. By default it lasts until it is resumed.',
  },
);

export const UpdateSubscriptionRequest = defineRequest({
  path,
  body: oneOfFields(
    {
      revoke: closed({ ...cancellation, revoke: described(yes, 'Ends the subscription at once.') }, 'SubscriptionRevoke'),
      cancel_at_period_end: closed(
        {
          ...cancellation,
          cancel_at_period_end: described(
            boolean(),
            'Whether the subscription ends with the current period. `false` withdraws a cancellation.',
          ),
        },
        'SubscriptionCancel',
      ),
      status: closed(
        {
          status: described(
            oneOf(['active', 'past_due']),
            '`past_due` if a payment failed, `active` if the subscription is paid again.',
          ),
        },
        'SubscriptionReportPayment',
      ),
      seats: closed(
        describeFields(
          { seats: integer({ ge: 1 }), proration_behavior: optional(nullable(oneOf(PRORATION_BEHAVIORS))) },
          {
            seats: {
              text: 'The new number of seats. At once, it cannot be below the number of assigned seats; with the next period, as many seats remain as are assigned then.',
              example: 10,
            },
            proration_behavior:
              'When the number of seats changes, and how the seller charges the change; no money moves here. `invoice` and `prorate`: at once. `reset`: at once, and a new period begins. `next_period`: at the end of the current period. The setting of the organization by default.',
          },
        ),
        'SubscriptionUpdateSeats',
      ),
      current_billing_period_end: closed(
        {
          current_billing_period_end: described(
            timestamp(),
            'When the current period ends, in the future. A trial, and a subscription that is canceled, end then as well.',
          ),
        },
        'SubscriptionUpdateBillingPeriod',
      ),
      pause_at_period_end: closed(pause, 'SubscriptionPause'),
      resume: closed({ resume: described(yes, 'Ends the pause at once and begins a new period.') }, 'SubscriptionResume'),
      pending_update: closed(
        { pending_update: described(nothing, '`null` cancels the scheduled changes.') },
        'SubscriptionUpdateClear',
      ),
    },
    closed(
      describeFields(
        {
          metadata: optional(metadata()),
          product_id: optional(nullable(uuid4())),
          quantity: optional(nullable(integer({ ge: 1, le: MAX_QUANTITY }))),
          proration_behavior: optional(nullable(oneOf(PRORATION_BEHAVIORS))),
          discount_id: optional(nullable(noDiscount)),
          trial_end: optional(nullable(trialEnd)),
        },
        {
          metadata: 'Key-value pairs of your own. Replaces the existing ones.',
          product_id: 'The ID of the product that the subscription gets instead of its product.',
          quantity: {
            text: 'How many are bought from now on, of a product that is not sold by seats. The amount follows from the prices of the purchase. With fewer, license keys that are not in use end first. An extension.',
            example: 5,
          },
          proration_behavior:
            'When the new product takes effect, and how the seller charges the change; no money moves here. `invoice` and `prorate`: at once. `reset`: at once, and a new period begins. `next_period`: at the end of the current period. The setting of the organization by default.',
          discount_id: 'There are no discounts, so any ID is rejected.',
          trial_end:
            'When the trial ends: a time in the future, or `now`. For a subscription that is not on trial, after the current period.',
        },
      ),
      'SubscriptionUpdateBase',
    ),
  ),
});
