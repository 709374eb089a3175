import { isIPv6 } from 'node:net';
import { join } from 'node:path';
import { toCamelCase } from '#support/texts';
import type { ClickHouseTable, MediaBucket, RedisServers, S3Bucket } from '#engine/connections';
import type { LogSettings } from '#engine/logging';
import type { Environment } from './environment.ts';
import { readEnvironment } from './read-environment.ts';

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

/** What several settings make together, or one under another name: these names, and what begins with them. */
const COMPOSED = [
  'BASE_URL',
  'ENVIRONMENT',
  'EVENTS_SINK_',
  'KEY_FAILURES_',
  'LATCHKEY_',
  'LOG_',
  'MAIL_',
  'MEDIA_S3_',
  'METRICS_',
  'OPENID_',
  'OTEL_',
  'PORTAL_URL',
  'REDIS_',
  'SECRET_KEY',
  'SIGN_IN_',
  'WEBHOOK_BODY_RETENTION_DAYS',
  'WEBHOOK_RETENTION_DAYS',
  'WORKER_METRICS_',
] as const;
type Composed = `${(typeof COMPOSED)[number]}${string}`;

type CamelCase<Name extends string> = Name extends `${infer Head}_${infer Tail}` ? `${Head}${Capitalize<CamelCase<Tail>>}` : Name;
/** Every other setting has its own name in camel case. */
type SingleSettings = {
  readonly [Name in Exclude<keyof Environment, Composed> as CamelCase<Lowercase<Name>>]: Environment[Name];
};
const Settings = function (this: object, environment: Environment): void {
  Object.assign(this, singleSettings(environment));
} as unknown as new (environment: Environment) => SingleSettings;

/** The configuration of a process, read from the environment and validated once at start. docs/configuration.md has a table of it. */
export class Config extends Settings {
  readonly baseUrl: string;
  readonly portalUrl: string;
  readonly secretKeys: readonly Buffer[];
  readonly dataFolder: string;
  readonly demo: DemoData;
  readonly sandbox: boolean;
  readonly redis: RedisServers | undefined;
  /** Where the files of sellers are stored, instead of the media folder. */
  readonly mediaBucket: MediaBucket | undefined;
  /** Where usage events are handed over to, besides the database. */
  readonly eventSink: EventSinkPlace | undefined;
  readonly mailFrom: string;
  readonly mailQuotas: Readonly<Record<'address' | 'customer' | 'organization', MailQuota>>;
  readonly webhookRetentionDays: { readonly bodies: number; readonly events: number };
  readonly quotas: {
    readonly signIn: Quota;
    readonly keyFailures: Quota;
    /** What anybody may ask of the OpenID provider. */
    readonly openid: Quota;
    /** What applications ask of it, for all of their users. */
    readonly openidClients: Quota;
  };
  readonly log: LogSettings;
  /** Metrics are collected and served if there is a port. */
  readonly metrics: { readonly host: string; readonly apiPort: number | undefined; readonly workerPort: number | undefined };
  /** Traces are sent if there is an endpoint. `ratio` is the share of requests that are traced. */
  readonly traces: { readonly endpoint: string | undefined; readonly ratio: number };

  private constructor(environment: Environment) {
    super(environment);
    const { HOST, PORT, BASE_URL = `http://${reachable(HOST)}:${PORT}`, PORTAL_URL = BASE_URL } = environment;
    this.baseUrl = BASE_URL;
    this.portalUrl = PORTAL_URL;
    this.secretKeys = environment.SECRET_KEY;
    this.dataFolder = environment.LATCHKEY_DATA;
    this.demo = demoData(environment.LATCHKEY_DEMO);
    this.sandbox = environment.ENVIRONMENT === 'sandbox';
    this.redis = redisServers(environment);
    this.mediaBucket = mediaBucketOf(environment);
    this.eventSink = eventSinkOf(environment);
    this.mailFrom = environment.MAIL_FROM ?? 'latchkey@localhost';
    this.mailQuotas = {
      address: mailQuotaOf(environment, 'ADDRESS'),
      customer: mailQuotaOf(environment, 'CUSTOMER'),
      organization: mailQuotaOf(environment, 'ORGANIZATION'),
    };
    this.webhookRetentionDays = {
      bodies: environment.WEBHOOK_BODY_RETENTION_DAYS,
      events: environment.WEBHOOK_RETENTION_DAYS,
    };
    this.quotas = {
      signIn: quotaOf(environment, 'SIGN_IN'),
      keyFailures: quotaOf(environment, 'KEY_FAILURES'),
      openid: quotaOf(environment, 'OPENID'),
      openidClients: quotaOf(environment, 'OPENID_CLIENTS'),
    };
    this.log = { level: environment.LOG_LEVEL, requests: environment.LOG_REQUESTS };
    this.metrics = {
      host: environment.METRICS_HOST,
      apiPort: environment.METRICS_PORT,
      workerPort: environment.WORKER_METRICS_PORT,
    };
    this.traces = { endpoint: environment.OTEL_EXPORTER_OTLP_ENDPOINT, ratio: environment.OTEL_TRACES_SAMPLER_ARG };
  }

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
    return new Config(environment);
  }
}

export class InvalidConfiguration extends Error {
  constructor(readonly sentences: readonly string[]) {
    super(sentences.join('\n'));
  }
}

const singleSettings = (environment: Environment): object =>
  Object.fromEntries(
    Object.entries(environment)
      .filter(([name]) => !COMPOSED.some((composed) => name.startsWith(composed)))
      .map(([name, value]) => [toCamelCase(name.toLowerCase()), value]),
  );

const quotaOf = (environment: Environment, name: 'SIGN_IN' | 'KEY_FAILURES' | 'OPENID' | 'OPENID_CLIENTS'): Quota => ({
  perMinute: environment[`${name}_PER_MINUTE`],
  perHour: environment[`${name}_PER_HOUR`],
  blockSeconds: environment[`${name}_BLOCK_SECONDS`],
});

const mailQuotaOf = (environment: Environment, whose: 'ADDRESS' | 'CUSTOMER' | 'ORGANIZATION'): MailQuota => ({
  perHour: environment[`MAIL_PER_${whose}_PER_HOUR`],
  perDay: environment[`MAIL_PER_${whose}_PER_DAY`],
});

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
