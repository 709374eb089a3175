import { EntityManager } from '@mikro-orm/postgresql';
import { CommandBus } from '@nestjs/cqrs';
import { pgPool } from '#engine/persistence';
import { RequestContext, runInContext } from '#engine/tenancy';
import { eventRouter } from '../../apps/worker/subscriptions.ts';
import type { DeliveryQueue } from '../../libs/platform/src/messaging/deliveries.ts';
import { DeliveryRunner } from '../../libs/platform/src/messaging/delivery-runner.ts';
import { ProcessedEvents } from '../../libs/platform/src/messaging/processed-events.ts';
import { PromptDeliveries } from '../../libs/platform/src/messaging/prompt-deliveries.ts';
import { Relay } from '../../libs/platform/src/messaging/relay.ts';
import { startApi, type TestApi } from '../support/api.ts';
import { callAs } from '../support/call.ts';
import { countDatabaseWork, type DatabaseWork } from '../support/record-statements.ts';
import { seedBenefit } from '../support/seed-benefit.ts';
import { seedCustomer } from '../support/seed-customer.ts';
import { seedProduct } from '../support/seed-product.ts';
import { seedOrganization, type SeededOrganization } from '../support/seed.ts';

let api: TestApi;
let ours: SeededOrganization;
beforeAll(async () => {
  api = await startApi();
  ours = await seedOrganization(api);
});
afterAll(() => api.close());

/** A worker that takes what was published when it is told to, and never waits, polls or queues anything. */
async function steppedWorker() {
  const pool = await pgPool(api.app.get(EntityManager));
  const router = eventRouter(api.app.get(CommandBus));
  const failures: unknown[] = [];
  const failed = (error: unknown) => void failures.push(error);
  const queue = { capacity: async () => ({ interactive: 0, bulk: 0 }) } as unknown as DeliveryQueue;
  const processed = new ProcessedEvents(pool);
  let asked = Promise.withResolvers<void>();
  processed.leaveToTaker(() => asked.resolve());
  const runner = new DeliveryRunner(processed, router, failed, {
    redeliver: async () => undefined,
    forget: async () => undefined,
  });
  const prompt = new PromptDeliveries(queue, router, runner, failed, () => undefined);
  runner.leavePublishedTo(prompt);
  const relay = new Relay(pool, queue, router, prompt, processed);
  const service = new RequestContext({ tenant: null });
  return async (): Promise<void> => {
    do {
      asked = Promise.withResolvers();
      await runInContext(service, () => relay.runBatches(new AbortController().signal));
      await Promise.race([runner.idle(), asked.promise]);
    } while (relay.lastMoved > 0);
    expect(failures).toEqual([]);
  };
}

const customer = () => seedCustomer(api, ours.organization.id);

/**
 * The most that is asked of the database for a purchase alone, which shares nothing with others. The request takes 4 transactions and 10
 * statements, the worker 11 and 37 (docs/performance.md lists them). Some more are left for look-ups that miss the macrotask of others, and for what a process writes now and then,
 * such as when a token was last used.
 */
const MOST = {
  request: { transactions: 5, statements: 12 },
  delivery: { transactions: 13, statements: 41 },
};

test('a purchase of one key asks no more of the database than this', async () => {
  const deliverAll = await steppedWorker();
  const benefit = await seedBenefit(api, ours.organization.id);
  const product = await seedProduct(api, ours.organization.id, { benefits: [benefit.id] });
  const seller = callAs(api, ours.oat);
  const buy = async (customer_id: string): Promise<void> => {
    const { status, text } = await seller('POST', '/v1/orders/', { product_id: product.id, customer_id });
    if (status !== 201) throw new Error(text);
  };
  // The first purchase of a product marks it as sold, and the first ones of a process fill caches.
  const [first, second, third] = [await customer(), await customer(), await customer()];
  for (const { id } of [first, second]) {
    await buy(id);
    await deliverAll();
  }
  const request = await countDatabaseWork(() => buy(third.id));
  const delivery = await countDatabaseWork(deliverAll);
  const keys = (await seller('GET', `/v1/license-keys/?customer_id=${third.id}`)).body;
  expect(keys).toMatchObject({ items: [{ status: 'granted' }], pagination: { total_count: 1 } });
  const isWithin = (asked: DatabaseWork, most: DatabaseWork): boolean =>
    asked.transactions <= most.transactions && asked.statements <= most.statements;
  expect({ request, delivery, areWithin: isWithin(request, MOST.request) && isWithin(delivery, MOST.delivery) }).toMatchObject({
    areWithin: true,
  });
});
