import type { Item } from './facts.ts';
import type { SubscriptionKnowledge } from './knowledge.ts';

/** What the provider knows about one item of a subscription: a subscription here. */
export interface SubscriptionState {
  readonly item: Item;
  readonly status: 'active' | 'past_due' | 'paused' | 'canceled';
  readonly since: Date | null;
  readonly startedAt: Date;
  readonly paidFrom: Date | null;
  readonly paidUntil: Date;
  readonly trialEnd: Date | null;
  readonly endsWithPeriod: boolean;
  readonly canceledAt: Date | null;
  readonly currency: string | null;
}

export type MissingKnowledge = 'snapshot' | 'payment';

const date = (time: string | null): Date | null => (time === null ? null : new Date(time));

const earlier = (some: string, other: string): string => (some < other ? some : other);

/**
 * The state of every item that the subscription ever had, by the key of the item; or what is missing to tell. It is past due since the
 * end of the period that was paid last. An item that was removed is paused, because it may come back; it ends with the others.
 */
export function statesOf({ snapshot, items, paid }: SubscriptionKnowledge): readonly SubscriptionState[] | MissingKnowledge {
  if (!snapshot) return 'snapshot';
  if (!paid) return snapshot.fact.status === 'canceled' ? [] : 'payment';
  const { fact, stamp } = snapshot;
  const isPresent = (key: string): boolean => fact.items.some((item) => item.key === key);
  const endedAt = fact.endsAt ?? stamp.at;
  const stateOf = (key: string): Pick<SubscriptionState, 'status' | 'since'> => {
    if (fact.status === 'canceled') return { status: 'canceled', since: new Date(endedAt) };
    if (fact.status === 'past_due') return { status: 'past_due', since: new Date(earlier(paid.end, stamp.at)) };
    if (fact.status === 'paused' || !isPresent(key)) return { status: 'paused', since: new Date(stamp.at) };
    return { status: 'active', since: null };
  };
  return Object.entries(items)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, { item }]) => ({
      item,
      ...stateOf(key),
      startedAt: new Date(fact.startedAt),
      paidFrom: date(paid.start),
      paidUntil: new Date(paid.end),
      trialEnd: date(fact.trialEnd),
      endsWithPeriod: fact.endsAt !== null && fact.endsAt <= paid.end,
      canceledAt: date(fact.canceledAt),
      currency: fact.currency,
    }));
}
