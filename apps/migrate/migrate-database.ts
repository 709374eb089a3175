import { MikroORM } from '@mikro-orm/postgresql';
import { databaseProblem, readDatabaseFacts } from '#platform/checks';
import { processLog } from '#platform/logging';
import { migrate, MigrationBlocked, migrationNames, migrationState, ormOptions } from '#platform/persistence';
import { CliError } from '#platform/process';
import { contexts } from '../contexts.ts';
import { withClient } from '../start-checks.ts';

interface Options {
  /** Called before the first migration on a database without Latchkey's tables. */
  readonly onEmpty?: () => void;
  readonly warn?: (sentence: string) => void;
}

/** Runs the pending migrations. */
export async function migrateDatabase(url: string, options: Options = {}): Promise<void> {
  const { onEmpty = () => undefined, warn = (sentence) => processLog().warn(sentence) } = options;
  const onBlocked = (name: string): void => warn(`${name} waits for locks that other transactions hold. Trying again.`);
  const orm = await MikroORM.init(ormOptions(url, contexts, { statementTimeoutMs: 0 }));
  try {
    if ((await migrationState(orm)) === 'empty') onEmpty();
    await migrate(orm, { onBlocked });
  } catch (error) {
    throw asSentence(error);
  } finally {
    await orm.close(true);
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
