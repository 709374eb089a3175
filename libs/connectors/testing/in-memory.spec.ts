import { connectorsContract } from './connectors.contract.ts';
import { InMemoryConnectors } from './in-memory-connectors.ts';
import { InMemoryProviderEvents } from './in-memory-provider-events.ts';
import { InMemorySubjects } from './in-memory-subjects.ts';

connectorsContract('memory', async () => {
  const [connectors, events] = [new InMemoryConnectors(), new InMemoryProviderEvents()];
  return {
    connectors,
    events,
    subjects: new InMemorySubjects(events),
    eventsOf: async (id) =>
      [...connectors.events, ...events.events].filter(({ aggregateId }) => aggregateId === id).map(({ name }) => name),
    statusOf: async (id) => events.stored.get(id)!.status,
    close: async () => undefined,
  };
});
