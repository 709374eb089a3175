import type { Redis, RedisOptions } from 'ioredis';

/** How a server begins its reply that is not the primary any more, or not yet. The name of the primary leads to another one then, or soon. */
const NOT_PRIMARY = /^(?:READONLY|LOADING|MASTERDOWN|UNBLOCKED)\b/;

/**
 * A client of Redis. It connects again when its server turns out not to be the primary: after a failover, connections that stay open lead
 * to a replica. Errors reach whoever awaits a command.
 */
export async function connectRedis(url: string, options: RedisOptions): Promise<Redis> {
  const { Redis: Client } = await import('ioredis');
  const reconnectOnError = ({ message }: Error): boolean => NOT_PRIMARY.test(message);
  return new Client(url, { ...options, reconnectOnError }).on('error', () => undefined);
}

/** Redis could not do what it was asked. */
export class RedisUnavailable extends Error {
  constructor(reason: Error) {
    super(`Redis at REDIS_URL fails: ${reason.message || (reason as NodeJS.ErrnoException).code || reason.name}.`);
  }
}
