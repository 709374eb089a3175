import { addRows } from '#engine/persistence';
import { freshOrm } from '../../../test/support/fresh-orm.ts';
import { failedEventRows } from '../src/adapters/persistence/failed-event.mapping.ts';
import { MikroOrmFailedEvents } from '../src/adapters/persistence/failed-events.repository.ts';
import { failedEventsTables } from '../src/index.ts';
import { failedEventsContract } from './failed-events.contract.ts';

failedEventsContract('PostgreSQL', async () => {
  const { orm, close } = await freshOrm(failedEventsTables);
  return {
    events: new MikroOrmFailedEvents(orm.em),
    add: (event) => addRows(orm.em, failedEventRows, [event]),
    close,
  };
});
