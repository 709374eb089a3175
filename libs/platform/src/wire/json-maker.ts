import { isoTime } from '#support/days';
import { JsonText } from '#support/json';
import { type CamelCased, toCamelCase } from '#support/texts';
import { compiledFunction } from '#engine/compilation';
import type { ObjectOf } from './composite.ts';
import type { Field, Fields } from './field.ts';
import type { JsonSchema } from './json-schema.ts';

/** What a response contains may be written already. */
type Writable<T> = { [K in keyof T]: T[K] | JsonText };

type Write = (value: unknown) => string;

const writeAny: Write = (value) => (value instanceof JsonText ? value.text : JSON.stringify(value));
/** Writes a text of a format without characters that JSON escapes. */
const writePlainText: Write = (value) => (value === null ? 'null' : `"${value as string}"`);
const writeTime: Write = (value) => (value === null ? 'null' : `"${isoTime(value as Date)}"`);
const writeNumber: Write = (value) => String(value as number);

const FORMATS: { readonly [format: string]: Write } = { uuid4: writePlainText, 'date-time': writeTime };
const TYPES: { readonly [type: string]: Write } = { integer: writeNumber };

function writeOf({ format, type }: JsonSchema): Write {
  const [first] = Array.isArray(type) ? (type as string[]) : [type as string];
  return FORMATS[format as string] ?? TYPES[first!] ?? writeAny;
}

/**
 * Writes the fields that a view declares, and no others, as JSON, from an object with the same names in camel case. Only optional
 * ones may be missing, and not the first. Takes a third of the time of `JSON.stringify`, because the names and types are known.
 */
export function jsonMaker<F extends Fields>({
  fields,
}: {
  readonly fields: F;
}): (source: Writable<CamelCased<ObjectOf<F>>>) => JsonText {
  const writes = Object.values(fields).map(({ schema }: Field<unknown>) => writeOf(schema));
  const parts = Object.entries(fields).map(([name, { optional }], index) => {
    const before = JSON.stringify(`${index === 0 ? '{' : ','}${JSON.stringify(name)}:`);
    const value = `source.${toCamelCase(name)}`;
    const part = `${before} + writes[${index}](${value})`;
    return optional ? `(${value} === undefined ? '' : ${part})` : part;
  });
  const body = `return ${parts.join(' + ')} + '}';`;
  const write = compiledFunction<(writes: readonly Write[], source: object) => string>(['writes', 'source'], body);
  return (source) => new JsonText(write(writes, source));
}
