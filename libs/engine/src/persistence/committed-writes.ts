import type { EntityManager } from '@mikro-orm/postgresql';
import { type RawBuilder, sql } from 'kysely';
import { pgPool } from './kysely.ts';
import { isCoordinator } from './pooled-client.ts';

type Rows = <R>(statement: RawBuilder<R>) => Promise<R[]>;

interface PositionedTable {
  readonly name: string;
  /** Reads the last position that was assigned, as `last`. */
  readonly assigned: RawBuilder<{ readonly last: string }>;
  /** Before every position. */
  readonly first: string;
}

/**
 * Up to which position no row is added to a table any more. Positions are assigned before the transaction commits, so a later one may be visible
 * earlier. Whoever has assigned one holds a lock of the table until then, so the positions assigned so far are final once everybody who
 * holds it now has ended. On a coordinator of Citus they may still be prepared on a node that could not be told to commit.
 */
export class CommittedWrites {
  private last: string;
  private waiting: { readonly last: string; readonly writers: readonly string[] } | undefined;

  constructor(
    private readonly em: EntityManager,
    private readonly table: PositionedTable,
  ) {
    this.last = table.first;
  }

  /** `rows` runs statements in a transaction in which each sees what was committed before it. */
  async to(rows: Rows): Promise<string> {
    const last = this.waiting?.last ?? (await rows(this.table.assigned))[0]!.last;
    const now = [...(await this.writers(rows)), ...(await this.preparedOnNodes(rows))];
    const writers = this.waiting?.writers.filter((writer) => now.includes(writer)) ?? now;
    this.waiting = writers.length > 0 ? { last, writers } : undefined;
    if (writers.length === 0) this.last = last;
    return this.last;
  }

  private async writers(rows: Rows): Promise<string[]> {
    const found = await rows(sql<{ writer: string }>`
      select distinct virtualtransaction as writer from pg_locks where locktype = 'relation' and granted and mode = 'RowExclusiveLock'
        and relation = ${this.table.name}::regclass and database = (select oid from pg_database where datname = current_database())`);
    return found.map(({ writer }) => writer);
  }

  private async preparedOnNodes(rows: Rows): Promise<string[]> {
    if (!(await isCoordinator(await pgPool(this.em)))) return [];
    const nodes = await rows(PREPARED_ON_NODES);
    const lost = nodes.find(({ success }) => !success);
    if (lost) throw new Error(`A node of Citus does not say what it has prepared: ${lost.result}`);
    return nodes.flatMap(({ result }) => result.split(' ').filter((writer) => writer !== ''));
  }
}

const PREPARED_ON_NODES = sql<{ success: boolean; result: string }>`select success, result from run_command_on_workers(
  $$select coalesce(string_agg(gid, ' '), '') from pg_prepared_xacts where database = current_database()$$)`;
