import type { RedisServers } from '#engine/connections';
import type { Backend } from './backend.ts';
import { openPostgresBackend } from './postgres-backend.ts';
import { openRedisBackend } from './redis-backend.ts';

export interface QueuePlace {
  readonly databaseUrl: string;
  /** The queue is there instead, if it is given. */
  readonly redis?: RedisServers;
}

export const openBackend = async ({ redis: servers, databaseUrl }: QueuePlace): Promise<Backend> =>
  servers ? openRedisBackend(servers) : openPostgresBackend(databaseUrl);
