import type { MikroORM } from '@mikro-orm/postgresql';

/** The id of the advisory lock; any number that nothing else in this database uses. */
const MIGRATION_LOCK = 7251;

/** Runs pending migrations. If several processes call it at once, one migrates and the others wait. */
export async function migrate(orm: MikroORM): Promise<void> {
  await orm.em.fork().transactional(async (holder) => {
    await holder.execute('select pg_advisory_xact_lock(?)', [MIGRATION_LOCK]);
    await orm.em.fork().execute('create schema if not exists platform');
    await orm.migrator.up();
  });
}

/** Whether all migrations of this version have run; `empty` is a database without any of them. Reads only. */
export async function migrationState(orm: MikroORM): Promise<'empty' | 'behind' | 'up to date'> {
  const em = orm.em.fork();
  const [found] = await em.execute<{ empty: boolean }[]>(`select to_regclass('platform.migrations') is null as empty`);
  if (found!.empty) return 'empty';
  const executed = new Set(
    (await em.execute<{ name: string }[]>('select name from platform.migrations')).map(({ name }) => name),
  );
  const { migrationsList = [] } = orm.config.get('migrations');
  return migrationsList.every(({ name }) => executed.has(name)) ? 'up to date' : 'behind';
}
