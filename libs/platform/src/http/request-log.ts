import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { processLog } from '#engine/logging';
import { isCollecting, requestFinished } from '#engine/metrics';
import type { RequestContext } from '#engine/tenancy';

declare module 'fastify' {
  interface FastifyRequest {
    /** Why the request was refused: the code or the name of the error in the response. */
    refusal?: string;
  }
}

/** The method and the path with its parameters as names: neither ids nor query parameters, which may be secrets. */
export const operationOf = ({ method, routeOptions: { url } }: FastifyRequest): string =>
  url === undefined ? 'unknown' : `${method} ${url}`;

/** Measures each request, from the arrival of its headers until its response has been sent, and writes one line for it. */
export function logRequests(fastify: FastifyInstance): void {
  fastify.decorateRequest('refusal', undefined);
  const { requests } = processLog();
  if (!requests && !isCollecting()) return;
  fastify.addHook('onResponse', (request: FastifyRequest, reply: FastifyReply, done) => {
    const [operation, status, durationMs] = [operationOf(request), reply.statusCode, reply.elapsedTime];
    requestFinished(operation, status, durationMs);
    if (requests) {
      // A request that the framework refuses has no work.
      const context = request.requestContext as RequestContext | undefined;
      const { id: requestId, refusal: code } = request;
      requests.write({
        requestId,
        operation,
        organization: context?.organization,
        status,
        durationMs,
        code,
        traceId: context?.traceId,
      });
    }
    done();
  });
}
