import type { Client } from 'pg';

/** A larger difference between the clocks of a process and of PostgreSQL is reported. */
export const CLOCK_TOLERANCE_SECONDS = 5;

/** What a server says about itself and its database. */
export interface DatabaseFacts {
  readonly version: string;
  readonly versionNumber: number;
  readonly isReadOnly: boolean;
  /** How far the clock of this process is ahead of that of PostgreSQL, in seconds. */
  readonly clockAheadSeconds: number;
  readonly sizeBytes: number;
  /** Names of the migrations that have run. */
  readonly migrations: readonly string[];
}

const FACTS = `select current_setting('server_version') as version, current_setting('server_version_num')::int as version_number,
  current_setting('transaction_read_only') = 'on' or pg_is_in_recovery() as is_read_only,
  extract(epoch from clock_timestamp())::float * 1000 as clock_ms, pg_database_size(current_database())::float as size_bytes,
  to_regclass('platform.migrations') is not null as has_migrations`;

interface FactsRow {
  readonly version: string;
  readonly version_number: number;
  readonly is_read_only: boolean;
  readonly clock_ms: number;
  readonly size_bytes: number;
  readonly has_migrations: boolean;
}

/** Reads only. */
export async function readDatabaseFacts(client: Client): Promise<DatabaseFacts> {
  const asked = Date.now();
  const { rows } = await client.query<FactsRow>(FACTS);
  const own = (asked + Date.now()) / 2;
  const facts = rows[0]!;
  const migrations = facts.has_migrations
    ? (await client.query<{ name: string }>('select name from platform.migrations')).rows.map(({ name }) => name)
    : [];
  return {
    version: facts.version,
    versionNumber: facts.version_number,
    isReadOnly: facts.is_read_only,
    clockAheadSeconds: (own - facts.clock_ms) / 1_000,
    sizeBytes: facts.size_bytes,
    migrations,
  };
}
