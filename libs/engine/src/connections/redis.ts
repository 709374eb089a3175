import type { Cluster, ClusterOptions, Redis, RedisOptions } from 'ioredis';

export interface RedisNode {
  readonly host: string;
  readonly port: number;
}

/** What servers that are given by host and port ask of a client. */
interface RedisLogin {
  readonly username?: string;
  readonly password?: string;
  readonly isEncrypted: boolean;
}

/** Where Redis is: one server, the primary that Sentinels know by a name, or a cluster; with the certificates that are trusted, as PEM. */
export type RedisServers = { readonly certificates?: string } & (
  | { readonly url: string }
  | (RedisLogin & { readonly sentinels: readonly RedisNode[]; readonly primary: string })
  | (RedisLogin & { readonly cluster: readonly RedisNode[] })
);

/** The clients of one server and of a cluster have the same commands. */
export type RedisClient = Redis | Cluster;

/** How a server begins its reply that is not the primary any more, or not yet. The name of the primary leads to another one then, or soon. */
const NOT_PRIMARY = /^(?:READONLY|LOADING|MASTERDOWN|UNBLOCKED)\b/;
const reconnectOnError = ({ message }: Error): boolean => NOT_PRIMARY.test(message);

/**
 * A client of Redis, which connects again until it is disconnected. It does so also when its server turns out not to be the primary:
 * after a failover, connections that stay open lead to a replica. Errors reach whoever awaits a command.
 *
 * `failoverDetector` of ioredis is off: it disconnects a client that is asking a Sentinel just then, which ends it for good. Sentinels
 * close the connections of a former primary themselves, and a silent one is noticed by `socketTimeout`.
 */
export async function connectRedis(servers: RedisServers, options: RedisOptions): Promise<RedisClient> {
  const redis = await import('ioredis');
  const tls = 'url' in servers || servers.isEncrypted ? { ca: servers.certificates } : undefined;
  if ('url' in servers) {
    const encrypted = servers.certificates === undefined ? {} : { tls };
    return observed(new redis.Redis(servers.url, { ...options, ...encrypted, reconnectOnError }));
  }
  const { username, password } = servers;
  const login = { username, password, tls };
  if ('cluster' in servers) return observed(new redis.Cluster([...servers.cluster], ofCluster({ ...options, ...login })));
  return observed(
    new redis.Redis({
      ...options,
      ...login,
      sentinels: servers.sentinels.map((node) => ({ ...node })),
      name: servers.primary,
      sentinelTLS: tls,
      enableTLSForSentinelMode: servers.isEncrypted,
      reconnectOnError,
    }),
  );
}

/** Redirections lead to the primary of a slot. Names of hosts are resolved by the connection, so that certificates are those of names. */
const ofCluster = ({ enableOfflineQueue, lazyConnect, ...redisOptions }: RedisOptions): ClusterOptions => ({
  redisOptions,
  enableOfflineQueue,
  lazyConnect,
  dnsLookup: (address, callback) => callback(null, address),
});

function observed<C extends RedisClient>(client: C): C {
  client.on('error', () => undefined);
  return client;
}

/** The setting that says where Redis is. */
export const redisSettingOf = (servers: RedisServers): string =>
  'url' in servers ? 'REDIS_URL' : 'cluster' in servers ? 'REDIS_CLUSTER' : 'REDIS_SENTINELS';

/** Redis could not do what it was asked. */
export class RedisUnavailable extends Error {
  constructor(servers: RedisServers, reason: Error) {
    const detail = reason.message || (reason as NodeJS.ErrnoException).code || reason.name;
    super(`Redis at ${redisSettingOf(servers)} fails: ${detail}.`);
  }
}

/** Whether the server is a node of a cluster, which a client of one server cannot use. False while it does not respond, or may not be asked. */
export async function isClusterNode(servers: RedisServers, timeoutMs: number): Promise<boolean> {
  if (!('url' in servers)) return false;
  const limits = { connectTimeout: timeoutMs, commandTimeout: timeoutMs, maxRetriesPerRequest: 0, retryStrategy: () => null };
  const client = await connectRedis(servers, limits);
  try {
    return /^cluster_enabled:1/m.test(await client.info('cluster'));
  } catch {
    return false;
  } finally {
    client.disconnect();
  }
}
