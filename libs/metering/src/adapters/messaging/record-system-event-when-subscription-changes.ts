import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type {
  SubscriptionCanceled,
  SubscriptionCreated,
  SubscriptionCycled,
  SubscriptionPastDue,
  SubscriptionPaused,
  SubscriptionResumed,
  SubscriptionRevoked,
  SubscriptionUncanceled,
  SubscriptionUpdated,
} from '#entitlements/contract';
import { type PublishedEvent, Subscriber } from '#platform/messaging';
import { RecordSystemEvent } from '../../commands/record-system-event.ts';

type Handled =
  | SubscriptionCanceled
  | SubscriptionCreated
  | SubscriptionCycled
  | SubscriptionPastDue
  | SubscriptionPaused
  | SubscriptionResumed
  | SubscriptionRevoked
  | SubscriptionUncanceled
  | SubscriptionUpdated;

@Injectable()
export class RecordSystemEventWhenSubscriptionChanges extends Subscriber<Handled> {
  readonly id = 'RecordSystemEventWhenSubscriptionChanges';

  constructor(private readonly commands: CommandBus) {
    super();
  }

  handle(event: PublishedEvent<Handled>): Promise<void> {
    const { organizationId, occurredAt: timestamp, payload } = event;
    const { customer_id: customerId, product_id, amount, currency, recurring_interval, recurring_interval_count } = payload;
    const terms = { product_id, amount, currency, recurring_interval, recurring_interval_count };
    const metadata = { subscription_id: event.aggregateId, ...terms, ...detailsOf(event) };
    return this.commands.execute(
      new RecordSystemEvent({ organizationId, customerId, memberId: null, name: nameOf(event), timestamp, metadata }),
    );
  }
}

/** A late payment reactivates the subscription. */
const nameOf = ({ name, payload }: PublishedEvent<Handled>): string =>
  name === 'subscription.updated' && payload.previous_status === 'past_due' && payload.status === 'active'
    ? 'subscription.reactivated'
    : name;

function detailsOf({ name, occurredAt, payload }: PublishedEvent<Handled>): object {
  const at = occurredAt.toISOString();
  if (name === 'subscription.created') return { started_at: payload.started_at };
  if (name === 'subscription.canceled') return { canceled_at: at };
  if (name === 'subscription.paused') return { paused_at: payload.paused_at, resumes_at: payload.resumes_at };
  if (name === 'subscription.past_due') return { past_due_at: at };
  return name === 'subscription.updated' && payload.seats !== null ? { seats: payload.seats } : {};
}
