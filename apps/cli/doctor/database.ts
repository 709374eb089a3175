import type { Client } from 'pg';
import {
  assertDiskSpace,
  databaseProblem,
  isSecretKeyOf,
  NOT_MIGRATED,
  readMigrations,
  readServerFacts,
  SECRET_KEY_DOES_NOT_FIT,
  type ServerFacts,
} from '#engine/checks';
import { type DatabaseSetting, noteDatabaseSetting } from '#engine/connections';
import { migrationNames } from '#engine/persistence';
import { Keyring } from '#engine/secrets';
import { contexts } from '../../contexts.ts';
import type { ProcessSettings } from '../../settings.ts';
import { clockProblem, encryptedColumns, isMigrated, withClient } from '../../start-checks.ts';
import { examined } from './examined.ts';
import { examineServer, isInProduction } from './production.ts';
import { type Finding, ok, problem, warning } from './finding.ts';
import { examineLicenseKeys } from './license-keys.ts';

const OLDEST_VERSION = 150_000;
const GIB = 1024 ** 3;
/** Less than a check may take, so that the finding is what PostgreSQL says. */
const STATEMENT_MS = 1_500;

/** What a check that asks the database looks at. */
const inDatabase = (check: string) => ({
  check,
  part: 'The database at DATABASE_URL',
  advice: 'The other checks say whether the database responds at all. `pg_stat_activity` shows who holds a lock.',
});

/** Runs a check that asks the database, on a connection of its own. */
export const examineInDatabase = (
  databaseUrl: string,
  check: string,
  examine: (client: Client) => Promise<readonly Finding[]>,
): Promise<readonly Finding[]> =>
  examined(inDatabase(check), () => withClient(databaseUrl, examine, { statementMs: STATEMENT_MS }));

/** `isUsable` is false if nothing can be read that the service has stored. */
export async function examineDatabase({
  config,
  databaseUrl,
  secretKeys,
}: ProcessSettings): Promise<{ findings: readonly Finding[]; isUsable: boolean }> {
  const ask = (check: string, examine: (client: Client) => Promise<readonly Finding[]>) =>
    examineInDatabase(databaseUrl, check, examine);
  let facts: ServerFacts | undefined;
  let done: readonly string[] | undefined;
  const [server, others, migrated] = await Promise.all([
    ask('database', async (client) => {
      facts = await readServerFacts(client);
      const production = isInProduction(config) ? await examineServer(client, config, facts) : [];
      return [database(facts), ...(await disk(client, facts)), ...production, clock(facts)];
    }),
    Promise.all([
      examineAddress('pooler', 'DATABASE_POOLER_URL', config.databasePoolerUrl),
      examineAddress('replica', 'DATABASE_REPLICA_URL', config.databaseReplicaUrl),
    ]),
    ask('migrations', async (client) => {
      done = await readMigrations(client);
      return [migrations(done)];
    }),
  ]);
  // A list of migrations that cannot be read, because it is locked, says nothing about the other tables.
  const isUsable = facts !== undefined && (done === undefined || isMigrated({ migrations: done }));
  if (!facts) {
    const [{ finding }] = server as [Finding];
    return {
      findings: [problem('database', finding, 'The other checks of the database were left out.'), ...others.flat()],
      isUsable,
    };
  }
  const stored = isUsable
    ? await Promise.all([
        ask('secret key', async (client) => [secretKey(await isSecretKeyOf(client, new Keyring(secretKeys), encryptedColumns))]),
        ask('license keys', examineLicenseKeys),
      ])
    : [];
  return { findings: [...server, ...others.flat(), ...migrated, ...stored.flat()], isUsable };
}

/** Whether another server than that of DATABASE_URL takes connections. Nothing if there is none. */
async function examineAddress(check: string, setting: DatabaseSetting, url: string | undefined): Promise<readonly Finding[]> {
  if (url === undefined) return [];
  const advice = `Requests need it. Correct ${setting}, or leave it out.`;
  return examined({ check, part: `The database at ${setting}`, advice }, async () => {
    try {
      // A pooler takes no settings of a session.
      await withClient(url, (client) => client.query('select 1'), { statementMs: 0 });
    } catch (error) {
      noteDatabaseSetting(error as Error, setting);
      throw error;
    }
    return [ok(check, 'accepts connections')];
  });
}

function database({ version, versionNumber, isReadOnly, sizeBytes }: ServerFacts): Finding {
  if (versionNumber < OLDEST_VERSION) {
    return problem('database', `PostgreSQL ${version} is too old`, 'Upgrade it to version 15 or later.');
  }
  if (isReadOnly) {
    return problem('database', 'The database is read-only', 'DATABASE_URL must name the primary server, not a standby.');
  }
  return ok('database', `PostgreSQL ${version}, ${(sizeBytes / GIB).toFixed(2)} GiB`);
}

/** Nothing if there is room. */
async function disk(client: Client, facts: ServerFacts): Promise<Finding[]> {
  try {
    await assertDiskSpace(client, facts);
    return [];
  } catch (error) {
    const sentence = databaseProblem(error);
    if (sentence === undefined) throw error;
    return [problem('database disk', 'Nothing can be stored', sentence)];
  }
}

function migrations(done: readonly string[]): Finding {
  const known = migrationNames(contexts);
  const missing = known.filter((name) => !done.includes(name));
  const unknown = done.filter((name) => !known.includes(name));
  if (missing.length > 0) return problem('migrations', `${missing.length} have not run`, NOT_MIGRATED);
  if (unknown.length > 0) {
    return warning(
      'migrations',
      `${unknown.length} are of a newer version`,
      'Run the newer version of Latchkey on this database.',
    );
  }
  return ok('migrations', `all ${known.length} have run`);
}

function clock(facts: ServerFacts): Finding {
  const sentence = clockProblem(facts);
  return sentence === undefined
    ? ok('clock', `${Math.abs(facts.clockAheadSeconds).toFixed(1)} seconds apart from PostgreSQL`)
    : problem('clock', 'The clocks differ', sentence);
}

const secretKey = (fits: boolean): Finding =>
  fits
    ? ok('secret key', 'SECRET_KEY is that of the data')
    : problem('secret key', 'SECRET_KEY is not that of the data', SECRET_KEY_DOES_NOT_FIT);
