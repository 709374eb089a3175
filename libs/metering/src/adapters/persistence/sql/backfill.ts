import { type RawBuilder, sql } from 'kysely';

/** The condition that a `backfill` has yet to count an event `e`. It counts events in the order of arrival. */
export const IS_IN_BACKFILL = sql<boolean>`(
  (e.ingested_at, e.seq) > (backfill.cursor_at, backfill.cursor_seq) and e.seq > backfill.after_seq and e.seq <= backfill.to_seq)`;

/**
 * The condition that a meter has processed an event `e`. Events that arrived since the meter was archived, and events left to a
 * backfill, are counted later, so they are left out when a balance is recomputed.
 */
export const isProcessedBy = (meterId: string): RawBuilder<boolean> => sql`(
  e.seq <= coalesce((select counted_to from metering.meters where id = ${meterId}::uuid), e.seq)
  and not exists (select from metering.backfills backfill where backfill.meter_id = ${meterId}::uuid and ${IS_IN_BACKFILL}))`;
