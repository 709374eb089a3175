import { distributeTables, planDistribution } from '../../apps/migrate/distribute-tables.ts';
import { withClient } from '../../apps/start-checks.ts';
import type { TestApi } from './api.ts';
import { migrateAll } from './migrate-all.ts';
import { queryAt } from './own-postgres.ts';
import { Relay } from './relay.ts';
import { type SeededOrganization, seedOrganization } from './seed.ts';

/** The coordinator of Citus that the suites use, with its nodes. They have databases of their own on it. */
export const citusUrl = (): string | undefined => process.env['CITUS_DATABASE_URL'];

const CREATE = `template template0 encoding 'UTF8' lc_collate 'C.UTF-8' lc_ctype 'C.UTF-8'`;
const NODES = 'select nodename as host, nodeport as port from pg_dist_node where groupid <> 0 order by nodeid';

let count = 0;

interface Node {
  readonly host: string;
  readonly port: number;
}

/** A database on a coordinator and its nodes. */
export class CitusDatabase implements AsyncDisposable {
  private constructor(
    readonly url: string,
    /** In front of each node, to lose it. */
    readonly relays: readonly Relay[],
    private readonly servers: readonly string[],
  ) {}

  /** Empty. */
  static async create(): Promise<CitusDatabase> {
    const coordinator = new URL(citusUrl()!);
    const name = `citus_${process.pid}_${Date.now()}_${count++}`;
    const at = ({ host, port }: Node, database: string): string =>
      Object.assign(new URL(coordinator), { hostname: host, port: String(port), pathname: `/${database}` }).href;
    const own = { host: coordinator.hostname, port: Number(coordinator.port || 5432) };
    const nodes = await queryAt<Node>(coordinator.href, NODES);
    const servers = [own, ...nodes].map((node) => at(node, 'postgres'));
    const relays = nodes.map((node) => new Relay(new URL(at(node, name))));
    const database = new CitusDatabase(at(own, name), relays, servers);
    for (const server of servers) {
      await queryAt(server, `create database ${name} ${CREATE}`);
      await queryAt(Object.assign(new URL(server), { pathname: `/${name}` }).href, 'create extension citus');
    }
    await Promise.all(relays.map((relay) => relay.open()));
    await queryAt(database.url, `select citus_set_coordinator_host('${own.host}', ${own.port})`);
    for (const relay of relays) await queryAt(database.url, `select citus_add_node('127.0.0.1', ${new URL(relay.url).port})`);
    return database;
  }

  /** Migrated, with its tables divided. */
  static async distributed(): Promise<CitusDatabase> {
    const database = await CitusDatabase.create();
    await migrateAll(database.url);
    await database.distribute();
    return database;
  }

  /** Returns the names of the tables that were moved, which may be only some of those that are due. */
  async distribute(isWanted: (table: string) => boolean = () => true): Promise<string[]> {
    const moved: string[] = [];
    await withClient(this.url, async (client) => {
      const { tables, problems } = await planDistribution(client);
      if (problems.length > 0) throw new Error(problems.join(' '));
      const wanted = tables.filter(({ name }) => isWanted(name));
      await distributeTables(client, wanted, (name) => moved.push(name));
    });
    return moved;
  }

  /** Notes in `public.commits`, at the end of each transaction with these changes, whether Citus prepares it on the nodes before it commits. */
  async noteCommits(changes: string): Promise<void> {
    await queryAt(
      this.url,
      `set citus.enable_ddl_propagation = off;
       create table public.commits (is_prepared boolean);
       create function public.is_prepared() returns boolean language c as 'citus', 'coordinated_transaction_should_use_2PC';
       create function public.note_commit() returns trigger language plpgsql as
         $$ begin insert into public.commits values (public.is_prepared()); return null; end $$;
       create constraint trigger note_commit after ${changes} deferrable initially deferred
         for each row execute function public.note_commit()`,
    );
  }

  /** The port of the node that has the rows of an organization. */
  async nodeOf({ organization }: Pick<SeededOrganization, 'organization'>): Promise<number> {
    const [row] = await queryAt<{ port: number }>(
      this.url,
      `select nodeport as port from pg_dist_shard_placement
       where shardid = get_shard_id_for_distribution_column('licensing.license_keys', '${organization.id}'::uuid)`,
    );
    return row!.port;
  }

  /** Organizations whose rows are on different nodes. */
  async organizationsOnDifferentNodes(api: TestApi): Promise<[SeededOrganization, SeededOrganization]> {
    const first = await seedOrganization(api);
    for (;;) {
      const other = await seedOrganization(api);
      if ((await this.nodeOf(other)) !== (await this.nodeOf(first))) return [first, other];
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const relay of this.relays) await relay.cut();
    const name = new URL(this.url).pathname.slice(1);
    for (const server of this.servers) await queryAt(server, `drop database if exists ${name} with (force)`);
  }
}
