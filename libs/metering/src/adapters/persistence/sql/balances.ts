import { sql } from 'kysely';

const CONSUMED = sql.raw('metering.consumed(func, events, total, lowest, highest, distinct_values)');

/** Balances with their current consumption and balance, computed from the counters. */
export const BALANCES = sql`(select *, ${CONSUMED} as consumed_units, credited - ${CONSUMED} as balance from metering.balances)`;
