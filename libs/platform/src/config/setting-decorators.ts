import { Transform } from 'class-transformer';
import { Max, Min, ValidateBy, type ValidationOptions } from 'class-validator';
import { readFileSync } from 'node:fs';

/** `PORT must be a port number between 0 and 65535.` */
export const must = (rule: string): ValidationOptions => ({ message: `$property must ${rule}.` });

export const all =
  (...decorators: readonly PropertyDecorator[]): PropertyDecorator =>
  (target, key) => {
    for (const decorate of decorators) decorate(target, key);
  };

/** Converts the text of a setting. What cannot be converted is left for the validators to reject. */
export const Convert = (convert: (text: string) => unknown): PropertyDecorator =>
  Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? convert(value) : value));

/** Digits only: neither `0x10` nor `1e3`. */
const toInteger = (text: string): number => (/^\d+$/.test(text) ? Number(text) : Number.NaN);

export const IntegerBetween = (min: number, max: number, rule = `be a number from ${min} to ${max}`): PropertyDecorator =>
  all(Convert(toInteger), Min(min, must(rule)), Max(max, must(rule)));

export const IsPort = (): PropertyDecorator => IntegerBetween(0, 65_535, 'be a port number between 0 and 65535');

export const IsDays = (): PropertyDecorator => IntegerBetween(1, 36_500, 'be a number of days from 1 to 36500');

const toRatio = (text: string): number => (/^(0?\.\d+|[01](\.0+)?)$/.test(text) ? Number(text) : Number.NaN);

export const IsRatio = (): PropertyDecorator =>
  all(Convert(toRatio), Min(0, must('be a number from 0 to 1')), Max(1, must('be a number from 0 to 1')));

export const toList = (text: string): readonly string[] => text.split(',').map((part) => part.trim());

/** A text that `isValid` accepts. */
export const Accepted = (name: string, isValid: (value: unknown) => boolean, options: ValidationOptions): PropertyDecorator =>
  ValidateBy({ name, validator: { validate: isValid } }, options);

/** An http or https URL; slashes at its end are removed. */
export const IsWebUrl = (): PropertyDecorator =>
  all(
    Convert((text) => text.replace(/\/+$/, '')),
    Accepted(
      'isWebUrl',
      (value) => /^https?:\/\//i.test(String(value)) && URL.canParse(String(value)),
      must('be an http or https address'),
    ),
  );

/** A URL with one of these protocols. */
export function IsUrlWith(protocol: RegExp, { host = false, example }: { host?: boolean; example: string }): PropertyDecorator {
  const isValid = (value: unknown): boolean => {
    const url = URL.parse(String(value));
    return url !== null && protocol.test(url.protocol) && (!host || url.hostname !== '');
  };
  return Accepted('isUrlWith', isValid, must(`be an address such as ${example}`));
}

const DATABASE_URL = /^postgres(?:ql)?:$/;
const HOSTS = /^\w+:\/\/(?:[^/?#]*@)?(?<hosts>[^/?#@]*)(?:[/?#]|$)/;
const isSeveral = (text: string | null | undefined): boolean => /,|%2c/i.test(text ?? '');

/**
 * The URL of a database at one host. Those of libpq may have several, and `target_session_attrs`, which chooses among them: the driver
 * takes the hosts for one name, and does not know the choice. `accepted` are the choices that the service makes anyway.
 */
export function IsDatabaseUrl(server: string, accepted: readonly string[]): PropertyDecorator {
  const ruleBrokenBy = (text: string): string | undefined => {
    const query = new URLSearchParams(/\?[^#]*/.exec(text)?.[0]);
    if ([HOSTS.exec(text)?.groups?.['hosts'], query.get('host'), query.get('port')].some(isSeveral)) {
      return `name one host, which leads to ${server}: a proxy such as HAProxy, or an address that moves. Several hosts are not tried in turn`;
    }
    if (!query.getAll('target_session_attrs').every((choice) => accepted.includes(choice))) {
      return `have no target_session_attrs, or one of ${accepted.join(', ')}: it has to lead to ${server}`;
    }
    const isUrl = DATABASE_URL.test(URL.parse(text)?.protocol ?? '');
    return isUrl ? undefined : 'be an address such as postgres://user:password@host:5432/database';
  };
  return Accepted('isDatabaseUrl', (value) => ruleBrokenBy(String(value)) === undefined, {
    message: ({ property, value }) => `${property} must ${ruleBrokenBy(String(value))}.`,
  });
}

const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;
const SECRET_KEY_BYTES = 32;

/** Base64, separated by commas; becomes buffers. */
export const AreSecretKeys = (): PropertyDecorator =>
  all(
    Convert((text) => toList(text).map((part) => Buffer.from(BASE64.test(part) ? part : '', 'base64'))),
    Accepted('isSecretKey', (key) => Buffer.isBuffer(key) && key.length >= SECRET_KEY_BYTES, {
      each: true,
      ...must(`be base64 of at least ${SECRET_KEY_BYTES} bytes, several of them separated by commas`),
    }),
  );

/** The setting is the path of a file that is not empty; becomes its text. */
export const IsFileText = (): PropertyDecorator =>
  all(
    Convert((path) => {
      try {
        return readFileSync(path, 'utf8');
      } catch {
        return '';
      }
    }),
    Accepted('isFileText', (value) => value !== '', must('be the path of a file that can be read')),
  );

/** Refuses a setting that is given beside one of these. */
export const IsWithout = (...others: readonly string[]): PropertyDecorator =>
  ValidateBy(
    {
      name: 'isWithout',
      validator: {
        validate: (value, { object } = {} as never) =>
          value === undefined || others.every((other) => (object as Record<string, unknown>)[other] === undefined),
      },
    },
    must(`not be given beside ${others.join(' or ')}`),
  );
