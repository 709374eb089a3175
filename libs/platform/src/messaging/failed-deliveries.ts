import pg from 'pg';
import type { QueuedDelivery } from './deliveries.ts';
import { DomainError } from '#kernel';
import { isDatabaseUnavailable } from '#engine/persistence';

/** What sellers may know of why a delivery failed. The log of the worker has the error itself. */
type FailureReason = 'refused' | 'unavailable' | 'mail' | 'unexpected';

/** The mail library says with its errors which command of SMTP failed. */
const isMailError = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'command' in error && 'code' in error;

/** Errors of the mail server come first: their codes may be those of any connection. */
export function reasonOf(error: unknown): FailureReason {
  if (isMailError(error)) return 'mail';
  if (error instanceof DomainError) return 'refused';
  return isDatabaseUnavailable(error) ? 'unavailable' : 'unexpected';
}

/** What an event says of itself is taken from the outbox; one that is done has not failed. */
const INSERT = `insert into platform.failed_events as f (organization_id, event_id, subscriber, name, aggregate_id, occurred_at, reason)
  select o.organization_id, o.id, d.subscriber, o.name, o.aggregate_id, o.occurred_at, $3
  from unnest($1::bigint[], $2::text[]) as d (event_id, subscriber) join platform.outbox o on o.id = d.event_id
  where o.done_at is null`;
const RECORD = `${INSERT} on conflict (event_id, subscriber) do update
  set reason = excluded.reason, failed_at = excluded.failed_at, status = 'failed'`;
const ADD_MISSING = `${INSERT} on conflict (event_id, subscriber) do nothing`;

const FORGET = `delete from platform.failed_events f using unnest($1::bigint[], $2::text[]) as d (event_id, subscriber)
  where f.event_id = d.event_id and f.subscriber = d.subscriber`;

const REQUESTED = `select event_id::text as "eventId", subscriber from platform.failed_events
  where status = 'retry_requested' order by failed_at limit $1`;

const RETRYING = `update platform.failed_events f set status = 'retrying'
  from unnest($1::bigint[], $2::text[]) as d (event_id, subscriber)
  where f.event_id = d.event_id and f.subscriber = d.subscriber and f.status = 'retry_requested'`;

/** Which deliveries were given up, in a table that the organizations of the events read. */
export class FailedDeliveries {
  constructor(private readonly pool: Pick<pg.Pool, 'query'>) {}

  async record(deliveries: readonly QueuedDelivery[], reason: FailureReason): Promise<void> {
    await this.pool.query(RECORD, [...columns(deliveries), reason]);
  }

  /** Records those that are not known yet, of which the reason is not known either. */
  async addMissing(deliveries: readonly QueuedDelivery[]): Promise<void> {
    await this.pool.query(ADD_MISSING, [...columns(deliveries), 'unexpected' satisfies FailureReason]);
  }

  /** They are processed. */
  async forget(deliveries: readonly QueuedDelivery[]): Promise<void> {
    await this.pool.query({ name: 'failed-forget', text: FORGET, values: columns(deliveries) });
  }

  /** The deliveries that somebody asked to retry, at most `limit`. */
  async requested(limit: number): Promise<QueuedDelivery[]> {
    const { rows } = await this.pool.query<QueuedDelivery>({ name: 'failed-requested', text: REQUESTED, values: [limit] });
    return rows;
  }

  async markRetrying(deliveries: readonly QueuedDelivery[]): Promise<void> {
    await this.pool.query(RETRYING, columns(deliveries));
  }
}

const columns = (deliveries: readonly QueuedDelivery[]): [string[], string[]] => [
  deliveries.map(({ eventId }) => eventId),
  deliveries.map(({ subscriber }) => subscriber),
];
