import type { OpenAPIObject } from '@nestjs/swagger';
import { EXAMPLE_BODIES, EXAMPLE_PARAMETERS } from './open-api-example-bodies.ts';

export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly examples?: readonly unknown[];
  readonly description?: string;
  readonly additionalProperties?: Schema;
  readonly default?: unknown;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly allOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly items?: Schema;
  readonly prefixItems?: readonly Schema[];
  readonly properties?: { readonly [name: string]: Schema };
  readonly required?: readonly string[];
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
}

export type Schemas = { readonly [name: string]: Schema };

const FORMATS: { readonly [format: string]: string } = {
  uuid4: '3f0b4b9a-6a1e-4c5e-8a51-0d3f4bb7a001',
  'date-time': '2027-01-01T00:00:00.000Z',
  email: 'jane@example.com',
  uri: 'https://example.com',
};

const JSON_TYPE = 'application/json';

/** The example of a text that says no more about itself. */
export const ANY_TEXT = 'text';

/** An example value of a schema: its own example, default or constant, or one made from its type. */
export function exampleOf(schema: Schema, schemas: Schemas): unknown {
  if (schema.examples) return schema.examples[0];
  if (schema.$ref) return exampleOf(schemas[schema.$ref.split('/').at(-1)!]!, schemas);
  if ('default' in schema) return schema.default;
  if ('const' in schema) return schema.const;
  if (schema.enum) return schema.enum[0];
  const [variant] = schema.allOf ?? schema.anyOf ?? schema.oneOf ?? [];
  if (variant) return exampleOf(variant, schemas);
  switch ([schema.type].flat()[0]) {
    case 'object':
      return exampleOfObject(schema, schemas);
    case 'array':
      return (schema.prefixItems ?? [schema.items ?? {}]).map((item) => exampleOf(item, schemas));
    case 'integer':
    case 'number':
      return schema.minimum ?? (schema.exclusiveMinimum ?? 0) + 1;
    case 'boolean':
      return true;
    case 'null':
      return null;
    default:
      return FORMATS[schema.format ?? ''] ?? ANY_TEXT;
  }
}

/** Required properties, and optional ones that have an example of their own. */
function exampleOfObject({ properties = {}, required = [] }: Schema, schemas: Schemas): object {
  const included = Object.entries(properties).filter(([name, { examples }]) => required.includes(name) || examples);
  return Object.fromEntries(included.map(([name, property]) => [name, exampleOf(property, schemas)]));
}

/** What is described with an example beside its schema. */
interface Described {
  readonly schema?: Schema;
}
interface Content {
  readonly content?: { readonly [type: string]: Described };
}
interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly (Described & { readonly name: string })[];
  readonly requestBody?: Content;
  readonly responses: { readonly [status: string]: Content };
}

/** Adds an example to every parameter, to every JSON body of a request, and to every JSON body of a response that succeeds. */
export function addExamples(document: OpenAPIObject): OpenAPIObject {
  const { schemas, parameters } = document.components as unknown as { schemas: Schemas; parameters: Record<string, Described> };
  const add = (described: Described | undefined, own?: unknown): void => {
    if (described?.schema) Object.assign(described, { example: own ?? exampleOf(described.schema, schemas) });
  };
  for (const shared of Object.values(parameters)) add(shared);
  const operations = Object.values(document.paths).flatMap((item) => Object.values(item as Record<string, Operation>));
  for (const { operationId, parameters: own = [], requestBody, responses } of operations) {
    for (const parameter of own) {
      const value = EXAMPLE_PARAMETERS[parameter.name];
      add(parameter, value !== undefined && parameter.schema?.type === 'array' ? [value] : value);
    }
    add(requestBody?.content?.[JSON_TYPE], EXAMPLE_BODIES[operationId]);
    for (const [status, { content }] of Object.entries(responses)) if (status.startsWith('2')) add(content?.[JSON_TYPE]);
  }
  return document;
}
