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

const PROGRESS = `
  select after_seq::text as after, to_char(progressed_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "progressedAt",
    extract(epoch from now() - progressed_at)::float as "sinceProgress"
  from metering.event_sinks where name = $1`;
const NEXT = `
  select greatest(extract(epoch from now() - ingested_at), 0)::float as age from metering.events where seq > $1::bigint order by seq limit 1`;

interface Progress {
  readonly after: string;
  readonly progressedAt: string;
  readonly sinceProgress: number;
}

/** Undefined if nothing was ever handed over to the sink. */
export async function readEventSinkStanding(database: Database, sink: string): Promise<EventSinkStanding | undefined> {
  const [progress] = (await database.query<Progress>(PROGRESS, [sink])).rows;
  if (!progress) return undefined;
  const { after, progressedAt, sinceProgress } = progress;
  const [next] = (await database.query<{ age: number }>(NEXT, [after])).rows;
  return { progressedAt, lagSeconds: next?.age ?? 0, stalledSeconds: next ? sinceProgress : 0 };
}

/** A sentence if the sink has stopped taking events. */
export const eventSinkProblem = ({ stalledSeconds, progressedAt }: EventSinkStanding): string | undefined =>
  stalledSeconds > MOST_STALLED_SECONDS
    ? `The sink of usage events has taken none since ${progressedAt}, and some wait.`
    : undefined;
