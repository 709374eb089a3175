import { EntityManager } from '@mikro-orm/postgresql';
import { CommandBus } from '@nestjs/cqrs';
import { PublishCustomerStates } from '#customer-portal';
import { Sandboxes } from '#platform/http';
import { Config } from '#platform/config';
import { Messaging } from '#platform/messaging/composition';
import { pgPool } from '#engine/persistence';
import { startMessaging } from '../../apps/worker/start-messaging.ts';
import { eventRouter } from '../../apps/worker/subscriptions.ts';
import { SECRET_KEY, startApi, type TestApi } from './api.ts';
import { type Answer, type Call, callAs } from './call.ts';
import { eventually } from './eventually.ts';
import { memoryBackend } from './memory-queue.ts';
import { seedBenefit } from './seed-benefit.ts';
import { seedCustomer } from './seed-customer.ts';
import { seedProduct } from './seed-product.ts';
import { type SeededOrganization, seedOrganization } from './seed.ts';

type Body = Answer['body'];

const SETTLED_WITHIN_SECONDS = 60;
const POLL_MS = 3;

/** A seller whose published events are processed by a worker in this process. */
export interface PurchaseFixture {
  readonly api: TestApi;
  readonly ours: SeededOrganization;
  /** Calls with an organization access token. */
  readonly seller: Call;
  benefit(properties?: Parameters<typeof seedBenefit>[2]): Promise<{ id: string }>;
  product(attributes?: Parameters<typeof seedProduct>[2]): Promise<{ id: string }>;
  customer(): Promise<{ id: string; external_id: string | null }>;
  /** Creates a resource; throws unless the response is 201. */
  create(url: string, body: object): Promise<Body>;
  /** Waits until every published event has been processed, including those published meanwhile, and publishes states that changed. */
  settled(): Promise<void>;
  /** The benefit grants of a purchase, oldest first. */
  grantsOf(purchase: { readonly id: string }): Promise<Body[]>;
  /** The keys of a benefit, oldest first. */
  keysOf(benefit: { readonly id: string }): Promise<Body[]>;
  close(): Promise<void>;
}

const startMessagingOn = ({ app, databaseUrl }: TestApi, redisUrl: string): Promise<Messaging> =>
  startMessaging(app, { config: Config.from({ REDIS_URL: redisUrl }), databaseUrl, secretKeys: [SECRET_KEY] });

/** Events reach their subscribers as they do in a worker, without the time that a queue takes and that events are gathered for. */
async function startInProcess({ app, databaseUrl }: TestApi): Promise<Messaging> {
  const sandboxes = app.get(Sandboxes);
  return Messaging.start({
    databaseUrl,
    pool: await pgPool(app.get(EntityManager)),
    router: eventRouter(app.get(CommandBus)),
    refreshClocks: (ids) => sandboxes.refreshFor(ids),
    backend: memoryBackend(),
    retentionDays: app.get(Config).outboxRetentionDays,
    failed: () => undefined,
    gatherMs: () => 0,
  });
}

export async function openPurchaseFixture(env: Record<string, string> = {}): Promise<PurchaseFixture> {
  const api = await startApi(env);
  const ours = await seedOrganization(api);
  const seller = callAs(api, ours.oat);
  const messaging = await (env['REDIS_URL'] ? startMessagingOn(api, env['REDIS_URL']) : startInProcess(api));
  const isSettled = async (): Promise<boolean> => {
    const open = 'select 1 from platform.outbox where done_at is null limit 1';
    const isOpen = async () => (await api.app.get(EntityManager).fork().execute(open)).length > 0;
    if (await isOpen()) return false;
    await api.app.get(CommandBus).execute(new PublishCustomerStates());
    return !(await isOpen());
  };
  const id = ours.organization.id;
  return {
    api,
    ours,
    seller,
    benefit: (properties) => seedBenefit(api, id, properties),
    product: (attributes) => seedProduct(api, id, attributes),
    customer: () => seedCustomer(api, id),
    create: async (url, body) => {
      const answer = await seller('POST', url, body);
      if (answer.status !== 201) throw new Error(`Not created: ${answer.status} ${answer.text}`);
      return answer.body;
    },
    settled: () => eventually(isSettled, SETTLED_WITHIN_SECONDS, POLL_MS),
    grantsOf: async (purchase) => {
      const { body } = await seller('GET', '/v1/benefit-grants/?limit=100&sorting=created_at');
      return body.items.filter((each: Body) => [each.subscription_id, each.order_id].includes(purchase.id));
    },
    keysOf: async (benefit) => (await seller('GET', `/v1/license-keys/?limit=100&benefit_id=${benefit.id}`)).body.items,
    close: async () => {
      await messaging[Symbol.asyncDispose]();
      await api.close();
    },
  };
}
