import type { JsonSchema } from '#platform/wire/composition';

type Path = readonly (string | number)[];

/** Input with one text, list or map at its maximum and above it; other fields may be invalid. */
export interface OverlongInput {
  readonly path: Path;
  readonly atLimit: unknown;
  readonly aboveLimit: unknown;
}

const isNode = (value: unknown): value is JsonSchema => typeof value === 'object' && value !== null && !Array.isArray(value);
const keyAt = (index: number): string => `k${index}`;
const mapOf = (size: number): object => Object.fromEntries(Array.from({ length: size }, (_, index) => [keyAt(index), 1]));

const around = (inner: OverlongInput[], key: string | number, wrap: (value: unknown) => unknown): OverlongInput[] =>
  inner.map(({ path, atLimit, aboveLimit }) => ({ path: [key, ...path], atLimit: wrap(atLimit), aboveLimit: wrap(aboveLimit) }));

const own = (sizes: { [keyword: string]: (size: number) => unknown }, schema: JsonSchema): OverlongInput[] =>
  Object.entries(sizes).flatMap(([keyword, make]) => {
    const max = schema[keyword];
    return typeof max === 'number' ? [{ path: [], atLimit: make(max), aboveLimit: make(max + 1) }] : [];
  });

/** One for every maximum of a schema. Required properties and those with one value are set, as they tell variants apart. */
export function overlongInputs(schema: JsonSchema): OverlongInput[] {
  const properties = Object.entries(isNode(schema['properties']) ? schema['properties'] : {}) as [string, JsonSchema][];
  const required = (schema['required'] ?? []) as string[];
  const set = {
    ...Object.fromEntries(required.map((key) => [key, 'x'])),
    ...Object.fromEntries(properties.flatMap(([key, each]) => ('const' in each ? [[key, each['const']]] : []))),
  };
  const names = schema['propertyNames'];
  const variants = ['anyOf', 'oneOf'].flatMap((keyword) => (schema[keyword] ?? []) as JsonSchema[]);
  return [
    ...own(
      {
        maxLength: (size) => 'x'.repeat(size),
        maxItems: (size) => Array<null>(size).fill(null),
        maxProperties: mapOf,
      },
      schema,
    ),
    ...properties.flatMap(([key, each]) => around(overlongInputs(each), key, (value) => ({ ...set, [key]: value }))),
    ...(isNode(schema['items']) ? around(overlongInputs(schema['items']), 0, (value) => [value]) : []),
    ...(isNode(names)
      ? overlongInputs(names).map(({ atLimit, aboveLimit }) => ({
          path: [],
          atLimit: { [String(atLimit)]: 1 },
          aboveLimit: { [String(aboveLimit)]: 1 },
        }))
      : []),
    ...variants.flatMap(overlongInputs),
  ];
}
