import { newId } from '#kernel';
import { pgPool } from '#engine/persistence';
import { Keyring } from '#engine/secrets';
import { freshOrm } from '../../../../../test/support/fresh-orm.ts';
import { untilBlocked } from '../../../../../test/support/until-blocked.ts';
import { benefitGrantsContract, whichOf } from '../../../testing/benefit-grants.contract.ts';
import { type StoredRefund, ordersContract } from '../../../testing/orders.contract.ts';
import { disputesContract } from '../../../testing/disputes.contract.ts';
import { aPurchase, due, NOW } from '../../../testing/purchase.builder.ts';
import { subscriptionsContract } from '../../../testing/subscriptions.contract.ts';
import { trialHistoryContract } from '../../../testing/trial-history.contract.ts';
import { Subscription } from '../../domain/subscription.ts';
import { entitlementsTables } from '../../index.ts';
import { KeyedTrialHistory } from './keyed-trial-history.ts';
import { SqlBenefitGrants } from './benefit-grants.repository.ts';
import { MikroOrmDisputes } from './disputes.repository.ts';
import { MikroOrmOrders } from './orders.repository.ts';
import { MikroOrmSubscriptions } from './subscriptions.repository.ts';

async function openDatabase() {
  const { orm, close } = await freshOrm(entitlementsTables);
  return {
    em: orm.em,
    eventsOf: async (id: string) => {
      const statement = 'select name from platform.outbox where aggregate_id = ? order by id';
      return (await orm.em.fork().execute<{ name: string }[]>(statement, [id])).map(({ name }) => name);
    },
    close,
  };
}

subscriptionsContract('PostgreSQL', async () => {
  const { em, ...opened } = await openDatabase();
  return { ...opened, subscriptions: new MikroOrmSubscriptions(em) };
});

ordersContract('PostgreSQL', async () => {
  const { em, ...opened } = await openDatabase();
  const refundsOf = async (orderId: string) => {
    const statement =
      'select id, amount, tax_amount, reason, status from entitlements.refunds where order_id = ? order by amount';
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
    grants: new SqlBenefitGrants(em),
    addPurchase: (bought) => (bought instanceof Subscription ? subscriptions.add(bought) : orders.add(bought)),
    addDispute: (dispute) => new MikroOrmDisputes(em).add(dispute),
  };
});

test.each([
  ['order', aPurchase().order()],
  ['subscription', aPurchase().monthly().subscription()],
] as const)('a decision (%s) waits for another change of the grants, and then finds them', async (_, purchase) => {
  const { em, close } = await openDatabase();
  const grants = new SqlBenefitGrants(em);
  const { organizationId } = purchase;
  await (purchase instanceof Subscription ? new MikroOrmSubscriptions(em).add(purchase) : new MikroOrmOrders(em).add(purchase));
  await grants.sync(whichOf(purchase), 0, (entitlement) => entitlement.sync([due(newId()), due(newId())], 1, NOW));
  let revoking = Promise.resolve(false);
  await em.fork().transactional(async (other) => {
    await other.execute(
      `update entitlements.benefit_grants set properties = '{"display_key":"****-1"}' where organization_id = ?`,
      [organizationId],
    );
    revoking = grants.sync(whichOf(purchase), 1, (entitlement) => entitlement.sync([], 2, NOW));
    await untilBlocked(await pgPool(em));
  });
  expect(await revoking).toBe(true);
  const stored = 'select granted_at, revision, properties from entitlements.benefit_grants where organization_id = ?';
  const revoked = { granted_at: null, revision: 2, properties: { display_key: '****-1' } };
  expect(await em.fork().execute(stored, [organizationId])).toEqual([revoked, revoked]);
  await close();
});

test('changes of a subscription at the same time are stored together, and a refused one leaves nothing', async () => {
  const { em, eventsOf, close } = await openDatabase();
  const subscriptions = new MikroOrmSubscriptions(em);
  const subscription = aPurchase().monthly().subscription();
  await subscriptions.add(subscription);
  const { id, organizationId } = subscription;
  const change = (plan: string, isRefused = false) =>
    subscriptions.change({ id, organizations: [organizationId] }, (each) => {
      each.setMetadata({ plan }, NOW);
      if (isRefused) throw new Error('No');
      return each.snapshot.metadata;
    });
  const before = await eventsOf(id);
  const outcomes = await Promise.allSettled([change('one'), change('refused', true), change('two')]);
  expect(outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : 'refused'))).toEqual([
    { plan: 'one' },
    'refused',
    { plan: 'two' },
  ]);
  const [stored] = await em.fork().execute('select metadata from entitlements.subscriptions where id = ?', [id]);
  expect(stored).toEqual({ metadata: { plan: 'two' } });
  expect(await eventsOf(id)).toEqual([...before, 'subscription.updated', 'subscription.updated']);
  await close();
});

describe('trials', () => {
  const keyring = (...masters: string[]) => new Keyring(masters.map((master) => Buffer.alloc(32, master)));

  trialHistoryContract('PostgreSQL', async () => {
    const { em, ...opened } = await openDatabase();
    return { ...opened, trials: new KeyedTrialHistory(em, keyring('a')) };
  });

  test('are recognized by digests of former secret keys; a claim without a subscription ends', async () => {
    const { em, close } = await openDatabase();
    const trial = { organizationId: newId(), productId: newId(), subscriptionId: newId() };
    const [ada, now] = [[{ kind: 'email', value: 'ada@example.com' } as const], new Date('2026-01-31T12:00:00Z')];
    await new KeyedTrialHistory(em, keyring('a')).claim(trial, ada, now);
    const trials = new KeyedTrialHistory(em, keyring('b', 'a'));
    const next = { ...trial, subscriptionId: newId() };
    expect(await trials.claim(next, ada, new Date(now.getTime() + 299_000))).toBe(false);
    expect(await trials.claim(next, ada, new Date(now.getTime() + 301_000))).toBe(true);
    await close();
  });
});
