import type { Client } from 'pg';
import {
  assertDiskSpace,
  type DatabaseFacts,
  databaseProblem,
  isSecretKeyOf,
  NOT_MIGRATED,
  readDatabaseFacts,
  SECRET_KEY_DOES_NOT_FIT,
} from '#engine/checks';
import { migrationNames } from '#engine/persistence';
import { Keyring } from '#engine/secrets';
import { contexts } from '../../contexts.ts';
import type { ProcessSettings } from '../../settings.ts';
import { clockProblem, encryptedColumns, isMigrated, withClient } from '../../start-checks.ts';
import { type Finding, ok, problem, warning } from './finding.ts';
import { examineLicenseKeys } from './license-keys.ts';

const OLDEST_VERSION = 150_000;
const GIB = 1024 ** 3;

/** `isUsable` is false if nothing can be read that the service has stored. */
export async function examineDatabase({
  databaseUrl,
  secretKeys,
}: ProcessSettings): Promise<{ findings: Finding[]; isUsable: boolean }> {
  try {
    return await withClient(databaseUrl, async (client) => {
      const facts = await readDatabaseFacts(client);
      const findings = [database(facts), ...(await disk(client, facts)), migrations(facts), clock(facts)];
      const isUsable = isMigrated(facts);
      if (isUsable) {
        findings.push(secretKey(await isSecretKeyOf(client, new Keyring(secretKeys), encryptedColumns)));
        findings.push(...(await examineLicenseKeys(client)));
      }
      return { findings, isUsable };
    });
  } catch (error) {
    const sentence = databaseProblem(error);
    if (sentence === undefined) throw error;
    return { findings: [problem('database', sentence, 'The other checks of the database were left out.')], isUsable: false };
  }
}

function database({ version, versionNumber, isReadOnly, sizeBytes }: DatabaseFacts): Finding {
  if (versionNumber < OLDEST_VERSION) {
    return problem('database', `PostgreSQL ${version} is too old`, 'Upgrade it to version 15 or later.');
  }
  if (isReadOnly) {
    return problem('database', 'The database is read-only', 'DATABASE_URL must name the primary server, not a standby.');
  }
  return ok('database', `PostgreSQL ${version}, ${(sizeBytes / GIB).toFixed(2)} GiB`);
}

/** Nothing if there is room. */
async function disk(client: Client, facts: DatabaseFacts): Promise<Finding[]> {
  try {
    await assertDiskSpace(client, facts);
    return [];
  } catch (error) {
    const sentence = databaseProblem(error);
    if (sentence === undefined) throw error;
    return [problem('database disk', 'Nothing can be stored', sentence)];
  }
}

function migrations({ migrations: done }: DatabaseFacts): Finding {
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

function clock(facts: DatabaseFacts): Finding {
  const sentence = clockProblem(facts);
  return sentence === undefined
    ? ok('clock', `${Math.abs(facts.clockAheadSeconds).toFixed(1)} seconds apart from PostgreSQL`)
    : problem('clock', 'The clocks differ', sentence);
}

const secretKey = (fits: boolean): Finding =>
  fits
    ? ok('secret key', 'SECRET_KEY is that of the data')
    : problem('secret key', 'SECRET_KEY is not that of the data', SECRET_KEY_DOES_NOT_FIT);
