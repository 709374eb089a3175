import { MikroORM } from '@mikro-orm/postgresql';
import { digestUuid } from '#support/texts';
import { migrate, ormOptions } from '#engine/persistence';
import { emptyDatabase } from '../../../../../test/support/database.ts';
import { meteringTables } from '../../index.ts';

const BEFORE = meteringTables.migrations.findIndex(({ name }) => name === 'Migration20261121_1140_FormerKeys');
const id = (number: number): string => `5f0c9f6e-2c0e-4a55-9a3b-00000000000${number}`;
const [organization, deleted, living, nameless] = [id(1), id(2), id(3), id(4)];

test('former external ids of deleted customers are taken from their events', async () => {
  const database = await emptyDatabase();
  const upTo = async (count: number): Promise<MikroORM> => {
    const tables = { ...meteringTables, migrations: meteringTables.migrations.slice(0, count) };
    const orm = await MikroORM.init(ormOptions(database.url, [tables]));
    await migrate(orm);
    return orm;
  };
  try {
    const before = await upTo(BEFORE);
    await before.em.fork().execute(`
      insert into metering.subjects (id, organization_id, customer_id, external_key, merged_into, known_meters) values
        ('${deleted}', '${organization}', '${deleted}', null, null, 0),
        ('${id(5)}', '${organization}', '${deleted}', null, '${deleted}', 0),
        ('${living}', '${organization}', '${living}', '${digestUuid('Grüße')}', null, 0),
        ('${nameless}', '${organization}', '${nameless}', null, null, 0);
      insert into metering.events (id, organization_id, ingested_at, timestamp, source, name, subject_id, external_customer_id, metadata)
        select gen_random_uuid(), '${organization}', now(), now(), 'user', 'x', subject::uuid, external_id, '{}'
        from (values ('${deleted}', null), ('${id(5)}', 'Ünique'), ('${living}', 'Grüße'), ('${nameless}', null)) as e (subject, external_id)`);
    await before.close(true);
    const after = await upTo(BEFORE + 1);
    const found = await after.em.fork().execute('select id, former_key from metering.subjects where former_key is not null');
    expect(found).toEqual([{ id: deleted, former_key: digestUuid('Ünique') }]);
    await after.close(true);
  } finally {
    await database.drop();
  }
});
