import type { Pool } from 'pg';
import { CliError } from '#platform/process';

/** Refuses to go on where an event waits in the outbox that this version knows nothing of: it would never be carried. */
export async function assertKnownEvents(pool: Pool, subscriptions: Readonly<Record<string, unknown>>): Promise<void> {
  const { rows } = await pool.query<{ name: string }>('select distinct name from platform.outbox where sent_at is null');
  const unknown = rows.map(({ name }) => name).filter((name) => !Object.hasOwn(subscriptions, name));
  if (unknown.length > 0) {
    throw new CliError(`There is no entry in the table of subscriptions for ${unknown.sort().join(', ')}.`);
  }
}
