import type { FastifyRequest } from 'fastify';
import { type Field, type Fields, type Issue, prefixPath, object, type ObjectOf } from '#platform/wire';
import { type RawQuery, rawParameter } from './query-fields.ts';
import { RequestInvalid } from './errors.ts';

/** The input of a request: path parameters, query parameters, body, and those headers that are input. */
export interface RequestShape {
  readonly path?: Fields;
  readonly query?: Fields;
  readonly body?: Field<unknown>;
  readonly headers?: Fields;
}

type FieldsOf<F> = F extends Fields ? ObjectOf<F> : undefined;
type BodyOf<B> = B extends Field<infer T> ? T : undefined;

export interface RequestOf<S extends RequestShape> {
  readonly path: FieldsOf<S['path']>;
  readonly query: FieldsOf<S['query']>;
  readonly body: BodyOf<S['body']>;
  readonly headers: FieldsOf<S['headers']>;
}

export interface RequestDefinition<S extends RequestShape = RequestShape> {
  readonly shape: S;
  /** Whether the operation returns a page of a list, or totals of many rows: it may take longer, because it counts all matches. */
  readonly countsAll: boolean;
  /** Reads all parts, so that one 422 reports every issue. Throws `Unprocessable`. */
  read(request: FastifyRequest): RequestOf<S>;
}

export type InputOf<D> = D extends RequestDefinition<infer S> ? RequestOf<S> : never;

function rawQuery(fields: Fields, query: RawQuery): Record<string, unknown> {
  const raw: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(fields)) {
    const given = rawParameter(field, query, name);
    if (given !== undefined) raw[name] = given;
  }
  return raw;
}

function readBody(field: Field<unknown>, body: unknown, issues: Issue[]): unknown {
  if (body === undefined || body === null) {
    if (field.optional) return field.default?.();
    issues.push({ loc: [], type: 'missing', msg: 'Field required', input: null });
    return undefined;
  }
  return field.read(body, issues);
}

export function defineRequest<const S extends RequestShape>(
  shape: S,
  { countsAll = 'limit' in (shape.query ?? {}) }: { countsAll?: boolean } = {},
): RequestDefinition<S> {
  const path = shape.path && object(shape.path);
  const query = shape.query && object(shape.query);
  const headers = shape.headers && object(shape.headers);
  const part = (issues: Issue[], name: string, read: () => unknown): unknown => {
    const before = issues.length;
    const value = read();
    if (issues.length > before) prefixPath(issues, before, name);
    return value;
  };
  return {
    shape,
    countsAll,
    read: (request) => {
      const issues: Issue[] = [];
      const input = {
        path: path && part(issues, 'path', () => path.read(request.params, issues)),
        query: query && part(issues, 'query', () => query.read(rawQuery(query.fields, request.query as RawQuery), issues)),
        headers: headers && part(issues, 'header', () => headers.read(request.headers, issues)),
        body: shape.body && part(issues, 'body', () => readBody(shape.body!, request.body, issues)),
      };
      if (issues.length) throw new RequestInvalid(issues);
      return input as RequestOf<S>;
    },
  };
}
