import { answeringQueries } from '../../../../test/support/answering-queries.ts';
import { IdentifyCustomers, SelectEventsOfDeletedCustomers } from '../contract/index.ts';
import { SelectEventsOfDeletedCustomersHandler } from './select-events-of-deleted-customers.ts';

test('events are selected of which one customer is deleted or unknown', async () => {
  const known = { organization_id: 'organization', external_id: null, name: null, merged_into: null };
  const customers = [
    { ...known, id: 'remaining', is_deleted: false },
    { ...known, id: 'deleted', is_deleted: true },
  ];
  const handler = new SelectEventsOfDeletedCustomersHandler(answeringQueries([[IdentifyCustomers, () => customers]]));
  const events = [
    { id: '1', customerIds: ['remaining'] },
    { id: '2', customerIds: ['remaining', 'deleted'] },
    { id: '3', customerIds: ['unknown'] },
  ];
  expect(await handler.execute(new SelectEventsOfDeletedCustomers(events))).toEqual(new Set(['2', '3']));
});
