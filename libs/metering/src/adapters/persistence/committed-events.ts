import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { isCoordinator, pgPool } from '#engine/persistence';
import type { Transaction } from './transaction.ts';

/**
 * Up to which position no event is added any more. Positions are assigned before the transaction commits, so a later one may be visible
 * earlier. Whoever has assigned one holds a lock of the table until then, so the positions assigned so far are final once everybody who
 * holds it now has ended. On a coordinator of Citus they may still be prepared on a node that could not be told to commit.
 */
export class CommittedEvents {
  private last = '0';
  private waiting: { readonly last: string; readonly writers: readonly string[] } | undefined;

  constructor(private readonly em: EntityManager) {}

  async to(transaction: Transaction): Promise<string> {
    const last = this.waiting?.last ?? (await assigned(transaction));
    const now = [...(await writersOf(transaction)), ...(await this.preparedOnNodes(transaction))];
    const writers = this.waiting?.writers.filter((writer) => now.includes(writer)) ?? now;
    this.waiting = writers.length > 0 ? { last, writers } : undefined;
    if (writers.length === 0) this.last = last;
    return this.last;
  }

  private async preparedOnNodes(transaction: Transaction): Promise<string[]> {
    if (!(await isCoordinator(await pgPool(this.em)))) return [];
    const nodes = await transaction.rows<{ success: boolean; result: string }>(PREPARED_ON_NODES);
    const lost = nodes.find(({ success }) => !success);
    if (lost) throw new Error(`A node of Citus does not say what it has prepared: ${lost.result}`);
    return nodes.flatMap(({ result }) => result.split(' ').filter((writer) => writer !== ''));
  }
}

const PREPARED_ON_NODES = sql<{ success: boolean; result: string }>`select success, result from run_command_on_workers(
  $$select coalesce(string_agg(gid, ' '), '') from pg_prepared_xacts where database = current_database()$$)`;

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
