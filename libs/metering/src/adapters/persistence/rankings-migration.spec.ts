import { MikroORM } from '@mikro-orm/postgresql';
import { migrate, ormOptions } from '#engine/persistence';
import { emptyDatabase } from '../../../../../test/support/database.ts';
import { meteringTables } from '../../index.ts';

const ids = { subject: '5f0c9f6e-2c0e-4a55-9a3b-6d7f0b1c2d3e', meter: '6f0c9f6e-2c0e-4a55-9a3b-6d7f0b1c2d3e' };

test('balances from before the rankings existed are ranked, and keep counting', async () => {
  const database = await emptyDatabase();
  const upTo = async (count: number): Promise<MikroORM> => {
    const tables = { ...meteringTables, migrations: meteringTables.migrations.slice(0, count) };
    const orm = await MikroORM.init(ormOptions(database.url, [tables]));
    await migrate(orm);
    return orm;
  };
  try {
    const before = await upTo(2);
    await before.em.fork().execute(`
      insert into metering.balances (subject_id, meter_id, organization_id, customer_meter_id, func, events, credited)
      values ('${ids.subject}', '${ids.meter}', '${ids.subject}', '${ids.meter}', 'count', 7, 10),
        ('${ids.meter}', '${ids.meter}', '${ids.subject}', null, 'count', 1, 0)`);
    await before.close(true);
    const after = await upTo(meteringTables.migrations.length);
    const rankings = await after.em
      .fork()
      .execute(
        'select customer_meter_id, consumed_units::int, balance::int, is_ranked from metering.customer_meter_rankings join metering.balances using (customer_meter_id)',
      );
    expect(rankings).toEqual([{ customer_meter_id: ids.meter, consumed_units: 7, balance: 3, is_ranked: true }]);
    const rest = await after.em.fork().execute('select is_ranked from metering.balances where customer_meter_id is null');
    expect(rest).toEqual([{ is_ranked: false }]);
    await after.close(true);
  } finally {
    await database.drop();
  }
});
