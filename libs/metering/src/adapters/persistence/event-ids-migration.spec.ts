import { digestUuid } from '#support/texts';
import { databaseBefore } from '../../../../../test/support/database-before.ts';

const ORGANIZATION = '5f0c9f6e-2c0e-4a55-9a3b-6d7f0b1c2d3e';
const id = (nth: number): string => `019a0000-000${nth}-4000-8000-000000000000`;

type Database = Awaited<ReturnType<typeof databaseBefore>>;
let database: Database;
beforeEach(async () => (database = await databaseBefore('Migration20261129_0300_EventsById')));
afterEach(() => database.drop());

/** As the last release stores an event. */
const store = (nth: number, at = 'now()') =>
  database.run(
    `with k as (
       insert into metering.event_keys (organization_id, key, event_id) values ('${ORGANIZATION}', ?, ?) on conflict do nothing returning event_id
     ), e as (
       insert into metering.events (id, organization_id, ingested_at, timestamp, source, name, subject_id, external_id, metadata)
       select event_id, '${ORGANIZATION}', ${at}, '2026-01-01', 'user', 'call', gen_random_uuid(), ?, '{}' from k returning *
     ) insert into metering.event_ids (id, organization_id, key, ingested_at, seq)
       select id, organization_id, ?, ingested_at, seq from e returning id`,
    digestUuid(`Grüße ${nth}`),
    id(nth),
    `Grüße ${nth}`,
    digestUuid(`Grüße ${nth}`),
  );

const IDS = 'select id, organization_id, key, ingested_at, seq from metering.event_ids order by id';
const EXTERNAL_IDS = 'select key from metering.event_external_ids order by event_id';

test('the last release stores and finds events by id as before, and deletes none', async () => {
  await store(1);
  const before = await database.run(IDS);
  await database.upgrade();
  expect(await database.run(IDS)).toEqual(before);

  expect(await store(2)).toEqual([{ id: id(2) }]);
  expect(await store(1)).toEqual([]);
  expect(await database.run(IDS)).toMatchObject([{ id: id(1) }, { id: id(2), key: digestUuid('Grüße 2') }]);
  expect(await database.run(EXTERNAL_IDS)).toEqual([1, 2].map((nth) => ({ key: digestUuid(`Grüße ${nth}`) })));
  await expect(database.run('delete from metering.event_ids')).rejects.toThrow('cannot delete from view');

  const indexes = await database.run(`
    select indisvalid as valid, count(*)::int as number from pg_index join pg_inherits on inhrelid = indexrelid
    where inhparent = 'metering.events_by_id'::regclass group by 1`);
  const [partitions] = await database.run<{ number: number }>(
    `select count(*)::int as number from pg_inherits where inhparent = 'metering.events'::regclass`,
  );
  expect(indexes).toEqual([{ valid: true, number: partitions!.number }]);
});

test('a month that the last release has deleted in part is continued where it stopped', async () => {
  await database.run(`select metering.make_partition('2025-10-01')`);
  for (const nth of [1, 2, 3]) await store(nth, `'2025-10-20'`);
  await database.run('alter table metering.events detach partition metering.events_2025_10');
  await database.run(`delete from metering.event_ids where id = '${id(1)}'`);
  await database.upgrade();
  expect(await database.run('select month, next_block::int, first_id from metering.month_deletions')).toEqual([
    { month: 'events_2025_10', next_block: 0, first_id: id(2) },
  ]);
});
