import pg from 'pg';
import { openMeteringFixture } from '../../../../../test/support/metering-fixture.ts';
import { untilBlocked } from '../../../../../test/support/until-blocked.ts';
import { EraseUsageDetails } from '../../commands/erase-usage-details.ts';
import { RecordSystemEvent } from '../../commands/record-system-event.ts';
import { Subjects } from '../../domain/usage-event.ts';

const fixture = await openMeteringFixture();
const database = new pg.Pool({ connectionString: fixture.api.databaseUrl, max: 3 });
afterAll(async () => {
  await database.end();
  await fixture.close();
});

const organizationId = fixture.ours.organization.id;
const erase = (id: string): Promise<void> => fixture.run(new EraseUsageDetails(organizationId, id));
const recordUpdate = (customerId: string): Promise<void> =>
  fixture.run(
    new RecordSystemEvent({
      organizationId,
      customerId,
      memberId: null,
      name: 'customer.updated',
      timestamp: new Date(),
      metadata: { customer_id: customerId, updated_fields: ['name'] },
    }),
  );

async function anonymize(id: string): Promise<void> {
  const { status, text } = await fixture.seller('DELETE', `/v1/customers/${id}?anonymize=true`);
  expect([status, text]).toEqual([204, '']);
}

const valuesOf = (id: string): Promise<{ readonly metadata: object }[]> =>
  fixture.rows('select metadata from metering.events where customer_id = ? order by timestamp, id', id);

test('an event that is being stored while its customer is anonymized keeps none of its values', async () => {
  const { id } = await fixture.customer({ name: 'Ada Lovelace' });
  await recordUpdate(id);
  expect(await valuesOf(id)).toMatchObject([{ metadata: { updated_fields: { name: 'Ada Lovelace' } } }]);
  const blocker = await database.connect();
  await blocker.query('begin');
  await blocker.query('lock table metering.event_names in exclusive mode');
  const recorded = recordUpdate(id);
  await untilBlocked(database, { like: '%metering.event_names%' });
  await anonymize(id);
  const erased = erase(id);
  await Promise.race([erased, untilBlocked(database, { like: '%pg_advisory_xact_lock(%' })]);
  await blocker.query('commit');
  blocker.release();
  await Promise.all([recorded, erased]);
  const kept = { metadata: { customer_id: id, updated_fields: ['name'] } };
  expect(await valuesOf(id)).toEqual([kept, kept]);
});

test('a name that was read before the customer was anonymized is not stored afterwards', async () => {
  const { id } = await fixture.customer({ name: 'Ada Lovelace' });
  await recordUpdate(id);
  await anonymize(id);
  await erase(id);
  const former = { id, organizationId, externalId: null, name: 'Ada Lovelace', isDeleted: false };
  await fixture.api.app.get(Subjects).sync(former);
  const names = await fixture.rows('select customer_name from metering.subjects where customer_id = ?', id);
  expect(names).toEqual([{ customer_name: null }]);
});
