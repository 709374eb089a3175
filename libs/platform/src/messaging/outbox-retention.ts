import type pg from 'pg';

const STEP = 1_000;

/**
 * An event goes together with its notes, so whoever finds it in the outbox finds all of them. By arrays, not by joins: these are
 * looked up one by one however many rows there are.
 */
export const DELETE_PROCESSED = `with old as materialized (
    select id from platform.outbox where done_at < now() - $1 * interval '1 day' order by done_at limit ${STEP} for update skip locked
  ), notes as (
    delete from platform.processed where event_id = any(array(select id from old))
  )
  delete from platform.outbox where id = any(array(select id from old))`;

/**
 * Removes events that were done with longer ago than so many days; what is not done stays for as long as that takes, and
 * `Progress` takes what is not there any more for dealt with. Several may run: each takes what no other one holds.
 */
export class OutboxRetention {
  constructor(
    private readonly pool: pg.Pool,
    private readonly days: number,
  ) {}

  /** Removes some; true where more may be left. */
  async step(): Promise<boolean> {
    const { rowCount } = await this.pool.query({ name: 'outbox-purge', text: DELETE_PROCESSED, values: [this.days] });
    return rowCount === STEP;
  }
}
