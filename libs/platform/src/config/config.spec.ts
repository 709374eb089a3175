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
    redisUrl: undefined,
    smtpUrl: undefined,
    mailFrom: 'latchkey@localhost',
    trustedProxies: [],
    webhookAllow: [],
    singleSignOnAllow: [],
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
    redisUrl: env.REDIS_URL,
    smtpUrl: env.SMTP_URL,
    mailFrom: 'licenses@example.com',
    trustedProxies: ['10.0.0.0/8', '192.0.2.7', '2001:db8::/32', 'loopback'],
    webhookAllow: [
      { host: 'localhost', port: '4000' },
      { host: '[::1]', port: '' },
    ],
    singleSignOnAllow: [{ host: 'login.internal', port: '' }],
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

test('SMTP_URL requires MAIL_FROM', () => {
  expect(sentencesOf({ SMTP_URL: 'smtp://mail.example.com' })).toEqual(['MAIL_FROM must be given with SMTP_URL.']);
});

test('all errors are reported together, without the values', () => {
  const env = { PORT: 'x', SECRET_KEY: 'hush', DATABASE_URL: 'mysql://root:hush@db', ENVIRONMENT: 'moon' };
  expect(sentencesOf(env)).toHaveLength(4);
  expect(sentencesOf(env).join()).not.toContain('hush');
});
