import type { ArgumentsHost } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * The request that a guard, an interceptor, a filter or a parameter decorator is called for. Nest's `switchToHttp` adds three methods
 * to the context at every call, which takes longer than what most of them do with it.
 */
export const requestIn = <Request extends FastifyRequest = FastifyRequest>(context: ArgumentsHost): Request =>
  context.getArgByIndex<Request>(0);

/** The response to that request. */
export const replyIn = (context: ArgumentsHost): FastifyReply => context.getArgByIndex<FastifyReply>(1);
