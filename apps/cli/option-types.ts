import { Transform } from 'class-transformer';
import { ArrayNotEmpty, IsIn, ValidateBy, type ValidationArguments } from 'class-validator';
import { SCOPES } from '#platform/auth';
import { isEmailAddress } from '#platform/wire';
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
