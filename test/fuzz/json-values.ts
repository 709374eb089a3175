import fc, { type Arbitrary } from 'fast-check';

export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

/** The keywords of JSON Schema that the OpenAPI document uses for requests. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly Json[];
  readonly const?: Json;
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly format?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly items?: Schema;
  readonly properties?: { readonly [name: string]: Schema };
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
}

/** What valid values may refer to. Arbitraries read the ids when they generate a value, so that they can be used for later ids as well. */
export interface Known {
  readonly schemas: { readonly [name: string]: Schema };
  /** Ids of resources of the organization. */
  readonly ids: readonly string[];
}

export const knownId = (known: Known): Arbitrary<string> => fc.nat({ max: 0xffff }).map((n) => known.ids[n % known.ids.length]!);

/** Values that have broken parsers, databases and servers. */
export const HOSTILE_TEXTS: readonly string[] = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  '\udfff\ud800',
  '\ufeff',
  '\u202eevil',
  '٣',
  '😀'.repeat(300),
  'x'.repeat(70_000),
  '\n'.repeat(2000),
  "'; drop table users; --",
  '${7*7}{{7*7}}',
  '%s%n%00',
  '../../etc/passwd',
  '__proto__',
  'constructor',
  'NaN',
  'Infinity',
  '-0',
  '1e400',
  '9223372036854775808',
  '0001-01-01T00:00:00Z',
  '9999-12-31T23:59:60Z',
  '+275760-09-13T00:00:00.001Z',
  '2026-02-30T00:00:00Z',
  '00000000-0000-0000-0000-000000000000',
  '{00000000-0000-4000-8000-000000000000}',
  'a@b',
  '"@example.com',
  'javascript:alert(1)',
  'http://[::1',
  'http://169.254.169.254/',
  'Bearer',
];

const nested = (levels: number, wrap: (inner: Json) => Json): Json => {
  let value: Json = 1;
  for (let level = 0; level < levels; level++) value = wrap(value);
  return value;
};

/** As deep and as wide as a body may be, and more. */
const DEEP_AND_WIDE: readonly Json[] = [
  ...[100, 250, 300, 2_000].flatMap((levels) => [
    nested(levels, (inner) => [inner]),
    nested(levels, (inner) => ({ a: inner })),
    nested(levels, (clause) => ({ conjunction: 'and', clauses: [clause] })),
  ]),
  Array.from({ length: 20_000 }, () => ({})),
  Array.from({ length: 2_000 }, (_, index) => ({ [`name${index}`]: [index] })),
  Object.fromEntries(Array.from({ length: 11_000 }, (_, index) => [`name${index}`, ''])),
];

const HOSTILE_VALUES: readonly Json[] = [
  null,
  true,
  false,
  0,
  -0,
  -1,
  0.1,
  2 ** 31,
  2 ** 53,
  -(2 ** 63),
  Number.MAX_VALUE,
  5e-324,
  [],
  {},
  [[]],
  [null],
  { '': '' },
  JSON.parse('{"__proto__": {"isAdmin": true}, "constructor": {"prototype": 1}}') as Json,
  Array.from({ length: 3000 }, (_, index) => index),
  Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`key${index}`, index])),
];

/** Any code points. `fc.string` would make a table of all of them first. */
const codePoints = fc.array(fc.nat({ max: 0x10ffff }), { maxLength: 200 }).map((points) => String.fromCodePoint(...points));

export const hostile: Arbitrary<Json> = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...HOSTILE_TEXTS) },
  { weight: 8, arbitrary: fc.constantFrom(...HOSTILE_VALUES) },
  { weight: 1, arbitrary: fc.constantFrom(...DEEP_AND_WIDE) },
  { weight: 8, arbitrary: codePoints },
  { weight: 8, arbitrary: fc.jsonValue() as Arbitrary<Json> },
);

/** The value in a header. Characters that Node refuses to send are left out. */
export const headerText = (value: Json): string =>
  (typeof value === 'string' ? value : JSON.stringify(value)).replace(/[^\t\x20-\x7e\x80-\xff]/g, '').slice(0, 8000);

const MAX_DEPTH = 4;
const times = fc.date({ min: new Date('2020-01-01'), max: new Date('2035-01-01'), noInvalidDate: true });

const texts = new Map<string, Arbitrary<string>>();

/** Kept, because to make one takes a millisecond and schemas have thousands of texts. */
function graphemes(minLength: number, maxLength: number): Arbitrary<string> {
  const bounds = `${minLength} ${maxLength}`;
  const made = texts.get(bounds) ?? fc.string({ unit: 'grapheme', minLength, maxLength });
  texts.set(bounds, made);
  return made;
}

function text({ format, minLength = 0, maxLength = 60 }: Schema, known: Known): Arbitrary<Json> {
  if (format === 'uuid4') return fc.oneof({ weight: 4, arbitrary: knownId(known) }, fc.uuid({ version: 4 }));
  if (format === 'date-time') return times.map((time) => time.toISOString());
  const longest = Math.min(maxLength, Math.max(minLength, 60));
  return fc.oneof(
    graphemes(minLength, longest),
    fc.constantFrom('usd', 'US', 'Acme', 'a@example.com', 'https://example.com', 'month', 'count', '0.5'),
    fc.constant('x'.repeat(Math.min(maxLength, 5000))),
  );
}

function numbers(schema: Schema, isInteger: boolean): Arbitrary<Json> {
  const above = schema.exclusiveMinimum === undefined ? schema.minimum : schema.exclusiveMinimum + 1;
  const min = above ?? -1000;
  const max = Math.max(min, Math.min(schema.maximum ?? Number.MAX_SAFE_INTEGER, 2 ** 31));
  const edges = fc.constantFrom(min, max);
  return isInteger
    ? fc.oneof(edges, fc.integer({ min, max: Math.min(max, min + 50) }))
    : fc.oneof(edges, fc.double({ min, max, noNaN: true }));
}

function objects(schema: Schema, known: Known, depth: number): Arbitrary<Json> {
  const { properties = {}, required = [], additionalProperties } = schema;
  const named = Object.fromEntries(
    Object.entries(properties)
      .filter(([name]) => depth > 0 || required.includes(name))
      .map(([name, property]) => [name, valid(property, known, depth - 1)]),
  );
  const record = fc.record(named, { requiredKeys: required.filter((name) => name in named) }) as Arbitrary<Json>;
  if (typeof additionalProperties !== 'object' || depth <= 0) return record;
  const others = fc.dictionary(fc.string({ minLength: 1, maxLength: 40 }), valid(additionalProperties, known, depth - 1), {
    maxKeys: 4,
  });
  return fc.tuple(record, others).map(([left, right]) => ({ ...(left as object), ...right }));
}

function ofType(type: string, schema: Schema, known: Known, depth: number): Arbitrary<Json> {
  switch (type) {
    case 'null':
      return fc.constant(null);
    case 'boolean':
      return fc.boolean();
    case 'integer':
      return numbers(schema, true);
    case 'number':
      return numbers(schema, false);
    case 'array': {
      const { items = {}, minItems: minLength = 0, maxItems = 3 } = schema;
      const maxLength = depth > 0 ? Math.max(minLength, Math.min(maxItems, 3)) : minLength;
      return fc.array(valid(items, known, depth - 1), { minLength, maxLength });
    }
    case 'object':
      return objects(schema, known, depth);
    default:
      return text(schema, known);
  }
}

/**
 * Values that the schema allows, but for patterns and formats that it names without more detail. Below `MAX_DEPTH` only what is required
 * is there, and where even that does not end, `null`.
 */
export function valid(schema: Schema, known: Known, depth = MAX_DEPTH): Arbitrary<Json> {
  if (depth < -MAX_DEPTH) return fc.constant(null);
  const { $ref, enum: options, const: only, oneOf, anyOf = oneOf, allOf, type } = schema;
  if ($ref) return valid(known.schemas[$ref.split('/').at(-1)!]!, known, depth);
  if (only !== undefined) return fc.constant(only);
  if (options) return fc.constantFrom(...options);
  if (anyOf) return fc.oneof(...anyOf.map((each) => valid(each, known, depth - 1)));
  if (allOf) return valid(Object.assign({}, ...allOf.map((each) => resolved(each, known))) as Schema, known, depth);
  const types = Array.isArray(type) ? (type as readonly string[]) : type ? [type as string] : schema.properties ? ['object'] : [];
  if (types.length === 0) return fc.jsonValue() as Arbitrary<Json>;
  return fc.oneof(...types.map((each) => ofType(each, schema, known, depth)));
}

const resolved = (schema: Schema, { schemas }: Known): Schema =>
  schema.$ref ? schemas[schema.$ref.split('/').at(-1)!]! : schema;

type Path = readonly (string | number)[];

/** What is deeper in a value is replaced with what contains it. */
const MAX_PATH = 50;

const pathsOf = (value: Json, path: Path = []): Path[] => [
  path,
  ...(typeof value === 'object' && value !== null && path.length < MAX_PATH
    ? Object.entries(value).flatMap(([name, each]) =>
        pathsOf(each as Json, [...path, Array.isArray(value) ? Number(name) : name]),
      )
    : []),
];

function replaced(value: Json, [first, ...rest]: Path, by: (part: Json | undefined) => Json | undefined): Json | undefined {
  if (first === undefined) return by(value);
  const isList = Array.isArray(value);
  const parts = new Map(Object.entries(value as object)) as Map<string, Json>;
  const part = replaced(parts.get(String(first))!, rest, by);
  if (part === undefined) parts.delete(String(first));
  else parts.set(String(first), part);
  return isList ? [...parts.values()] : Object.fromEntries(parts);
}

/** The same value with one part replaced, removed, wrapped, or with an unknown field. */
export const nearly = (values: Arbitrary<Json>): Arbitrary<Json> =>
  fc
    .tuple(values, fc.nat(), hostile, fc.constantFrom('replace', 'remove', 'wrap', 'repeat', 'extend'))
    .map(([value, position, other, how]) => {
      const paths = pathsOf(value);
      const changed = replaced(value, paths[position % paths.length]!, (part) => {
        if (how === 'remove') return undefined;
        if (how === 'wrap') return [part ?? null];
        if (how === 'repeat' && Array.isArray(part)) return [...part, ...part];
        if (how === 'extend' && typeof part === 'object' && part !== null && !Array.isArray(part))
          return { ...part, unknown: other };
        return other;
      });
      return changed ?? null;
    });
