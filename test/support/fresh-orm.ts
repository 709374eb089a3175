import { MikroORM } from '@mikro-orm/postgresql';
import { ormOptions, type Tables } from '#engine/persistence';
import { freshDatabase } from './database.ts';

export interface FreshOrm {
  readonly orm: MikroORM;
  /** Drops the database. */
  readonly close: () => Promise<void>;
}

/** MikroORM with these tables, on a database of its own. */
export async function freshOrm(...tables: readonly Tables[]): Promise<FreshOrm> {
  const database = await freshDatabase();
  const orm = await MikroORM.init(ormOptions(database.url, tables));
  const close = async (): Promise<void> => {
    await orm.close(true);
    await database.drop();
  };
  return { orm, close };
}
