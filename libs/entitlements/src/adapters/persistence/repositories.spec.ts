import { MikroORM } from '@mikro-orm/postgresql';
import { ormOptions } from '#platform/persistence';
import { freshDatabase } from '../../../../../test/support/database.ts';
import { benefitGrantsContract } from '../../../testing/benefit-grants.contract.ts';
import type { StoredRefund } from '../../../testing/orders.contract.ts';
import { disputesContract } from '../../../testing/disputes.contract.ts';
import { ordersContract } from '../../../testing/orders.contract.ts';
import { subscriptionsContract } from '../../../testing/subscriptions.contract.ts';
import { Subscription } from '../../domain/subscription.ts';
import { entitlementsTables } from '../../index.ts';
import { MikroOrmBenefitGrants } from './benefit-grants.repository.ts';
import { MikroOrmDisputes } from './disputes.repository.ts';
import { MikroOrmOrders } from './orders.repository.ts';
import { MikroOrmSubscriptions } from './subscriptions.repository.ts';

async function openDatabase() {
  const database = await freshDatabase();
  const orm = await MikroORM.init(ormOptions(database.url, [entitlementsTables]));
  return {
    em: orm.em,
    eventsOf: async (id: string) => {
      const statement = 'select name from platform.outbox where aggregate_id = ? order by id';
      return (await orm.em.fork().execute<{ name: string }[]>(statement, [id])).map(({ name }) => name);
    },
    close: async () => {
      await orm.close(true);
      await database.drop();
    },
  };
}

subscriptionsContract('PostgreSQL', async () => {
  const { em, ...opened } = await openDatabase();
  return { ...opened, subscriptions: new MikroOrmSubscriptions(em) };
});

ordersContract('PostgreSQL', async () => {
  const { em, ...opened } = await openDatabase();
  const refundsOf = async (orderId: string) => {
    const statement = 'select id, amount, tax_amount, reason from entitlements.refunds where order_id = ? order by amount';
    return em.fork().execute<StoredRefund[]>(statement, [orderId]);
  };
  return { ...opened, refundsOf, orders: new MikroOrmOrders(em) };
});

disputesContract('PostgreSQL', async () => {
  const { em, ...opened } = await openDatabase();
  const orders = new MikroOrmOrders(em);
  return { ...opened, disputes: new MikroOrmDisputes(em), addOrder: (order) => orders.add(order) };
});

benefitGrantsContract('PostgreSQL', async () => {
  const { em, ...opened } = await openDatabase();
  const [subscriptions, orders] = [new MikroOrmSubscriptions(em), new MikroOrmOrders(em)];
  return {
    ...opened,
    grants: new MikroOrmBenefitGrants(em),
    addPurchase: (bought) => (bought instanceof Subscription ? subscriptions.add(bought) : orders.add(bought)),
    addDispute: (dispute) => new MikroOrmDisputes(em).add(dispute),
  };
});
