import { benefitsContract } from './benefits.contract.ts';
import { InMemoryBenefits } from './in-memory-benefits.ts';

benefitsContract('memory', async () => {
  const benefits = new InMemoryBenefits();
  return {
    benefits,
    eventsOf: async (id) =>
      benefits.events.filter(({ aggregateId }) => aggregateId === id).map(({ name, payload }) => ({ name, payload })),
    close: async () => undefined,
  };
});
