import { freshOrm } from '../../../../../test/support/fresh-orm.ts';
import { webhookEndpointsContract } from '../../../testing/webhook-endpoints.contract.ts';
import { webhooksTables } from '../../index.ts';
import { MikroOrmWebhookEndpoints } from './webhook-endpoints.repository.ts';

webhookEndpointsContract('PostgreSQL', async () => {
  const { orm, close } = await freshOrm(webhooksTables);
  return {
    endpoints: new MikroOrmWebhookEndpoints(orm.em),
    close,
  };
});
