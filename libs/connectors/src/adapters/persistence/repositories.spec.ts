import { newId } from '#kernel';
import { freshOrm } from '../../../../../test/support/fresh-orm.ts';
import { connectorsContract } from '../../../testing/connectors.contract.ts';
import { Connector } from '../../domain/connector.ts';
import { connectorsTables } from '../../index.ts';
import { MikroOrmConnectors } from './connectors.repository.ts';
import { SqlProviderEvents } from './provider-events.repository.ts';
import { SqlProviderObjects } from './provider-objects.repository.ts';
import { SqlUndeliveredPurchases } from './undelivered-purchases.repository.ts';

async function openDatabase() {
  const { orm, close } = await freshOrm(connectorsTables);
  const { em } = orm;
  return {
    connectors: new MikroOrmConnectors(em),
    events: new SqlProviderEvents(em),
    objects: new SqlProviderObjects(em),
    undelivered: new SqlUndeliveredPurchases(em),
    eventsOf: async (id: string) => {
      const statement = 'select name from platform.outbox where aggregate_id = ? order by id';
      return (await em.fork().execute<{ name: string }[]>(statement, [id])).map(({ name }) => name);
    },
    payloadsOf: async (organization: string, name: string) => {
      const statement = 'select aggregate_id, payload from platform.outbox where organization_id = ? and name = ? order by id';
      const rows = await em.fork().execute<{ aggregate_id: string; payload: object }[]>(statement, [organization, name]);
      return rows.map(({ aggregate_id, payload }) => ({ ...payload, id: aggregate_id }));
    },
    statusOf: async (id: string) =>
      (await em.fork().execute<{ status: string }[]>('select status from connectors.events where id = ?', [id]))[0]!.status,
    close,
  };
}

connectorsContract('PostgreSQL', openDatabase);

test('of events that are merged together, one that cannot be stored fails alone', async () => {
  const { connectors, objects, close } = await openDatabase();
  const version = { at: '2026-06-01T12:00:00.000Z', rank: 1, eventId: 'evt_1' };
  const organizationId = newId();
  const connector = Connector.create(
    {
      organizationId,
      provider: 'stripe',
      name: null,
      account: null,
      isTest: false,
      entitlement: 'paid_only',
      customerEmail: 'ask',
      unmapped: 'report',
      ownMetadata: null,
      secret: Buffer.from('x'),
    },
    new Date(version.at),
  );
  await connectors.add(connector);
  const connectorId = connector.id;
  const merge = (ref: string) =>
    objects.merge(
      { id: newId(), organizationId, connectorId },
      [{ kind: 'customer', ref, email: null, name: null }],
      version,
      new Date(),
    );
  const merged = await Promise.allSettled(['cus_1', 'cus_\0', 'cus_2'].map(merge));
  expect(merged.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(await objects.find(connectorId, 'customer', 'cus_2')).toMatchObject({ organizationId, revision: 1 });
  await close();
});
