import { databaseBefore } from '../../../../../test/support/database-before.ts';

const ORGANIZATION = '5f0c9f6e-2c0e-4a55-9a3b-6d7f0b1c2d3e';
const id = (nth: number): string => `00000000-0000-4000-8000-00000000000${nth}`;

test('events from before have types, and are known to have a parent or not', async () => {
  const database = await databaseBefore('Migration20261124_0600_EventTypes');
  try {
    const events = ['root', 'mixed', 'mixed', 'child'];
    for (const [index, name] of events.entries()) {
      const isChild = name === 'child' || index === 2;
      await database.run(
        `with e as (
           insert into metering.events (id, organization_id, ingested_at, timestamp, source, name, subject_id, parent, metadata)
           values (?, ?, now(), '2026-01-01', 'user', ?, ?, ?, '{}') returning *
         )
         insert into metering.event_ids (id, organization_id, ingested_at, seq) select id, organization_id, ingested_at, seq from e`,
        id(index),
        ORGANIZATION,
        name,
        id(9),
        isChild ? 'root' : null,
      );
      if (!isChild) continue;
      for (const parent of [id(0), id(7)]) {
        await database.run('insert into metering.event_links values (?, ?, ?)', ORGANIZATION, parent, id(index));
      }
    }
    await database.run(
      `insert into metering.event_names values
         (?0, 'root', 'user', 0, 1, '2026-01-01', '2026-01-02'), (?0, 'mixed', 'user', 0, 1, '2026-01-01', '2026-01-02'),
         (?0, 'mixed', 'user', 1, 1, '2026-01-03', '2026-01-04'), (?0, 'child', 'user', 0, 1, '2026-01-01', '2026-01-02'),
         (?0, 'order.paid', 'system', 0, 1, '2026-01-01', '2026-01-02')`.replaceAll('?0', `'${ORGANIZATION}'`),
    );
    await database.upgrade();
    expect(await database.run('select name, label from metering.event_types order by name')).toEqual(
      ['child', 'mixed', 'root'].map((name) => ({ name, label: name })),
    );
    const counts = await database.run(`
      select name, sum(occurrences)::int as occurrences, sum(child_occurrences)::int as children, count(root_last_seen)::int as seen
      from metering.event_names group by name order by name`);
    expect(counts).toEqual([
      { name: 'child', occurrences: 1, children: 1, seen: 0 },
      { name: 'mixed', occurrences: 2, children: 1, seen: 2 },
      { name: 'order.paid', occurrences: 1, children: 0, seen: 1 },
      { name: 'root', occurrences: 1, children: 0, seen: 1 },
    ]);
  } finally {
    await database.drop();
  }
});
