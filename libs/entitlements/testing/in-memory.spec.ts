import { benefitGrantsContract } from './benefit-grants.contract.ts';
import { InMemoryBenefitGrants } from './in-memory-benefit-grants.ts';
import { InMemoryOrders } from './in-memory-orders.ts';
import { InMemorySubscriptions } from './in-memory-subscriptions.ts';
import { ordersContract } from './orders.contract.ts';
import { subscriptionsContract } from './subscriptions.contract.ts';

const about = (events: readonly { readonly name: string; readonly aggregateId: string }[], id: string): string[] =>
  events.filter(({ aggregateId }) => aggregateId === id).map(({ name }) => name);

subscriptionsContract('memory', async () => {
  const subscriptions = new InMemorySubscriptions();
  return { subscriptions, eventsOf: async (id) => about(subscriptions.events, id), close: async () => undefined };
});

ordersContract('memory', async () => {
  const orders = new InMemoryOrders();
  return { orders, eventsOf: async (id) => about(orders.events, id), close: async () => undefined };
});

benefitGrantsContract('memory', async () => {
  const grants = new InMemoryBenefitGrants();
  return {
    grants,
    know: (bought) => grants.know(bought),
    eventsOf: async (id) => about(grants.events, id),
    close: async () => undefined,
  };
});
