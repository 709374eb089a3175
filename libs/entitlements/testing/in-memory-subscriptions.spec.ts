import { InMemorySubscriptions } from './in-memory-subscriptions.ts';
import { subscriptionsContract } from './subscriptions.contract.ts';

subscriptionsContract('memory', async () => {
  const subscriptions = new InMemorySubscriptions();
  const eventsOf = async (id: string): Promise<string[]> =>
    subscriptions.events.filter(({ aggregateId }) => aggregateId === id).map(({ name }) => name);
  return { subscriptions, eventsOf, close: async () => undefined };
});
