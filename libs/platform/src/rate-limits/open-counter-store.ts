import type { WallClock } from '#kernel';
import type { Config } from '#platform/config';
import type { Keyring } from '#engine/secrets';
import type { CounterStore } from './counter-store.ts';
import { MemoryCounterStore } from './memory-counter-store.ts';
import { RedisCounterStore } from './redis-counter-store.ts';

/** Counters in Redis if it is configured, else in the memory of this process. */
export function openCounterStore({ redis }: Config, clock: WallClock, keyring: Keyring): CounterStore {
  const local = new MemoryCounterStore(clock);
  return redis === undefined ? local : new RedisCounterStore(redis, { clock, keyring, local });
}
