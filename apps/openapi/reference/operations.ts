import type { OpenAPIObject } from '@nestjs/swagger';
import type { Schema, Schemas } from '../open-api-examples.ts';

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: Schema;
}

interface Content {
  readonly schema: Schema;
  readonly example?: unknown;
}

export interface Body extends Content {
  readonly type: string;
  readonly isRequired: boolean;
}

export interface Answer {
  readonly status: string;
  readonly description: string;
  readonly bodies: readonly Body[];
  /** The names of errors that it may have. */
  readonly errors: readonly string[];
  /** What its headers mean. */
  readonly headers: { readonly [name: string]: string };
}

export type Security = readonly { readonly [scheme: string]: readonly string[] }[];

/** An operation of the API, or an event that endpoints of webhooks get. */
export interface Operation {
  readonly id: string;
  readonly area: string;
  readonly method: string;
  /** The path, or the kind of an event. */
  readonly path: string;
  readonly isEvent: boolean;
  readonly summary: string;
  readonly description: string;
  readonly parameters: readonly Parameter[];
  readonly body: Body | null;
  readonly answers: readonly Answer[];
  readonly security: Security;
}

interface Described {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description?: string;
  readonly parameters?: readonly (Parameter | { readonly $ref: string })[];
  readonly requestBody?: { readonly required?: boolean; readonly content: { readonly [type: string]: Content } };
  readonly responses: {
    readonly [status: string]: {
      readonly description: string;
      readonly content?: { readonly [type: string]: Content };
      readonly headers?: { readonly [name: string]: Header | { readonly $ref: string } };
    };
  };
  readonly security?: Security;
}

interface Header {
  readonly description: string;
}

/** What operations refer to. */
interface Shared {
  readonly parameters: { readonly [name: string]: Parameter };
  readonly headers: { readonly [name: string]: Header };
  readonly schemas: Schemas;
}

type Items = { readonly [path: string]: { readonly [method: string]: Described } };

export const EVENTS = 'webhook_events';

export const schemasOf = (document: OpenAPIObject): Schemas => document.components!.schemas as unknown as Schemas;

/** All operations, then all events, in the order of the document. */
export function operationsOf({ paths, webhooks, components }: OpenAPIObject): readonly Operation[] {
  const shared = components as unknown as Shared;
  const flatten = (items: Items, isEvent: boolean): readonly Operation[] =>
    Object.entries(items).flatMap(([path, item]) =>
      Object.entries(item).map(([method, described]) => operationOf(path, method.toUpperCase(), described, shared, isEvent)),
    );
  return [...flatten(paths as unknown as Items, false), ...flatten(webhooks as unknown as Items, true)];
}

function operationOf(
  path: string,
  method: string,
  { operationId: id, tags, summary, description = '', parameters = [], requestBody, responses, security = [] }: Described,
  shared: Shared,
  isEvent: boolean,
): Operation {
  return {
    id,
    area: isEvent ? EVENTS : areaOf(id, tags[0]!),
    method,
    path,
    isEvent,
    summary,
    description,
    parameters: parameters.map((each) => ('$ref' in each ? shared.parameters[nameIn(each)]! : each)),
    body: bodiesOf(requestBody?.content, requestBody?.required)[0] ?? null,
    answers: Object.entries(responses).map(([status, answer]) => ({
      status,
      description: answer.description,
      bodies: bodiesOf(answer.content),
      errors: bodiesOf(answer.content).flatMap(({ schema }) => errorsIn(schema, shared.schemas)),
      headers: Object.fromEntries(
        Object.entries(answer.headers ?? {}).map(([name, header]) => [
          name,
          ('$ref' in header ? shared.headers[nameIn(header)]! : header).description,
        ]),
      ),
    })),
    security,
  };
}

const nameIn = ({ $ref }: { readonly $ref: string }): string => $ref.split('/').at(-1)!;

/** The names of errors that a body may be. */
function errorsIn(schema: Schema, schemas: Schemas): readonly string[] {
  if (schema.$ref) return errorsIn(schemas[schema.$ref.split('/').at(-1)!]!, schemas);
  if (schema.anyOf) return schema.anyOf.flatMap((each) => errorsIn(each, schemas));
  const name = schema.properties?.['error']?.const;
  return typeof name === 'string' ? [name] : [];
}

const bodiesOf = (content: { readonly [type: string]: Content } = {}, isRequired = false): readonly Body[] =>
  Object.entries(content).map(([type, body]) => ({ type, isRequired, ...body }));

/** What customers do in their portal is as much as all the rest: each resource there is an area of its own. */
function areaOf(id: string, tag: string): string {
  if (tag !== 'customer_portal') return tag;
  // Others are what applications verify licenses with.
  return id.startsWith('customer_portal.') ? id.split('.').slice(0, 2).join('.') : 'customer_portal.license_keys';
}
