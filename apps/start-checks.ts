import pg from 'pg';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openMediaStore, otherMediaStore } from '#catalog';
import {
  assertDiskSpace,
  CLOCK_TOLERANCE_SECONDS,
  type DatabaseFacts,
  databaseProblem,
  isSecretKeyOf,
  NOT_MIGRATED,
  noteSecretKey,
  readDatabaseFacts,
  SECRET_KEY_DOES_NOT_FIT,
} from '#engine/checks';
import type { Config } from '#platform/config';
import { endConnection, isClusterNode, S3Unavailable } from '#engine/connections';
import { processLog } from '#engine/logging';
import { migrationNames } from '#engine/persistence';
import { CliError } from './process/index.ts';
import { Keyring } from '#engine/secrets';
import { contexts } from './contexts.ts';
import type { ProcessSettings } from './settings.ts';

const CONNECT_MS = 5_000;
const STATEMENT_MS = 10_000;
/** So much longer than PostgreSQL the client waits: then PostgreSQL says why, unless it is silent. */
const MARGIN_MS = 400;
/** The wait until a database that was not ready is looked at again. */
const AGAIN_MS = 1_000;

/** Errors of DATABASE_URL: they do not pass by themselves. */
const WRONG_SETTINGS = new Set(['28P01', '28000', '3D000', '08P01', '08001']);

/** A client of one server would get errors for the keys of other nodes, and not follow a failover. */
const NODE_OF_CLUSTER =
  'REDIS_URL names a node of a Redis Cluster. Set REDIS_CLUSTER to nodes of it instead, such as redis-1:6379,redis-2:6379.';

type Database = Pick<ProcessSettings, 'databaseUrl' | 'secretKeys'>;

export const mediaPlace = ({ mediaBucket, mediaFolder }: Config): string =>
  mediaBucket ? `the bucket ${mediaBucket.bucket}` : `the folder ${resolve(mediaFolder)}`;

/** `statementMs` is how long a statement may take; 0 for as long as it takes. */
export async function withClient<T>(
  databaseUrl: string,
  work: (client: pg.Client) => Promise<T>,
  { statementMs = STATEMENT_MS }: { readonly statementMs?: number } = {},
): Promise<T> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: CONNECT_MS,
    statement_timeout: statementMs,
    query_timeout: statementMs > 0 ? statementMs + MARGIN_MS : 0,
  });
  client.on('error', () => undefined);
  try {
    await client.connect().catch((error: unknown) => {
      throw databaseProblem(error) === undefined ? refusedConnection(error as Error) : error;
    });
    return await work(client);
  } finally {
    await endConnection(client);
  }
}

/** Whatever else keeps a connection from being made, such as a certificate, is a matter of its address (SQLSTATE 08001). */
const refusedConnection = (reason: Error): Error =>
  Object.assign(new Error(reason.message, { cause: reason }), { code: '08001' });

export const encryptedColumns = contexts.flatMap(({ encrypted = [] }) => encrypted);

export const isMigrated = ({ migrations }: Pick<DatabaseFacts, 'migrations'>): boolean => {
  const done = new Set(migrations);
  return migrationNames(contexts).every((name) => done.has(name));
};

/** A sentence if the clocks of this process and of PostgreSQL differ. */
export function clockProblem({ clockAheadSeconds: ahead }: Pick<DatabaseFacts, 'clockAheadSeconds'>): string | undefined {
  if (Math.abs(ahead) <= CLOCK_TOLERANCE_SECONDS) return undefined;
  const direction = ahead > 0 ? 'ahead of' : 'behind';
  return `The clock of this machine is ${Math.abs(ahead).toFixed(0)} seconds ${direction} that of PostgreSQL. Synchronize both with NTP: expiries and limits depend on them.`;
}

/** Throws `CliError` if the secret key does not fit the data of a migrated database. */
export async function assertSecretKey({ databaseUrl, secretKeys }: Database): Promise<void> {
  await withClient(databaseUrl, (client) => assertKeyOf(client, new Keyring(secretKeys)));
}

async function assertKeyOf(client: pg.Client, keyring: Keyring): Promise<void> {
  if (!(await isSecretKeyOf(client, keyring, encryptedColumns))) throw new CliError(SECRET_KEY_DOES_NOT_FIT);
  await noteSecretKey(client, keyring);
}

/**
 * Throws `CliError` if the files of the database are in another store. A bucket that does not respond is looked at again at the next
 * start.
 */
export async function assertMediaStore(client: pg.Client, config: Config): Promise<void> {
  const { store, former } = openMediaStore(config);
  try {
    const other = await otherMediaStore(client, store, former);
    if (other !== undefined) throw new CliError(otherStore(config, other));
  } catch (error) {
    if (!(error instanceof S3Unavailable)) throw error;
    if (error.isRefused) throw new CliError(error.message);
    processLog().warn(error.message);
  }
}

export const otherStore = (config: Config, id: string): string => {
  const name = config.mediaBucket ? `${config.mediaBucket.prefix}store-id` : 'store-id';
  return (
    `The uploaded files of this database are not in ${mediaPlace(config)}: all processes share one folder or bucket, in which ${name} is ${id}. ` +
    `Set LATCHKEY_DATA or MEDIA_S3_BUCKET to it. If the files were restored here without it, write ${id} into ${name}.`
  );
};

/**
 * What keeps the database from being used now, as a sentence; undefined if nothing does. Throws `CliError` for what does not pass by
 * itself: DATABASE_URL names no role or database, or the secret key or the store of files is not that of the data.
 */
async function obstacle({ config, databaseUrl, secretKeys }: ProcessSettings): Promise<string | undefined> {
  try {
    return await withClient(databaseUrl, async (client) => {
      const facts = await readDatabaseFacts(client);
      if (!isMigrated(facts)) return NOT_MIGRATED;
      const clock = clockProblem(facts);
      if (clock) processLog().warn(clock);
      await assertKeyOf(client, new Keyring(secretKeys));
      await assertMediaStore(client, config);
      await assertDiskSpace(client, facts);
      return undefined;
    });
  } catch (error) {
    return obstacleOf(error);
  }
}

function obstacleOf(error: unknown): string {
  const problem = databaseProblem(error);
  if (problem === undefined) throw error;
  if (WRONG_SETTINGS.has(String((error as { code?: unknown }).code))) throw new CliError(problem);
  return problem;
}

/** Looks at the database at each start. */
export class StartChecks {
  private constructor(
    private readonly settings: ProcessSettings,
    private found: string | undefined,
  ) {}

  /** Throws `CliError` if the process cannot start with these settings. Says in the log why the database is not ready. */
  static async begin(settings: ProcessSettings): Promise<StartChecks> {
    const { redis } = settings.config;
    const [found, isNode] = await Promise.all([obstacle(settings), redis && isClusterNode(redis, CONNECT_MS)]);
    if (isNode) throw new CliError(NODE_OF_CLUSTER);
    const checks = new StartChecks(settings, found);
    checks.report();
    return checks;
  }

  /** Resolves when the database is ready, or `stop` is aborted; rejects with `CliError` as `begin` does. */
  async done(stop: AbortSignal): Promise<void> {
    while (this.found !== undefined) {
      await sleep(AGAIN_MS, undefined, { signal: stop }).catch(() => undefined);
      if (stop.aborted) return;
      const before = this.found;
      this.found = await obstacle(this.settings);
      if (this.found !== before) this.report();
    }
  }

  /** What failed after the database was ready fails because it is not ready any more. Throws any other error. */
  failed(error: unknown): void {
    this.found = obstacleOf(error);
    this.report();
  }

  private report(): void {
    if (this.found !== undefined) processLog().warn(`Not ready: ${this.found}`);
  }
}
