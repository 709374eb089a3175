import { chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { runInitdb, SUPERUSER } from '../../apps/standalone/initdb.ts';
import { findBinaries } from '../../apps/standalone/postgres-binaries.ts';
import { postgresSettings } from '../../apps/standalone/postgres-settings.ts';
import { PostgresSupervisor } from '../../apps/standalone/postgres-supervisor.ts';
import { type OsUser, postgresUser } from '../../apps/standalone/postgres-user.ts';
import { eventually } from './eventually.ts';

/** A PostgreSQL server of one test, which can crash without disturbing other tests. Its URL stays the same. */
export class OwnPostgres implements AsyncDisposable {
  private supervisor!: PostgresSupervisor;

  private constructor(
    private readonly folder: string,
    private readonly user: OsUser,
  ) {}

  static async start(): Promise<OwnPostgres> {
    const postgres = OwnPostgres.empty();
    await runInitdb(findBinaries(postgres.user).initdb, postgres.cluster, postgres.user);
    await postgres.run();
    return postgres;
  }

  /** A server with an empty folder for its cluster. It does not run. */
  static empty(): OwnPostgres {
    const user = postgresUser(undefined);
    const postgres = new OwnPostgres(mkdtempSync('/tmp/latchkey-'), user);
    postgres.own(postgres.folder);
    postgres.makeFolder(postgres.cluster);
    return postgres;
  }

  get url(): string {
    return `postgres://${SUPERUSER}@${encodeURIComponent(this.sockets)}:5432/postgres`;
  }

  /** Ends all its processes at once, as a failure of the machine would, and starts it again: it recovers from its log. */
  async crash(): Promise<void> {
    process.kill(Number.parseInt(readFileSync(join(this.cluster, 'postmaster.pid'), 'utf8')), 'SIGQUIT');
    await this.supervisor.ended;
    await this.run();
  }

  /** Shuts it down; its files stay. */
  async stop(): Promise<void> {
    await this.supervisor.stop();
  }

  /** Starts it and waits until it accepts connections. The supervisor removes the folder of the sockets when the server ends. */
  async run(): Promise<void> {
    this.makeFolder(this.sockets);
    const command = [findBinaries(this.user).postgres, '-D', this.cluster, ...postgresSettings(this.sockets)];
    this.supervisor = PostgresSupervisor.start(command, this.sockets, this.user, join(this.folder, 'postgres.log'));
    await eventually(() => this.accepts());
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** The folder of its files. */
  get cluster(): string {
    return join(this.folder, 'postgres');
  }

  get sockets(): string {
    return join(this.folder, 'sockets');
  }

  private async accepts(): Promise<boolean> {
    const client = new pg.Client(this.url);
    try {
      await client.connect();
      await client.end();
      return true;
    } catch {
      return false;
    }
  }

  private makeFolder(path: string): void {
    mkdirSync(path, { mode: 0o700 });
    this.own(path);
  }

  /** Gives a file to the user that PostgreSQL runs as. */
  own(path: string): void {
    if (this.user.uid !== undefined) chownSync(path, this.user.uid, this.user.gid!);
  }
}
