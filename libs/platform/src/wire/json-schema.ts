/** The JSON Schema (2020-12) of a value, as OpenAPI 3.1 takes it. `$id` is the name of a component of the OpenAPI document. */
export type JsonSchema = { readonly [keyword: string]: unknown };

/** Adds keywords to a schema. A named schema is wrapped instead, because its name stands for the schema as it was declared. */
export const extendSchema = (schema: JsonSchema, keywords: JsonSchema): JsonSchema => ({
  ...(schema['$id'] ? { allOf: [schema] } : schema),
  ...keywords,
});

type Node = Record<string, unknown>;

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value);

const mapValues = (node: Node, map: (value: unknown, key: string) => unknown): Node =>
  Object.fromEntries(Object.entries(node).map(([key, value]) => [key, map(value, key)]));

/** Keywords whose values are data, not schemas. */
const DATA = new Set(['default', 'const', 'enum', 'examples', 'example', 'required']);

/** Applies `map` to a schema after its subschemas. */
const mapSchema = (schema: unknown, map: (schema: Node) => Node): unknown => {
  if (Array.isArray(schema)) return schema.map((each) => mapSchema(each, map));
  if (!isNode(schema)) return schema;
  return map(
    mapValues(schema, (value, keyword) => {
      if (DATA.has(keyword)) return value;
      if (keyword === 'properties' && isNode(value)) return mapValues(value, (property) => mapSchema(property, map));
      return mapSchema(value, map);
    }),
  );
};

/** Moves named schemas to `$defs`, where schemas of other targets have their definitions too. */
function withDefinitions(schema: JsonSchema): Node {
  const $defs: Node = {};
  const root = mapSchema(schema, ({ $id, ...rest }) => {
    const $ref = typeof rest['$ref'] === 'string' ? { $ref: rest['$ref'].replace('#/components/schemas/', '#/$defs/') } : {};
    if (typeof $id !== 'string') return { ...rest, ...$ref };
    $defs[$id] = { ...rest, ...$ref };
    return { $ref: `#/$defs/${$id}` };
  }) as Node;
  return Object.keys($defs).length > 0 ? { ...root, $defs } : root;
}

/** Subschemas are converted first: `type: null` is an enum by then. */
const isNull = (schema: unknown): boolean => isNode(schema) && Array.isArray(schema['enum']) && schema['enum'][0] === null;

const without = (node: Node, ...keywords: string[]): Node =>
  Object.fromEntries(Object.entries(node).filter(([keyword]) => !keywords.includes(keyword)));

/** The same schema in the dialect of OpenAPI 3.0: one type, `nullable`, no `const`, `prefixItems` or `propertyNames`. */
function asOpenApi30(schema: Node): Node {
  const { type, anyOf, exclusiveMinimum, exclusiveMaximum, examples } = schema;
  const types = (Array.isArray(type) ? type : [type]) as unknown[];
  const variants = (Array.isArray(anyOf) ? anyOf : []) as unknown[];
  const isNullable = types.includes('null') || variants.some(isNull);
  const kept = types.find((each) => each !== 'null');
  return {
    ...without(
      schema,
      'type',
      'anyOf',
      'exclusiveMinimum',
      'exclusiveMaximum',
      'examples',
      'const',
      'prefixItems',
      'propertyNames',
    ),
    ...(kept === undefined ? {} : { type: kept }),
    ...(types[0] === 'null' ? { enum: [null] } : {}),
    ...('const' in schema ? { enum: [schema['const']] } : {}),
    ...(variants.length > 0 ? { anyOf: variants.filter((variant) => !isNull(variant)) } : {}),
    ...(typeof exclusiveMinimum === 'number' ? { minimum: exclusiveMinimum, exclusiveMinimum: true } : {}),
    ...(typeof exclusiveMaximum === 'number' ? { maximum: exclusiveMaximum, exclusiveMaximum: true } : {}),
    ...('prefixItems' in schema ? { items: {} } : {}),
    ...(Array.isArray(examples) ? { example: examples[0] as unknown } : {}),
    ...(isNullable ? { nullable: true } : {}),
  };
}

/** A field's schema for callers of `~standard.jsonSchema`. */
export function toJsonSchema(schema: JsonSchema, target: string): Node {
  const withDefs = withDefinitions(schema);
  if (target === 'draft-2020-12') return withDefs;
  if (target !== 'openapi-3.0') throw new Error(`JSON Schema target ${target} is not supported`);
  const { $defs, ...root } = withDefs;
  const converted = mapSchema(root, asOpenApi30) as Node;
  if (!isNode($defs)) return converted;
  return { ...converted, $defs: mapValues($defs, (definition) => mapSchema(definition, asOpenApi30)) };
}
