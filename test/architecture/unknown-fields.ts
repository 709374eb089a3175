import type { JsonSchema } from '#platform/wire/composition';

export const UNKNOWN = 'misspelt_field';

/** Input with an unknown field in one object; other fields may be invalid. */
interface InputWithUnknownField {
  readonly place: string;
  /** The name of the schema of the object. */
  readonly name: string | undefined;
  readonly input: unknown;
  /** Whether the schema of the object says that other names are refused. */
  readonly isClosed: boolean;
}

const isNode = (value: unknown): value is JsonSchema => typeof value === 'object' && value !== null && !Array.isArray(value);

/** One for every object with declared properties. Required properties and those with one value are set, as they tell variants apart. */
export function inputsWithUnknownField(schema: JsonSchema, place = ''): InputWithUnknownField[] {
  const properties = Object.entries(isNode(schema['properties']) ? schema['properties'] : {}) as [string, JsonSchema][];
  const set = {
    ...Object.fromEntries(((schema['required'] ?? []) as string[]).map((key) => [key, 'x'])),
    ...Object.fromEntries(properties.flatMap(([key, each]) => ('const' in each ? [[key, each['const']]] : []))),
  };
  const isObject =
    isNode(schema['properties']) && !isNode(schema['additionalProperties']) && schema['additionalProperties'] !== true;
  const isClosed = schema['additionalProperties'] === false || isNode(schema['propertyNames']);
  const variants = ['anyOf', 'oneOf', 'allOf'].flatMap((keyword) => (schema[keyword] ?? []) as JsonSchema[]);
  const at = (key: string): string => (place === '' ? key : `${place}.${key}`);
  return [
    ...(isObject ? [{ place, name: schema['$id'] as string | undefined, input: { ...set, [UNKNOWN]: 1 }, isClosed }] : []),
    ...properties.flatMap(([key, each]) =>
      inputsWithUnknownField(each, at(key)).map((inner) => ({ ...inner, input: { ...set, [key]: inner.input } })),
    ),
    ...(isNode(schema['items'])
      ? inputsWithUnknownField(schema['items'], `${place}[]`).map((inner) => ({ ...inner, input: [inner.input] }))
      : []),
    ...variants.flatMap((variant) => inputsWithUnknownField(variant, place)),
  ];
}
