export { closeAtOnce, expectAnswersWithin, noticingSilence } from './dead-connections.ts';
export { IDLE_CONNECTION_MS } from './idle-connections.ts';
export { connectRedis, RedisUnavailable } from './redis.ts';
