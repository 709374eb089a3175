import { MikroORM } from '@mikro-orm/postgresql';
import { ormOptions } from '#platform/persistence';
import { freshDatabase } from '../../../../../test/support/database.ts';
import { benefitsContract } from '../../../testing/benefits.contract.ts';
import { catalogTables } from '../../index.ts';
import { MikroOrmBenefits } from './benefits.repository.ts';

benefitsContract('PostgreSQL', async () => {
  const database = await freshDatabase();
  const orm = await MikroORM.init(ormOptions(database.url, [catalogTables]));
  return {
    benefits: new MikroOrmBenefits(orm.em),
    eventsOf: (id) => orm.em.fork().execute('select name, payload from platform.outbox where aggregate_id = ? order by id', [id]),
    close: async () => {
      await orm.close(true);
      await database.drop();
    },
  };
});
