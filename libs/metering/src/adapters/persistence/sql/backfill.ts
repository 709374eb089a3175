import { type RawBuilder, sql } from 'kysely';

/** The condition that an event `e` is still to be counted by a backfill `g`: they are counted in the order of arrival. */
export const LEFT_IN_BACKFILL = sql<boolean>`(
  (e.ingested_at, e.seq) > (g.cursor_at, g.cursor_seq) and e.seq > g.after_seq and e.seq <= g.to_seq)`;

/**
 * The condition that a meter has got as far as an event `e`. What arrived since it is archived, and what a backfill has left, is
 * to be counted yet: whoever counts anew leaves it to those who will.
 */
export const isReached = (meterId: string): RawBuilder<boolean> => sql`(
  e.seq <= coalesce((select counted_to from metering.meters where id = ${meterId}::uuid), e.seq)
  and not exists (select from metering.backfills g where g.meter_id = ${meterId}::uuid and ${LEFT_IN_BACKFILL}))`;
