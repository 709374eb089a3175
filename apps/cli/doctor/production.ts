import { isIP } from 'node:net';
import type { Client } from 'pg';
import type { Config } from '#platform/config';
import type { ServerFacts } from '#engine/checks';
import { type Finding, problem, warning } from './finding.ts';

const LOCAL = new Set(['localhost', '127.0.0.1', '[::1]', '::1', '']);
const MIB = 1024 ** 2;
const GIB = 1024 ** 3;
/** What PostgreSQL has for cached pages unless it is configured. */
const DEFAULT_BUFFERS_BYTES = 128 * MIB;
/** Connections that others need: tools, backups, the superuser. */
const SPARE_CONNECTIONS = 5;

export const isLocal = (url: string): boolean => LOCAL.has(new URL(url).hostname);

/** A service at a local address is being tried out: what docs/production-checklist.md asks for is not missing there. */
export const isInProduction = ({ baseUrl }: Config): boolean => !isLocal(baseUrl);

/** What docs/production-checklist.md asks of the settings. */
export function examineSettings(config: Config, databaseUrl: string): Finding[] {
  const { trustedProxies, sandbox, webhookAllow, singleSignOnAllow, metrics } = config;
  const found: (Finding | false)[] = [
    trustedProxies.length === 0 &&
      problem(
        'proxies',
        'TRUSTED_PROXIES is not set, so everybody behind the proxy shares the limits of one client',
        'Set it to the addresses of the TLS proxy, and to nothing else.',
      ),
    sandbox &&
      warning('environment', 'This is a sandbox: clocks can be moved', 'Set ENVIRONMENT to production for real customers.'),
    [...webhookAllow, ...singleSignOnAllow].length > 0 &&
      warning(
        'allowed hosts',
        'WEBHOOK_ALLOW or SINGLE_SIGN_ON_ALLOW lets sellers reach private addresses',
        'Name only hosts that every seller may reach.',
      ),
    metrics.apiPort === undefined &&
      metrics.workerPort === undefined &&
      warning(
        'metrics',
        'Nothing is measured',
        'Set METRICS_PORT and WORKER_METRICS_PORT, and load docs/monitoring/alerts.yaml.',
      ),
    ...connectionsInTheClear(config, databaseUrl).map((setting) =>
      warning(
        'encryption',
        `Connections to ${setting} are not encrypted`,
        'Use `sslmode=verify-full`, `rediss://` or REDIS_TLS where they leave the machine or its private network.',
      ),
    ),
  ];
  return found.filter((finding) => finding !== false);
}

/** The settings that lead to another machine without TLS. A name without a dot is a container beside this one. */
function connectionsInTheClear({ redis }: Config, databaseUrl: string): string[] {
  const leaves = (host: string): boolean => !LOCAL.has(host) && (host.includes('.') || isIP(host) !== 0);
  const database = new URL(databaseUrl);
  const sslMode = database.searchParams.get('sslmode') ?? 'prefer';
  const found = leaves(database.hostname) && ['disable', 'allow', 'prefer'].includes(sslMode) ? ['DATABASE_URL'] : [];
  if (redis === undefined) return found;
  if ('url' in redis)
    return redis.url.startsWith('redis:') && leaves(new URL(redis.url).hostname) ? [...found, 'REDIS_URL'] : found;
  return redis.isEncrypted ? found : [...found, 'Redis'];
}

interface Server {
  readonly max_connections: number;
  readonly buffers: number;
  readonly is_superuser: boolean;
}

/** What docs/production-checklist.md asks of PostgreSQL. */
export async function examineServer(
  client: Client,
  { databaseConnections, apiProcesses, databasePoolerUrl }: Config,
  { sizeBytes }: ServerFacts,
): Promise<Finding[]> {
  const { rows } = await client.query<Server>(`select current_setting('max_connections')::int as max_connections,
    pg_size_bytes(current_setting('shared_buffers'))::float as buffers, rolsuper as is_superuser from pg_roles where rolname = current_user`);
  const { max_connections: most, buffers, is_superuser: isSuperuser } = rows[0]!;
  const wanted = databaseConnections * (apiProcesses + 1) + SPARE_CONNECTIONS;
  const found: (Finding | false)[] = [
    databasePoolerUrl === undefined &&
      wanted > most &&
      warning(
        'connections',
        `An API and a worker may open ${wanted} connections, and PostgreSQL takes ${most}`,
        'Lower DATABASE_CONNECTIONS, or raise max_connections (docs/operations.md).',
      ),
    isSuperuser &&
      warning('database role', 'The service is a superuser of PostgreSQL', 'Give it a role that owns its database alone.'),
    buffers <= DEFAULT_BUFFERS_BYTES &&
      sizeBytes > GIB &&
      warning(
        'database memory',
        `PostgreSQL caches ${buffers / MIB} MiB of ${(sizeBytes / GIB).toFixed(1)} GiB`,
        'Set shared_buffers to a quarter of the memory of its machine.',
      ),
  ];
  return found.filter((finding) => finding !== false);
}
