import { compiledFunction } from '#engine/compilation';
import { types } from 'pg';
import { isoTime } from '#support/days';

/** A time of a row. Its JSON is that of a `Date`: half of the time to serialize a list was spent in the text of its times. */
class StoredTime extends Date {
  override toJSON(): string {
    return isoTime(this);
  }
}

const TIMESTAMPTZ = 1184;
const parseAny = types.getTypeParser(TIMESTAMPTZ, 'text') as (text: string) => Date;

const ZERO = '0'.charCodeAt(0);
const digit = (text: string, at: number): number => text.charCodeAt(at) - ZERO;
const twoDigits = (text: string, at: number): number => digit(text, at) * 10 + digit(text, at + 1);

/**
 * Reads `2026-01-31 12:34:56.789012+00`, the text of most timestamps, by position, ten times as fast as `Date` does. Microseconds are
 * cut off. Other texts, such as those of other time zones and of years with five digits, are left to `pg`.
 */
export function parseTimestamp(text: string): Date {
  const length = text.length;
  if (length > 29 || length < 22 || text[10] !== ' ' || text < '0100' || !text.endsWith('+00')) return parseAny(text);
  let milliseconds = 0;
  if (text[19] === '.') {
    for (let place = 0, at = 20; place < 3; place++, at++)
      milliseconds = milliseconds * 10 + (at < length - 3 ? digit(text, at) : 0);
  }
  const year = twoDigits(text, 0) * 100 + twoDigits(text, 2);
  const seconds = Date.UTC(
    year,
    twoDigits(text, 5) - 1,
    twoDigits(text, 8),
    twoDigits(text, 11),
    twoDigits(text, 14),
    twoDigits(text, 17),
  );
  return new StoredTime(seconds + milliseconds);
}

/** A column of a result. */
export interface ResultColumn {
  readonly name: string;
  readonly dataTypeID: number;
}

type Parser = (text: string) => unknown;
export type ParserOf = (oid: number) => Parser;

/** Builds an object from the texts of the columns, by position. */
export type RowBuilder = (values: readonly (string | null)[]) => object;

/** The types that are not parsed as `pg` does: PostgreSQL's identifiers of `int8` and `timestamptz`. */
const PARSERS: { readonly [oid: number]: Parser } = { 20: Number, 1184: parseTimestamp };

/** Compiled once for each result, and calls each parser directly. The names of the columns come from statements. */
export function compileRow(fields: readonly ResultColumn[], parserOf: ParserOf): RowBuilder {
  const parsers = fields.map(({ dataTypeID }) => PARSERS[dataTypeID] ?? parserOf(dataTypeID));
  const properties = fields.map(
    ({ name }, index) => `${JSON.stringify(name)}: values[${index}] === null ? null : parse${index}(values[${index}])`,
  );
  const parameters = fields.map((_field, index) => `parse${index}`);
  const build = compiledFunction<(...parsers: readonly Parser[]) => RowBuilder>(
    parameters,
    `return (values) => ({${properties.join()}});`,
  );
  return build(...parsers);
}
