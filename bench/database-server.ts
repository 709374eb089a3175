import { chownSync, existsSync, mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir, totalmem } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { postgresCpuSeconds } from './processor-time.ts';
import { migrateDatabase } from '../apps/migrate/migrate-database.ts';
import { postgresUser } from '../apps/standalone/postgres-user.ts';
import { findBinaries } from '../apps/standalone/postgres-binaries.ts';
import { PostgresSupervisor } from '../apps/standalone/postgres-supervisor.ts';
import { runInitdb, SUPERUSER } from '../apps/standalone/initdb.ts';
import { postgresSettings } from '../apps/standalone/postgres-settings.ts';

const MIB = 1024 * 1024;
const POLL_MS = 20;

/**
 * Added to the product's own settings: memory, WAL and counters only. Commits stay fully durable, and no checkpoint starts during a
 * measurement. WAL files are reused, as on a server that has run for a while: making one holds a commit up for 70 to 100 ms.
 */
const SETTINGS = {
  shared_buffers: `${Math.min(4096, Math.floor(totalmem() / 4 / MIB))}MB`,
  maintenance_work_mem: `${Math.min(2048, Math.floor(totalmem() / 12 / MIB))}MB`,
  // Nothing but the server reads the WAL, so that it builds indexes without it.
  wal_level: 'minimal',
  max_wal_senders: 0,
  wal_buffers: '64MB',
  max_wal_size: '16GB',
  min_wal_size: '8GB',
  checkpoint_timeout: '1h',
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  // Nothing is counted but the statements of roles that turn it on.
  shared_preload_libraries: 'pg_stat_statements',
  'pg_stat_statements.track': 'none',
  compute_query_id: 'off',
};

/** A new server has no WAL files to reuse: it makes 64 of them (1 GiB), and the checkpoint after them leaves them for later. */
const MAKE_WAL_FILES = `do $$ begin
  for n in 1..64 loop perform pg_logical_emit_message(false, 'bench', 'x'); perform pg_switch_wal(); end loop;
end $$`;

/** The PostgreSQL server of a run: the one at BENCH_DATABASE_URL, or an embedded one that exists only for the run. */
export class DatabaseServer implements AsyncDisposable {
  private readonly made: string[] = [];

  private constructor(
    readonly url: string,
    private readonly supervisor?: PostgresSupervisor,
    private readonly isKept = false,
  ) {}

  /** `more` are settings of an embedded server, `kept` is a folder for its data, which is used again if it is there. */
  static async start(more: Readonly<Record<string, string>> = {}, kept?: string): Promise<DatabaseServer> {
    const given = process.env['BENCH_DATABASE_URL'];
    if (given) return new DatabaseServer(given);
    const user = postgresUser(undefined);
    const binaries = findBinaries(user);
    // /var/tmp is on disk; /tmp may be a memory file system.
    const folder = mkdtempSync(join(existsSync('/var/tmp') ? '/var/tmp' : tmpdir(), 'latchkey-bench-'));
    if (user.uid !== undefined) chownSync(folder, user.uid, user.gid!);
    const cluster = join(kept === undefined ? folder : resolve(kept), 'postgres');
    const isNew = !existsSync(cluster);
    if (isNew) {
      mkdirSync(dirname(cluster), { recursive: true });
      mkdirSync(cluster, { mode: 0o700 });
      if (user.uid !== undefined) chownSync(cluster, user.uid, user.gid!);
      await runInitdb(binaries.initdb, cluster, user);
    }
    const settings = Object.entries({ ...SETTINGS, ...more }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const command = [binaries.postgres, '-D', cluster, ...postgresSettings(folder), ...settings];
    const supervisor = PostgresSupervisor.start(command, folder, user, join(folder, 'postgres.log'));
    const server = new DatabaseServer(
      `postgres://${SUPERUSER}@${encodeURIComponent(folder)}:5432/postgres`,
      supervisor,
      kept !== undefined,
    );
    await server.awaitConnections();
    if (isNew) await server.run(server.url, MAKE_WAL_FILES, 'checkpoint');
    return server;
  }

  /** Creates an empty database, which is dropped at the end of the run. */
  async makeDatabase(name: string): Promise<string> {
    await this.run(this.url, `drop database if exists ${name} with (force)`, `create database ${name} template template0`);
    this.made.push(name);
    return this.urlOf(name);
  }

  /** A database that `fill` makes by another name, so that a kept one is complete: it is filled once and migrated afterwards. */
  async filled(name: string, fill: (draft: string) => Promise<string>): Promise<string> {
    if (!this.isKept) return fill(name);
    if (!(await this.has(name))) {
      const draft = `${name}_draft`;
      await fill(draft);
      await this.run(this.url, `alter database ${draft} rename to ${name}`);
    }
    await migrateDatabase(this.urlOf(name));
    return this.urlOf(name);
  }

  /** Runs a checkpoint, so that earlier writes do not disturb the next measurement. */
  checkpoint(): Promise<void> {
    return this.run(this.url, 'checkpoint');
  }

  /** CPU seconds that the processes of the server have used so far; zero if they are not processes of this machine. */
  async cpuSeconds(): Promise<number> {
    const client = new pg.Client(this.url);
    await client.connect();
    const seconds = await postgresCpuSeconds(client);
    await client.end();
    return seconds ?? 0;
  }

  /** How many bytes the server has written to its write-ahead log so far. */
  async walBytes(): Promise<number> {
    const client = new pg.Client(this.url);
    await client.connect();
    const { rows } = await client.query<{ bytes: number }>(`select (pg_current_wal_insert_lsn() - '0/0')::float8 as bytes`);
    await client.end();
    return rows[0]!.bytes;
  }

  /** Returns the server version and all settings that differ from PostgreSQL's defaults. */
  async describe(): Promise<{ version: string; settings: Record<string, string> }> {
    const client = new pg.Client(this.url);
    await client.connect();
    const { rows } = await client.query<{ name: string; value: string }>(`
      select name, current_setting(name) as value from pg_settings
      where name in ('server_version', 'fsync', 'synchronous_commit', 'full_page_writes', 'wal_sync_method')
        or (setting is distinct from boot_val and category ~ '^(Resource Usage|Write-Ahead Log|Query Tuning)') order by name`);
    await client.end();
    const { server_version: version, ...settings } = Object.fromEntries(rows.map(({ name, value }) => [name, value]));
    return { version: version!, settings };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.supervisor) await this.supervisor.stop();
    else await this.run(this.url, ...this.made.map((name) => `drop database if exists ${name} with (force)`));
  }

  private urlOf(name: string): string {
    return Object.assign(new URL(this.url), { pathname: `/${name}` }).href;
  }

  private async has(name: string): Promise<boolean> {
    const client = new pg.Client(this.url);
    await client.connect();
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
    await client.end();
    return rowCount === 1;
  }

  private async awaitConnections(): Promise<void> {
    for (;;) {
      try {
        return await this.run(this.url);
      } catch (error) {
        if (this.supervisor!.hasEnded) throw error;
        await sleep(POLL_MS);
      }
    }
  }

  private async run(url: string, ...statements: readonly string[]): Promise<void> {
    const client = new pg.Client(url);
    await client.connect();
    try {
      for (const statement of statements) await client.query(statement);
    } finally {
      await client.end();
    }
  }
}
