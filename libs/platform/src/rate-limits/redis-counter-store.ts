import { Logger, type OnApplicationShutdown } from '@nestjs/common';
import { setTimeout } from 'node:timers/promises';
import type { WallClock } from '#kernel';
import { connectRedis, type RedisClient, type RedisServers } from '#engine/connections';
import type { Keyring } from '#engine/secrets';
import { BLOCKS_FORGOTTEN_AFTER, CounterStore, type Counting, type CountingResult } from './counter-store.ts';

/** After this time without a response, Redis counts as unreachable. */
const TIMEOUT_MS = 250;
const CONNECT_TIMEOUT_MS = 1_000;
/** A connection without a reply for so long is made again: with Sentinels, another server may be the primary. */
const SILENCE_MS = 2_000;
/** After a failure, Redis is not asked for this time. */
const PAUSE_MS = 2_000;
/** About 150 bytes of Redis memory each, and 64 for each item. */
const MAX_COUNTERS = 200_000;

/** Braces make all keys belong to one slot of a Redis Cluster. */
const PREFIX = '{latchkey:limits}';

const OUTCOMES = ['within', 'exceeded', 'blocked', 'full'] as const;

/**
 * KEYS: the block, the number of blocks, then the counters. ARGV: the prefix of the totals, the seconds of the block (0: none) and of the
 * first one, the time after which blocks are forgotten, the maximum of new counters, the digest of the item (empty: none), then the
 * amount, maximum and seconds of each counter. Counters of items are sets. Returns the position of the outcome in OUTCOMES, then either the
 * milliseconds of the block, or count and milliseconds of each counter. Totals count the new counters of a length in one such
 * window, so twice as many of a length exist at the same time at most.
 */
const ADD = `
local blockSeconds = tonumber(ARGV[2])
if blockSeconds > 0 then
  local blocked = redis.call('pttl', KEYS[1])
  if blocked > 0 then return {2, blocked} end
end
local exceeded = false
local states = {0}
local added = {}
local item = ARGV[6]
local isNew = {}
for i = 3, #KEYS do
  local at = 7 + (i - 3) * 3
  local count = tonumber(item == '' and redis.call('get', KEYS[i]) or item ~= '' and redis.call('scard', KEYS[i]) or '0')
  isNew[i] = item == '' or redis.call('sismember', KEYS[i], item) == 0
  local left = redis.call('pttl', KEYS[i])
  if left < 0 then
    left = ARGV[at + 2] * 1000
    added[ARGV[at + 2]] = (added[ARGV[at + 2]] or 0) + 1
  end
  if isNew[i] and count + ARGV[at] > tonumber(ARGV[at + 1]) then exceeded = true end
  states[#states + 1] = count
  states[#states + 1] = left
end
if exceeded then
  if blockSeconds > 0 then
    local blocks = redis.call('incr', KEYS[2])
    redis.call('expire', KEYS[2], ARGV[4])
    local seconds = math.min(blockSeconds, ARGV[3] * 2 ^ math.min(blocks - 1, 40))
    redis.call('set', KEYS[1], '1', 'EX', seconds)
    return {2, seconds * 1000}
  end
  states[1] = 1
  return states
end
for seconds, number in pairs(added) do
  if tonumber(redis.call('get', ARGV[1] .. seconds) or '0') + number > tonumber(ARGV[5]) then return {3} end
end
for seconds, number in pairs(added) do
  if redis.call('incrby', ARGV[1] .. seconds, number) == number then redis.call('expire', ARGV[1] .. seconds, seconds) end
end
for i = 3, #KEYS do
  local at = 7 + (i - 3) * 3
  local state = 2 + (i - 3) * 2
  if item ~= '' then
    redis.call('sadd', KEYS[i], item)
    if redis.call('pttl', KEYS[i]) < 0 then redis.call('expire', KEYS[i], ARGV[at + 2]) end
    states[state] = redis.call('scard', KEYS[i])
  else
    if redis.call('pttl', KEYS[i]) < 0 then redis.call('set', KEYS[i], 0, 'EX', ARGV[at + 2]) end
    states[state] = redis.call('incrby', KEYS[i], ARGV[at])
  end
end
return states
`;

/** KEYS: the counters. ARGV: the amount of each. */
const SUBTRACT = `
for i = 1, #KEYS do
  local count = redis.call('get', KEYS[i])
  if count then redis.call('decrby', KEYS[i], math.min(tonumber(count), tonumber(ARGV[i]))) end
end
`;

interface Options {
  readonly clock: WallClock;
  readonly keyring: Keyring;
  /** Counts while Redis is unreachable or has too many counters. */
  readonly local: CounterStore;
  readonly maxCounters?: number;
}

/**
 * Counters that all processes share, in Redis. While Redis is unreachable, slow or full, each process counts by itself: a request
 * waits for a quarter of a second at most and never fails because of Redis. Names are stored as keyed digests.
 */
export class RedisCounterStore extends CounterStore implements OnApplicationShutdown {
  private readonly log = new Logger('RateLimits');
  private connection: Promise<RedisClient> | undefined;
  private pausedUntil = 0;

  constructor(
    private readonly servers: RedisServers,
    private readonly options: Options,
  ) {
    super();
  }

  async add(counting: Counting): Promise<CountingResult> {
    const result = await this.inRedis((redis) => this.addTo(redis, counting));
    return result ?? this.options.local.add(counting);
  }

  async subtract(counting: Counting): Promise<void> {
    const isDone = await this.inRedis((redis) => this.subtractFrom(redis, counting));
    if (!isDone) await this.options.local.subtract(counting);
  }

  async onApplicationShutdown(): Promise<void> {
    (await this.connection)?.disconnect();
  }

  /** Null if Redis is unavailable. */
  private async inRedis<T>(operation: (redis: RedisClient) => Promise<T>): Promise<T | null> {
    if (this.options.clock.now().getTime() < this.pausedUntil) return null;
    try {
      const result = await operation(await (this.connection ??= this.connect()));
      this.noteRecovery();
      return result;
    } catch (error) {
      this.noteFailure(error);
      return null;
    }
  }

  /** Null if Redis has too many counters. */
  private async addTo(redis: RedisClient, { limit, counters, item, block }: Counting): Promise<CountingResult | null> {
    const names = [`block ${block?.name ?? ''}`, `blocks ${block?.name ?? ''}`, ...counters.map(({ name }) => name)];
    const [position, ...numbers] = (await redis.eval(
      ADD,
      names.length,
      ...names.map((name) => this.keyOf(`${limit} ${name}`)),
      `${PREFIX}:total:`,
      block?.seconds ?? 0,
      block?.firstSeconds ?? block?.seconds ?? 0,
      BLOCKS_FORGOTTEN_AFTER,
      this.options.maxCounters ?? MAX_COUNTERS,
      item === undefined ? '' : this.digestOf(item),
      ...counters.flatMap(({ amount, max, seconds }) => [amount, max, seconds]),
    )) as [number, ...number[]];
    const outcome = OUTCOMES[position]!;
    if (outcome === 'full') return null;
    if (outcome === 'blocked') return { outcome, blockedMs: numbers[0]! };
    const counts = counters.map((_, index) => ({ count: numbers[index * 2]!, resetMs: numbers[index * 2 + 1]! }));
    return { outcome, counts };
  }

  private async subtractFrom(redis: RedisClient, { limit, counters }: Counting): Promise<true> {
    const keys = counters.map(({ name }) => this.keyOf(`${limit} ${name}`));
    await redis.eval(SUBTRACT, keys.length, ...keys, ...counters.map(({ amount }) => amount));
    return true;
  }

  private keyOf(name: string): string {
    return `${PREFIX}:${this.digestOf(name)}`;
  }

  private digestOf(name: string): string {
    return this.options.keyring.digest('rate-limit', name).toString('base64url');
  }

  /** Resolves when the first attempt to connect has ended. Later attempts go on in the background. */
  private async connect(): Promise<RedisClient> {
    const redis = await connectRedis(this.servers, {
      lazyConnect: true,
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
      connectTimeout: CONNECT_TIMEOUT_MS,
      commandTimeout: TIMEOUT_MS,
      socketTimeout: SILENCE_MS,
    });
    const connected = redis.connect().catch(() => undefined);
    await Promise.race([connected, setTimeout(CONNECT_TIMEOUT_MS, undefined, { ref: false })]);
    return redis;
  }

  private noteFailure(error: unknown): void {
    if (this.pausedUntil === 0) {
      const reason = error instanceof Error ? error.message : String(error);
      this.log.warn(`Redis is unavailable, this process counts rate limits by itself: ${reason}`);
    }
    this.pausedUntil = this.options.clock.now().getTime() + PAUSE_MS;
  }

  private noteRecovery(): void {
    if (this.pausedUntil > 0) this.log.log('Rate limits are counted in Redis again.');
    this.pausedUntil = 0;
  }
}
