import { type RawBuilder, sql } from 'kysely';

/** The largest integer of PostgreSQL: the column of the units has no more. */
const INT_MAX = sql.lit(2_147_483_647);

/** The columns of a crediting grant. */
export const CREDITING_GRANT = sql`id, customer_id, benefit_id, meter_id, rollover, is_granted, state_revision, transfer_event_id, is_separate,
  case units when ${INT_MAX} then coalesce(large_units, units) else units end as units`;

/** The values of the columns `units` and `large_units`. The last release reads and writes only the first one. */
export const storedUnits = (units: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`least(${units}, ${INT_MAX})::integer, case when ${units} > ${INT_MAX} then ${units} end`;
