import type { JsonSchema } from '#platform/wire/composition';

type Node = JsonSchema;

/** Their readers accept nothing but a UUID, a day, a point in time or a duration, none of which is long. */
const SHORT_FORMATS = new Set<unknown>(['uuid4', 'date', 'date-time', 'duration']);

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value);
const nodesIn = (value: unknown): Node[] => (Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : []);
const typesOf = ({ type }: Node): unknown[] => [type].flat();

function isUnboundedText(schema: Node): boolean {
  if (!typesOf(schema).includes('string')) return false;
  return !['maxLength', 'enum', 'const'].some((limit) => limit in schema) && !SHORT_FORMATS.has(schema['format']);
}

const isUnboundedList = (schema: Node): boolean => typesOf(schema).includes('array') && !('maxItems' in schema);

const isUnboundedMap = (schema: Node): boolean => Boolean(schema['additionalProperties']) && !('maxProperties' in schema);

/** Every schema below a schema, with its place, such as `/body/events[]/name`. `resolve` follows a `$ref`. */
export function* schemasBelow(
  schema: Node,
  place: string,
  resolve: (ref: string) => Node,
  seen: readonly string[] = [],
): Generator<{ readonly place: string; readonly schema: Node }> {
  const { $ref } = schema;
  if (typeof $ref === 'string') {
    if (!seen.includes($ref)) yield* schemasBelow(resolve($ref), place, resolve, [...seen, $ref]);
    return;
  }
  yield { place, schema };
  const parts = [
    ...Object.entries(isNode(schema['properties']) ? schema['properties'] : {}).map(
      ([key, value]) => [`/${key}`, value] as const,
    ),
    ...['items', 'prefixItems'].map((keyword) => ['[]', schema[keyword]] as const),
    ['{key}', schema['additionalProperties'] ? (schema['propertyNames'] ?? { type: 'string' }) : undefined] as const,
    ['{}', schema['additionalProperties']] as const,
    ...['anyOf', 'oneOf', 'allOf'].map((keyword) => ['', schema[keyword]] as const),
  ];
  for (const [step, value] of parts) {
    for (const each of nodesIn(value)) yield* schemasBelow(each, `${place}${step}`, resolve, seen);
  }
}

interface Operation {
  readonly parameters?: readonly {
    readonly $ref?: string;
    readonly in?: string;
    readonly name?: string;
    readonly schema?: Node;
  }[];
  readonly requestBody?: { readonly content: { readonly [type: string]: { readonly schema: Node } } };
}

/** The part of an OpenAPI document that describes requests. */
export interface RequestDocument {
  readonly paths: { readonly [path: string]: { readonly [method: string]: Operation } };
  readonly components: {
    readonly schemas: { readonly [name: string]: Node };
    readonly parameters?: { readonly [name: string]: object };
  };
}

/** The input of every operation: its parameters and its body. */
function* inputs({ paths, components }: RequestDocument): Generator<{ readonly place: string; readonly schema: Node }> {
  for (const [path, methods] of Object.entries(paths)) {
    for (const [method, { parameters = [], requestBody }] of Object.entries(methods)) {
      const operation = `${method.toUpperCase()} ${path}`;
      for (const { $ref, ...own } of parameters) {
        const parameter = $ref === undefined ? own : (components.parameters?.[$ref.split('/').at(-1)!] as typeof own);
        yield { place: `${operation} ${parameter.in}/${parameter.name}`, schema: parameter.schema! };
      }
      for (const { schema } of Object.values(requestBody?.content ?? {})) yield { place: `${operation} body`, schema };
    }
  }
}

/** Every schema in the requests of an OpenAPI document. */
export function requestSchemas(document: RequestDocument): { readonly place: string; readonly schema: Node }[] {
  const resolve = (ref: string): Node => document.components.schemas[ref.split('/').at(-1)!]!;
  return [...inputs(document)].flatMap(({ schema, place }) => [...schemasBelow(schema, place, resolve)]);
}

/** Places in the requests of an OpenAPI document that accept text, lists or maps without a maximum. */
export const unboundedInput = (document: RequestDocument): string[] =>
  requestSchemas(document)
    .filter(({ schema }) => isUnboundedText(schema) || isUnboundedList(schema) || isUnboundedMap(schema))
    .map(({ place }) => place);
