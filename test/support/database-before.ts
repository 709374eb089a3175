import { MikroORM } from '@mikro-orm/postgresql';
import { migrate, ormOptions } from '#engine/persistence';
import { contexts } from '../../apps/contexts.ts';
import { emptyDatabase, type TestDatabase } from './database.ts';

interface DatabaseBeforeMigration extends TestDatabase {
  readonly run: <Row>(statement: string, ...values: unknown[]) => Promise<Row[]>;
  /** Applies the remaining migrations. */
  readonly upgrade: () => Promise<void>;
}

/** A database with all migrations that precede this one. */
export async function databaseBefore(migration: string): Promise<DatabaseBeforeMigration> {
  const { url, drop } = await emptyDatabase();
  const orm = await MikroORM.init(ormOptions(url, contexts));
  const run = <Row>(statement: string, ...values: unknown[]) => orm.em.fork().execute<Row[]>(statement, values);
  await migrate(orm, { before: migration });
  return {
    url,
    run,
    upgrade: async () => void (await migrate(orm)),
    drop: async () => {
      await orm.close(true);
      await drop();
    },
  };
}
