import type { EntityManager } from '@mikro-orm/postgresql';
import { type RawBuilder, sql } from 'kysely';
import { SUBSCRIPTION_FIGURES } from '#entitlements/contract';
import { readDb } from '#engine/persistence';
import type { Figures, Need } from './figures.ts';
import { afterLast, at, intervalOf, presence, purchaseConditions, type Range, runningSums } from './range.ts';

const CHANGES = ['active', 'committed', 'monthly', 'committed_monthly', 'trial_monthly', 'trial_committed_monthly'] as const;

const KINDS: ReadonlySet<string> = new Set(['change', 'subscriber', 'started', 'ended', 'lost']);

type Row = { readonly kind: string; readonly at: number } & Record<(typeof CHANGES)[number], number>;

/**
 * A subscription is active from the interval in which it started up to the one before it ended or was paused, so its figures are those
 * at the end of an interval. They are computed from what changes in each interval: the cost does not depend on the number of
 * intervals. `first` and `last` are these intervals, and `trial` the one in which the trial ended.
 */
export async function readSubscriptions(em: EntityManager, range: Range, needs: ReadonlySet<Need>): Promise<Partial<Figures>[]> {
  const { rows } = await sql<Row>`
    with subscriptions as materialized (
      select customer_id, ${intervalOf(range, 'started_at')} as first, coalesce(${intervalOf(range, 'inactive_at')}, ${afterLast(range)}) as last,
        coalesce(${intervalOf(range, 'trial_end')}, 0) as trial, ${intervalOf(range, 'canceled_at')} as canceled_in, ${intervalOf(range, 'ended_at')} as ended_in,
        case when currency = ${range.currency} then monthly_amount else 0 end as monthly, not is_ending as committed,
        coalesce(cancellation_reason, 'other') as reason
      from ${sql.table(SUBSCRIPTION_FIGURES)} where ${purchaseConditions(range, 'subscription')} and started_at < ${at(range.end)}
        and (ended_at is null or ended_at >= ${at(range.start)})
    ),
    alike as (
      select first, last, least(greatest(trial, first), last) as paid_from, committed, count(*) as number, sum(monthly) as monthly
      from subscriptions where first < last group by 1, 2, 3, 4
    )
    select 'change' as kind, at, ${changes()}
    from alike, lateral (values
      (first, number, 0::numeric, monthly), (paid_from, 0, monthly, -monthly), (last, -number, -monthly, 0)
    ) as changes (at, active, paid, in_trial) group by at
    union all
    select 'started', first, count(*)::float8, 0, 0, 0, 0, 0 from subscriptions where first > 0 group by first
    union all
    select 'ended', ended_in, count(*)::float8, 0, 0, 0, 0, 0 from subscriptions where ended_in > 0 group by ended_in
    union all
    select reason, canceled_in, count(*)::float8, 0, 0, 0, 0, 0 from subscriptions where canceled_in > 0 group by reason, canceled_in
    ${needs.has('subscribers') ? subscribers(range) : sql``}`.execute(readDb<object>(em));
  const sumsOf = (kind: string, column: (typeof CHANGES)[number]): number[] =>
    runningSums(
      rows.filter((row) => row.kind === kind).map((row) => ({ at: row.at, change: row[column] })),
      range.starts.length,
    );
  const [active, committed, monthly, committedMonthly, trialMonthly, trialCommittedMonthly] = CHANGES.map((column) =>
    sumsOf('change', column),
  ) as [number[], number[], number[], number[], number[], number[]];
  const present = sumsOf('subscriber', 'active');
  const byInterval = Map.groupBy(rows, (row) => row.at);
  return range.starts.map((_, index) => ({
    active: active[index]!,
    committed: committed[index]!,
    monthly: monthly[index]!,
    committedMonthly: committedMonthly[index]!,
    trialMonthly: trialMonthly[index]!,
    trialCommittedMonthly: trialCommittedMonthly[index]!,
    subscribers: present[index]!,
    ...eventsOf(byInterval.get(index + 1) ?? []),
  }));
}

const changes =
  (): RawBuilder<unknown> => sql`sum(active)::float8 as active, coalesce(sum(active) filter (where committed), 0)::float8 as committed,
      sum(paid)::float8 as monthly, coalesce(sum(paid) filter (where committed), 0)::float8 as committed_monthly,
      sum(in_trial)::float8 as trial_monthly, coalesce(sum(in_trial) filter (where committed), 0)::float8 as trial_committed_monthly`;

/** Customers with an active subscription, each once; they are lost when the last one is not active any more. */
const subscribers = (range: Range): RawBuilder<unknown> => sql`
    union all
    (with present as (${presence(sql`select customer_id, first, last from subscriptions where first < last`)})
      select 'subscriber', at, sum(number)::float8, 0, 0, 0, 0, 0
      from present, lateral (values (first, 1), (last, -1)) as changes (at, number) group by at
      union all
      select 'lost', last, count(*)::float8, 0, 0, 0, 0, 0
      from (select max(last) as last from present group by customer_id) as bounds
      where last > 0 and last < ${afterLast(range)} group by last)`;

/** What happened in an interval. Every other kind of row is the reason of cancellations. */
function eventsOf(rows: readonly Row[]): Partial<Figures> {
  const numberOf = (kind: string): number => rows.find((row) => row.kind === kind)?.active ?? 0;
  const cancellations = rows.filter(({ kind }) => !KINDS.has(kind));
  return {
    started: numberOf('started'),
    ended: numberOf('ended'),
    lostCustomers: numberOf('lost'),
    canceled: cancellations.reduce((sum, { active }) => sum + active, 0),
    canceledBy: Object.fromEntries(cancellations.map(({ kind, active }) => [kind, active])),
  };
}
