import { MikroORM } from '@mikro-orm/postgresql';
import { databaseProblem, readDatabaseFacts } from '#platform/checks';
import { migrate, migrationNames, migrationState, ormOptions } from '#platform/persistence';
import { CliError } from '#platform/process';
import { contexts } from '../contexts.ts';
import { withClient } from '../start-checks.ts';

/** Runs the pending migrations. `onEmpty` is called before the first one on a database without Latchkey's tables. */
export async function migrateDatabase(url: string, { onEmpty = () => {} } = {}): Promise<void> {
  const orm = await MikroORM.init(ormOptions(url, contexts, { statementTimeoutMs: 0 }));
  try {
    if ((await migrationState(orm)) === 'empty') onEmpty();
    await migrate(orm);
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
  const problem = databaseProblem(error);
  return problem === undefined ? error : new CliError(problem);
}
