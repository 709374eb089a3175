import { EntityManager } from '@mikro-orm/postgresql';
import { AlreadyProcessed, whileProcessing } from '#engine/outbox';
import { openMeteringFixture } from '../../../../../test/support/metering-fixture.ts';
import { Subjects } from '../../domain/usage-event.ts';

const fixture = await openMeteringFixture();
afterAll(() => fixture.close());

const subjects = fixture.api.app.get(Subjects);
const organizationId = fixture.ours.organization.id;
const rows = <R>(query: string, values: readonly unknown[]): Promise<R[]> =>
  fixture.api.app.get(EntityManager).fork().execute<R[]>(query, values);

const SUBSCRIBER = 'SubjectsSpec';
const syncAfter = (eventId: number, id: string): Promise<void> =>
  whileProcessing({ eventId: `${eventId}`, subscriber: SUBSCRIBER }, () =>
    subjects.sync({ id, organizationId, externalId: null, name: `Customer ${eventId}`, isDeleted: false }),
  );

test('customers that are synced at the same time share a transaction; one whose event another worker has processed is left out', async () => {
  const customers = await Promise.all([1, 2, 3].map(() => fixture.customer()));
  const ids = customers.map(({ id }) => id);
  await rows('insert into platform.processed (event_id, subscriber) values (902, ?)', [SUBSCRIBER]);
  const outcomes = await Promise.allSettled(ids.map((id, index) => syncAfter(901 + index, id)));
  expect(outcomes).toMatchObject([
    { status: 'fulfilled' },
    { status: 'rejected', reason: expect.any(AlreadyProcessed) },
    { status: 'fulfilled' },
  ]);
  const names = await rows<{ customer_name: string }>(
    'select customer_name from metering.subjects where customer_id in (?, ?, ?) order by 1',
    ids,
  );
  expect(names.map(({ customer_name }) => customer_name)).toEqual(['Customer 901', 'Customer 903']);
  const processed = await rows<{ event_id: string }>(
    'select event_id::text from platform.processed where subscriber = ? order by 1',
    [SUBSCRIBER],
  );
  expect(processed.map(({ event_id }) => event_id)).toEqual(['901', '902', '903']);

  const others = await Promise.all([1, 2, 3].map(() => fixture.customer()));
  await Promise.all(others.map(({ id }, index) => syncAfter(911 + index, id)));
  const transactions = await rows<{ count: number }>(
    'select count(distinct xmin::text)::int as count from metering.subjects where customer_id in (?, ?, ?)',
    others.map(({ id }) => id),
  );
  expect(transactions).toEqual([{ count: 1 }]);
});
