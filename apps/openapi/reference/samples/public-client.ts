import { createPolar, createPolarCore } from '@polar-sh/sdk/2026-04';
import type { Schema, Schemas } from '../../open-api-examples.ts';
import type { JsonFields, JsonValue } from './sample-request.ts';

/** Names of parameters and a trailing slash do not tell operations apart. */
const key = (method: string, path: string): string => `${method} ${path.replaceAll(/\{\w+\}/g, '{}').replace(/\/$/, '')}`;

/** Which method of the public client sends which request: `licenseKeys.update` sends `PATCH /v1/license-keys/{}`. */
export class PublicClient {
  private readonly calls = new Map<string, string>();

  private constructor() {}

  /** Calls each method of the client up to the request that it builds. */
  static async read(): Promise<PublicClient> {
    const client = new PublicClient();
    const core = Object.getPrototypeOf(createPolarCore({ accessToken: '' })) as { buildRequest: unknown };
    const { buildRequest } = core;
    core.buildRequest = (method: string, path: string): never => {
      throw new Built(key(method, path));
    };
    try {
      await client.note([], createPolar({ accessToken: '' }));
    } finally {
      core.buildRequest = buildRequest;
    }
    return client;
  }

  callOf(method: string, path: string): string | undefined {
    const request = key(method, path);
    return OTHERWISE.has(request) ? undefined : this.calls.get(request);
  }

  private async note(names: readonly string[], services: object): Promise<void> {
    for (const [name, member] of Object.entries(services) as [string, object | ((...input: string[]) => Promise<unknown>)][]) {
      if (typeof member === 'object') await this.note([...names, name], member);
      // Methods that go from page to page are called by iterators.
      else if (!name.startsWith('iter')) await this.noteCall([...names, name].join('.'), member as () => Promise<unknown>);
    }
  }

  private async noteCall(name: string, call: (...input: string[]) => Promise<unknown>): Promise<void> {
    try {
      await call('', '', '', '');
    } catch (error) {
      if (!(error instanceof Built)) throw error;
      this.calls.set(error.request, name);
    }
  }
}

class Built extends Error {
  constructor(readonly request: string) {
    super(request);
  }
}

/** Extensions whose descriptions do not say so. */
const EXTENSIONS = new Set(['follow_benefit', 'overlap_seconds', 'secret']);
/** Purchases are reported with the ID that they have elsewhere, which the public client cannot send; and it wants the ID of a client twice. */
const OTHERWISE = new Set(['POST /v1/orders', 'POST /v1/subscriptions', 'PUT /v1/oauth2/register/{}']);

/** A body without the fields that the public client does not know, or null if nothing is left. */
export function knownToPublicClient(fields: JsonFields, schema: Schema, schemas: Schemas): JsonFields | null {
  const known = knownFields(fields, schema, schemas);
  return Object.keys(known).length > 0 ? known : null;
}

function knownFields(fields: JsonFields, schema: Schema, schemas: Schemas): JsonFields {
  const properties = propertiesOf(schema, schemas);
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => {
      const property = properties[name];
      const isExtension = EXTENSIONS.has(name) || property?.description?.includes('An extension.');
      return isExtension ? [] : [[name, property ? knownValue(value, property, schemas) : value]];
    }),
  );
}

function knownValue(value: JsonValue, schema: Schema, schemas: Schemas): JsonValue {
  if (Array.isArray(value)) return value.map((each: JsonValue) => knownValue(each, schema.items ?? {}, schemas));
  return value !== null && typeof value === 'object' ? knownFields(value as JsonFields, schema, schemas) : value;
}

/** The properties of the first form of a body that has several: examples have that one. */
function propertiesOf(schema: Schema, schemas: Schemas): { readonly [name: string]: Schema } {
  if (schema.$ref) return propertiesOf(schemas[schema.$ref.split('/').at(-1)!]!, schemas);
  if (schema.properties) return schema.properties;
  const [first] = schema.allOf ?? schema.anyOf ?? schema.oneOf ?? [];
  return first ? propertiesOf(first, schemas) : {};
}
