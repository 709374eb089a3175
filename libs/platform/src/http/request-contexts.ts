import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isUuid } from '#kernel';
import { processLog } from '#engine/logging';
import { isCollecting, requestFinished } from '#engine/metrics';
import { restBetweenSlices } from '#support/slices';
import { currentContext, REQUEST_MS, requestActivity, runInContext, STATEMENT_MS, RequestContext } from '#engine/tenancy';
import { type Span, startSpan } from '#engine/tracing';
import { networkOf } from './clients.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** What the service does for this request. Its tenant is the network of the client until the organization is known. */
    requestContext: RequestContext;
    /** Why the request was refused: the code or the name of the error in the response. */
    refusal?: string;
    /** Fires when the request should have had a response. */
    deadline?: NodeJS.Timeout;
  }
}

/** A large body takes a sixth of the event loop while other tenants are active. A slice is 4 ms. */
const REST_MS = 20;

/** The method and the path with its parameters as names: neither ids nor query parameters, which may be secrets. */
export const operationOf = ({ method, routeOptions: { url } }: FastifyRequest): string =>
  url === undefined ? 'unknown' : `${method} ${url}`;

/** The organization that the body of a public operation names. It need not exist. */
export function organizationOf({ body }: FastifyRequest): string | undefined {
  const id = (body as { readonly organization_id?: unknown } | null | undefined)?.organization_id;
  return typeof id === 'string' && isUuid(id) ? id.toLowerCase() : undefined;
}

/** Calls the listener if the client disconnects before it has the response, or gets one before the work is done. */
const onDisconnect =
  ({ raw, request }: FastifyReply) =>
  (listener: () => void): (() => void) => {
    const closed = (): void => {
      if (!raw.writableFinished || request.requestContext.isOver) listener();
    };
    raw.once('close', closed);
    return () => raw.off('close', closed);
  };

function endSpan(span: Span, request: FastifyRequest, status: number): void {
  span.set({
    'http.response.status_code': status,
    'latchkey.request_id': request.id,
    'latchkey.organization': request.requestContext.organization,
    'latchkey.refusal': request.refusal,
  });
  span.end(status >= 500 ? (request.refusal ?? status) : undefined);
}

/** Whether a tenant other than the one that the work is for is active. */
export const isAnotherActive = (context: RequestContext | undefined): boolean =>
  typeof context?.tenant === 'string' && requestActivity.isAnotherActive(context.tenant, performance.now());

/** The time of the organization that the current request is for. */
export const timeOfOrganization = (): number => Date.now() + (currentContext()?.aheadMs ?? 0);

/** Notes that the current request reads many rows from now on, and changes nothing any more. */
export function noteReadsMany(): void {
  const context = currentContext();
  if (context) context.readsMany = true;
}

/** Responds to a request that waits for too long. */
type Respond = (request: FastifyRequest, reply: FastifyReply) => void;

/** A deadline counts seconds in which the process runs: one that stood still has not waited, and has not read what has arrived. */
const SECOND_MS = 1_000;

function awaitResponse(request: FastifyRequest, reply: FastifyReply, respond: Respond, leftMs = REQUEST_MS): void {
  const nextMs = leftMs - SECOND_MS;
  request.deadline =
    nextMs > 0
      ? setTimeout(awaitResponse, SECOND_MS, request, reply, respond, nextMs)
      : setTimeout(endWait, leftMs, request, reply, respond);
}

/**
 * A response that is being sent goes on, and so does the work of a large body, and what says itself that it may take longer. Of other work, what
 * has not begun is given up, and what has begun ends as it would without anybody who waits.
 */
function endWait(request: FastifyRequest, reply: FastifyReply, respond: Respond): void {
  const { requestContext: context } = request;
  if (reply.raw.headersSent || context.takesLonger || context.statementMs === STATEMENT_MS.long) return;
  context.isOver = true;
  respond(request, reply);
}

/** Notes that the response to the current request may take longer than `REQUEST_MS`: it is made while it is sent, or a third party is asked. */
export function noteTakesLonger(): void {
  const context = currentContext();
  if (context) context.takesLonger = true;
}

/**
 * Runs each request in a `RequestContext` of its own, from the time when its body was read: bodies arrive in events of the connection, which
 * belong to no work. The guard that authenticates a caller sets the tenant to that of its credential. Once the response has been sent, the
 * request is measured from the arrival of its headers, and one line is written for it. One that still has no response after `REQUEST_MS` gets
 * that of `respondLate`, whatever it waits for.
 */
export function requestContexts(fastify: FastifyInstance, respondLate: Respond): void {
  fastify.decorateRequest('requestContext');
  fastify.decorateRequest('refusal', undefined);
  fastify.decorateRequest('deadline', undefined);
  const { requests: lines } = processLog();
  const isMeasured = lines !== undefined || isCollecting();
  restBetweenSlices(() => (isAnotherActive(currentContext()) ? REST_MS : 0));
  fastify.addHook('onRequest', (request, reply, done) => {
    request.requestContext = new RequestContext({
      tenant: () => networkOf(request.ip),
      operation: operationOf(request),
      statementMs: STATEMENT_MS.interactive,
      onCancel: onDisconnect(reply),
      bytes: Number(request.headers['content-length'] ?? 0),
      requestId: request.id,
      acceptLanguage: request.headers['accept-language'],
      span: startSpan(() => operationOf(request), { kind: 'server', parent: undefined }),
    });
    done();
  });
  fastify.addHook('preValidation', (request, reply, done) => {
    awaitResponse(request, reply, respondLate);
    const organization = request.headers.authorization === undefined ? organizationOf(request) : undefined;
    if (organization !== undefined) {
      request.requestContext.tenant = organization;
      request.requestContext.organization = organization;
    }
    runInContext(request.requestContext, done);
  });
  fastify.addHook('onResponse', (request, reply, done) => {
    clearTimeout(request.deadline);
    // A request that the framework refuses has no work.
    const context = request.requestContext as RequestContext | undefined;
    if (context?.span) endSpan(context.span as Span, request, reply.statusCode);
    const tenant = context?.tenant;
    if (typeof tenant === 'string') requestActivity.note(tenant, performance.now());
    if (isMeasured) {
      const [operation, status, durationMs] = [operationOf(request), reply.statusCode, reply.elapsedTime];
      const { id: requestId, refusal: code } = request;
      requestFinished(operation, status, durationMs, code);
      const { organization, traceId } = context ?? {};
      lines?.write({ requestId, operation, organization, status, durationMs, code, traceId });
    }
    done();
  });
}
