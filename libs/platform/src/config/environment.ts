import 'reflect-metadata';
import { Expose } from 'class-transformer';
import { IsBoolean, IsDefined, IsEmail, IsIn, IsOptional, Matches, ValidateIf } from 'class-validator';
import type { RedisNode } from '#engine/connections';
import { LOG_LEVELS, type LogLevel } from '#engine/logging';
import { type AllowedHost, AreHosts, AreNetworks, AreNodes, AreOrigins } from './host-decorators.ts';
import {
  AreSecretKeys,
  Convert,
  IntegerBetween,
  IsDatabaseUrl,
  IsDays,
  IsFileText,
  IsPort,
  IsRatio,
  IsUrlWith,
  IsWebUrl,
  IsWithout,
  must,
} from './setting-decorators.ts';

const MAX_COUNT = 1_000_000;
const MAX_BYTES = 10 ** 15;
const MAX_ORGANIZATIONS = 100_000;

/** Values of `target_session_attrs` that change nothing. */
const PRIMARY = ['any', 'read-write', 'primary'];
const STANDBY = ['any', 'read-only', 'standby', 'prefer-standby'];

const BUCKET_NAME = /^[a-z\d][a-z\d.-]{1,61}[a-z\d]$/;
const KEY_PREFIX = /^[\w.-]+(\/[\w.-]+)*\/?$/;

const toSwitch = (text: string): unknown => (text === '0' ? false : text === '1' ? true : text);

/**
 * The environment variables that the service reads, with their defaults: the only declaration of a setting, which `Config` has under its
 * name in camel case. docs/configuration.md has a table of them.
 */
export class Environment {
  @Expose()
  @IsPort()
  PORT = 3000;

  @Expose()
  @Matches(/^[\w.:-]+$/, must('be a host name or an IP address'))
  HOST = '127.0.0.1';

  @Expose()
  @IsOptional()
  @IsWebUrl()
  BASE_URL?: string;

  @Expose()
  @IsOptional()
  @IsWebUrl()
  PORTAL_URL?: string;

  @Expose()
  @ValidateIf((env: Environment) => [env.DATABASE_URL, env.DATABASE_REPLICA_URL, env.DATABASE_POOLER_URL].some(Boolean))
  @IsDefined(must('be given with DATABASE_REPLICA_URL and DATABASE_POOLER_URL'))
  @IsDatabaseUrl('the primary', PRIMARY)
  DATABASE_URL?: string;

  /** A standby of the database, from which the API reads lists. */
  @Expose()
  @IsOptional()
  @IsDatabaseUrl('a standby', STANDBY)
  DATABASE_REPLICA_URL?: string;

  /** A pooler in transaction mode in front of the database, for requests and the work of workers. */
  @Expose()
  @IsOptional()
  @IsDatabaseUrl('the primary', PRIMARY)
  DATABASE_POOLER_URL?: string;

  /** The maximum per process, not counting those of the queue. */
  @Expose()
  @IntegerBetween(2, 500)
  DATABASE_CONNECTIONS = 10;

  /** Processes that serve the API on the same port. */
  @Expose()
  @IntegerBetween(1, 64)
  API_PROCESSES = 1;

  /** How long the API goes on to serve requests after a signal to stop. `latchkey api` and `latchkey start` have different defaults. */
  @Expose()
  @IsOptional()
  @IntegerBetween(0, 300)
  SHUTDOWN_DRAIN_SECONDS?: number;

  @Expose()
  @AreSecretKeys()
  SECRET_KEY: readonly Buffer[] = [];

  @Expose()
  LATCHKEY_DATA = '.latchkey';

  @Expose()
  @IsOptional()
  @Convert(toSwitch)
  @IsBoolean(must('be 0 or 1'))
  LATCHKEY_DEMO?: boolean;

  /** Whether the OpenAPI document and its pages are served. */
  @Expose()
  @Convert(toSwitch)
  @IsBoolean(must('be 0 or 1'))
  API_DOCS = true;

  @Expose()
  @IsIn(['production', 'sandbox'], must('be production or sandbox'))
  ENVIRONMENT = 'production';

  @Expose()
  @IsOptional()
  @IsUrlWith(/^rediss?:$/, { example: 'redis://host:6379' })
  @IsWithout('REDIS_SENTINELS', 'REDIS_CLUSTER')
  REDIS_URL?: string;

  @Expose()
  @ValidateIf((env: Environment) => [env.REDIS_SENTINELS, env.REDIS_SENTINEL_NAME].some(Boolean))
  @IsDefined(must('be given with REDIS_SENTINEL_NAME'))
  @AreNodes(26_379)
  @IsWithout('REDIS_CLUSTER')
  REDIS_SENTINELS?: readonly RedisNode[];

  @Expose()
  @ValidateIf((env: Environment) => env.REDIS_SENTINELS !== undefined)
  @IsDefined(must('be given with REDIS_SENTINELS'))
  REDIS_SENTINEL_NAME?: string;

  @Expose()
  @IsOptional()
  @AreNodes(6_379)
  REDIS_CLUSTER?: readonly RedisNode[];

  @Expose()
  @IsOptional()
  @IsWithout('REDIS_URL')
  REDIS_USERNAME?: string;

  @Expose()
  @IsOptional()
  @IsWithout('REDIS_URL')
  REDIS_PASSWORD?: string;

  @Expose()
  @Convert(toSwitch)
  @IsBoolean(must('be 0 or 1'))
  REDIS_TLS = false;

  /** Certificates of authorities as PEM, instead of those that Node trusts. */
  @Expose()
  @IsOptional()
  @IsFileText()
  REDIS_CA_FILE?: string;

  @Expose()
  @ValidateIf((env: Environment) =>
    Object.entries(env).some(([name, value]) => name.startsWith('MEDIA_S3_') && value !== undefined),
  )
  @IsDefined(must('be given with the other settings MEDIA_S3_'))
  @Matches(BUCKET_NAME, must('be the name of a bucket'))
  MEDIA_S3_BUCKET?: string;

  @Expose()
  @IsOptional()
  @IsWebUrl()
  MEDIA_S3_ENDPOINT?: string;

  @Expose()
  @ValidateIf((env: Environment) => env.MEDIA_S3_BUCKET !== undefined && env.MEDIA_S3_ENDPOINT === undefined)
  @IsDefined(must('be given with MEDIA_S3_BUCKET, or MEDIA_S3_ENDPOINT instead'))
  MEDIA_S3_REGION?: string;

  @Expose()
  @IsOptional()
  @Convert(toSwitch)
  @IsBoolean(must('be 0 or 1'))
  MEDIA_S3_PATH_STYLE?: boolean;

  @Expose()
  @IsOptional()
  @Matches(KEY_PREFIX, must('be names separated by slashes, such as latchkey/files'))
  MEDIA_S3_PREFIX?: string;

  @Expose()
  @IsOptional()
  @IsIn(['AES256', 'aws:kms'], must('be AES256 or aws:kms'))
  MEDIA_S3_ENCRYPTION?: 'AES256' | 'aws:kms';

  @Expose()
  @ValidateIf((env: Environment) => env.MEDIA_S3_SECRET_ACCESS_KEY !== undefined)
  @IsDefined(must('be given with MEDIA_S3_SECRET_ACCESS_KEY'))
  MEDIA_S3_ACCESS_KEY_ID?: string;

  @Expose()
  @ValidateIf((env: Environment) => env.MEDIA_S3_ACCESS_KEY_ID !== undefined)
  @IsDefined(must('be given with MEDIA_S3_ACCESS_KEY_ID'))
  MEDIA_S3_SECRET_ACCESS_KEY?: string;

  @Expose()
  @IsOptional()
  @IsIn(['redirect', 'proxy'], must('be redirect or proxy'))
  MEDIA_S3_DOWNLOADS?: 'redirect' | 'proxy';

  @Expose()
  @IsOptional()
  @IsUrlWith(/^https?:$/, { host: true, example: 'https://user:password@host:8443/database' })
  @IsWithout('EVENTS_SINK_S3_BUCKET')
  EVENTS_SINK_CLICKHOUSE_URL?: string;

  @Expose()
  @Matches(/^\w+$/, must('be the name of a table'))
  EVENTS_SINK_CLICKHOUSE_TABLE = 'usage_events';

  @Expose()
  @ValidateIf((env: Environment) =>
    Object.entries(env).some(([name, value]) => name.startsWith('EVENTS_SINK_S3_') && value !== undefined),
  )
  @IsDefined(must('be given with the other settings EVENTS_SINK_S3_'))
  @Matches(BUCKET_NAME, must('be the name of a bucket'))
  EVENTS_SINK_S3_BUCKET?: string;

  @Expose()
  @IsOptional()
  @IsWebUrl()
  EVENTS_SINK_S3_ENDPOINT?: string;

  @Expose()
  @ValidateIf((env: Environment) => env.EVENTS_SINK_S3_BUCKET !== undefined && env.EVENTS_SINK_S3_ENDPOINT === undefined)
  @IsDefined(must('be given with EVENTS_SINK_S3_BUCKET, or EVENTS_SINK_S3_ENDPOINT instead'))
  EVENTS_SINK_S3_REGION?: string;

  @Expose()
  @IsOptional()
  @Convert(toSwitch)
  @IsBoolean(must('be 0 or 1'))
  EVENTS_SINK_S3_PATH_STYLE?: boolean;

  @Expose()
  @IsOptional()
  @Matches(KEY_PREFIX, must('be names separated by slashes, such as latchkey/events'))
  EVENTS_SINK_S3_PREFIX?: string;

  @Expose()
  @IsOptional()
  @IsIn(['AES256', 'aws:kms'], must('be AES256 or aws:kms'))
  EVENTS_SINK_S3_ENCRYPTION?: 'AES256' | 'aws:kms';

  @Expose()
  @ValidateIf((env: Environment) => env.EVENTS_SINK_S3_SECRET_ACCESS_KEY !== undefined)
  @IsDefined(must('be given with EVENTS_SINK_S3_SECRET_ACCESS_KEY'))
  EVENTS_SINK_S3_ACCESS_KEY_ID?: string;

  @Expose()
  @ValidateIf((env: Environment) => env.EVENTS_SINK_S3_ACCESS_KEY_ID !== undefined)
  @IsDefined(must('be given with EVENTS_SINK_S3_ACCESS_KEY_ID'))
  EVENTS_SINK_S3_SECRET_ACCESS_KEY?: string;

  @Expose()
  @IsPort()
  WORKER_PORT = 3001;

  /** `null` keeps events for ever. */
  @Expose()
  @IsOptional()
  @IsDays()
  EVENTS_RETENTION_DAYS: number | null = null;

  @Expose()
  @IsDays()
  OUTBOX_RETENTION_DAYS = 7;

  /** How long deactivated activations are kept. */
  @Expose()
  @IsDays()
  LICENSE_HISTORY_DAYS = 400;

  /** How long the entries of the audit log are kept. */
  @Expose()
  @IsDays()
  AUDIT_LOG_DAYS = 400;

  /** How many bytes the files of an organization may have together. */
  @Expose()
  @IntegerBetween(1, MAX_BYTES, `be a number of bytes from 1 to ${MAX_BYTES}`)
  FILE_BYTES_PER_ORGANIZATION = 10 * 1024 ** 3;

  /** How many organizations a user makes, together with the users whom they invited. */
  @Expose()
  @IntegerBetween(0, MAX_ORGANIZATIONS, `be a number from 0 to ${MAX_ORGANIZATIONS}`)
  ORGANIZATIONS_PER_USER = 10;

  @Expose()
  @IsOptional()
  @IsUrlWith(/^smtps?:$/, { host: true, example: 'smtp://user:password@host:587 or smtps://host:465' })
  SMTP_URL?: string;

  /** A mail server sends only from an address of its own. */
  @Expose()
  @ValidateIf(({ SMTP_URL, MAIL_FROM }: Environment) => SMTP_URL !== undefined || MAIL_FROM !== undefined)
  @IsDefined(must('be given with SMTP_URL'))
  @IsEmail({}, must('be an e-mail address such as licenses@example.com'))
  MAIL_FROM?: string;

  @Expose()
  @IsIn(LOG_LEVELS, must(`be ${LOG_LEVELS.slice(0, -1).join(', ')} or ${LOG_LEVELS.at(-1)}`))
  LOG_LEVEL: LogLevel = 'info';

  @Expose()
  @Convert(toSwitch)
  @IsBoolean(must('be 0 or 1'))
  LOG_REQUESTS = true;

  @Expose()
  @IsOptional()
  @IsPort()
  METRICS_PORT?: number;

  @Expose()
  @IsOptional()
  @IsPort()
  WORKER_METRICS_PORT?: number;

  @Expose()
  @Matches(/^[\w.:-]+$/, must('be a host name or an IP address'))
  METRICS_HOST = '127.0.0.1';

  @Expose()
  @IsOptional()
  @IsWebUrl()
  OTEL_EXPORTER_OTLP_ENDPOINT?: string;

  @Expose()
  @IsRatio()
  OTEL_TRACES_SAMPLER_ARG = 1;

  /** Proxies trusted to set X-Forwarded-For: addresses, networks and names of networks. */
  @Expose()
  @AreNetworks()
  TRUSTED_PROXIES: readonly string[] = [];

  /** Hosts that may get webhooks over http and at private addresses. */
  @Expose()
  @AreHosts()
  WEBHOOK_ALLOW: readonly AllowedHost[] = [];

  /** Hosts that may be providers of single sign-on over http and at private addresses. */
  @Expose()
  @AreHosts()
  SINGLE_SIGN_ON_ALLOW: readonly AllowedHost[] = [];

  /** The public keys with which GitHub signs reports of leaked license keys. */
  @Expose()
  @IsOptional()
  @IsFileText()
  SECRET_SCANNING_KEYS_FILE?: string;

  /** Where these public keys are read when the first report arrives. */
  @Expose()
  @IsOptional()
  @IsWithout('SECRET_SCANNING_KEYS_FILE')
  @IsWebUrl()
  SECRET_SCANNING_KEYS_URL?: string;

  /** Origins of pages and programs, besides the service's own, that may use `/mcp`. */
  @Expose()
  @AreOrigins()
  MCP_ORIGINS: readonly string[] = [];

  @Expose()
  @IsDays()
  WEBHOOK_BODY_RETENTION_DAYS = 90;

  @Expose()
  @IsDays()
  WEBHOOK_RETENTION_DAYS = 400;

  @Expose()
  @IntegerBetween(1, MAX_COUNT)
  SIGN_IN_PER_MINUTE = 6;

  @Expose()
  @IntegerBetween(1, MAX_COUNT)
  SIGN_IN_PER_HOUR = 12;

  @Expose()
  @IntegerBetween(1, MAX_COUNT, `be a number of seconds from 1 to ${MAX_COUNT}`)
  SIGN_IN_BLOCK_SECONDS = 900;

  @Expose()
  @IntegerBetween(1, MAX_COUNT)
  KEY_FAILURES_PER_MINUTE = 30;

  @Expose()
  @IntegerBetween(1, MAX_COUNT)
  KEY_FAILURES_PER_HOUR = 200;

  @Expose()
  @IntegerBetween(1, MAX_COUNT, `be a number of seconds from 1 to ${MAX_COUNT}`)
  KEY_FAILURES_BLOCK_SECONDS = 900;

  @Expose()
  @IntegerBetween(1, MAX_COUNT)
  OPENID_PER_MINUTE = 60;

  @Expose()
  @IntegerBetween(1, MAX_COUNT)
  OPENID_PER_HOUR = 1_000;

  @Expose()
  @IntegerBetween(1, MAX_COUNT, `be a number of seconds from 1 to ${MAX_COUNT}`)
  OPENID_BLOCK_SECONDS = 60;

  @Expose()
  @IntegerBetween(1, MAX_COUNT)
  OPENID_CLIENTS_PER_MINUTE = 1_200;

  @Expose()
  @IntegerBetween(1, MAX_COUNT)
  OPENID_CLIENTS_PER_HOUR = 40_000;

  @Expose()
  @IntegerBetween(1, MAX_COUNT, `be a number of seconds from 1 to ${MAX_COUNT}`)
  OPENID_CLIENTS_BLOCK_SECONDS = 60;

  @Expose()
  @IntegerBetween(1, MAX_COUNT)
  MAIL_PER_ADDRESS_PER_HOUR = 20;

  @Expose()
  @IntegerBetween(1, MAX_COUNT)
  MAIL_PER_ADDRESS_PER_DAY = 60;

  @Expose()
  @IntegerBetween(1, MAX_COUNT)
  MAIL_PER_CUSTOMER_PER_HOUR = 200;

  @Expose()
  @IntegerBetween(1, MAX_COUNT)
  MAIL_PER_CUSTOMER_PER_DAY = 1_000;

  @Expose()
  @IntegerBetween(1, MAX_COUNT)
  MAIL_PER_ORGANIZATION_PER_HOUR = 10_000;

  @Expose()
  @IntegerBetween(1, MAX_COUNT)
  MAIL_PER_ORGANIZATION_PER_DAY = 50_000;
}
