import { InMemoryProducts } from './in-memory-products.ts';
import { productsContract } from './products.contract.ts';

productsContract('memory', async () => {
  const products = new InMemoryProducts();
  return {
    products,
    eventsOf: async (id) =>
      products.events.filter(({ aggregateId }) => aggregateId === id).map(({ name, payload }) => ({ name, payload })),
    close: async () => undefined,
  };
});
