import { readFileSync } from 'node:fs';
import { Config, InvalidConfiguration } from './config.ts';

const KEY = Buffer.alloc(32, 1);
const OTHER = Buffer.alloc(48, 2);

const sentencesOf = (env: Record<string, string>): readonly string[] => {
  try {
    Config.from(env);
  } catch (error) {
    if (error instanceof InvalidConfiguration) return error.sentences;
    throw error;
  }
  return [];
};

test('without settings every value has its default', () => {
  expect(Config.from({})).toEqual({
    port: 3000,
    host: '127.0.0.1',
    baseUrl: 'http://127.0.0.1:3000',
    portalUrl: 'http://127.0.0.1:3000',
    databaseUrl: undefined,
    databaseConnections: 10,
    apiProcesses: 1,
    secretKeys: [],
    dataFolder: '.latchkey',
    demo: 'local',
    apiDocs: true,
    sandbox: false,
    eventsRetentionDays: null,
    outboxRetentionDays: 7,
    licenseHistoryDays: 400,
    auditLogDays: 400,
    fileBytesPerOrganization: 10_737_418_240,
    organizationsPerUser: 10,
    workerPort: 3001,
    log: { level: 'info', requests: true },
    metrics: { host: '127.0.0.1', apiPort: undefined, workerPort: undefined },
    traces: { endpoint: undefined, ratio: 1 },
    redis: undefined,
    mediaBucket: undefined,
    eventSink: undefined,
    smtpUrl: undefined,
    mailFrom: 'latchkey@localhost',
    trustedProxies: [],
    webhookAllow: [],
    singleSignOnAllow: [],
    mcpOrigins: [],
    webhookRetentionDays: { bodies: 90, events: 400 },
    quotas: {
      signIn: { perMinute: 6, perHour: 12, blockSeconds: 900 },
      keyFailures: { perMinute: 30, perHour: 200, blockSeconds: 900 },
      openid: { perMinute: 60, perHour: 1_000, blockSeconds: 60 },
      openidClients: { perMinute: 1_200, perHour: 40_000, blockSeconds: 60 },
    },
    mailQuotas: {
      address: { perHour: 20, perDay: 60 },
      customer: { perHour: 200, perDay: 1_000 },
      organization: { perHour: 10_000, perDay: 50_000 },
    },
  });
});

test('every setting is read', () => {
  const env = {
    PORT: '8080',
    HOST: '0.0.0.0',
    BASE_URL: 'https://api.example.com/',
    PORTAL_URL: 'https://portal.example.com/customers/',
    DATABASE_URL: 'postgres://user:password@db:5432/latchkey?sslmode=require',
    DATABASE_REPLICA_URL: 'postgres://reader@standby/latchkey',
    DATABASE_POOLER_URL: 'postgres://user:password@db:5433/latchkey',
    DATABASE_CONNECTIONS: '25',
    API_PROCESSES: '4',
    WEBHOOK_ALLOW: 'localhost:4000,[::1]',
    SINGLE_SIGN_ON_ALLOW: 'login.internal',
    MCP_ORIGINS: 'https://chat.example.com, app://desktop',
    WEBHOOK_BODY_RETENTION_DAYS: '30',
    WEBHOOK_RETENTION_DAYS: '60',
    SECRET_KEY: `${KEY.toString('base64')}, ${OTHER.toString('base64')}`,
    LATCHKEY_DATA: '/var/lib/latchkey',
    LATCHKEY_DEMO: '0',
    API_DOCS: '0',
    ENVIRONMENT: 'sandbox',
    WORKER_PORT: '9090',
    LOG_LEVEL: 'debug',
    LOG_REQUESTS: '0',
    METRICS_PORT: '9464',
    WORKER_METRICS_PORT: '9465',
    METRICS_HOST: '0.0.0.0',
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318/',
    OTEL_TRACES_SAMPLER_ARG: '0.01',
    REDIS_URL: 'rediss://default:secret@cache:6380/2',
    MEDIA_S3_BUCKET: 'files',
    MEDIA_S3_ENDPOINT: 'http://minio:9000/',
    MEDIA_S3_REGION: 'eu-central-1',
    MEDIA_S3_PATH_STYLE: '1',
    MEDIA_S3_PREFIX: 'latchkey/media/',
    MEDIA_S3_ENCRYPTION: 'aws:kms',
    MEDIA_S3_ACCESS_KEY_ID: 'id',
    MEDIA_S3_SECRET_ACCESS_KEY: 'secret',
    MEDIA_S3_DOWNLOADS: 'proxy',
    EVENTS_SINK_S3_BUCKET: 'usage',
    EVENTS_SINK_S3_ENDPOINT: 'http://minio:9000/',
    EVENTS_SINK_S3_REGION: 'eu-central-1',
    EVENTS_SINK_S3_PATH_STYLE: '1',
    EVENTS_SINK_S3_PREFIX: 'latchkey/events',
    EVENTS_SINK_S3_ENCRYPTION: 'AES256',
    EVENTS_SINK_S3_ACCESS_KEY_ID: 'other',
    EVENTS_SINK_S3_SECRET_ACCESS_KEY: 'hush',
    SMTP_URL: 'smtps://user:secret@mail.example.com:465',
    MAIL_FROM: 'licenses@example.com',
    EVENTS_RETENTION_DAYS: '400',
    OUTBOX_RETENTION_DAYS: '30',
    LICENSE_HISTORY_DAYS: '90',
    AUDIT_LOG_DAYS: '91',
    FILE_BYTES_PER_ORGANIZATION: '5000',
    ORGANIZATIONS_PER_USER: '0',
    TRUSTED_PROXIES: '10.0.0.0/8, 192.0.2.7,2001:db8::/32, loopback',
    SIGN_IN_PER_MINUTE: '60',
    SIGN_IN_PER_HOUR: '1000000',
    SIGN_IN_BLOCK_SECONDS: '1',
    KEY_FAILURES_PER_MINUTE: '2',
    KEY_FAILURES_PER_HOUR: '3',
    KEY_FAILURES_BLOCK_SECONDS: '4',
    OPENID_PER_MINUTE: '12',
    OPENID_PER_HOUR: '13',
    OPENID_BLOCK_SECONDS: '14',
    OPENID_CLIENTS_PER_MINUTE: '15',
    OPENID_CLIENTS_PER_HOUR: '16',
    OPENID_CLIENTS_BLOCK_SECONDS: '17',
    MAIL_PER_ADDRESS_PER_HOUR: '5',
    MAIL_PER_ADDRESS_PER_DAY: '6',
    MAIL_PER_CUSTOMER_PER_HOUR: '7',
    MAIL_PER_CUSTOMER_PER_DAY: '8',
    MAIL_PER_ORGANIZATION_PER_HOUR: '9',
    MAIL_PER_ORGANIZATION_PER_DAY: '10',
    UNKNOWN: 'is ignored',
  };
  expect(Config.from(env)).toEqual({
    port: 8080,
    host: '0.0.0.0',
    baseUrl: 'https://api.example.com',
    portalUrl: 'https://portal.example.com/customers',
    databaseUrl: env.DATABASE_URL,
    databaseReplicaUrl: env.DATABASE_REPLICA_URL,
    databasePoolerUrl: env.DATABASE_POOLER_URL,
    databaseConnections: 25,
    apiProcesses: 4,
    secretKeys: [KEY, OTHER],
    dataFolder: '/var/lib/latchkey',
    demo: 'none',
    apiDocs: false,
    sandbox: true,
    eventsRetentionDays: 400,
    outboxRetentionDays: 30,
    licenseHistoryDays: 90,
    auditLogDays: 91,
    fileBytesPerOrganization: 5000,
    organizationsPerUser: 0,
    workerPort: 9090,
    log: { level: 'debug', requests: false },
    metrics: { host: '0.0.0.0', apiPort: 9464, workerPort: 9465 },
    traces: { endpoint: 'http://collector:4318', ratio: 0.01 },
    redis: { url: env.REDIS_URL, certificates: undefined },
    mediaBucket: {
      bucket: 'files',
      endpoint: 'http://minio:9000',
      region: 'eu-central-1',
      hasPathStyle: true,
      prefix: 'latchkey/media/',
      encryption: 'aws:kms',
      credentials: { accessKeyId: 'id', secretAccessKey: 'secret' },
      redirects: false,
      setting: 'MEDIA_S3_BUCKET',
    },
    eventSink: {
      s3: {
        bucket: 'usage',
        endpoint: 'http://minio:9000',
        region: 'eu-central-1',
        hasPathStyle: true,
        prefix: 'latchkey/events/',
        encryption: 'AES256',
        credentials: { accessKeyId: 'other', secretAccessKey: 'hush' },
        setting: 'EVENTS_SINK_S3_BUCKET',
      },
    },
    smtpUrl: env.SMTP_URL,
    mailFrom: 'licenses@example.com',
    trustedProxies: ['10.0.0.0/8', '192.0.2.7', '2001:db8::/32', 'loopback'],
    webhookAllow: [
      { host: 'localhost', port: '4000' },
      { host: '[::1]', port: '' },
    ],
    singleSignOnAllow: [{ host: 'login.internal', port: '' }],
    mcpOrigins: ['https://chat.example.com', 'app://desktop'],
    webhookRetentionDays: { bodies: 30, events: 60 },
    quotas: {
      signIn: { perMinute: 60, perHour: 1_000_000, blockSeconds: 1 },
      keyFailures: { perMinute: 2, perHour: 3, blockSeconds: 4 },
      openid: { perMinute: 12, perHour: 13, blockSeconds: 14 },
      openidClients: { perMinute: 15, perHour: 16, blockSeconds: 17 },
    },
    mailQuotas: {
      address: { perHour: 5, perDay: 6 },
      customer: { perHour: 7, perDay: 8 },
      organization: { perHour: 9, perDay: 10 },
    },
  });
});

test('demo data are for this machine only, unless they are asked for', () => {
  expect(Config.from({ LATCHKEY_DEMO: '1' }).demo).toBe('public');
});

test('an empty setting is not set, and surrounding spaces are ignored', () => {
  expect(Config.from({ PORT: '', HOST: '  ', BASE_URL: '', SECRET_KEY: ' ', LATCHKEY_DEMO: '' })).toEqual(Config.from({}));
  expect(Config.from({ PORT: ' 8080 ', ENVIRONMENT: ' production ' })).toMatchObject({ port: 8080, sandbox: false });
});

test.each([
  ['127.0.0.1', 'http://127.0.0.1:3000'],
  ['0.0.0.0', 'http://127.0.0.1:3000'],
  ['::', 'http://127.0.0.1:3000'],
  ['::1', 'http://[::1]:3000'],
  ['latchkey.internal', 'http://latchkey.internal:3000'],
])('listening on %s, the service is found at %s unless said otherwise', (HOST, address) => {
  expect(Config.from({ HOST })).toMatchObject({ baseUrl: address, portalUrl: address });
});

test('the portal URL is the base URL by default', () => {
  expect(Config.from({ BASE_URL: 'https://api.example.com' }).portalUrl).toBe('https://api.example.com');
});

describe.each([
  ['PORT', ['x', '-1', '65536', '1.5', '0x10', '123456', '80 80'], 'PORT must be a port number between 0 and 65535.'],
  ['HOST', ['not a host', 'http://localhost', 'a/b', 'a,b'], 'HOST must be a host name or an IP address.'],
  [
    'BASE_URL',
    ['example.com', 'ftp://example.com', 'http://', 'http:example.com', 'https://a b'],
    'BASE_URL must be an http or https address.',
  ],
  ['PORTAL_URL', ['/portal', 'javascript:alert(1)'], 'PORTAL_URL must be an http or https address.'],
  [
    'DATABASE_URL',
    ['mysql://db/latchkey', 'latchkey', 'db:5432', 'postgres//db'],
    'DATABASE_URL must be an address such as postgres://user:password@host:5432/database.',
  ],
  [
    'SECRET_KEY',
    [
      'secret',
      Buffer.alloc(31).toString('base64'),
      `${KEY.toString('base64')},`,
      `${KEY.toString('base64')},short`,
      '!'.repeat(60),
    ],
    'SECRET_KEY must be base64 of at least 32 bytes, several of them separated by commas.',
  ],
  [
    'OUTBOX_RETENTION_DAYS',
    ['0', '-1', '1.5', 'week', '36501'],
    'OUTBOX_RETENTION_DAYS must be a number of days from 1 to 36500.',
  ],
  [
    'TRUSTED_PROXIES',
    ['proxy.example.com', '10.0.0.0/33', '10.0.0.0/0', '10.0.0.0/8,', '::1/129', '1', 'true', '*', '10.0.0.0/8/8'],
    'TRUSTED_PROXIES must be IP addresses or networks such as 10.0.0.0/8, separated by commas.',
  ],
  [
    'MCP_ORIGINS',
    ['chat.example.com', 'https://chat.example.com/', 'https://Chat.example.com', 'https://*.example.com', 'null', '*', 'app://'],
    'MCP_ORIGINS must be origins such as https://chat.example.com, without a path, separated by commas.',
  ],
  ['SIGN_IN_PER_MINUTE', ['0', '-1', '1.5', 'many', '1000001'], 'SIGN_IN_PER_MINUTE must be a number from 1 to 1000000.'],
  ['API_PROCESSES', ['0', '-1', '1.5', 'all', '65'], 'API_PROCESSES must be a number from 1 to 64.'],
  [
    'DATABASE_CONNECTIONS',
    ['0', '1', '-2', '2.5', 'many', '501', '0x10'],
    'DATABASE_CONNECTIONS must be a number from 2 to 500.',
  ],
  ['LATCHKEY_DEMO', ['yes', 'true', '2'], 'LATCHKEY_DEMO must be 0 or 1.'],
  ['API_DOCS', ['yes', 'true', '2'], 'API_DOCS must be 0 or 1.'],
  ['ENVIRONMENT', ['Sandbox', 'staging', '1'], 'ENVIRONMENT must be production or sandbox.'],
  [
    'MAIL_FROM',
    ['latchkey', 'a@b@c', 'Latchkey <latchkey@example.com>', 'a@example.com,b@example.com'],
    'MAIL_FROM must be an e-mail address such as licenses@example.com.',
  ],
])('%s', (name, values, sentence) => {
  test.each(values)('rejects %j with one sentence', (value) => {
    expect(sentencesOf({ [name]: value })).toEqual([sentence]);
  });
});

test.each(['mail.example.com', 'http://mail.example.com', 'smtp://', 'smtp:mail'])('SMTP_URL rejects %j', (SMTP_URL) => {
  expect(sentencesOf({ SMTP_URL, MAIL_FROM: 'licenses@example.com' })).toEqual([
    'SMTP_URL must be an address such as smtp://user:password@host:587 or smtps://host:465.',
  ]);
});

test.each(['DATABASE_REPLICA_URL', 'DATABASE_POOLER_URL'])('%s requires DATABASE_URL', (name) => {
  const sentence = 'DATABASE_URL must be given with DATABASE_REPLICA_URL and DATABASE_POOLER_URL.';
  expect(sentencesOf({ [name]: 'postgres://db/latchkey' })).toEqual([sentence]);
});

describe.each([
  ['DATABASE_URL', 'the primary', ['any', 'read-write', 'primary']],
  ['DATABASE_POOLER_URL', 'the primary', ['any', 'read-write', 'primary']],
  ['DATABASE_REPLICA_URL', 'a standby', ['any', 'read-only', 'standby', 'prefer-standby']],
])('%s', (name, server, accepted) => {
  const given = (url: string) => ({ DATABASE_URL: 'postgres://db/latchkey', [name]: url });
  const proxy = 'a proxy such as HAProxy, or an address that moves';

  test.each([
    'postgres://one,two/latchkey',
    'postgres://user:pass,word@one:5432,two:5432/latchkey?target_session_attrs=read-write',
    'postgresql://one%2Ctwo/latchkey',
    'postgres:///latchkey?host=one,two',
    'postgres://user@/latchkey?host=one%2Ctwo&port=5432%2C5433',
    'postgres://one:5432,two:5432?sslmode=require',
  ])('rejects the hosts of %j', (url) => {
    const rule = `name one host, which leads to ${server}: ${proxy}. Several hosts are not tried in turn`;
    expect(sentencesOf(given(url))).toEqual([`${name} must ${rule}.`]);
  });

  test('accepts only a choice among servers that is made anyway', () => {
    for (const choice of accepted) {
      expect(Config.from(given(`postgres://db/latchkey?target_session_attrs=${choice}`))).toBeInstanceOf(Config);
    }
    const refused = server === 'a standby' ? 'read-write' : 'prefer-standby';
    expect(sentencesOf(given(`postgres://db/latchkey?target_session_attrs=${refused}`))).toEqual([
      `${name} must have no target_session_attrs, or one of ${accepted.join(', ')}: it has to lead to ${server}.`,
    ]);
  });

  test.each([
    'postgres://user:pass,word@db/latchkey?options=-c%20search_path=a,b',
    'postgres://user@%2Frun%2Fpostgresql/latchkey',
  ])('accepts %j', (url) => {
    expect(Config.from(given(url))).toBeInstanceOf(Config);
  });
});

test('SMTP_URL requires MAIL_FROM', () => {
  expect(sentencesOf({ SMTP_URL: 'smtp://mail.example.com' })).toEqual(['MAIL_FROM must be given with SMTP_URL.']);
});

describe('Redis', () => {
  const CA = import.meta.filename;
  const certificates = readFileSync(CA, 'utf8');

  test('is one server, the primary that Sentinels name, or a cluster', () => {
    const url = 'rediss://latchkey:secret@cache';
    expect(Config.from({ REDIS_URL: url, REDIS_CA_FILE: CA }).redis).toEqual({ url, certificates });
    expect(Config.from({ REDIS_SENTINELS: 'one, [::1]:7000', REDIS_SENTINEL_NAME: 'queue' }).redis).toEqual({
      sentinels: [
        { host: 'one', port: 26_379 },
        { host: '::1', port: 7_000 },
      ],
      primary: 'queue',
      isEncrypted: false,
    });
    const login = { REDIS_USERNAME: 'latchkey', REDIS_PASSWORD: 'secret', REDIS_TLS: '1', REDIS_CA_FILE: CA };
    expect(Config.from({ REDIS_CLUSTER: '10.0.0.1:7000,two', ...login }).redis).toEqual({
      cluster: [
        { host: '10.0.0.1', port: 7_000 },
        { host: 'two', port: 6_379 },
      ],
      username: 'latchkey',
      password: 'secret',
      isEncrypted: true,
      certificates,
    });
  });

  const [url, sentinels, cluster] = [
    { REDIS_URL: 'redis://one' },
    { REDIS_SENTINELS: 'one', REDIS_SENTINEL_NAME: 'queue' },
    { REDIS_CLUSTER: 'one' },
  ];
  test.each([
    [{ ...url, ...sentinels }, 'REDIS_URL must not be given beside REDIS_SENTINELS or REDIS_CLUSTER.'],
    [{ ...url, ...cluster }, 'REDIS_URL must not be given beside REDIS_SENTINELS or REDIS_CLUSTER.'],
    [{ ...sentinels, ...cluster }, 'REDIS_SENTINELS must not be given beside REDIS_CLUSTER.'],
    [{ REDIS_SENTINELS: 'one' }, 'REDIS_SENTINEL_NAME must be given with REDIS_SENTINELS.'],
    [{ REDIS_SENTINEL_NAME: 'queue' }, 'REDIS_SENTINELS must be given with REDIS_SENTINEL_NAME.'],
    [{ REDIS_CLUSTER: 'redis://one' }, 'REDIS_CLUSTER must be hosts with their ports such as redis-1:6379,redis-2:6379.'],
    [{ REDIS_CLUSTER: 'one,' }, 'REDIS_CLUSTER must be hosts with their ports such as redis-1:6379,redis-2:6379.'],
    [{ REDIS_CLUSTER: 'one:65536' }, 'REDIS_CLUSTER must be hosts with their ports such as redis-1:6379,redis-2:6379.'],
    [{ ...url, REDIS_PASSWORD: 'hush' }, 'REDIS_PASSWORD must not be given beside REDIS_URL.'],
    [{ ...url, REDIS_USERNAME: 'ada' }, 'REDIS_USERNAME must not be given beside REDIS_URL.'],
    [{ ...cluster, REDIS_TLS: 'yes' }, 'REDIS_TLS must be 0 or 1.'],
    [{ ...cluster, REDIS_CA_FILE: '/nowhere/ca.pem' }, 'REDIS_CA_FILE must be the path of a file that can be read.'],
  ])('%j is refused with one sentence', (env, sentence) => {
    expect(sentencesOf(env)).toEqual([sentence]);
  });
});

test('all errors are reported together, without the values', () => {
  const env = { PORT: 'x', SECRET_KEY: 'hush', DATABASE_URL: 'mysql://root:hush@db', ENVIRONMENT: 'moon' };
  expect(sentencesOf(env)).toHaveLength(4);
  expect(sentencesOf(env).join()).not.toContain('hush');
});

describe('the bucket for files', () => {
  const bucket = { MEDIA_S3_BUCKET: 'files', MEDIA_S3_REGION: 'eu-central-1' };

  test('is one of AWS with the credentials of its SDK, to which downloads lead, unless said otherwise', () => {
    expect(Config.from(bucket).mediaBucket).toEqual({
      bucket: 'files',
      region: 'eu-central-1',
      hasPathStyle: false,
      prefix: '',
      redirects: true,
      setting: 'MEDIA_S3_BUCKET',
    });
    expect(Config.from({ MEDIA_S3_BUCKET: 'files', MEDIA_S3_ENDPOINT: 'http://minio:9000' }).mediaBucket).toMatchObject({
      endpoint: 'http://minio:9000',
      region: 'us-east-1',
    });
  });

  const WITHOUT_BUCKET = 'MEDIA_S3_BUCKET must be given with the other settings MEDIA_S3_.';
  test.each([
    [{ MEDIA_S3_REGION: 'eu-central-1' }, WITHOUT_BUCKET],
    [{ MEDIA_S3_PATH_STYLE: '0' }, WITHOUT_BUCKET],
    [{ MEDIA_S3_DOWNLOADS: 'proxy' }, WITHOUT_BUCKET],
    [{ MEDIA_S3_BUCKET: 'files' }, 'MEDIA_S3_REGION must be given with MEDIA_S3_BUCKET, or MEDIA_S3_ENDPOINT instead.'],
    [{ ...bucket, MEDIA_S3_BUCKET: 's3://files' }, 'MEDIA_S3_BUCKET must be the name of a bucket.'],
    [{ ...bucket, MEDIA_S3_ENDPOINT: 'minio:9000' }, 'MEDIA_S3_ENDPOINT must be an http or https address.'],
    [{ ...bucket, MEDIA_S3_PREFIX: '/files' }, 'MEDIA_S3_PREFIX must be names separated by slashes, such as latchkey/files.'],
    [{ ...bucket, MEDIA_S3_ENCRYPTION: 'yes' }, 'MEDIA_S3_ENCRYPTION must be AES256 or aws:kms.'],
    [{ ...bucket, MEDIA_S3_DOWNLOADS: '1' }, 'MEDIA_S3_DOWNLOADS must be redirect or proxy.'],
    [{ ...bucket, MEDIA_S3_ACCESS_KEY_ID: 'id' }, 'MEDIA_S3_SECRET_ACCESS_KEY must be given with MEDIA_S3_ACCESS_KEY_ID.'],
    [{ ...bucket, MEDIA_S3_SECRET_ACCESS_KEY: 'hush' }, 'MEDIA_S3_ACCESS_KEY_ID must be given with MEDIA_S3_SECRET_ACCESS_KEY.'],
  ])('%j is refused with one sentence', (env, sentence) => {
    expect(sentencesOf(env)).toEqual([sentence]);
  });
});

describe('the sink of usage events', () => {
  const url = 'https://latchkey:hush@clickhouse:8443/usage';
  const s3 = { EVENTS_SINK_S3_BUCKET: 'usage', EVENTS_SINK_S3_REGION: 'eu-central-1' };

  test('is a table of ClickHouse or a bucket', () => {
    expect(Config.from({ EVENTS_SINK_CLICKHOUSE_URL: url }).eventSink).toEqual({ clickHouse: { url, table: 'usage_events' } });
    const table = { EVENTS_SINK_CLICKHOUSE_TABLE: 'events' };
    expect(Config.from({ EVENTS_SINK_CLICKHOUSE_URL: url, ...table }).eventSink).toEqual({
      clickHouse: { url, table: 'events' },
    });
    expect(Config.from(s3).eventSink).toMatchObject({ s3: { bucket: 'usage', prefix: '' } });
  });

  test.each([
    [{ ...s3, EVENTS_SINK_CLICKHOUSE_URL: url }, 'EVENTS_SINK_CLICKHOUSE_URL must not be given beside EVENTS_SINK_S3_BUCKET.'],
    [
      { EVENTS_SINK_CLICKHOUSE_URL: 'clickhouse:8123' },
      'EVENTS_SINK_CLICKHOUSE_URL must be an address such as https://user:password@host:8443/database.',
    ],
    [{ EVENTS_SINK_CLICKHOUSE_TABLE: 'a; drop table b' }, 'EVENTS_SINK_CLICKHOUSE_TABLE must be the name of a table.'],
    [{ EVENTS_SINK_S3_PREFIX: 'usage' }, 'EVENTS_SINK_S3_BUCKET must be given with the other settings EVENTS_SINK_S3_.'],
    [
      { EVENTS_SINK_S3_BUCKET: 'usage' },
      'EVENTS_SINK_S3_REGION must be given with EVENTS_SINK_S3_BUCKET, or EVENTS_SINK_S3_ENDPOINT instead.',
    ],
  ])('%j is refused with one sentence', (env, sentence) => {
    expect(sentencesOf(env)).toEqual([sentence]);
  });
});
