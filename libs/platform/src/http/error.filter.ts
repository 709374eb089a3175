import {
  type ArgumentsHost,
  Catch,
  type ExceptionFilter,
  HttpException,
  Injectable,
  Logger,
  ServiceUnavailableException,
} from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ValidationFailed, DomainError, TooManyRequests } from '#kernel';
import { toSnakeCase } from '#support/texts';
import { Config } from '#platform/config';
import type { Issue } from '#platform/wire';
import { MAX_ISSUES } from '#platform/wire/composition';
import { databaseProblem, reportFailure } from '#engine/checks';
import { S3Unavailable } from '#engine/connections';
import { limitHit } from '#engine/metrics';
import { isDatabaseUnavailable, isStatementTimeout } from '#engine/persistence';
import { TenantOverloaded, WorkCancelled } from '#engine/tenancy';
import { toValidationDetail } from './validation-detail.ts';
import { AuthChallenge, REALM, RequestInvalid, UnsupportedType } from './errors.ts';
import { setDefaultHeaders } from './default-headers.ts';
import { operationOf } from './request-contexts.ts';
import { rateLimitHeaders } from './rate-limit-headers.ts';
import { replyIn, requestIn } from './request.ts';
import type { OtherApiConfig, RefusalResponse } from './other-api.ts';

const STATUS: Record<DomainError['kind'], number> = {
  'bad-request': 400,
  'not-authenticated': 401,
  'not-permitted': 403,
  'not-found': 404,
  conflict: 409,
  invalid: 422,
  'too-many-requests': 429,
};

/** Errors of the framework and of HTTP itself, by status. */
const TRANSPORT: { readonly [status: number]: readonly [error: string, detail: string] } = {
  400: ['BadRequest', 'Bad request'],
  404: ['ResourceNotFound', 'Not found'],
  405: ['MethodNotAllowed', 'Method not allowed'],
  408: ['RequestTimeout', 'The request took too long to arrive'],
  413: ['RequestBodyTooLarge', 'Request body exceeded the maximum allowed size'],
  415: ['UnsupportedMediaType', 'The body must be sent as application/json'],
  503: ['ServiceUnavailable', 'The service is not ready, try again shortly'],
};

const issuesOf = (error: ValidationFailed, { body }: FastifyRequest): Issue[] =>
  error.errors.slice(0, MAX_ISSUES).map(({ part = 'body', path, message, type, input }) => {
    const place = path.map((key) => (typeof key === 'string' ? toSnakeCase(key) : key));
    // Objects have other names in the domain than in the request.
    const isObject = typeof input === 'object' && input !== null && !(input instanceof Date);
    const given = isObject ? (part === 'body' ? valueAt(body, place) : undefined) : input;
    return { loc: [part, ...place], msg: message, type, input: given };
  });

/** The value in a body; undefined if there is none, or the body is gone, as a large one is. */
function valueAt(body: unknown, place: readonly (string | number)[]): unknown {
  let value = body;
  for (const key of place) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Readonly<Record<string | number, unknown>>)[key];
  }
  return value;
}

const statusOf = (error: unknown): number | undefined => {
  if (error instanceof HttpException) return error.getStatus();
  const status = (error as { statusCode?: unknown } | null)?.statusCode;
  return typeof status === 'number' && status in TRANSPORT ? status : undefined;
};

const JSON_TYPE = 'application/json; charset=utf-8';

type ErrorResponse = { readonly status: number; readonly body: object; readonly headers?: Record<string, string> };

/** Turns every error into a response. Unexpected errors are logged with the request id; the response gives no details. */
@Catch()
@Injectable()
export class ErrorFilter implements ExceptionFilter {
  private readonly log = new Logger('Http');

  constructor(private readonly config: Config) {}

  catch(error: unknown, host: ArgumentsHost): void {
    this.respond(error, requestIn(host), replyIn(host));
  }

  respond(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
    const response = this.toResponse(error, request);
    const { challenge } = (request.routeOptions?.config ?? {}) as OtherApiConfig;
    const isAsked = challenge !== undefined && response.status === 401;
    const headers = { ...response.headers, ...(isAsked ? { 'www-authenticate': challenge } : {}) };
    request.refusal = refusalOf(error, response.body);
    const { status, body } = inFormOf(request, response);
    if (reply.sent) return;
    // Nest refuses targets such as `*` before the hooks of the API.
    if (!reply.hasHeader('x-request-id')) setDefaultHeaders(request, reply);
    if (this.config.apiDocs) void reply.header('link', helpFor(request.refusal));
    void reply.headers(headers).status(status).type(JSON_TYPE).send(body);
  }

  /** For a request that waits for too long. A library that writes its response itself has not begun to. */
  respondLate(request: FastifyRequest, reply: FastifyReply): void {
    const error = new ServiceUnavailableException();
    if (!reply.sent) return this.respond(error, request, reply);
    const { status, body, headers } = this.toResponse(error, request);
    request.refusal = refusalOf(error, body);
    if (reply.raw.writable) reply.raw.writeHead(status, { ...headers, 'content-type': JSON_TYPE }).end(JSON.stringify(body));
  }

  private toResponse(error: unknown, request: FastifyRequest): ErrorResponse {
    if (error instanceof RequestInvalid) return { status: 422, body: { detail: toValidationDetail(error.issues) } };
    if (error instanceof ValidationFailed)
      return { status: 422, body: { detail: toValidationDetail(issuesOf(error, request)) }, ...licenseCode(error) };
    if (error instanceof TooManyRequests) {
      limitHit('requests');
      const state = error.windows.length > 0 ? rateLimitHeaders(error.windows) : {};
      const headers = { ...state, 'retry-after': String(error.retryAfter) };
      return { status: STATUS[error.kind], body: { error: error.error, detail: error.message }, headers };
    }
    if (error instanceof DomainError) {
      const headers = error.kind === 'not-authenticated' ? CHALLENGE : licenseCode(error);
      // Clients that show no headers of an error show its body.
      const code = error.code ? { code: error.code } : {};
      const retry = error.retryAt ? { retry_at: error.retryAt.toISOString() } : {};
      return { status: STATUS[error.kind], body: { error: error.error, detail: error.message, ...code, ...retry }, ...headers };
    }
    if (error instanceof AuthChallenge) {
      const body = { error: error.error, detail: error.message };
      return { status: error.status, body, headers: { 'www-authenticate': error.challenge } };
    }
    const overload = overloadOf(error);
    if (overload) {
      limitHit(error instanceof TenantOverloaded ? 'share of a tenant' : 'time of a statement');
      const body = { error: 'TooManyRequests', detail: overload.message };
      return { status: 429, body, headers: { 'retry-after': String(overload.retryAfter) } };
    }
    return this.unexpected(error, request);
  }

  private unexpected(error: unknown, request: FastifyRequest): ErrorResponse {
    const isUnavailable = error instanceof S3Unavailable || isDatabaseUnavailable(error) || databaseProblem(error) !== undefined;
    const status = isUnavailable ? 503 : (statusOf(error) ?? 500);
    const [name, general] = TRANSPORT[status] ?? ['InternalServerError', 'Internal Server Error'];
    const detail = error instanceof UnsupportedType ? error.message : general;
    const clientDisconnected = request.raw.errored !== null || error instanceof WorkCancelled;
    // Thrown on purpose by an operation that says so in its response.
    const isExpected = clientDisconnected || error instanceof ServiceUnavailableException;
    if (status >= 500 && !isExpected)
      reportFailure(this.log, `${operationOf(request)} failed`, error, { request_id: request.id });
    return { status, body: { error: name, detail }, ...(status === 503 ? { headers: { 'retry-after': '1' } } : {}) };
  }
}

/** The response, as the API says it that the operation belongs to. */
function inFormOf(request: FastifyRequest, { status, body }: RefusalResponse): RefusalResponse {
  const { refusedAs } = (request.routeOptions?.config ?? {}) as OtherApiConfig;
  if (!refusedAs) return { status, body };
  const { detail } = body as { readonly detail?: string | readonly { readonly msg: string }[] };
  const texts = typeof detail === 'string' ? [detail] : (detail ?? []).map(({ msg }) => msg);
  return refusedAs({ status, detail: texts.join(' ') }, request);
}

const TOO_EXPENSIVE =
  'The request takes the database too long. Ask for less, for example for a shorter time or with fewer filters.';
const EXPENSIVE_RETRY_SECONDS = 5;

/** A tenant that asks for more than its share: too much at the same time, or a statement that takes too long. */
function overloadOf(error: unknown): TenantOverloaded | undefined {
  if (error instanceof TenantOverloaded) return error;
  return isStatementTimeout(error) ? new TenantOverloaded(TOO_EXPENSIVE, EXPENSIVE_RETRY_SECONDS) : undefined;
}

const CHALLENGE = { headers: { 'www-authenticate': `Bearer realm="${REALM}"` } };

const licenseCode = (error: DomainError): { headers?: Record<string, string> } =>
  error.code
    ? {
        headers: {
          'license-code': error.code,
          ...(error.retryAt ? { 'license-retry-at': error.retryAt.toISOString() } : {}),
          ...(error.includedVersion ? { 'license-included-version': error.includedVersion } : {}),
        },
      }
    : {};

/** The page of the reference about a refusal (RFC 8288). */
const helpFor = (refusal: string): string => `</docs/errors/${refusal}>; rel="help"`;

/** The code of the response, or the name of its error. */
const refusalOf = (error: unknown, body: { readonly error?: unknown }): string =>
  error instanceof DomainError ? (error.code ?? error.error) : String(body.error ?? 'ValidationError');
