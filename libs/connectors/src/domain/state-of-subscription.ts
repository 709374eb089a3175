import type { Entitlement } from './connector.ts';
import type { Item, Period } from './provider-updates.ts';
import { type ReportedSubscription, subscriptionInCurrentForm } from './reported-subscription.ts';
import { type Brings, trackItems } from './tracked-items.ts';

/** What the provider knows about one item of a subscription: a subscription here. */
export interface SubscriptionState {
  /** What follows the id of the subscription in the external ids under which it may be known here. It is created under the first one. */
  readonly names: readonly string[];
  /** The ids of the items that it was. */
  readonly keys: readonly string[];
  readonly item: Item;
  /** As it was before, with other prices; the latest is the last one. */
  readonly former: readonly Item[];
  /** Whether the subscription has the item now. */
  readonly isPresent: boolean;
  readonly status: 'active' | 'past_due' | 'paused' | 'canceled';
  /** Whether it was ever paid or active. What was not is ended here, and not begun. */
  readonly hasBegun: boolean;
  readonly since: Date | null;
  /** Whether the customer should have what the item brings. */
  readonly isEntitling: boolean;
  /** When the provider told it. */
  readonly toldAt: Date;
  readonly startedAt: Date;
  readonly paidFrom: Date | null;
  readonly paidUntil: Date;
  readonly trialEnd: Date | null;
  readonly isFree: boolean;
  readonly endsWithPeriod: boolean;
  readonly endsAt: Date | null;
  readonly canceledAt: Date | null;
  readonly currency: string | null;
}

export type MissingUpdate = 'snapshot' | 'payment';

const date = (time: string | null): Date | null => (time === null ? null : new Date(time));

const earlier = (some: string, other: string): string => (some < other ? some : other);

/**
 * The state of every item that the subscription ever had, the first one first; or what is missing to tell. An item that was removed is
 * paused, because it may come back; it ends with the others.
 */
export function statesOf(
  state: ReportedSubscription,
  entitlement: Entitlement,
  brings?: Brings,
): readonly SubscriptionState[] | MissingUpdate {
  const reported = subscriptionInCurrentForm(state);
  const { snapshot, paid } = reported;
  if (!snapshot) return 'snapshot';
  const { update, version } = snapshot;
  const period = periodOf(reported, entitlement);
  const hasEnded = update.status === 'canceled';
  if (!period && !hasEnded) return 'payment';
  const { start, end } = period ?? { start: update.startedAt, end: update.endsAt ?? version.at };
  const stateOf = (isPresent: boolean): Pick<SubscriptionState, 'status' | 'since'> => {
    if (hasEnded) return { status: 'canceled', since: new Date(update.endsAt ?? version.at) };
    if (update.status === 'paused' || !isPresent) return { status: 'paused', since: new Date(version.at) };
    if (update.status === 'past_due') return { status: 'past_due', since: new Date(pastDueSince(reported, entitlement, end)) };
    return { status: 'active', since: null };
  };
  return trackItems(reported, brings).map(({ isPresent, ...tracked }) => ({
    ...tracked,
    isPresent,
    ...stateOf(isPresent),
    isEntitling: isPresent && !hasEnded && update.status !== 'paused',
    toldAt: new Date(version.at),
    hasBegun: paid !== null || !hasEnded,
    startedAt: new Date(update.startedAt),
    paidFrom: date(start),
    paidUntil: new Date(end),
    trialEnd: date(update.trialEnd),
    isFree: entitlement === 'provider_status' && update.isFree === true,
    endsWithPeriod: update.endsAt !== null && update.endsAt <= end,
    endsAt: date(update.endsAt),
    canceledAt: date(update.canceledAt),
    currency: update.currency,
  }));
}

/** The period in which the customer has access, as the provider says or as was paid. */
function periodOf({ snapshot, paid }: ReportedSubscription, entitlement: Entitlement): Period | undefined {
  const { status, period: current } = snapshot!.update;
  if (entitlement === 'paid_only' || status === 'pending' || !current) return paid ?? undefined;
  if (!paid) return current;
  if (paid.start !== null && current.start !== null) return paid.start > current.start ? paid : current;
  return paid.end > current.end ? paid : current;
}

/** Since the provider says so; if only what is paid counts, since the end of the period that was paid last. */
function pastDueSince({ snapshot, history, initial, paid }: ReportedSubscription, entitlement: Entitlement, end: string): string {
  const { at } = snapshot!.version;
  const sincePaid = earlier(paid?.end ?? end, at);
  if (entitlement === 'paid_only') return sincePaid;
  const before = history.findLastIndex(({ status }) => status !== 'past_due');
  if (before < 0 && (history.length === 0 || initial?.status === 'past_due')) return sincePaid;
  return history[before + 1]?.version.at ?? at;
}
