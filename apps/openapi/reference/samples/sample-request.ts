import type { ApiVersion } from '#support/api-versions';
import { ANY_TEXT, exampleOf, type Schema, type Schemas } from '../../open-api-examples.ts';
import type { Operation, Parameter } from '../operations.ts';

/** The server puts its base URL in its place, and the page the organization of its reader. */
export const BASE_URL = '__BASE_URL__';
export const ORGANIZATION = 'ORGANIZATION_ID';

/** Parameters of the query of which one is needed, as descriptions say. */
const NEEDED_PARAMETERS: { readonly [operationId: string]: readonly string[] } = {
  'customer_seats.list': ['subscription_id'],
  'customer_portal.seats.list': ['subscription_id'],
};

export type JsonValue = string | number | boolean | null | readonly JsonValue[] | JsonFields;
export interface JsonFields {
  readonly [name: string]: JsonValue;
}

export type SampleBody =
  | { readonly kind: 'json' | 'form'; readonly type: string; readonly fields: JsonFields }
  | { readonly kind: 'file'; readonly type: string; readonly file: string };

/** What each language writes in its own way. */
export interface SampleRequest {
  readonly operation: Operation;
  readonly url: string;
  readonly pathValues: readonly string[];
  readonly query: JsonFields;
  /** The version of the API that the response is in. */
  readonly version: ApiVersion;
  /** The version, and the headers that the operation demands, without credentials and type of the body. */
  readonly headers: { readonly [name: string]: string };
  readonly credentials: 'bearer' | 'basic' | 'none';
  readonly body: SampleBody | null;
  readonly hasJsonAnswer: boolean;
}

export function sampleRequest(operation: Operation, schemas: Schemas, version: ApiVersion): SampleRequest {
  const { path, parameters, body, answers } = operation;
  const valuesIn = (place: Parameter['in'], isIncluded: (parameter: Parameter) => boolean): JsonFields =>
    withPlaceholders(
      Object.fromEntries(
        parameters.flatMap((each) =>
          each.in === place && isIncluded(each) ? [[each.name, exampleOf(each.schema, schemas) as JsonValue]] : [],
        ),
      ),
    ) as JsonFields;
  const inPath = valuesIn('path', () => true);
  const needed = new Set(['organization_id', ...(NEEDED_PARAMETERS[operation.id] ?? [])]);
  const query = valuesIn('query', ({ name, required }) => required === true || needed.has(name));
  const target = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(inPath[name])));
  return {
    operation,
    url: `${BASE_URL}${target}${queryText(query)}`,
    pathValues: [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => String(inPath[name!])),
    query,
    version,
    headers: {
      ...(path.startsWith('/v1/') ? { 'Polar-Version': version } : {}),
      ...(valuesIn('header', ({ required }) => required === true) as { readonly [name: string]: string }),
    },
    credentials: credentialsOf(operation),
    body: body && bodyOf(body.type, body.schema, body.example, schemas),
    hasJsonAnswer: answers.some(({ status, bodies }) => status.startsWith('2') && bodies[0]?.type === 'application/json'),
  };
}

function bodyOf(type: string, schema: Schema, example: unknown, schemas: Schemas): SampleBody {
  if (schema.format === 'binary') return { kind: 'file', type, file: type.includes('ndjson') ? 'purchases.ndjson' : 'file.bin' };
  const fields = withPlaceholders((example ?? exampleOf(schema, schemas)) as JsonValue) as JsonFields;
  return { kind: type === 'application/json' ? 'json' : 'form', type, fields };
}

function credentialsOf({ security }: Operation): SampleRequest['credentials'] {
  const schemes = security.flatMap((each) => Object.keys(each));
  if (schemes.length === 0) return 'none';
  return schemes.includes('oauth_client') ? 'basic' : 'bearer';
}

function queryText(query: JsonFields): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    [value].flat().map((each): [string, string] => [name, String(each)]),
  );
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs).toString()}`;
}

/** Puts the organization of the reader where one is named, and the name of a field where only the reader knows a text for it. */
export function withPlaceholders(value: JsonValue, name = ''): JsonValue {
  if (name === 'organization_id') return ORGANIZATION;
  if (Array.isArray(value)) return value.map((each: JsonValue) => withPlaceholders(each, name));
  if (value === ANY_TEXT && name !== 'type') return placeholderOf(name);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, withPlaceholders(each as JsonValue, key)]));
}

const placeholderOf = (name: string): string => name.replaceAll(/[^a-z]+|(?<=[a-z])(?=[A-Z])/gi, '_').toUpperCase();
