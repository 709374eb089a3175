import type { Pool } from 'pg';
import { CliError } from '#platform/process';

/** Throws if the outbox has unsent events that this version does not know: they would be marked as done without a delivery. */
export async function assertKnownEvents(pool: Pool, subscriptions: Readonly<Record<string, unknown>>): Promise<void> {
  const { rows } = await pool.query<{ name: string }>('select distinct name from platform.outbox where sent_at is null');
  const unknown = rows.map(({ name }) => name).filter((name) => !Object.hasOwn(subscriptions, name));
  if (unknown.length > 0) {
    throw new CliError(`The outbox has events that this version does not know: ${unknown.sort().join(', ')}.`);
  }
}
