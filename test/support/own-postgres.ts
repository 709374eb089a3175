import { execFileSync } from 'node:child_process';
import { chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { runInitdb, SUPERUSER } from '../../apps/standalone/initdb.ts';
import { findBinaries } from '../../apps/standalone/postgres-binaries.ts';
import { postgresSettings } from '../../apps/standalone/postgres-settings.ts';
import { PostgresSupervisor } from '../../apps/standalone/postgres-supervisor.ts';
import { type OsUser, postgresUser } from '../../apps/standalone/postgres-user.ts';
import { eventually } from './eventually.ts';

type Settings = Readonly<Record<string, string | number>>;

/** A PostgreSQL server of one test, which can fail without disturbing other tests. Its URL stays the same. */
export class OwnPostgres implements AsyncDisposable {
  private supervisor!: PostgresSupervisor;

  private constructor(
    private readonly folder: string,
    private readonly user: OsUser,
    private readonly settings: Settings,
  ) {}

  static async start(settings: Settings = {}): Promise<OwnPostgres> {
    const postgres = await OwnPostgres.created(settings);
    await postgres.run();
    return postgres;
  }

  /** With its write-ahead log in a folder that its user owns. */
  static async startWithLogIn(folder: string, settings: Settings = {}): Promise<OwnPostgres> {
    const postgres = await OwnPostgres.created(settings);
    const log = join(postgres.cluster, 'pg_wal');
    execFileSync('cp', ['-a', log, folder]);
    rmSync(log, { recursive: true });
    symlinkSync(join(folder, 'pg_wal'), log);
    await postgres.run();
    return postgres;
  }

  /**
   * A primary and a standby that follows it by streaming replication. A commit is answered when it is on both, which `settings` may
   * change.
   */
  static async startPair(settings: Settings = {}): Promise<{ primary: OwnPostgres; standby: OwnPostgres }> {
    const primary = await OwnPostgres.created({ synchronous_standby_names: '*', ...settings });
    const standby = OwnPostgres.inNewFolder({
      ...settings,
      wal_retrieve_retry_interval: '100ms',
      primary_conninfo: `host=${primary.sockets} port=5432 user=${SUPERUSER}`,
    });
    execFileSync('cp', ['-a', primary.cluster, standby.cluster]);
    writeFileSync(join(standby.cluster, 'standby.signal'), '');
    await primary.run();
    await standby.run();
    await primary.isFollowed();
    return { primary, standby };
  }

  get url(): string {
    return `postgres://${SUPERUSER}@${encodeURIComponent(this.sockets)}:5432/postgres`;
  }

  /** The path on which it listens, for a `Relay`. */
  get socket(): string {
    return join(this.sockets, '.s.PGSQL.5432');
  }

  /** Ends all its processes at once, as a failure of the machine would, and what watched over them. */
  async kill(): Promise<void> {
    process.kill(Number.parseInt(readFileSync(join(this.cluster, 'postmaster.pid'), 'utf8')), 'SIGQUIT');
    await this.supervisor.ended;
    await this.supervisor.stop();
  }

  /** Starts it if it has ended by itself, as a service manager does. */
  async revive(): Promise<void> {
    await eventually(async () => this.supervisor.hasEnded || (await this.accepts()));
    if (this.supervisor.hasEnded) await this.run();
  }

  /** Starts it after it was killed. The supervisor removes the folder of the sockets when the server ends. */
  async run(): Promise<void> {
    this.makeFolder(this.sockets);
    const settings = Object.entries(this.settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const command = [findBinaries(this.user).postgres, '-D', this.cluster, ...postgresSettings(this.sockets), ...settings];
    this.supervisor = PostgresSupervisor.start(command, this.sockets, this.user, join(this.folder, 'postgres.log'));
    await eventually(() => this.accepts());
  }

  /** Kills it and starts it again: it recovers from its log. */
  async crash(): Promise<void> {
    await this.kill();
    await this.run();
  }

  /** Waits until a standby follows it. */
  async isFollowed(): Promise<void> {
    await eventually(async () => (await this.query(`select from pg_stat_replication where state = 'streaming'`)).length === 1);
  }

  /** Makes a standby the primary. */
  async promote(): Promise<void> {
    await this.query('select pg_promote()');
  }

  query<R extends object>(sql: string): Promise<R[]> {
    return queryAt<R>(this.url, sql);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.supervisor.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }

  private static async created(settings: Settings): Promise<OwnPostgres> {
    const postgres = OwnPostgres.inNewFolder(settings);
    postgres.makeFolder(postgres.cluster);
    await runInitdb(findBinaries(postgres.user).initdb, postgres.cluster, postgres.user);
    return postgres;
  }

  private static inNewFolder(settings: Settings): OwnPostgres {
    const user = postgresUser(undefined);
    const postgres = new OwnPostgres(mkdtempSync(join(tmpdir(), 'latchkey-')), user, settings);
    postgres.own(postgres.folder);
    return postgres;
  }

  private get cluster(): string {
    return join(this.folder, 'postgres');
  }

  private get sockets(): string {
    return join(this.folder, 'sockets');
  }

  private async accepts(): Promise<boolean> {
    return this.query('select 1').then(
      () => true,
      () => false,
    );
  }

  private makeFolder(path: string): void {
    mkdirSync(path, { mode: 0o700 });
    this.own(path);
  }

  private own(path: string): void {
    if (this.user.uid !== undefined) chownSync(path, this.user.uid, this.user.gid!);
  }
}

/** Runs one statement on a connection of its own. A server that ends meanwhile rejects the statement. */
export async function queryAt<R extends object>(url: string, sql: string): Promise<R[]> {
  const client = new pg.Client(url);
  // Without a listener, a connection that ends after its statement has failed would end the test.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return (await client.query<R>(sql)).rows;
  } finally {
    await client.end();
  }
}
