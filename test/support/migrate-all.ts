import { MikroORM } from '@mikro-orm/postgresql';
import { migrate, ormOptions } from '#engine/persistence';
import { contexts } from '../../apps/contexts.ts';

/** Applies all migrations. */
export async function migrateAll(url: string): Promise<void> {
  const orm = await MikroORM.init(ormOptions(url, contexts));
  await migrate(orm);
  await orm.close(true);
}
