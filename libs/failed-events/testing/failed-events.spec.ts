import { MikroORM } from '@mikro-orm/postgresql';
import { addAll, ormOptions } from '#platform/persistence';
import { freshDatabase } from '../../../test/support/database.ts';
import { MikroOrmFailedEvents } from '../src/adapters/persistence/failed-events.repository.ts';
import { failedEventsTables } from '../src/index.ts';
import { failedEventsContract } from './failed-events.contract.ts';

failedEventsContract('PostgreSQL', async () => {
  const database = await freshDatabase();
  const orm = await MikroORM.init(ormOptions(database.url, [failedEventsTables]));
  return {
    events: new MikroOrmFailedEvents(orm.em),
    add: (event) => addAll(orm.em, [event]),
    close: async () => {
      await orm.close(true);
      await database.drop();
    },
  };
});
