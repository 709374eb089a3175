import { MikroORM } from '@mikro-orm/postgresql';
import { isDatabaseUnavailable, migrate, migrationState, ormOptions } from '#platform/persistence';
import { CliError } from '#platform/process';
import { contexts } from '../contexts.ts';

/** Runs the pending migrations. `onEmpty` is called before the first one on a database without Latchkey's tables. */
export async function migrateDatabase(url: string, { onEmpty = () => {} } = {}): Promise<void> {
  const orm = await MikroORM.init(ormOptions(url, contexts, { statementTimeoutMs: 0 }));
  try {
    if ((await migrationState(orm)) === 'empty') onEmpty();
    await migrate(orm);
  } catch (error) {
    if (!isDatabaseUnavailable(error)) throw error;
    throw new CliError(`The database at ${new URL(url).host} cannot be reached: ${(error as Error).message}`);
  } finally {
    await orm.close(true);
  }
}
