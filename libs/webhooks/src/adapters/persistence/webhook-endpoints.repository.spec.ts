import { MikroORM } from '@mikro-orm/postgresql';
import { ormOptions } from '#platform/persistence';
import { freshDatabase } from '../../../../../test/support/database.ts';
import { webhookEndpointsContract } from '../../../testing/webhook-endpoints.contract.ts';
import { webhooksTables } from '../../index.ts';
import { MikroOrmWebhookEndpoints } from './webhook-endpoints.repository.ts';

webhookEndpointsContract('PostgreSQL', async () => {
  const database = await freshDatabase();
  const orm = await MikroORM.init(ormOptions(database.url, [webhooksTables]));
  return {
    endpoints: new MikroOrmWebhookEndpoints(orm.em),
    close: async () => {
      await orm.close(true);
      await database.drop();
    },
  };
});
