import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ArgumentsHost } from '@nestjs/common';
import { type Field, type Fields, type Issue, object, type ObjectOf, prefixPath } from '#platform/wire';
import { ignoredWith, readInSlices } from '#platform/wire/composition';
import { namesOfIgnored } from './ignored-fields.ts';
import { rawParameter, type RawQuery } from './query-fields.ts';
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
  /** Whether the operation returns many rows or totals of them, which a replica of the database may serve. */
  readonly readsMany: boolean;
  /**
   * Reads all parts, so that one 422 reports every issue. Throws `Unprocessable`. `ignored` gets the names of the fields of the body that
   * nobody knows, if there are any.
   */
  read(request: FastifyRequest, ignored?: (names: string) => void): RequestOf<S>;
  /** The same for a large body: others get their turn in between. */
  readInSlices(request: FastifyRequest, ignored?: (names: string) => void): Promise<RequestOf<S>>;
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

function rawHeaders(fields: Fields, headers: IncomingHttpHeaders): Record<string, unknown> {
  const raw: Record<string, unknown> = {};
  for (const name in fields) if (headers[name] !== undefined) raw[name] = headers[name];
  return raw;
}

/** What is read when there is no body. */
function readNoBody(field: Field<unknown>, issues: Issue[]): unknown {
  if (!field.optional) issues.push({ loc: ['body'], type: 'missing', msg: 'Field required', input: null });
  return field.optional ? field.default?.() : undefined;
}

function readPart<T>(name: 'path' | 'query' | 'header' | 'body', field: Field<T>, input: unknown, issues: Issue[]): T {
  const before = issues.length;
  const value = field.read(input, issues);
  if (issues.length > before) prefixPath(issues, before, name);
  return value;
}

async function readBodyInSlices(field: Field<unknown>, body: unknown, issues: Issue[]): Promise<unknown> {
  const before = issues.length;
  const value = await readInSlices(field, body, issues);
  if (issues.length > before) prefixPath(issues, before, 'body');
  return value;
}

function noteIgnored(issues: Issue[], body: unknown, note: (names: string) => void): void {
  const ignored = ignoredWith(issues);
  if (ignored) note(namesOfIgnored(ignored, body));
}

export function defineRequest<const S extends RequestShape>(
  shape: S,
  {
    countsAll = 'limit' in (shape.query ?? {}),
    readsMany = countsAll || 'limit' in (shape.query ?? {}),
  }: { countsAll?: boolean; readsMany?: boolean } = {},
): RequestDefinition<S> {
  const path = shape.path && object(shape.path);
  const query = shape.query && object(shape.query);
  const headers = shape.headers && object(shape.headers);
  const readRest = (request: FastifyRequest, issues: Issue[]) => ({
    path: path && readPart('path', path, request.params, issues),
    query: query && readPart('query', query, rawQuery(query.fields, request.query as RawQuery), issues),
    headers: headers && readPart('header', headers, rawHeaders(headers.fields, request.headers), issues),
  });
  return {
    shape,
    countsAll,
    readsMany,
    read: (request, ignored) => {
      const issues: Issue[] = [];
      const rest = readRest(request, issues);
      const given = request.body ?? undefined;
      const body =
        shape.body && (given === undefined ? readNoBody(shape.body, issues) : readPart('body', shape.body, given, issues));
      if (issues.length) throw new RequestInvalid(issues);
      if (ignored) noteIgnored(issues, given, ignored);
      return { ...rest, body } as RequestOf<S>;
    },
    readInSlices: async (request, ignored) => {
      const issues: Issue[] = [];
      const rest = readRest(request, issues);
      const given = request.body ?? undefined;
      const body =
        shape.body && (given === undefined ? readNoBody(shape.body, issues) : await readBodyInSlices(shape.body, given, issues));
      // What was read is a copy. The original would stay in memory until the response.
      request.body = undefined;
      if (issues.length) throw new RequestInvalid(issues);
      if (ignored) noteIgnored(issues, given, ignored);
      return { ...rest, body } as RequestOf<S>;
    },
  };
}

/**
 * The request that a guard, an interceptor, a filter or a parameter decorator is called for. Nest's `switchToHttp` adds three methods
 * to the context at every call, which takes longer than what most of them do with it.
 */
export const requestIn = <Request extends FastifyRequest = FastifyRequest>(context: ArgumentsHost): Request =>
  context.getArgByIndex<Request>(0);

/** The response to that request. */
export const replyIn = (context: ArgumentsHost): FastifyReply => context.getArgByIndex<FastifyReply>(1);
