import type { EntityManager } from '@mikro-orm/postgresql';
import { type RawBuilder, sql } from 'kysely';
import { PURCHASE_FIGURES } from '#entitlements/contract';
import { readDb } from '#engine/persistence';
import type { Figures } from './figures.ts';
import { at, intervalOf, purchaseConditions, type Range, runningSums } from './range.ts';
import { rollupsOf } from './rollups.ts';

const SUMS = ['active', 'monthly', 'trial_monthly', 'started', 'ended', 'canceled'] as const;
type Sum = (typeof SUMS)[number];

/** What changes in an interval. */
type Row = { readonly at: number; readonly is_ending: boolean; readonly reason: string } & Readonly<Record<Sum, number>>;

/**
 * A subscription is active from the interval in which it started up to the one before it ended or was paused, so its figures are those
 * at the end of an interval. They are computed from what changes in each interval: the cost does not depend on the number of
 * intervals.
 */
export async function readSubscriptions(em: EntityManager, range: Range, fromRollups: boolean): Promise<Partial<Figures>[]> {
  const amounts = (column: string) =>
    sql`coalesce(sum(${sql.ref(column)}) filter (where currency = ${range.currency}), 0)::float8`;
  const { rows } = await sql<Row>`
    select ${intervalOf(range, 'start')} as at, is_ending, reason, sum(active)::float8 as active, ${amounts('monthly_amount')} as monthly,
      ${amounts('trial_monthly_amount')} as trial_monthly, sum(started)::float8 as started, sum(ended)::float8 as ended,
      sum(canceled)::float8 as canceled
    from ${fromRollups ? rolledSubscriptions(range) : subscriptionRows(range)} as source where start < ${at(range.end)}
    group by 1, 2, 3`.execute(readDb<object>(em));
  const committed = rows.filter((row) => !row.is_ending);
  const sumsOf = (some: readonly Row[], column: Sum): number[] =>
    runningSums(
      some.map((row) => ({ at: row.at, change: row[column] })),
      range.starts.length,
    );
  const [active, monthly, trialMonthly] = [sumsOf(rows, 'active'), sumsOf(rows, 'monthly'), sumsOf(rows, 'trial_monthly')];
  const ofCommitted = {
    active: sumsOf(committed, 'active'),
    monthly: sumsOf(committed, 'monthly'),
    trialMonthly: sumsOf(committed, 'trial_monthly'),
  };
  const byInterval = Map.groupBy(rows, (row) => row.at);
  return range.starts.map((_, index) => ({
    active: active[index]!,
    committed: ofCommitted.active[index]!,
    monthly: monthly[index]!,
    committedMonthly: ofCommitted.monthly[index]!,
    trialMonthly: trialMonthly[index]!,
    trialCommittedMonthly: ofCommitted.trialMonthly[index]!,
    ...eventsOf(byInterval.get(index + 1) ?? []),
  }));
}

function rolledSubscriptions(range: Range): RawBuilder<unknown> {
  const types = range.filter.billing_type;
  const isCounted = !types || types.includes('recurring') ? sql`true` : sql`false`;
  return sql`(select * from ${rollupsOf(PURCHASE_FIGURES.subscriptionRollups, range, null)} as rolled where ${isCounted})`;
}

/** What each subscription changes, at its own times. */
const subscriptionRows = (range: Range): RawBuilder<unknown> => sql`(
  select c.start, currency, is_ending, c.reason, c.active, c.paid * monthly_amount as monthly_amount,
    c.in_trial * monthly_amount as trial_monthly_amount, c.started, c.ended, c.canceled
  from ${sql.table(PURCHASE_FIGURES.subscriptions)} as s, lateral (select greatest(started_at, coalesce(inactive_at, 'infinity')) as last) as l,
    lateral (values
      (started_at, '', 1, 0, 1, 1, 0, 0),
      (least(greatest(trial_end, started_at), last), '', 0, 1, -1, 0, 0, 0),
      (last, '', -1, -1, 0, 0, 0, 0),
      (ended_at, '', 0, 0, 0, 0, 1, 0),
      (canceled_at, coalesce(cancellation_reason, 'other'), 0, 0, 0, 0, 0, 1)
    ) as c (start, reason, active, paid, in_trial, started, ended, canceled)
  where ${purchaseConditions(range, 'subscription')}
)`;

/** What happened in an interval. */
function eventsOf(rows: readonly Row[]): Partial<Figures> {
  const sum = (column: Sum, some = rows): number => some.reduce((total, row) => total + row[column], 0);
  const byReason = Map.groupBy(
    rows.filter(({ canceled }) => canceled > 0),
    ({ reason }) => reason,
  );
  return {
    started: sum('started'),
    ended: sum('ended'),
    canceled: sum('canceled'),
    canceledBy: Object.fromEntries([...byReason].map(([reason, some]) => [reason, sum('canceled', some)])),
  };
}
