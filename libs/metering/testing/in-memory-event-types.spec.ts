import { eventTypesContract } from './event-types.contract.ts';
import { InMemoryEventTypes } from './in-memory-event-types.ts';

eventTypesContract('memory', async () => {
  const eventTypes = new InMemoryEventTypes();
  return { eventTypes, store: async (eventType) => eventTypes.store(eventType), close: async () => undefined };
});
