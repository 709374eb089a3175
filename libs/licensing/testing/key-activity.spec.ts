import { MikroORM } from '@mikro-orm/postgresql';
import { ormOptions } from '#platform/persistence';
import { freshDatabase } from '../../../test/support/database.ts';
import { PgKeyActivity } from '../src/adapters/persistence/key-activity.repository.ts';
import { licensingTables } from '../src/index.ts';
import { InMemoryKeyActivity } from './in-memory-key-activity.ts';
import { keyActivityContract } from './key-activity.contract.ts';

keyActivityContract('memory', async () => {
  const activity = new InMemoryKeyActivity();
  return {
    activity,
    other: activity,
    stored: async (id) =>
      [...activity.stored]
        .filter(([key]) => key.startsWith(id))
        .map(([key, { validations, activations }]) => [key.split(' ')[1]!, validations, activations] as const)
        .sort(([some], [other]) => some.localeCompare(other)),
    close: async () => undefined,
  };
});

keyActivityContract('PostgreSQL', async () => {
  const database = await freshDatabase();
  const orm = await MikroORM.init(ormOptions(database.url, [licensingTables]));
  return {
    activity: new PgKeyActivity(orm.em),
    other: new PgKeyActivity(orm.em),
    stored: async (id) => {
      const rows: { hour: Date; validations: string; activations: string }[] = await orm.em
        .fork()
        .execute('select * from licensing.key_activity where organization_id = ? order by hour', [id]);
      return rows.map((row) => [new Date(row.hour).toISOString(), Number(row.validations), Number(row.activations)] as const);
    },
    close: async () => {
      await orm.close(true);
      await database.drop();
    },
  };
});
