import { connectorsContract } from './connectors.contract.ts';
import { InMemoryConnectors } from './in-memory-connectors.ts';
import { InMemoryProviderEvents } from './in-memory-provider-events.ts';
import { InMemoryProviderObjects } from './in-memory-provider-objects.ts';
import { InMemoryUndeliveredPurchases } from './in-memory-undelivered-purchases.ts';

connectorsContract('memory', async () => {
  const [connectors, events] = [new InMemoryConnectors(), new InMemoryProviderEvents()];
  const objects = new InMemoryProviderObjects(events, connectors);
  const undelivered = new InMemoryUndeliveredPurchases(objects);
  return {
    connectors,
    events,
    objects,
    undelivered,
    eventsOf: async (id) =>
      [...connectors.events, ...events.events, ...undelivered.events]
        .filter(({ aggregateId }) => aggregateId === id)
        .map(({ name }) => name),
    payloadsOf: async (organization, name) =>
      undelivered.events
        .filter((event) => event.organizationId === organization && event.name === name)
        .map(({ aggregateId, payload }) => ({ ...payload, id: aggregateId })),
    statusOf: async (id) => events.stored.get(id)!.status,
    close: async () => undefined,
  };
});
