import { chownSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { CliError, DataFolder } from '../process/index.ts';
import { type OsUser, canEnter, postgresUser } from './postgres-user.ts';
import { findBinaries } from './postgres-binaries.ts';
import { CLUSTER, openCluster } from './cluster.ts';
import { PostgresSupervisor } from './postgres-supervisor.ts';
import { stopOrphanedPostgres } from './orphaned-processes.ts';
import { SUPERUSER } from './initdb.ts';
import { postgresSettings } from './postgres-settings.ts';

const POLL_MS = 20;
const LOG = 'postgres.log';
const NAME = 'latchkey';
/** Leaves room for the name of the socket: its whole path has at most 107 bytes. */
const MAX_SOCKET_FOLDER_LENGTH = 70;

/**
 * PostgreSQL on the data folder, running as long as this process. It listens only on a Unix socket in a folder that nobody but
 * its owner and root can enter, so it needs no password.
 */
export class EmbeddedPostgres implements AsyncDisposable {
  private constructor(
    private readonly supervisor: PostgresSupervisor,
    private readonly cluster: string,
    private readonly socketFolder: string,
    private readonly log: string,
  ) {}

  static async start(folder: DataFolder): Promise<EmbeddedPostgres> {
    const user = postgresUser(folder.has(CLUSTER) ? folder.file(CLUSTER) : undefined);
    const binaries = findBinaries(user);
    const cluster = await openCluster(folder, user, binaries);
    await stopOrphanedPostgres(cluster);
    const socketFolder = makeSocketFolder(user);
    const log = folder.file(LOG);
    const command = [binaries.postgres, '-D', cluster, ...postgresSettings(socketFolder)];
    const supervisor = PostgresSupervisor.start(command, socketFolder, user, log);
    const postgres = new EmbeddedPostgres(supervisor, cluster, socketFolder, log);
    try {
      await postgres.createDatabase();
      return postgres;
    } catch (error) {
      await postgres[Symbol.asyncDispose]();
      throw error;
    }
  }

  get url(): string {
    return this.urlOf(NAME, NAME);
  }

  /** Rejects when PostgreSQL stops unexpectedly; never resolves. */
  async failure(): Promise<never> {
    await this.supervisor.ended;
    throw new CliError(`PostgreSQL stopped unexpectedly: ${this.lastLogLine()}`);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.supervisor.stop();
    await stopOrphanedPostgres(this.cluster);
  }

  private async createDatabase(): Promise<void> {
    const superuser = await this.connect();
    try {
      const { rows } = await superuser.query<{ role: boolean; database: boolean }>(
        `select exists (select from pg_roles where rolname = $1) as role,
                exists (select from pg_database where datname = $1) as database`,
        [NAME],
      );
      if (!rows[0]!.role) await superuser.query(`create role ${NAME} login`);
      if (!rows[0]!.database) await superuser.query(`create database ${NAME} owner ${NAME}`);
    } finally {
      await superuser.end();
    }
  }

  /** Waits until PostgreSQL accepts connections. There is no timeout: recovery after a crash may take long. */
  private async connect(): Promise<pg.Client> {
    while (!this.supervisor.hasEnded) {
      const client = new pg.Client(this.urlOf(SUPERUSER, 'postgres'));
      // A server that ends rejects the statement; without a listener it would end this process, too.
      client.on('error', () => undefined);
      try {
        await client.connect();
        return client;
      } catch {
        await setTimeout(POLL_MS);
      }
    }
    return this.failure();
  }

  private urlOf(user: string, database: string): string {
    return `postgres://${user}@${encodeURIComponent(this.socketFolder)}:5432/${database}`;
  }

  private lastLogLine(): string {
    const lines = readFileSync(this.log, 'utf8').trim().split('\n');
    const fatal = lines.findLast((line) => line.includes('FATAL') && !line.endsWith('the database system is starting up'));
    return `${fatal ?? lines.at(-1)} (see ${this.log})`;
  }
}

function makeSocketFolder(user: OsUser): string {
  const home = tmpdir().length <= MAX_SOCKET_FOLDER_LENGTH && canEnter(user, tmpdir()) ? tmpdir() : '/tmp';
  const folder = mkdtempSync(join(home, 'latchkey-'));
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid!);
  return folder;
}
