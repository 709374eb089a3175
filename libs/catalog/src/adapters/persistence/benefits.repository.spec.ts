import { freshOrm } from '../../../../../test/support/fresh-orm.ts';
import { benefitsContract } from '../../../testing/benefits.contract.ts';
import { catalogTables } from '../../index.ts';
import { MikroOrmBenefits } from './benefits.repository.ts';

benefitsContract('PostgreSQL', async () => {
  const { orm, close } = await freshOrm(catalogTables);
  return {
    benefits: new MikroOrmBenefits(orm.em),
    eventsOf: (id) => orm.em.fork().execute('select name, payload from platform.outbox where aggregate_id = ? order by id', [id]),
    close,
  };
});
