import { addRows } from '#engine/persistence';
import { freshOrm } from '../../../../../test/support/fresh-orm.ts';
import { eventTypesContract } from '../../../testing/event-types.contract.ts';
import { meteringTables } from '../../index.ts';
import { eventTypeRows } from './event-type.mapping.ts';
import { MikroOrmEventTypes } from './event-types.repository.ts';

eventTypesContract('PostgreSQL', async () => {
  const { orm, close } = await freshOrm(meteringTables);
  return {
    eventTypes: new MikroOrmEventTypes(orm.em),
    store: (eventType) => addRows(orm.em, eventTypeRows, [eventType]),
    close,
  };
});
