import { Logger } from '@nestjs/common';
import { Redis } from 'ioredis';
import { createServer, type Socket } from 'node:net';
import { Keyring } from '#engine/secrets';
import { eventually } from '../../../../test/support/eventually.ts';
import { Relay } from '../../../../test/support/relay.ts';
import { describeCounterStore } from '../../testing/counter-stores.contract.ts';
import { SettableClock } from '../../../../test/support/settable-clock.ts';
import type { Counting } from './counter-store.ts';
import { MemoryCounterStore } from './memory-counter-store.ts';
import { RedisCounterStore } from './redis-counter-store.ts';
import { redisUrl } from '../../../../test/support/redis-url.ts';

const { jest } = import.meta;
const SECOND = 1000;
const keyring = new Keyring([Buffer.alloc(32, 1)]);

let redis: Redis;
let clock: SettableClock;
let stores: RedisCounterStore[];
beforeEach(async () => {
  redis = new Redis(redisUrl.href);
  await redis.flushdb();
  clock = new SettableClock();
  stores = [];
});
afterEach(async () => {
  for (const store of stores) await store.onApplicationShutdown();
  await redis.flushdb();
  await redis.quit();
  jest.restoreAllMocks();
});

function open(url = redisUrl.href, maxCounters?: number): RedisCounterStore {
  const store = new RedisCounterStore({ url }, { clock, keyring, local: new MemoryCounterStore(clock), maxCounters });
  stores.push(store);
  return store;
}

/** Shortens the life of every counter, as if the time had passed. */
async function age(ms: number): Promise<void> {
  for (const key of await redis.keys('*')) {
    const left = (await redis.pttl(key)) - ms;
    if (left > 0) await redis.pexpire(key, left);
    else await redis.del(key);
  }
}

const once = (name = 'ada', max = 2): Counting => ({ limit: 'limit', counters: [{ name, max, seconds: 60, amount: 1 }] });
const outcomeOf = async (store: RedisCounterStore, what = once()): Promise<string> => (await store.add(what)).outcome;

describeCounterStore('counters in Redis', async () => ({ store: open(), pass: age }));

test('processes share the counters, and Redis holds no names', async () => {
  const [one, other] = [open(), open()];
  expect([await outcomeOf(one), await outcomeOf(other), await outcomeOf(one)]).toEqual(['within', 'within', 'exceeded']);
  const keys = await redis.keys('*');
  expect(keys.filter((key) => key.includes('ada'))).toEqual([]);
  expect(await Promise.all(keys.map((key) => redis.pttl(key)))).not.toContain(-1);
});

test('Redis holds a limited number of counters; others are counted in the process', async () => {
  const store = open(redisUrl.href, 10);
  for (let n = 0; n < 50; n++) expect(await outcomeOf(store, once(`name ${n}`))).toBe('within');
  /** Ten counters, and the number of them. */
  expect(await redis.dbsize()).toBe(11);
  const last = once('name 49');
  expect([await outcomeOf(store, last), await outcomeOf(store, last)]).toEqual(['within', 'exceeded']);
  await age(61 * SECOND);
  await outcomeOf(store, once('later'));
  expect(await redis.dbsize()).toBe(2);
});

describe('while Redis is unavailable', () => {
  let relay: Relay;
  beforeEach(async () => {
    relay = new Relay(redisUrl);
    await relay.open();
  });
  afterEach(() => relay.cut());

  test('each process counts by itself, and shares again once it is back', async () => {
    const warn = jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
    const log = jest.spyOn(Logger.prototype, 'log').mockImplementation(() => undefined);
    const store = open(relay.url);
    expect(await outcomeOf(store)).toBe('within');
    await relay.cut();
    const outcomes = [await outcomeOf(store), await outcomeOf(store), await outcomeOf(store)];
    expect(outcomes).toEqual(['within', 'within', 'exceeded']);
    await store.subtract(once());
    expect(await outcomeOf(store)).toBe('within');
    expect(warn).toHaveBeenCalledTimes(1);
    await relay.open();
    await eventually(async () => {
      clock.pass(3 * SECOND);
      await store.add(once('probe', 1_000_000));
      return log.mock.calls.length > 0;
    });
    expect(await outcomeOf(store)).toBe('within');
    expect(await outcomeOf(open())).toBe('exceeded');
  });

  test('a process that starts counts by itself', async () => {
    jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
    await relay.cut();
    const store = open(relay.url);
    expect([await outcomeOf(store), await outcomeOf(store), await outcomeOf(store)]).toEqual(['within', 'within', 'exceeded']);
  });

  test('a Redis that does not respond delays one request, not all', async () => {
    jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
    const sockets: Socket[] = [];
    const silent = createServer((socket) => void sockets.push(socket));
    await new Promise<void>((ready) => silent.listen(0, '127.0.0.1', ready));
    const { port } = silent.address() as { port: number };
    const store = open(`redis://127.0.0.1:${port}`);
    for (let n = 0; n < 1000; n++) expect(await outcomeOf(store, once('ada', 1_000_000))).toBe('within');
    await store.onApplicationShutdown();
    for (const socket of sockets) socket.destroy();
    await new Promise((closed) => silent.close(closed));
  });
});
