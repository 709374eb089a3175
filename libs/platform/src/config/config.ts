import { isIP, isIPv6 } from 'node:net';
import { join } from 'node:path';
import validator from 'validator';

/** How often a client may do something, and how long one that does it more often is kept out. */
export interface Quota {
  readonly perMinute: number;
  readonly perHour: number;
  readonly blockSeconds: number;
}

export type QuotaName = keyof Config['quotas'];

/** Everything that can be set from outside, read and checked once at start. See the table in README.md. */
export class Config {
  private constructor(
    readonly port: number,
    readonly host: string,
    readonly baseUrl: string,
    readonly portalUrl: string,
    readonly databaseUrl: string | undefined,
    /** The most that one process has, beside those of the queue. */
    readonly databaseConnections: number,
    readonly secretKeys: readonly Buffer[],
    readonly dataFolder: string,
    readonly demo: boolean,
    readonly sandbox: boolean,
    readonly redisUrl: string | undefined,
    readonly workerPort: number,
    /** Null keeps events for ever. */
    readonly eventsRetentionDays: number | null,
    readonly outboxRetentionDays: number,
    readonly smtpUrl: string | undefined,
    readonly mailFrom: string,
    /** Whose word counts for whom they ask: addresses, networks, and names of networks. */
    readonly trustedProxies: readonly string[],
    readonly quotas: { readonly signIn: Quota },
  ) {}

  /** What sellers upload; all processes share it. */
  get mediaFolder(): string {
    return join(this.dataFolder, 'media');
  }

  /** What is mailed where there is no mail server; undefined where there is one. */
  get mailFolder(): string | undefined {
    return this.smtpUrl === undefined ? join(this.dataFolder, 'mail') : undefined;
  }

  /** Throws `InvalidConfiguration` with a sentence for every wrong value. */
  static from(env: Readonly<Record<string, string | undefined>>): Config {
    const wrong: string[] = [];
    const value = (name: string): string | undefined => env[name]?.trim() || undefined;
    const check = <T>(name: string, read: (text: string) => T | undefined, fallback: T, rule: string): T => {
      const text = value(name);
      if (text === undefined) return fallback;
      const result = read(text);
      if (result === undefined) wrong.push(`${name} must be ${rule}.`);
      return result ?? fallback;
    };

    const port = check('PORT', readPort, 3000, 'a port number between 0 and 65535');
    const host = check('HOST', readHost, '127.0.0.1', 'a host name or an IP address');
    const baseUrl = check('BASE_URL', readWebAddress, `http://${reachable(host)}:${port}`, 'an http or https address');
    const config = new Config(
      port,
      host,
      baseUrl,
      check('PORTAL_URL', readWebAddress, baseUrl, 'an http or https address'),
      check('DATABASE_URL', readDatabaseAddress, undefined, 'an address such as postgres://user:password@host:5432/database'),
      check('DATABASE_CONNECTIONS', readConnections, 10, 'a number from 2 to 500'),
      check('SECRET_KEY', readSecretKeys, [], 'base64 of at least 32 bytes, several of them separated by commas'),
      value('LATCHKEY_DATA') ?? '.latchkey',
      check('LATCHKEY_DEMO', readSwitch, true, '0 or 1'),
      check('ENVIRONMENT', readEnvironment, 'production', 'production or sandbox') === 'sandbox',
      check('REDIS_URL', readRedisAddress, undefined, 'an address such as redis://host:6379'),
      check('WORKER_PORT', readPort, 3001, 'a port number between 0 and 65535'),
      check('EVENTS_RETENTION_DAYS', readDays, null, 'a number of days from 1 to 36500'),
      check('OUTBOX_RETENTION_DAYS', readDays, 7, 'a number of days from 1 to 36500'),
      check('SMTP_URL', readSmtpAddress, undefined, 'an address such as smtp://user:password@host:587 or smtps://host:465'),
      check('MAIL_FROM', readMailAddress, 'latchkey@localhost', 'an e-mail address such as licenses@example.com'),
      check('TRUSTED_PROXIES', readNetworks, [], 'IP addresses or networks such as 10.0.0.0/8, separated by commas'),
      {
        signIn: {
          perMinute: check('SIGN_IN_PER_MINUTE', readCount, 6, 'a number from 1 to 1000000'),
          perHour: check('SIGN_IN_PER_HOUR', readCount, 12, 'a number from 1 to 1000000'),
          blockSeconds: check('SIGN_IN_BLOCK_SECONDS', readCount, 900, 'a number of seconds from 1 to 1000000'),
        },
      },
    );
    if (value('SMTP_URL') && !value('MAIL_FROM')) wrong.push('MAIL_FROM must be given with SMTP_URL.');
    if (wrong.length > 0) throw new InvalidConfiguration(wrong);
    return config;
  }
}

export class InvalidConfiguration extends Error {
  constructor(readonly sentences: readonly string[]) {
    super(sentences.join('\n'));
  }
}

const SECRET_KEY_BYTES = 32;
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

const readPort = (text: string): number | undefined =>
  /^\d{1,5}$/.test(text) && Number(text) <= 65_535 ? Number(text) : undefined;

const readHost = (text: string): string | undefined => (/^[\w.:-]+$/.test(text) ? text : undefined);

/** How a client on this machine writes the address that the service listens on. */
const reachable = (host: string): string =>
  host === '0.0.0.0' || host === '::' ? '127.0.0.1' : isIPv6(host) ? `[${host}]` : host;

const readWebAddress = (text: string): string | undefined =>
  /^https?:\/\//i.test(text) && URL.canParse(text) ? text.replace(/\/+$/, '') : undefined;

const readDatabaseAddress = (text: string): string | undefined =>
  /^postgres(ql)?:$/.test(URL.parse(text)?.protocol ?? '') ? text : undefined;

const readConnections = (text: string): number | undefined =>
  /^[1-9]\d{0,2}$/.test(text) && Number(text) >= 2 && Number(text) <= 500 ? Number(text) : undefined;

function readSecretKeys(text: string): Buffer[] | undefined {
  const parts = text.split(',').map((part) => part.trim());
  const keys = parts.map((part) => Buffer.from(part, 'base64'));
  return parts.every((part) => BASE64.test(part)) && keys.every((key) => key.length >= SECRET_KEY_BYTES) ? keys : undefined;
}

const readDays = (text: string): number | undefined =>
  /^[1-9]\d{0,4}$/.test(text) && Number(text) <= 36_500 ? Number(text) : undefined;

const readCount = (text: string): number | undefined =>
  /^[1-9]\d{0,6}$/.test(text) && Number(text) <= 1_000_000 ? Number(text) : undefined;

const NAMED_NETWORKS = new Set(['loopback', 'linklocal', 'uniquelocal']);

function readNetworks(text: string): string[] | undefined {
  const networks = text.split(',').map((part) => part.trim());
  return networks.every((network) => NAMED_NETWORKS.has(network) || isNetwork(network)) ? networks : undefined;
}

function isNetwork(text: string): boolean {
  const [, address, bits] = /^([^/]+)(?:\/([1-9]\d{0,2}))?$/.exec(text) ?? [];
  const version = isIP(address ?? '');
  return version !== 0 && Number(bits ?? 0) <= (version === 4 ? 32 : 128);
}

const readSwitch = (text: string): boolean | undefined => (text === '0' ? false : text === '1' ? true : undefined);

const readEnvironment = (text: string): 'production' | 'sandbox' | undefined =>
  text === 'production' || text === 'sandbox' ? text : undefined;

const readRedisAddress = (text: string): string | undefined =>
  /^rediss?:$/.test(URL.parse(text)?.protocol ?? '') ? text : undefined;

function readSmtpAddress(text: string): string | undefined {
  const address = URL.parse(text);
  return address && /^smtps?:$/.test(address.protocol) && address.hostname ? text : undefined;
}

const readMailAddress = (text: string): string | undefined => (validator.isEmail(text) ? text : undefined);
