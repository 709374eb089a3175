import { compiledFunction } from '#engine/compilation';
import { parseTimestamp } from './parse-timestamp.ts';

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
