import { type RawBuilder, sql } from 'kysely';
import type { LateEvents } from '../../../domain/meter.ts';

/** The condition that a `backfill` has yet to count an event `e`. It counts events in the order of arrival. */
export const IS_IN_BACKFILL = sql<boolean>`(
  (e.ingested_at, e.seq) > (backfill.cursor_at, backfill.cursor_seq) and e.seq > backfill.after_seq and e.seq <= backfill.to_seq)`;

/** The condition that a meter `m` has counted an event `e`: it arrived before the meter was archived, and is left to no backfill. */
export const IS_COUNTED_BY_METER = sql<boolean>`((m.counted_to is null or e.seq <= m.counted_to) and not exists (
  select from metering.backfills backfill where backfill.meter_id = m.id and ${IS_IN_BACKFILL}))`;

/** From when on the events of a subject are in the current billing window of a balance, with the window of a merged subject; or always. */
export const windowStart = (balance: string, merged: string): RawBuilder<unknown> =>
  sql`coalesce(greatest(${sql.ref(`${balance}.window_start`)}, ${sql.ref(`${merged}.window_start`)}), '-infinity')`;

/** Which events a balance is recomputed from. */
export interface CountedSoFar {
  /** The start of the balance's billing window; null if none has started. */
  readonly window_start: string | null;
  /** Up to which event an archived meter has counted. */
  readonly counted_to: string | null;
  readonly backfills: readonly {
    readonly after_seq: string;
    readonly to_seq: string;
    readonly cursor_at: string;
    readonly cursor_seq: string;
  }[];
}

/** Under the exclusive lock of the organization, so it stays as it is. Texts keep the precision of the database. */
export const countedSoFar = (subjectId: string, meterId: string): RawBuilder<CountedSoFar> => sql`
  select b.window_start::text, m.counted_to::text,
    (select coalesce(json_agg(json_build_object('after_seq', after_seq::text, 'to_seq', to_seq::text, 'cursor_at', cursor_at::text,
      'cursor_seq', cursor_seq::text)), '[]') from metering.backfills where meter_id = m.id) as backfills
  from metering.balances b join metering.meters m on m.id = b.meter_id
  where b.subject_id = ${subjectId}::uuid and b.meter_id = ${meterId}::uuid`;

/**
 * The condition that an event `e` is counted in a balance. Events that arrived since the meter was archived, and events left to a
 * backfill, are counted later, so they are left out when a balance is recomputed.
 */
export const isCountedIn = (
  { window_start: start, counted_to: last, backfills }: CountedSoFar,
  { late_events }: { readonly late_events: LateEvents },
): RawBuilder<boolean> => {
  const isLeft = backfills.map(
    ({ after_seq, to_seq, cursor_at, cursor_seq }) => sql`not (
      (e.ingested_at, e.seq) > (${cursor_at}::timestamptz, ${cursor_seq}::bigint) and e.seq > ${after_seq}::bigint and e.seq <= ${to_seq}::bigint)`,
  );
  const isInWindow = start === null ? sql`true` : sql`e.ingested_at >= ${start}::timestamptz${happened(late_events, start)}`;
  const isBeforeEnd = last === null ? sql`true` : sql`e.seq <= ${last}::bigint`;
  return sql`(${sql.join([isInWindow, isBeforeEnd, ...isLeft], sql` and `)})`;
};

/** Where late events count by their time, they have to have happened in the window, too. */
const happened = (lateEvents: LateEvents, start: string): RawBuilder<unknown> =>
  lateEvents === 'timestamp' ? sql` and e.timestamp >= ${start}::timestamptz` : sql``;
