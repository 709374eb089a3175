import { MikroORM } from '@mikro-orm/postgresql';
import { addAll, ormOptions } from '#platform/persistence';
import { freshDatabase } from '../../../test/support/database.ts';
import { MikroOrmFailedEvents } from '../src/adapters/persistence/failed-events.repository.ts';
import { failedEventsTables } from '../src/index.ts';
import { failedEventsContract } from './failed-events.contract.ts';
import { InMemoryFailedEvents } from './in-memory-failed-events.ts';

failedEventsContract('memory', async () => {
  const events = new InMemoryFailedEvents();
  return { events, add: async (event) => void events.events.push(event), close: async () => undefined };
});

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
