import { Migrator } from '@mikro-orm/migrations';
import { defineConfig, type Options } from '@mikro-orm/postgresql';
import { Migration20261120_1000_Outbox } from '../../migrations/migration-20261120-1000-outbox.ts';
import { Migration20261120_2000_Delivery } from '../../migrations/migration-20261120-2000-delivery.ts';
import { Migration20261121_1000_OutboxRetention } from '../../migrations/migration-20261121-1000-outbox-retention.ts';
import { reclaimLostConnections } from './lost-connections.ts';

type MigrationClass = NonNullable<NonNullable<Options['migrations']>['migrationsList']>[number];

/** What a context brings to the database: its mappings and the history of its tables. */
export interface Tables {
  readonly entities: NonNullable<Options['entities']>;
  readonly migrations: readonly MigrationClass[];
}

const byName = (a: { name: string }, b: { name: string }): number => (a.name < b.name ? -1 : 1);

/** A database that cannot be reached, or falls silent, is an outage and not a reason to hang. */
const CONNECT_MS = 5_000;
const STATEMENT_TIMEOUT_MS = 30_000;
/** The database ends what takes too long, which keeps the connection; one that does not even do that is given up. */
const QUERY_TIMEOUT_MARGIN_MS = 2_000;

/**
 * One history for all contexts, in the order of the names. A statement has `patienceMs` on both sides, and one of them alone
 * cannot give it more: what may take as long as it takes, as migrations do, has connections of its own with no limit (0).
 */
export function ormOptions(
  url: string,
  contexts: readonly Tables[],
  { connections = 10, patienceMs = STATEMENT_TIMEOUT_MS } = {},
): Options {
  const migrations = [
    Migration20261120_1000_Outbox,
    Migration20261120_2000_Delivery,
    Migration20261121_1000_OutboxRetention,
    ...contexts.flatMap((context) => context.migrations),
  ];
  return defineConfig({
    clientUrl: url,
    entities: contexts.flatMap((context) => context.entities),
    discovery: { inferDefaultValues: false, warnWhenNoEntities: false },
    forceUtcTimezone: true,
    colors: false,
    logger: () => undefined,
    pool: { min: 0, max: connections },
    driverOptions: {
      pipeline: true,
      keepAlive: true,
      connectionTimeoutMillis: CONNECT_MS,
      ...(patienceMs > 0 ? { statement_timeout: patienceMs, query_timeout: patienceMs + QUERY_TIMEOUT_MARGIN_MS } : {}),
      onPoolCreated: reclaimLostConnections,
    },
    extensions: [Migrator],
    migrations: {
      tableName: 'platform.migrations',
      snapshot: false,
      transactional: true,
      migrationsList: migrations
        .map((migration) => ({ name: migration.name, class: migration }))
        .sort(byName) as MigrationClass[],
    },
  });
}
