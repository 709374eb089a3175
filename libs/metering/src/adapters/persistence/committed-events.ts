import { sql } from 'kysely';
import type { Transaction } from './transaction.ts';

/**
 * Up to which position no event is added any more. Positions are assigned before the transaction commits, so a later one may be visible
 * earlier. Whoever has assigned one holds a lock of the table until then, so the positions assigned so far are final once everybody who
 * holds it now has ended.
 */
export class CommittedEvents {
  private last = '0';
  private waiting: { readonly last: string; readonly writers: readonly string[] } | undefined;

  async to(transaction: Transaction): Promise<string> {
    const last = this.waiting?.last ?? (await assigned(transaction));
    const now = await writersOf(transaction);
    const writers = this.waiting?.writers.filter((writer) => now.includes(writer)) ?? now;
    this.waiting = writers.length > 0 ? { last, writers } : undefined;
    if (writers.length === 0) this.last = last;
    return this.last;
  }
}

async function assigned(transaction: Transaction): Promise<string> {
  const [row] = await transaction.rows<{ last: string }>(
    sql`select (case when is_called then last_value else 0 end)::text as last from metering.event_seq`,
  );
  return row!.last;
}

async function writersOf(transaction: Transaction): Promise<string[]> {
  const rows = await transaction.rows<{ writer: string }>(sql`
    select distinct virtualtransaction as writer from pg_locks where locktype = 'relation' and granted and mode = 'RowExclusiveLock'
      and relation = 'metering.events'::regclass and database = (select oid from pg_database where datname = current_database())`);
  return rows.map(({ writer }) => writer);
}
