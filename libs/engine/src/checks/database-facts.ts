import type { Client } from 'pg';

/** A larger difference between the clocks of a process and of PostgreSQL is reported. */
export const CLOCK_TOLERANCE_SECONDS = 5;

/** What a server says about itself and its database. */
export interface ServerFacts {
  readonly version: string;
  readonly versionNumber: number;
  readonly isReadOnly: boolean;
  /** How far the clock of this process is ahead of that of PostgreSQL, in seconds. */
  readonly clockAheadSeconds: number;
  readonly sizeBytes: number;
}

export interface DatabaseFacts extends ServerFacts {
  /** Names of the migrations that have run. */
  readonly migrations: readonly string[];
}

const FACTS = `select current_setting('server_version') as version, current_setting('server_version_num')::int as version_number,
  current_setting('transaction_read_only') = 'on' or pg_is_in_recovery() as is_read_only,
  extract(epoch from clock_timestamp())::float * 1000 as clock_ms, pg_database_size(current_database())::float as size_bytes`;
const HAS_MIGRATIONS = `select to_regclass('platform.migrations') is not null as has_migrations`;

interface FactsRow {
  readonly version: string;
  readonly version_number: number;
  readonly is_read_only: boolean;
  readonly clock_ms: number;
  readonly size_bytes: number;
}

/** Reads no table. */
export async function readServerFacts(client: Client): Promise<ServerFacts> {
  const asked = Date.now();
  const { rows } = await client.query<FactsRow>(FACTS);
  const own = (asked + Date.now()) / 2;
  const facts = rows[0]!;
  return {
    version: facts.version,
    versionNumber: facts.version_number,
    isReadOnly: facts.is_read_only,
    clockAheadSeconds: (own - facts.clock_ms) / 1_000,
    sizeBytes: facts.size_bytes,
  };
}

/** The names of the migrations that have run. */
export async function readMigrations(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ has_migrations: boolean }>(HAS_MIGRATIONS);
  if (!rows[0]!.has_migrations) return [];
  return (await client.query<{ name: string }>('select name from platform.migrations')).rows.map(({ name }) => name);
}

export const readDatabaseFacts = async (client: Client): Promise<DatabaseFacts> => ({
  ...(await readServerFacts(client)),
  migrations: await readMigrations(client),
});
