import { MikroORM } from '@mikro-orm/postgresql';
import pg from 'pg';
import { databaseProblem, readDatabaseFacts } from '#engine/checks';
import { processLog } from '#engine/logging';
import { migrate, MigrationBlocked, migrationNames, migrationState, ormOptions } from '#engine/persistence';
import { CliError } from '../process/index.ts';
import { contexts } from '../contexts.ts';
import { withClient } from '../start-checks.ts';

interface Options {
  /** Called before the first migration on a database without Latchkey's tables. */
  readonly onEmpty?: () => void;
  readonly warn?: (sentence: string) => void;
}

/** Runs the pending migrations, and returns their names. */
export async function migrateDatabase(url: string, options: Options = {}): Promise<string[]> {
  const { onEmpty = () => undefined, warn = (sentence) => processLog().warn(sentence) } = options;
  const onBlocked = (name: string): void => warn(`${name} waits for locks that other transactions hold. Trying again.`);
  const orm = await MikroORM.init(ormOptions(url, contexts, { statementTimeoutMs: 0 }));
  try {
    // What is wrong with the address is told by a connection of its own.
    await withClient(url, async () => undefined);
    if ((await migrationState(orm)) === 'empty') onEmpty();
    return await migrate(orm, { onBlocked });
  } catch (error) {
    throw asSentence(error);
  } finally {
    await orm.close(true);
  }
}

/** Creates the database of the URL if the server has none of its name. */
export async function createDatabase(url: string): Promise<void> {
  const name = new pg.Client(url).database!;
  try {
    await withClient(Object.assign(new URL(url), { pathname: '/postgres' }).href, async (client) => {
      const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
      if (!rowCount) await client.query(`create database ${pg.escapeIdentifier(name)} template template0 encoding 'UTF8'`);
    });
  } catch (error) {
    throw asSentence(error);
  }
}

/** The names of the migrations that have not run, in their order. Reads only. */
export async function pendingMigrations(url: string): Promise<string[]> {
  try {
    const { migrations } = await withClient(url, readDatabaseFacts);
    return migrationNames(contexts).filter((name) => !migrations.includes(name));
  } catch (error) {
    throw asSentence(error);
  }
}

function asSentence(error: unknown): unknown {
  const problem = error instanceof MigrationBlocked ? error.message : databaseProblem(error);
  return problem === undefined ? error : new CliError(problem);
}
