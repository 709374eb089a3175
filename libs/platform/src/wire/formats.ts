import validator from 'validator';
import { trimCopied, LOOKUP_TEXT } from '#support/texts';
import { defineField, type Field, fail } from './field.ts';
import { readText } from './text.ts';

const valueError = (issues: Parameters<typeof fail>[0], type: string, msg: string, input: unknown, reason: string): never =>
  fail(issues, type, `${msg}${reason}`, input, { reason });

/** Control characters, invisible characters that change how a text is displayed, and blanks of all kinds. */
const NOT_IN_ADDRESSES = /[\p{Cc}\p{Cf}\p{Z}]/u;

/**
 * Whether a text has the syntax of an e-mail address. Local parts in quotes are valid by RFC 5321, but hardly any mailbox has one,
 * and they can contain blanks and control characters.
 */
export const isEmailAddress = (text: string): boolean =>
  !text.startsWith('"') && !NOT_IN_ADDRESSES.test(text) && validator.isEmail(text, { allow_utf8_local_part: true });

const LONGEST_COPIED = 1_000;

/** An address is often copied with a blank or a line break. A very long text is none, and is not looked at. */
const withoutCopied = (input: unknown): unknown =>
  typeof input === 'string' && input.length <= LONGEST_COPIED && !input.includes('\0') ? trimCopied(input) : input;

/** An e-mail address to look for. */
export const emailFilter = (): Field<string> =>
  defineField({
    schema: { type: 'string', maxLength: LOOKUP_TEXT.max },
    read: (input, issues) => readText(withoutCopied(input), issues, LOOKUP_TEXT),
  });

/**
 * An e-mail address; only its syntax is checked. Blanks and characters that nobody sees are removed at its ends. The domain is read in
 * lower case, the local part keeps its case.
 */
export const email = (): Field<string> =>
  defineField({
    schema: { type: 'string', format: 'email', maxLength: 320 },
    read: (input, issues) => {
      const before = issues.length;
      const value = readText(withoutCopied(input), issues, { max: 320 });
      if (issues.length > before) return value;
      if (!isEmailAddress(value)) {
        return valueError(
          issues,
          'value_error',
          'value is not a valid email address: ',
          input,
          'it should look like name@example.com.',
        );
      }
      const at = value.lastIndexOf('@');
      return value.slice(0, at) + value.slice(at).toLowerCase();
    },
  });

const HTTP = '^\\s*[Hh][Tt][Tt][Pp][Ss]?:';

/** An http or https address of at most 2,083 characters. */
export const httpUrl = (): Field<string> =>
  defineField({
    schema: { type: 'string', format: 'uri', minLength: 1, maxLength: 2083, pattern: HTTP },
    read: (input, issues) => {
      if (typeof input !== 'string') return fail(issues, 'url_type', 'URL input should be a string or URL', input);
      const before = issues.length;
      const value = readText(input, issues, { max: 2083 });
      if (issues.length > before) return value;
      const url = URL.parse(value);
      if (!url) return valueError(issues, 'url_parsing', 'Input should be a valid URL, ', input, 'it cannot be parsed');
      if (url.protocol === 'http:' || url.protocol === 'https:') return url.href;
      return fail(issues, 'url_scheme', "URL scheme should be 'http' or 'https'", input, {
        expected_schemes: "'http' or 'https'",
      });
    },
  });

/** An IPv4 or IPv6 address. */
export const ipAddress = (): Field<string> =>
  defineField({
    schema: { anyOf: ['ipv4', 'ipv6'].map((format) => ({ type: 'string', format, maxLength: 45 })) },
    read: (input, issues) => {
      const before = issues.length;
      const value = readText(input, issues, { max: 45 });
      if (issues.length > before || validator.isIP(value)) return value;
      return fail(issues, 'value_error', 'Value error, Invalid IP address', input, { error: {} });
    },
  });

const canonicalLocale = (tag: string): string | undefined => {
  try {
    const [canonical] = Intl.getCanonicalLocales(tag);
    return canonical && !/^(und|x)(-|$)/i.test(canonical) ? canonical : undefined;
  } catch {
    return undefined;
  }
};

/** The form of a BCP 47 tag that begins with a language. Whether it repeats a part is left to the reader. */
const LANGUAGE_TAG = '^(?!und(-|$))[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$';

/** A BCP 47 tag that names a language, read in its canonical form. */
export const locale = (): Field<string> =>
  defineField({
    schema: { type: 'string', maxLength: 100, pattern: LANGUAGE_TAG },
    read: (input, issues) => {
      const before = issues.length;
      const value = readText(input, issues, { max: 100 });
      if (issues.length > before) return value;
      return canonicalLocale(value) ?? fail(issues, 'value_error', 'Value error, Invalid locale', input, { error: {} });
    },
  });
