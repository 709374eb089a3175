import { Migrator } from '@mikro-orm/migrations';
import type { DriverException } from '@mikro-orm/core';
import { defineConfig, type Options, PostgreSqlDriver } from '@mikro-orm/postgresql';
import pg, { type Pool } from 'pg';
import * as migrations from '../../migrations/index.ts';
import { type DatabaseSetting, IDLE_CONNECTION_MS, noticingSilence } from '#engine/connections';
import { STATEMENT_MS, TenantOverloaded, WorkCancelled } from '#engine/tenancy';
import { shareConnections } from './fair-connections.ts';
import { reportLockHolders } from './lock-holders.ts';
import type { OrganizationRows } from './organization-data.ts';
import { CLIENT_OPTIONS, keepClients, type PoolSettings } from './pooled-client.ts';
import type { EncryptedColumns } from './reencrypt-columns.ts';
import type { CountedRows } from './row-counts.ts';

type MigrationClass = NonNullable<NonNullable<Options['migrations']>['migrationsList']>[number];

/** The mappings and migrations of a context. */
export interface Tables {
  readonly entities: NonNullable<Options['entities']>;
  readonly migrations: readonly MigrationClass[];
  /** Columns with values that the keyring encrypted, by which a wrong secret key is recognized. */
  readonly encrypted?: readonly EncryptedColumn[];
  /** Columns with secrets, which are encrypted again when the secret key of the service changes. */
  readonly secrets?: readonly EncryptedColumns[];
  /** Where its tables are if Citus divides the data. All others are on the coordinator. */
  readonly placements?: Readonly<Record<`${string}.${string}`, Placement>>;
  /** The views that count rows of its tables. */
  readonly counted?: readonly CountedRows[];
  /** What is deleted with an organization, in this order: rows that refer to others come before them. */
  readonly ofOrganization?: readonly OrganizationRows[];
}

/**
 * - `organization`: the rows of an organization are on one node, all tables of them together.
 * - `every node`: each node has a copy, so that distributed tables are joined with it where they are. A write is one of every node.
 * - `coordinator`: like all other tables, but known to Citus, see `distributed-tables.ts`.
 */
export type Placement = 'organization' | 'every node' | 'coordinator';

export interface EncryptedColumn {
  readonly table: `${string}.${string}`;
  readonly column: string;
}

const byName = (a: { name: string }, b: { name: string }): number => (a.name < b.name ? -1 : 1);

const STATEMENT_TIMEOUT_MS: number = STATEMENT_MS.long;
/** A process that stops in a transaction does not hold its locks for longer. */
const IDLE_IN_TRANSACTION_MS = 30_000;

const OWN: readonly MigrationClass[] = Object.values(migrations);

const OWN_PLACEMENTS: Tables['placements'] = {
  'platform.secret_keys': 'coordinator',
};

const migrationsOf = (contexts: readonly Tables[]): MigrationClass[] =>
  [...OWN, ...contexts.flatMap((context) => context.migrations)].sort(byName);

/** The names of all migrations of this version, in their order. */
export const migrationNames = (contexts: readonly Tables[]): string[] => migrationsOf(contexts).map(({ name }) => name);

/** Where tables are if Citus divides the data. */
export const placementsOf = (contexts: readonly Tables[]): ReadonlyMap<string, Placement> =>
  new Map([OWN_PLACEMENTS, ...contexts.map(({ placements }) => placements)].flatMap((some) => Object.entries(some ?? {})));

/** MikroORM takes every error of the pool for one of the database. Those of the queue for a connection reach the caller as they are. */
class Driver extends PostgreSqlDriver {
  override convertException(error: Error): DriverException {
    const isOfQueue = error instanceof TenantOverloaded || error instanceof WorkCancelled;
    return isOfQueue ? (error as DriverException) : super.convertException(error);
  }
}

interface PoolOptions extends PoolSettings {
  /** The number of connections to each server. */
  readonly connections: number;
}

function preparePool(pool: Pool, { connections, ...settings }: PoolOptions): void {
  keepClients(pool, settings);
  shareConnections(pool, connections, settings.isTransactionPooled ? 0 : settings.statementTimeoutMs);
  reportLockHolders(pool);
}

/** Whether connections to an address are encrypted, and what the server has to prove (`sslmode`), of which MikroORM reads nothing. */
const encryptionOf = (url: string): { readonly ssl: pg.ClientConfig['ssl'] } => ({ ssl: new pg.Client(url).ssl });

/** A pooler in transaction mode refuses settings of a session; then they are those of the role. */
function timeouts({ statementTimeoutMs, isTransactionPooled }: PoolSettings): object {
  const { statement_timeout: ofSession, ...ofClient } = {
    statement_timeout: undefined,
    ...noticingSilence(statementTimeoutMs),
    // `PooledClient` does that.
    query_timeout: 0,
  };
  if (isTransactionPooled || ofSession === undefined) return ofClient;
  return { ...ofClient, statement_timeout: ofSession, idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS };
}

/**
 * The migrations of all contexts are ordered by name. `statementTimeoutMs` is that of the service itself; requests have shorter
 * ones (`STATEMENT_MS`). The client enforces it as well, so a transaction can shorten it but not extend it. Migrations use connections
 * of their own without a timeout (0).
 */
export function ormOptions(
  url: string,
  contexts: readonly Tables[],
  {
    connections = 10,
    statementTimeoutMs = STATEMENT_TIMEOUT_MS,
    isTransactionPooled = false,
    replicaUrl,
  }: Partial<PoolOptions> & { readonly replicaUrl?: string | undefined } = {},
): Options {
  const pooling = { connections, statementTimeoutMs, isTransactionPooled };
  const driverOptionsOf = (setting: DatabaseSetting, address: string) => ({
    pipeline: true,
    ...timeouts({ ...pooling, setting }),
    ...CLIENT_OPTIONS,
    ...encryptionOf(address),
    onPoolCreated: (pool: Pool) => preparePool(pool, { ...pooling, setting }),
  });
  return defineConfig({
    driver: Driver,
    clientUrl: url,
    // Otherwise every process would create the database that a mistyped URL names.
    ensureDatabase: false,
    ...(replicaUrl === undefined
      ? {}
      : { replicas: [{ clientUrl: replicaUrl, driverOptions: driverOptionsOf('DATABASE_REPLICA_URL', replicaUrl) }] }),
    // `readDb` alone decides what is read from the replica.
    preferReadReplicas: false,
    entities: contexts.flatMap((context) => context.entities),
    discovery: { inferDefaultValues: false, warnWhenNoEntities: false },
    forceUtcTimezone: true,
    colors: false,
    logger: () => undefined,
    pool: { min: 0, max: connections, idleTimeoutMillis: IDLE_CONNECTION_MS },
    driverOptions: driverOptionsOf(isTransactionPooled ? 'DATABASE_POOLER_URL' : 'DATABASE_URL', url),
    extensions: [Migrator],
    migrations: {
      tableName: 'platform.migrations',
      snapshot: false,
      transactional: true,
      migrationsList: migrationsOf(contexts).map((migration) => ({ name: migration.name, class: migration })) as MigrationClass[],
    },
  });
}
