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
