import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isLarge } from './body-limit.ts';
import { isAnotherActive } from './request-contexts.ts';

const DELAY_MS = 1_000;

/**
 * Responses to clients that repeat requests although they ask for too much, that send large bodies with a token that is unknown, and
 * that fail at a subject at which many strangers try.
 */
const isSlowed = (request: FastifyRequest, { statusCode }: FastifyReply): boolean =>
  statusCode === 429 || (statusCode === 401 && isLarge(request)) || (request.hasBusySubject ?? false);

/**
 * Clients that repeat a refused request at once would occupy the process with refusals. While other tenants are active, a refusal
 * is sent after a second, so a connection gets one a second. A client that heeds `Retry-After` loses nothing.
 */
export function slowRefusals(fastify: FastifyInstance): void {
  fastify.addHook('onSend', (request, reply, _payload, done) => {
    if (reply.statusCode >= 400 && isSlowed(request, reply) && isAnotherActive(request.requestContext))
      setTimeout(done, DELAY_MS);
    else done();
  });
}
