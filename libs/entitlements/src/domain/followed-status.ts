import type { DomainEvent } from '#kernel';
import { SubscriptionActive, SubscriptionPastDue, SubscriptionPaused, SubscriptionResumed } from './subscription.events.ts';
import type { SubscriptionStatus } from './subscription-status.ts';

type Subscription = ConstructorParameters<typeof SubscriptionActive>[0] & { readonly pausedAt: Date | null };

/** What else is published if the payment provider says that the status is another one. */
export function eventsOfStatus(subscription: Subscription, before: SubscriptionStatus, now: Date): readonly DomainEvent[] {
  const { status } = subscription;
  if (status === before) return [];
  const pausedAt = (subscription.pausedAt ?? now).toISOString();
  return [
    ...(status === 'past_due' ? [new SubscriptionPastDue(subscription, now)] : []),
    ...(status === 'paused' ? [new SubscriptionPaused(subscription, now, { paused_at: pausedAt, resumes_at: null })] : []),
    ...(before === 'paused' ? [new SubscriptionResumed(subscription, now)] : []),
    ...(status === 'active' ? [new SubscriptionActive(subscription, now)] : []),
  ];
}
