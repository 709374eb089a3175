import { Redis } from 'ioredis';
import { openBackend } from '#platform/messaging/composition';
import { CounterStore } from '#platform/rate-limits/composition';
import { startApi, type TestApi } from '../support/api.ts';
import { eventually } from '../support/eventually.ts';
import { redisUrl } from '../support/redis-url.ts';

/** What a Redis Cluster computes the slot of a key from. */
const hashTag = (key: string): string => /^[^{]*\{([^}]+)\}/.exec(key)?.[1] ?? key;

let api: TestApi;
let redis: Redis;
beforeAll(async () => {
  redis = new Redis(redisUrl.href);
  await redis.flushdb();
  api = await startApi({ REDIS_URL: redisUrl.href });
});
afterAll(async () => {
  await redis.flushdb();
  await redis.quit();
  await api.close();
});

test('keys that one script or transaction uses are in one slot of a Redis Cluster', async () => {
  const backend = await openBackend({ databaseUrl: api.databaseUrl, redis: { url: redisUrl.href } });
  const queue = await backend.queue<object>('events');
  const worker = await backend.worker<object>('events', async () => undefined, {});
  void worker.run();
  await queue.addBulk(['one', 'two'].map((name) => ({ name, data: {}, opts: { removeOnComplete: false, priority: 1 } })));
  await queue.add('three', {}, { delay: 3_600_000 });
  await eventually(async () => (await queue.getJobCounts('completed'))['completed'] === 2);
  const counters = ['a', 'b'].map((name) => ({ name, max: 1, seconds: 60, amount: 1 }));
  const counting = { limit: 'sign-in', counters, block: { name: 'c', seconds: 60 } };
  const store = api.app.get(CounterStore);
  expect([(await store.add(counting)).outcome, (await store.add(counting)).outcome]).toEqual(['within', 'blocked']);
  const keys = await redis.keys('*');
  await worker.close();
  await queue.close();
  await backend.close();
  expect(keys.length).toBeGreaterThan(8);
  expect(new Set(keys.map(hashTag))).toEqual(new Set(['latchkey:queue', 'latchkey:limits']));
});
