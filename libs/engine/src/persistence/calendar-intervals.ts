import { type RawBuilder, sql } from 'kysely';

type Sql = RawBuilder<unknown>;

export const INTERVALS = ['hour', 'day', 'week', 'month', 'year'] as const;
export type Interval = (typeof INTERVALS)[number];

/** The maximum number of days in a time range that is divided into intervals. */
export const MAX_DAYS: Readonly<Record<Interval, number>> = { hour: 7, day: 366, week: 371, month: 1460, year: 3650 };

const STEP = sql.raw(`interval '15 minutes'`);
/** No clock was set back further since the year 2000. */
const MAX_SET_BACK = sql.raw(`interval '6 hours'`);

/**
 * The moment at which a local time begins: the first of two, or when the clock is set forward over it. `local` is a timestamp without
 * time zone.
 */
export const beginningOf = (local: Sql, timezone: string): Sql => sql`(
    select min(moment) from (select ${local} as wanted, ${local} at time zone ${timezone} as latest) as wanted_time,
      generate_series(latest - ${MAX_SET_BACK}, latest, ${STEP}) as moment
    where moment at time zone ${timezone} >= wanted
  )`;

/**
 * Rows `start`: the starts of the intervals from the one that contains the start of a range to the one that contains its end, in the
 * calendar of the time zone; further ones before them. Hours are elapsed hours, so the hour repeated by the end of daylight saving time
 * occurs twice. A day starts when the local clock first shows it. All changes of clocks are multiples of 15 minutes.
 */
export function intervalStarts(start: Sql, end: Sql, interval: Interval, timezone: string): Sql {
  if (interval === 'hour') {
    const hourOf = (moment: Sql): Sql => sql`date_trunc('hour', ${moment}, ${timezone})`;
    return sql`select moment as start
      from generate_series(date_bin(${STEP}, ${start}, 'epoch') - interval '1 hour', ${end}, ${STEP}) as moment
      where ${hourOf(sql`moment`)} <> ${hourOf(sql`moment - ${STEP}`)}`;
  }
  const local = (time: Sql): Sql => sql`date_trunc(${sql.lit(interval)}, ${time} at time zone ${timezone})`;
  return sql`select ${beginningOf(sql`local`, timezone)} as start
    from generate_series(${local(start)}, ${local(end)}, ${sql.lit(`1 ${interval}`)}::interval) as local`;
}

/** Whether the database does not know a time zone: its time zone data may be older than those of Node.js. */
export function isUnknownZone(error: unknown): boolean {
  const { code, message } = error as { readonly code?: unknown; readonly message?: string };
  return code === '22023' && message?.startsWith('time zone') === true;
}
