/** What both a pool and a client of PostgreSQL do. */
interface Database {
  query<R>(text: string, values: readonly unknown[]): Promise<{ readonly rows: R[] }>;
}

/** How far events were handed over to a sink. */
export interface EventSinkStanding {
  /** The age of the oldest event that the sink does not have; 0 if it has all. */
  readonly lagSeconds: number;
  /** How long nothing was handed over although there was something to hand over. */
  readonly stalledSeconds: number;
  /** When the sink last took events, or had all. */
  readonly progressedAt: string;
}

/** Longer than a sink is down while it is upgraded. */
const MOST_STALLED_SECONDS = 300;

const STANDING = `
  select to_char(progressed_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "progressedAt", coalesce(greatest(extract(epoch from now() - ingested_at), 0), 0)::float as "lagSeconds",
    case when ingested_at is null then 0 else extract(epoch from now() - progressed_at)::float end as "stalledSeconds"
  from metering.event_sinks left join lateral (
    select ingested_at from metering.events where seq > after_seq order by seq limit 1
  ) as next on true where name = $1`;

/** Undefined if nothing was ever handed over to the sink. */
export async function readEventSinkStanding(database: Database, sink: string): Promise<EventSinkStanding | undefined> {
  const { rows } = await database.query<EventSinkStanding>(STANDING, [sink]);
  return rows[0];
}

/** A sentence if the sink has stopped taking events. */
export const eventSinkProblem = ({ stalledSeconds, progressedAt }: EventSinkStanding): string | undefined =>
  stalledSeconds > MOST_STALLED_SECONDS
    ? `The sink of usage events has taken none since ${progressedAt}, and some wait.`
    : undefined;
