import { isIPv6 } from 'node:net';
import { join } from 'node:path';
import type { ClickHouseTable, MediaBucket, RedisServers, S3Bucket } from '#platform/connections';
import type { LogSettings } from '#platform/logging';
import type { Environment } from './environment.ts';
import { readEnvironment } from './read-environment.ts';
import type { AllowedHost } from './host-decorators.ts';

/** How often a client may do something, and how long a client that exceeds it is blocked. */
export interface Quota {
  readonly perMinute: number;
  readonly perHour: number;
  readonly blockSeconds: number;
}

/** Demo data: none, only for clients on this machine (the default), or for all. */
export type DemoData = 'none' | 'local' | 'public';

/** How many emails may be caused. */
export interface MailQuota {
  readonly perHour: number;
  readonly perDay: number;
}

/** One of the two. */
export interface EventSinkPlace {
  readonly clickHouse?: ClickHouseTable;
  readonly s3?: S3Bucket;
}

export type QuotaName = keyof Config['quotas'];

/** The configuration of a process, read from the environment and validated once at start. README.md has a table of it. */
export class Config {
  private constructor(
    readonly port: number,
    readonly host: string,
    readonly baseUrl: string,
    readonly portalUrl: string,
    readonly databaseUrl: string | undefined,
    /** A standby of the database, from which the API reads lists. */
    readonly databaseReplicaUrl: string | undefined,
    /** A pooler in transaction mode in front of the database, for requests and the work of workers. */
    readonly databasePoolerUrl: string | undefined,
    /** The maximum per process, not counting those of the queue. */
    readonly databaseConnections: number,
    /** Processes that serve the API on the same port. */
    readonly apiProcesses: number,
    readonly secretKeys: readonly Buffer[],
    readonly dataFolder: string,
    readonly demo: DemoData,
    /** Whether the OpenAPI document and its pages are served. */
    readonly apiDocs: boolean,
    readonly sandbox: boolean,
    readonly redis: RedisServers | undefined,
    /** Where the files of sellers are stored, instead of the media folder. */
    readonly mediaBucket: MediaBucket | undefined,
    /** Where usage events are handed over to, besides the database. */
    readonly eventSink: EventSinkPlace | undefined,
    readonly workerPort: number,
    /** `null` keeps events for ever. */
    readonly eventsRetentionDays: number | null,
    readonly outboxRetentionDays: number,
    /** How long deactivated activations are kept. */
    readonly licenseHistoryDays: number,
    /** How long the entries of the audit log are kept. */
    readonly auditLogDays: number,
    /** How many bytes the files of an organization may have together. */
    readonly fileBytesPerOrganization: number,
    /** How many organizations a user makes, together with the users whom they invited. */
    readonly organizationsPerUser: number,
    readonly smtpUrl: string | undefined,
    readonly mailFrom: string,
    /** Proxies trusted to set X-Forwarded-For: addresses, networks and names of networks. */
    readonly trustedProxies: readonly string[],
    /** Hosts that may get webhooks over http and at private addresses. */
    readonly webhookAllow: readonly AllowedHost[],
    /** Hosts that may be providers of single sign-on over http and at private addresses. */
    readonly singleSignOnAllow: readonly AllowedHost[],
    /** Origins of pages and programs, besides the service's own, that may use `/mcp`. */
    readonly mcpOrigins: readonly string[],
    readonly webhookRetentionDays: { readonly bodies: number; readonly events: number },
    readonly quotas: {
      readonly signIn: Quota;
      readonly keyFailures: Quota;
      /** What anybody may ask of the OpenID provider. */
      readonly openid: Quota;
      /** What applications ask of it, for all of their users. */
      readonly openidClients: Quota;
    },
    readonly log: LogSettings,
    /** Metrics are collected and served if there is a port. */
    readonly metrics: { readonly host: string; readonly apiPort: number | undefined; readonly workerPort: number | undefined },
    /** Traces are sent if there is an endpoint. `ratio` is the share of requests that are traced. */
    readonly traces: { readonly endpoint: string | undefined; readonly ratio: number },
    readonly mailQuotas: { readonly address: MailQuota; readonly customer: MailQuota; readonly organization: MailQuota },
  ) {}

  /** Files that sellers upload, unless there is a bucket for them; all processes share the folder. */
  get mediaFolder(): string {
    return join(this.dataFolder, 'media');
  }

  /** Where mail is written if no mail server is configured, otherwise undefined. */
  get mailFolder(): string | undefined {
    return this.smtpUrl === undefined ? join(this.dataFolder, 'mail') : undefined;
  }

  /** Throws `InvalidConfiguration` with a sentence for every invalid value. */
  static from(env: Readonly<Record<string, string | undefined>>): Config {
    const { environment, sentences } = readEnvironment(env);
    if (sentences.length > 0) throw new InvalidConfiguration(sentences);
    const { HOST, PORT, BASE_URL = `http://${reachable(HOST)}:${PORT}` } = environment;
    return new Config(
      PORT,
      HOST,
      BASE_URL,
      environment.PORTAL_URL ?? BASE_URL,
      environment.DATABASE_URL,
      environment.DATABASE_REPLICA_URL,
      environment.DATABASE_POOLER_URL,
      environment.DATABASE_CONNECTIONS,
      environment.API_PROCESSES,
      environment.SECRET_KEY,
      environment.LATCHKEY_DATA,
      demoData(environment.LATCHKEY_DEMO),
      environment.API_DOCS,
      environment.ENVIRONMENT === 'sandbox',
      redisServers(environment),
      mediaBucketOf(environment),
      eventSinkOf(environment),
      environment.WORKER_PORT,
      environment.EVENTS_RETENTION_DAYS ?? null,
      environment.OUTBOX_RETENTION_DAYS,
      environment.LICENSE_HISTORY_DAYS,
      environment.AUDIT_LOG_DAYS,
      environment.FILE_BYTES_PER_ORGANIZATION,
      environment.ORGANIZATIONS_PER_USER,
      environment.SMTP_URL,
      environment.MAIL_FROM ?? 'latchkey@localhost',
      environment.TRUSTED_PROXIES,
      environment.WEBHOOK_ALLOW,
      environment.SINGLE_SIGN_ON_ALLOW,
      environment.MCP_ORIGINS,
      { bodies: environment.WEBHOOK_BODY_RETENTION_DAYS, events: environment.WEBHOOK_RETENTION_DAYS },
      {
        signIn: {
          perMinute: environment.SIGN_IN_PER_MINUTE,
          perHour: environment.SIGN_IN_PER_HOUR,
          blockSeconds: environment.SIGN_IN_BLOCK_SECONDS,
        },
        keyFailures: {
          perMinute: environment.KEY_FAILURES_PER_MINUTE,
          perHour: environment.KEY_FAILURES_PER_HOUR,
          blockSeconds: environment.KEY_FAILURES_BLOCK_SECONDS,
        },
        openid: {
          perMinute: environment.OPENID_PER_MINUTE,
          perHour: environment.OPENID_PER_HOUR,
          blockSeconds: environment.OPENID_BLOCK_SECONDS,
        },
        openidClients: {
          perMinute: environment.OPENID_CLIENTS_PER_MINUTE,
          perHour: environment.OPENID_CLIENTS_PER_HOUR,
          blockSeconds: environment.OPENID_CLIENTS_BLOCK_SECONDS,
        },
      },
      { level: environment.LOG_LEVEL, requests: environment.LOG_REQUESTS },
      { host: environment.METRICS_HOST, apiPort: environment.METRICS_PORT, workerPort: environment.WORKER_METRICS_PORT },
      { endpoint: environment.OTEL_EXPORTER_OTLP_ENDPOINT, ratio: environment.OTEL_TRACES_SAMPLER_ARG },
      {
        address: { perHour: environment.MAIL_PER_ADDRESS_PER_HOUR, perDay: environment.MAIL_PER_ADDRESS_PER_DAY },
        customer: { perHour: environment.MAIL_PER_CUSTOMER_PER_HOUR, perDay: environment.MAIL_PER_CUSTOMER_PER_DAY },
        organization: { perHour: environment.MAIL_PER_ORGANIZATION_PER_HOUR, perDay: environment.MAIL_PER_ORGANIZATION_PER_DAY },
      },
    );
  }
}

export class InvalidConfiguration extends Error {
  constructor(readonly sentences: readonly string[]) {
    super(sentences.join('\n'));
  }
}

const demoData = (isWanted: boolean | undefined): DemoData => (isWanted === undefined ? 'local' : isWanted ? 'public' : 'none');

function redisServers(environment: Environment): RedisServers | undefined {
  const { REDIS_URL, REDIS_SENTINELS, REDIS_SENTINEL_NAME, REDIS_CLUSTER, REDIS_CA_FILE: certificates } = environment;
  if (REDIS_URL) return { url: REDIS_URL, certificates };
  const { REDIS_USERNAME: username, REDIS_PASSWORD: password, REDIS_TLS: isEncrypted } = environment;
  const login = { username, password, isEncrypted, certificates };
  if (REDIS_CLUSTER) return { cluster: REDIS_CLUSTER, ...login };
  return REDIS_SENTINELS && { sentinels: REDIS_SENTINELS, primary: REDIS_SENTINEL_NAME!, ...login };
}

type BucketSetting = 'BUCKET' | 'ENDPOINT' | 'REGION' | 'PREFIX' | 'ENCRYPTION' | 'ACCESS_KEY_ID' | 'SECRET_ACCESS_KEY';

/** The bucket that the settings with these names describe. */
function bucketOf(environment: Environment, names: 'MEDIA_S3' | 'EVENTS_SINK_S3'): S3Bucket | undefined {
  const text = (name: BucketSetting): string | undefined => environment[`${names}_${name}`];
  const [bucket, prefix, accessKeyId] = [text('BUCKET'), text('PREFIX'), text('ACCESS_KEY_ID')];
  if (!bucket) return undefined;
  return {
    bucket,
    endpoint: text('ENDPOINT'),
    region: text('REGION') ?? 'us-east-1',
    hasPathStyle: environment[`${names}_PATH_STYLE`] ?? false,
    prefix: prefix ? `${prefix.replace(/\/$/, '')}/` : '',
    encryption: environment[`${names}_ENCRYPTION`],
    credentials: accessKeyId ? { accessKeyId, secretAccessKey: text('SECRET_ACCESS_KEY')! } : undefined,
    setting: `${names}_BUCKET`,
  };
}

function mediaBucketOf(environment: Environment): MediaBucket | undefined {
  const bucket = bucketOf(environment, 'MEDIA_S3');
  return bucket && { ...bucket, redirects: environment.MEDIA_S3_DOWNLOADS !== 'proxy' };
}

function eventSinkOf(environment: Environment): EventSinkPlace | undefined {
  const { EVENTS_SINK_CLICKHOUSE_URL: url, EVENTS_SINK_CLICKHOUSE_TABLE: table } = environment;
  if (url) return { clickHouse: { url, table } };
  const s3 = bucketOf(environment, 'EVENTS_SINK_S3');
  return s3 && { s3 };
}

/** How a client on this machine writes the address that the service listens on. */
const reachable = (host: string): string =>
  host === '0.0.0.0' || host === '::' ? '127.0.0.1' : isIPv6(host) ? `[${host}]` : host;
