import type pg from 'pg';

const STEP = 1_000;

/**
 * Deletes events together with their records in `platform.processed`, so that an event in the outbox still has all of them.
 * Arrays instead of joins: with them the plan uses the indexes however many rows there are.
 */
export const DELETE_PROCESSED = `with old as materialized (
    select id from platform.outbox where done_at < now() - $1 * interval '1 day' order by done_at limit ${STEP} for update skip locked
  ), notes as (
    delete from platform.processed where event_id = any(array(select id from old))
  ), failed as (
    delete from platform.failed_events where event_id = any(array(select id from old))
  )
  delete from platform.outbox where id = any(array(select id from old))`;

/**
 * Deletes events that all subscribers processed more than `days` ago. Events that are not done are never deleted: an event
 * missing from the outbox counts as processed. Several may run: each skips the rows locked by others.
 */
export class OutboxRetention {
  constructor(
    private readonly pool: pg.Pool,
    private readonly days: number,
  ) {}

  /** Deletes up to one batch; returns true if more may be left. */
  async step(): Promise<boolean> {
    const { rowCount } = await this.pool.query({ name: 'outbox-purge', text: DELETE_PROCESSED, values: [this.days] });
    return rowCount === STEP;
  }
}
