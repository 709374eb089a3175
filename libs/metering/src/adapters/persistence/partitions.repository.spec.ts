import { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { randomUUID } from 'node:crypto';
import { digestUuid } from '#support/texts';
import { pgPool } from '#engine/persistence';
import { Partitions } from '../../domain/partitions.ts';
import { type MeteringFixture, openMeteringFixture } from '../../../../../test/support/metering-fixture.ts';
import { untilBlocked } from '../../../../../test/support/until-blocked.ts';
import { PartitionsOfExternalIds } from './partitions-of-external-ids.ts';
import { Transaction } from './transaction.ts';

const DAYS = 365;
/** Half a year after the partition before. */
const NEXT_YEAR = new Date(`${new Date().getUTCFullYear() + 1}-12-01T00:00:00Z`);

let fixture: MeteringFixture;
let partitions: Partitions;
let em: EntityManager;
beforeEach(async () => {
  fixture = await openMeteringFixture();
  partitions = fixture.api.app.get(Partitions);
  em = fixture.api.app.get(EntityManager);
});
afterEach(() => fixture.close());

const event = (external_id: string, more: object = {}) => ({ name: 'call', external_customer_id: 'c', external_id, ...more });

const namesOf = async (table: string) =>
  (
    await fixture.rows<{ name: string }>(
      'select relname as name from pg_inherits join pg_class on pg_class.oid = inhrelid where inhparent = ?::regclass order by 1',
      table,
    )
  ).map(({ name }) => name);
const partsOfExternalIds = () => namesOf('metering.event_external_ids');

const dividedOn = (date: Date) => `event_external_ids_${date.toISOString().slice(0, 10).replaceAll('-', '_')}`;

test('an external id is stored once in all partitions, also by requests at the same time', async () => {
  const [earlier, later] = [randomUUID(), randomUUID()];
  await fixture.ingest(event(earlier));
  await partitions.divideExternalIds(new Date(), DAYS);
  expect(await partsOfExternalIds()).toEqual(['event_keys']);
  await partitions.divideExternalIds(NEXT_YEAR, DAYS);
  await partitions.divideExternalIds(NEXT_YEAR, DAYS);
  expect(await partsOfExternalIds()).toEqual([dividedOn(NEXT_YEAR), 'event_keys']);

  expect(await fixture.ingest(event(earlier), event(later, { parent_id: earlier }))).toEqual({ inserted: 1, duplicates: 1 });
  const outcomes = await Promise.all(Array.from({ length: 8 }, (_, n) => fixture.ingest(event(`same ${n % 2}`), event(earlier))));
  expect(outcomes.reduce((sum, { inserted }) => sum + inserted, 0)).toBe(2);
  const counted =
    'select tableoid::regclass::text as part, count(*)::int as number from metering.event_external_ids group by 1 order by 1';
  expect(await fixture.rows(counted)).toEqual([
    { part: `metering.${dividedOn(NEXT_YEAR)}`, number: 3 },
    { part: 'metering.event_keys', number: 1 },
  ]);

  const { items } = (await fixture.seller('GET', '/v1/events/?name=call&limit=100')).body;
  const child = items.find(({ parent_id }: { parent_id: string | null }) => parent_id !== null);
  const parent = (await fixture.seller('GET', `/v1/events/${child.parent_id}`)).body;
  expect(parent).toMatchObject({ child_count: 1, parent_id: null });
  const { body } = await fixture.seller('GET', `/v1/events/?parent_id=${parent.id}`);
  expect(body.items.map(({ id }: { id: string }) => id)).toEqual([child.id]);
});

test('the next partition does not begin while somebody adds to the one before', async () => {
  await em.transactional(async (adding) => {
    await adding.execute('insert into metering.event_external_ids values (?, ?, ?)', [randomUUID(), randomUUID(), randomUUID()]);
    await partitions.divideExternalIds(NEXT_YEAR, DAYS);
    expect(await partsOfExternalIds()).toEqual(['event_keys']);
  });
});

test('who waits for the next partition sees what the one before has', async () => {
  const [earlier, last] = [randomUUID(), randomUUID()];
  await fixture.ingest(event(earlier));
  const waiting = await Transaction.run(em, async (transaction) => {
    await transaction.rows(sql`lock table metering.event_external_ids in access exclusive mode`);
    const ingested = fixture.ingest(event(earlier), event(last));
    await untilBlocked(await pgPool(em));
    await transaction.rows(sql`
      insert into metering.event_external_ids values (${fixture.ours.organization.id}, ${digestUuid(last)}, ${randomUUID()})`);
    await (await PartitionsOfExternalIds.read(transaction)).divide(NEXT_YEAR, DAYS);
    return { ingested };
  });
  expect(await waiting.ingested).toEqual({ inserted: 0, duplicates: 2 });
  expect(await partsOfExternalIds()).toEqual([dividedOn(NEXT_YEAR), 'event_keys']);
});

test('events and external ids are dropped with their partitions, external ids later', async () => {
  const id = randomUUID();
  await fixture.ingest(event(id), event(randomUUID(), { parent_id: id }));
  const [stored] = await fixture.rows<{ id: string }>('select id from metering.events where external_id = ?', id);
  await partitions.divideExternalIds(NEXT_YEAR, DAYS);
  expect(await fixture.ingest(event(id), event(randomUUID()))).toEqual({ inserted: 1, duplicates: 1 });

  await partitions.createAhead(NEXT_YEAR);
  await partitions.detachBefore(NEXT_YEAR, undefined);
  await partitions.divideExternalIds(NEXT_YEAR, DAYS);
  expect(await partsOfExternalIds()).toContain('event_keys');
  while (await partitions.deleteEvents());
  expect((await namesOf('metering.events')).filter((name) => name < dividedOn(NEXT_YEAR).replace('external_ids_', ''))).toEqual(
    [],
  );
  expect(await fixture.rows('select from metering.event_links union all select from metering.month_deletions')).toEqual([]);
  expect((await fixture.seller('GET', `/v1/events/${stored!.id}`)).status).toBe(404);
  expect(await fixture.ingest(event(id))).toEqual({ inserted: 0, duplicates: 1 });

  const twoMonthsLater = new Date(NEXT_YEAR.getTime() + 62 * 86_400_000);
  await partitions.createAhead(twoMonthsLater);
  await partitions.detachBefore(twoMonthsLater, undefined);
  while (await partitions.deleteEvents());
  await partitions.divideExternalIds(twoMonthsLater, DAYS);
  expect(await partsOfExternalIds()).toEqual([dividedOn(NEXT_YEAR)]);
  expect(await fixture.ingest(event(id))).toEqual({ inserted: 1, duplicates: 0 });
});
