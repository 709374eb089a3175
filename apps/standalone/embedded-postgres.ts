import { chownSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { CliError } from '#platform/process';
import { type Account, canEnter, databaseAccount } from './account.ts';
import { findBinaries } from './binaries.ts';
import { CLUSTER, openCluster } from './cluster.ts';
import type { DataFolder } from '#platform/data-folder';
import { Guardian } from './guardian.ts';
import { evict } from './inhabitants.ts';
import { SUPERUSER } from './initdb.ts';
import { postgresSettings } from './postgres-settings.ts';

const POLL_MS = 20;
const LOG = 'postgres.log';
const NAME = 'latchkey';
/** Leaves room for the socket's own name: the path of a socket has 107 bytes at most. */
const LONGEST_SOCKET_FOLDER = 70;

/**
 * The database in the data folder, running for as long as this process. It is reached through a socket in a folder that
 * only its owner (and root) can enter, and listens nowhere else, so it needs no password.
 */
export class EmbeddedPostgres implements AsyncDisposable {
  private constructor(
    private readonly guardian: Guardian,
    private readonly cluster: string,
    private readonly socketFolder: string,
    private readonly log: string,
  ) {}

  static async start(folder: DataFolder): Promise<EmbeddedPostgres> {
    const account = databaseAccount(folder.has(CLUSTER) ? folder.file(CLUSTER) : undefined);
    const binaries = findBinaries(account);
    const cluster = await openCluster(folder, account, binaries);
    await evict(cluster);
    const socketFolder = makeSocketFolder(account);
    const log = folder.file(LOG);
    const command = [binaries.postgres, '-D', cluster, ...postgresSettings(socketFolder)];
    const guardian = Guardian.start(command, socketFolder, account, log);
    const postgres = new EmbeddedPostgres(guardian, cluster, socketFolder, log);
    try {
      await postgres.makeDatabase();
      return postgres;
    } catch (error) {
      await postgres[Symbol.asyncDispose]();
      throw error;
    }
  }

  get url(): string {
    return this.urlOf(NAME, NAME);
  }

  /** Never fulfilled: fails when the database stops although nobody asked it to. */
  async failure(): Promise<never> {
    await this.guardian.ended;
    throw new CliError(`PostgreSQL stopped: ${this.lastWords()}`);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.guardian.stop();
    await evict(this.cluster);
  }

  private async makeDatabase(): Promise<void> {
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

  /** As soon as it takes connections; after a crash it recovers first, however long that takes. */
  private async connect(): Promise<pg.Client> {
    while (!this.guardian.hasEnded) {
      const client = new pg.Client(this.urlOf(SUPERUSER, 'postgres'));
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

  private lastWords(): string {
    const lines = readFileSync(this.log, 'utf8').trim().split('\n');
    const fatal = lines.findLast((line) => line.includes('FATAL') && !line.endsWith('the database system is starting up'));
    return `${fatal ?? lines.at(-1)} (see ${this.log})`;
  }
}

function makeSocketFolder(account: Account): string {
  const home = tmpdir().length <= LONGEST_SOCKET_FOLDER && canEnter(account, tmpdir()) ? tmpdir() : '/tmp';
  const folder = mkdtempSync(join(home, 'latchkey-'));
  if (account.uid !== undefined) chownSync(folder, account.uid, account.gid!);
  return folder;
}
