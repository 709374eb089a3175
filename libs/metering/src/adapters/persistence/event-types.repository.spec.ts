import { MikroORM } from '@mikro-orm/postgresql';
import { addAll, ormOptions } from '#platform/persistence';
import { freshDatabase } from '../../../../../test/support/database.ts';
import { eventTypesContract } from '../../../testing/event-types.contract.ts';
import { meteringTables } from '../../index.ts';
import { MikroOrmEventTypes } from './event-types.repository.ts';

eventTypesContract('PostgreSQL', async () => {
  const database = await freshDatabase();
  const orm = await MikroORM.init(ormOptions(database.url, [meteringTables]));
  return {
    eventTypes: new MikroOrmEventTypes(orm.em),
    store: (eventType) => addAll(orm.em, [eventType]),
    close: async () => {
      await orm.close(true);
      await database.drop();
    },
  };
});
