import { freshOrm } from '../../../../../test/support/fresh-orm.ts';
import { connectorsContract } from '../../../testing/connectors.contract.ts';
import { connectorsTables } from '../../index.ts';
import { MikroOrmConnectors } from './connectors.repository.ts';
import { SqlProviderEvents } from './provider-events.repository.ts';
import { SqlProviderObjects } from './provider-objects.repository.ts';
import { SqlUndeliveredPurchases } from './undelivered-purchases.repository.ts';

connectorsContract('PostgreSQL', async () => {
  const { orm, close } = await freshOrm(connectorsTables);
  const { em } = orm;
  return {
    connectors: new MikroOrmConnectors(em),
    events: new SqlProviderEvents(em),
    objects: new SqlProviderObjects(em),
    undelivered: new SqlUndeliveredPurchases(em),
    eventsOf: async (id) => {
      const statement = 'select name from platform.outbox where aggregate_id = ? order by id';
      return (await em.fork().execute<{ name: string }[]>(statement, [id])).map(({ name }) => name);
    },
    payloadsOf: async (organization, name) => {
      const statement = 'select aggregate_id, payload from platform.outbox where organization_id = ? and name = ? order by id';
      const rows = await em.fork().execute<{ aggregate_id: string; payload: object }[]>(statement, [organization, name]);
      return rows.map(({ aggregate_id, payload }) => ({ ...payload, id: aggregate_id }));
    },
    statusOf: async (id) =>
      (await em.fork().execute<{ status: string }[]>('select status from connectors.events where id = ?', [id]))[0]!.status,
    close,
  };
});
