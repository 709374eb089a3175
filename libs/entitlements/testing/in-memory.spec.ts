import { benefitGrantsContract } from './benefit-grants.contract.ts';
import { InMemoryBenefitGrants } from './in-memory-benefit-grants.ts';
import { InMemoryOrders } from './in-memory-orders.ts';
import { InMemorySubscriptions } from './in-memory-subscriptions.ts';
import { InMemoryTrialHistory } from './in-memory-trial-history.ts';
import { ordersContract } from './orders.contract.ts';
import { subscriptionsContract } from './subscriptions.contract.ts';
import { trialHistoryContract } from './trial-history.contract.ts';

const eventNames = (events: readonly { readonly name: string; readonly aggregateId: string }[], id: string): string[] =>
  events.filter(({ aggregateId }) => aggregateId === id).map(({ name }) => name);

subscriptionsContract('memory', async () => {
  const subscriptions = new InMemorySubscriptions();
  return { subscriptions, eventsOf: async (id) => eventNames(subscriptions.events, id), close: async () => undefined };
});

ordersContract('memory', async () => {
  const orders = new InMemoryOrders();
  return { orders, eventsOf: async (id) => eventNames(orders.events, id), close: async () => undefined };
});

benefitGrantsContract('memory', async () => {
  const grants = new InMemoryBenefitGrants();
  return {
    grants,
    addPurchase: (purchase) => grants.addPurchase(purchase),
    eventsOf: async (id) => eventNames(grants.events, id),
    close: async () => undefined,
  };
});

trialHistoryContract('memory', async () => ({ trials: new InMemoryTrialHistory(), close: async () => undefined }));
