import { Logger } from '@nestjs/common';
import { Redis } from 'ioredis';
import { startApi, type TestApi } from '../support/api.ts';
import { Relay } from '../support/relay.ts';
import { redisUrl } from '../support/redis-url.ts';

const { jest } = import.meta;

let redis: Redis;
let relay: Relay;
let apis: TestApi[];
beforeEach(async () => {
  for (const level of ['warn', 'log'] as const) jest.spyOn(Logger.prototype, level).mockImplementation(() => undefined);
  redis = new Redis(redisUrl.href);
  await redis.flushdb();
  relay = new Relay(redisUrl);
  await relay.open();
  apis = [await startApi({ REDIS_URL: relay.url }), await startApi({ REDIS_URL: relay.url })];
});
afterEach(async () => {
  for (const api of apis) await api.close();
  await relay.cut();
  await redis.flushdb();
  await redis.quit();
  jest.restoreAllMocks();
});

/** The statuses of this many attempts at sign-in codes, at the processes in turn. */
async function attempts(number: number): Promise<number[]> {
  const statuses: number[] = [];
  for (let n = 0; n < number; n++) {
    const { statusCode } = await apis[n % apis.length]!.app.inject({
      method: 'POST',
      url: '/v1/customer-portal/customer-session/authenticate',
      payload: { code: 'AAAA-AAAAAA' },
      remoteAddress: '192.0.2.1',
    });
    statuses.push(statusCode);
  }
  return statuses;
}
const times = (count: number, status: number): number[] => Array.from({ length: count }, () => status);

test('two processes share the limits', async () => {
  expect(await attempts(8)).toEqual([...times(6, 401), ...times(2, 429)]);
});

test('while Redis is unreachable each process has the whole limit, and no request fails', async () => {
  await attempts(2);
  await relay.cut();
  expect(await attempts(14)).toEqual([...times(12, 401), ...times(2, 429)]);
});
