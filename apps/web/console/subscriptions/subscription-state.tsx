import type { ReactNode } from 'react';
import type { Schema } from '../../api/client.ts';
import { useFormats } from '../../i18n/languages.tsx';
import { Status, type Tone } from '../../ui/display.tsx';
import { useWords } from '../words/index.ts';
import { SUBSCRIPTION_STATUSES, type SubscriptionStatus } from './filters.ts';

export type Subscription = Schema<'Subscription'>;

const TONES = {
  trialing: 'good',
  active: 'good',
  past_due: 'bad',
  paused: 'warn',
  canceled: 'idle',
} as const satisfies Record<SubscriptionStatus, Tone>;

/** The status; the reference has a few more, which subscriptions here never have. */
export const statusOf = ({ status }: Pick<Subscription, 'status'>): SubscriptionStatus =>
  SUBSCRIPTION_STATUSES.find((each) => each === status) ?? 'canceled';

export function SubscriptionStatusBadge(subscription: Pick<Subscription, 'status'>): ReactNode {
  const { subscriptions: words } = useWords();
  const status = statusOf(subscription);
  return <Status tone={TONES[status]}>{words.status[status]}</Status>;
}

/** What happens to a subscription next, or what has happened last. */
export function useNext(): (subscription: Subscription) => string {
  const { subscriptions: words } = useWords();
  const { date } = useFormats();
  return ({ status, ended_at, paused_at, cancel_at_period_end, pause_at_period_end, current_period_end: end }) => {
    if (ended_at) return words.endedOn(date(ended_at));
    if (status === 'paused' && paused_at) return words.pausedSince(date(paused_at));
    if (cancel_at_period_end) return words.endsOn(date(end));
    return pause_at_period_end ? words.pausesOn(date(end)) : words.renewsOn(date(end));
  };
}

interface Priced {
  readonly amount: number;
  readonly currency: string;
  readonly recurring_interval: Subscription['recurring_interval'];
  readonly recurring_interval_count: number;
}

/** The price of a period: 29.00 € per month. */
export function usePriceText(): (subscription: Priced) => string {
  const { sales: words } = useWords();
  const { money } = useFormats();
  return ({ amount, currency, recurring_interval: unit, recurring_interval_count: count }) =>
    `${money(amount, currency)} ${words.per(words.unitOf[unit], count)}`;
}
