import type { MikroORM } from '@mikro-orm/postgresql';

/** Any number that nothing else in this database takes an advisory lock on. */
const MIGRATION_LOCK = 7251;

/** Brings the database up to date. Several processes may call it at once: one migrates, the others wait for it. */
export async function migrate(orm: MikroORM): Promise<void> {
  await orm.em.fork().transactional(async (holder) => {
    await holder.execute('select pg_advisory_xact_lock(?)', [MIGRATION_LOCK]);
    await orm.em.fork().execute('create schema if not exists platform');
    await orm.migrator.up();
  });
}

/** Whether the database has everything that this version brings; `empty` is one that knows nothing of the service. Only reads. */
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
