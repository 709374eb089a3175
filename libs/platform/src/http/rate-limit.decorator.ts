import { applyDecorators, type CanActivate, type ExecutionContext, Injectable, SetMetadata, UseGuards } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { ApiResponse } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { QuotaName } from '#platform/config';
import { errorView } from './error.views.ts';
import { TooManyRequests } from './errors.ts';
import { networkOf } from './client-network.ts';
import { openApi } from './open-api-schema.ts';
import type { RateLimitResult } from './rate-limit.ts';
import { RateLimits } from './rate-limits.ts';

interface Limit {
  /** All operations of a quota share its counters. */
  readonly quota: QuotaName;
  /** A second key to count by, beside the client: the subject of the request. If it throws, that error is the response. */
  readonly keyBy?: (request: FastifyRequest) => string;
}

const LIMIT = 'latchkey:limit';

@Injectable()
class RateLimitGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly limits: RateLimits,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const { quota, keyBy } = this.reflector.get<Limit>(LIMIT, context.getHandler());
    const { clients, subjects } = this.limits.of(quota);
    const http = context.switchToHttp();
    const [request, reply] = [http.getRequest<FastifyRequest>(), http.getResponse<FastifyReply>()];
    this.limits.warnAboutUntrustedProxy(request);
    void reply.header('ratelimit-policy', clients.policy);
    const client = await clients.count(networkOf(request.ip));
    setRateLimitHeaders(reply, client);
    if (keyBy) setRateLimitHeaders(reply, stricter(client, await subjects.count(keyBy(request))));
    return true;
  }
}

/** Sets the header `RateLimit`; throws `TooManyRequests` if the limit is exceeded. */
function setRateLimitHeaders(reply: FastifyReply, { windows, retryAfter }: RateLimitResult): void {
  const items = windows.map(({ window, remaining, seconds }) => `"${window}";r=${remaining};t=${seconds}`);
  void reply.header('ratelimit', items.join(', '));
  if (retryAfter !== null) throw new TooManyRequests(retryAfter);
}

/** For each window the result with fewer remaining requests. */
const stricter = (client: RateLimitResult, subject: RateLimitResult): RateLimitResult => ({
  windows: subject.windows.map((window, index) => {
    const ofClient = client.windows[index]!;
    return ofClient.remaining < window.remaining ? ofClient : window;
  }),
  retryAfter: subject.retryAfter,
});

/** Limits the rate of requests to the operation: 429 beyond the quota, before the operation runs. */
export const RateLimited = (limit: Limit): MethodDecorator =>
  applyDecorators(
    SetMetadata(LIMIT, limit),
    UseGuards(RateLimitGuard),
    ApiResponse({
      status: 429,
      description: 'More requests than `RateLimit-Policy` allows. Further requests get this response for `Retry-After` seconds.',
      schema: openApi(errorView('TooManyRequests').schema),
      headers: { RateLimit: { $ref: '#/components/headers/RateLimit' } },
    }),
  );
