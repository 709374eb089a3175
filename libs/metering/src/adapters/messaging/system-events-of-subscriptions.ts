import type { EntitlementsEvent } from '#entitlements/contract';
import type { PublishedEvent } from '#platform/messaging';
import { RecordSystemEvent } from '../../commands/record-system-event.ts';

type EventOf<Name extends string> = Extract<EntitlementsEvent, { readonly name: Name }>;

/** Their metadata is what has changed. */
type Change = EventOf<
  | 'subscription.billing_period_updated'
  | 'subscription.product_updated'
  | 'subscription.seats_updated'
  | 'subscription.update_cleared'
>;

/** Their metadata is what the subscription is about, too. */
type Step = EventOf<
  | 'subscription.canceled'
  | 'subscription.created'
  | 'subscription.cycled'
  | 'subscription.past_due'
  | 'subscription.paused'
  | 'subscription.resumed'
  | 'subscription.revoked'
  | 'subscription.uncanceled'
  | 'subscription.updated'
>;

type Handled = Change | Step;

export function recordEventOfSubscription(event: PublishedEvent<Handled>): RecordSystemEvent {
  const { organizationId, occurredAt: timestamp, payload } = event;
  const metadata = { subscription_id: event.aggregateId, ...(isChange(event) ? changeOf(event) : detailsOf(event)) };
  return new RecordSystemEvent({
    organizationId,
    customerId: payload.customer_id,
    memberId: null,
    name: nameOf(event),
    timestamp,
    metadata,
  });
}

/** A late payment reactivates the subscription. */
const nameOf = ({ name, payload }: PublishedEvent<Handled>): string =>
  name === 'subscription.updated' && payload.previous_status === 'past_due' && payload.status === 'active'
    ? 'subscription.reactivated'
    : name;

const CHANGES: readonly string[] = [
  'subscription.billing_period_updated',
  'subscription.product_updated',
  'subscription.seats_updated',
  'subscription.update_cleared',
] satisfies Change['name'][];

const isChange = (event: PublishedEvent<Handled>): event is PublishedEvent<Change> => CHANGES.includes(event.name);

function changeOf({ name, payload }: PublishedEvent<Change>): object {
  if (name === 'subscription.product_updated') {
    return { old_product_id: payload.old_product_id, new_product_id: payload.new_product_id };
  }
  if (name === 'subscription.seats_updated') {
    return { old_seats: payload.old_seats, new_seats: payload.new_seats, proration_behavior: payload.proration_behavior };
  }
  if (name === 'subscription.update_cleared') return {};
  return { old_period_end: payload.old_period_end, new_period_end: payload.new_period_end };
}

function detailsOf({ name, occurredAt, payload }: PublishedEvent<Step>): object {
  const { product_id, amount, currency, recurring_interval, recurring_interval_count } = payload;
  const terms = { product_id, amount, currency, recurring_interval, recurring_interval_count };
  const at = occurredAt.toISOString();
  if (name === 'subscription.created') return { ...terms, started_at: payload.started_at };
  if (name === 'subscription.canceled') return { ...terms, canceled_at: at };
  if (name === 'subscription.paused') return { ...terms, paused_at: payload.paused_at, resumes_at: payload.resumes_at };
  if (name === 'subscription.past_due') return { ...terms, past_due_at: at };
  return name === 'subscription.updated' && payload.seats !== null ? { ...terms, seats: payload.seats } : terms;
}
