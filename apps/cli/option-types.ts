import { Transform } from 'class-transformer';
import { ArrayNotEmpty, IsDate, IsIn, ValidateBy, type ValidationArguments } from 'class-validator';
import { SCOPES } from '#platform/auth';
import { isEmailAddress, type Issue, timestamp } from '#platform/wire';
import { CliOption, flagOf } from './options.ts';

const lowerCaseDomain = (text: string): string =>
  text.slice(0, text.lastIndexOf('@')) + text.slice(text.lastIndexOf('@')).toLowerCase();

/** An option that takes an e-mail address. */
export const EmailOption =
  (description: string, details: { readonly optional?: true } = {}): PropertyDecorator =>
  (target, key) => {
    CliOption('<email>', description, details)(target, key);
    ValidateBy(
      { name: 'isEmailAddress', validator: { validate: (value) => typeof value === 'string' && isEmailAddress(value) } },
      { message: `--${String(key)} must be an e-mail address, not $value.` },
    )(target, key);
    Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? lowerCaseDomain(value) : value))(target, key);
  };

const isWebUrl = (value: unknown): boolean => /^https?:$/.test(URL.parse(String(value))?.protocol ?? '');

/** An option that takes an http or https URL. */
export const WebUrlOption =
  (description: string, details: { readonly optional?: true } = {}): PropertyDecorator =>
  (target, key) => {
    CliOption('<url>', description, details)(target, key);
    ValidateBy(
      { name: 'isWebUrl', validator: { validate: isWebUrl } },
      { message: `${flagOf(String(key))} must be an http or https URL, not $value.` },
    )(target, key);
  };

/** Where the service is. */
export const ServiceUrlOption = (): PropertyDecorator =>
  WebUrlOption('URL of the service; by default BASE_URL, that of the running `latchkey start`, or http://127.0.0.1:3000', {
    optional: true,
  });

const TIME = timestamp();

/** `Date` itself takes 3/4/2030 and even 5 for a day. What is no time in ISO 8601 stays the text that it is, which is refused. */
function timeIn(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\d{4}-/.test(value)) return value;
  const issues: Issue[] = [];
  const time = TIME.read(value, issues);
  return issues.length > 0 ? value : time;
}

/** An optional point in time, in UTC unless it has an offset; of a day its first instant. */
export const TimeOption =
  (description: string): PropertyDecorator =>
  (target, key) => {
    CliOption('<time>', description, { optional: true })(target, key);
    Transform(({ value }: { value: unknown }) => timeIn(value))(target, key);
    IsDate({ message: `${flagOf(String(key))} must be a date or time such as 2026-11-20 or 2026-11-20T09:30:00Z, not $value.` })(
      target,
      key,
    );
  };

const toList = (text: string): readonly string[] =>
  text
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '');

/** An optional list, separated by commas. */
export const ListOption =
  (value: string, description: string): PropertyDecorator =>
  (target, key) => {
    CliOption(value, description, { optional: true })(target, key);
    Transform(({ value: text }: { value: unknown }) => (typeof text === 'string' ? toList(text) : text))(target, key);
  };

const unknownScopes = ({ value }: ValidationArguments): string =>
  (value as readonly string[]).filter((scope) => !(SCOPES as readonly string[]).includes(scope)).join(', ');

const allOf = (text: unknown): unknown => (text === 'all' ? SCOPES : text);

/** Scopes of a token, separated by commas, or `all`. */
export const ScopesOption =
  (byDefault: string): PropertyDecorator =>
  (target, key) => {
    ListOption('<scopes>', `Scopes of the token, such as license_keys:read,customers:read, or all; ${byDefault}`)(target, key);
    Transform(({ value }: { value: unknown }) => allOf(value))(target, key);
    ArrayNotEmpty({ message: '--scopes must name at least one scope.' })(target, key);
    IsIn(SCOPES, {
      each: true,
      message: (given) => `--scopes has unknown scopes: ${unknownScopes(given)}. Known scopes: ${SCOPES.join(', ')}.`,
    })(target, key);
  };
