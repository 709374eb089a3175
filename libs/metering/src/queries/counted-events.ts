import { type Kysely, type RawBuilder, sql } from 'kysely';

/** The position up to which events are counted, in `event_counts_of_subjects` and `event_counts_of_times`. It never falls. */
export async function countedTo(db: Kysely<object>): Promise<string> {
  const { rows } = await sql<{ counted_to: string }>`select counted_to::text from metering.event_counting`.execute(db);
  return rows[0]!.counted_to;
}

/**
 * The condition that an event `e` is not counted yet. `since` is a position that was read before: events are found by it with an index. Those
 * that were counted since then are left out by the position that the statement itself sees, together with their counts.
 */
export const isNotCounted = (since: string): RawBuilder<unknown> =>
  sql`e.seq > ${since}::bigint and e.seq > (select counted_to from metering.event_counting)`;
