import { applyDecorators, type CanActivate, type ExecutionContext, Injectable, SetMetadata, UseGuards } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { ApiResponse } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { QuotaName } from '#platform/config';
import { refusalView } from './error.views.ts';
import { networkOf } from './client-network.ts';
import { openApi } from './open-api-schema.ts';
import type { RateLimitResult } from './rate-limit.ts';
import { RateLimits } from './rate-limits.ts';
import { TooManyRequests } from './too-many-requests.ts';

interface Limit {
  /** Operations of one quota are counted together. */
  readonly quota: QuotaName;
  /** Whom or what a request is about, to be counted beside the client that sends it. What it throws is the answer. */
  readonly keyBy?: (request: FastifyRequest) => string;
}

const LIMIT = 'latchkey:limit';

@Injectable()
class LimitGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly limits: RateLimits,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const { quota, keyBy: alsoBy } = this.reflector.get<Limit>(LIMIT, context.getHandler());
    const { clients, subjects } = this.limits.of(quota);
    const http = context.switchToHttp();
    const [request, reply] = [http.getRequest<FastifyRequest>(), http.getResponse<FastifyReply>()];
    this.limits.noticeProxy(request);
    void reply.header('ratelimit-policy', clients.policy);
    const client = await clients.count(networkOf(request.ip));
    setRateLimitHeaders(reply, client);
    if (alsoBy) setRateLimitHeaders(reply, stricter(client, await subjects.count(alsoBy(request))));
    return true;
  }
}

/** Tells somebody how they stand, and refuses whoever went beyond. */
function setRateLimitHeaders(reply: FastifyReply, { left, retryAfter }: RateLimitResult): void {
  const windows = left.map(({ window, remaining, seconds }) => `"${window}";r=${remaining};t=${seconds}`);
  void reply.header('ratelimit', windows.join(', '));
  if (retryAfter !== null) throw new TooManyRequests(retryAfter);
}

/** Of each window the one of which less is left. */
const stricter = (some: RateLimitResult, other: RateLimitResult): RateLimitResult => ({
  left: other.left.map((one, index) => (some.left[index]!.remaining < one.remaining ? some.left[index]! : one)),
  retryAfter: other.retryAfter,
});

/** How often an operation answers a client: 429 to whoever asks more often, before anything is looked up. */
export const RateLimited = (limit: Limit): MethodDecorator =>
  applyDecorators(
    SetMetadata(LIMIT, limit),
    UseGuards(LimitGuard),
    ApiResponse({
      status: 429,
      description: 'Asked more often than `RateLimit-Policy` allows: for the time of `Retry-After` there is no other answer.',
      schema: openApi(refusalView('TooManyRequests').schema),
    }),
  );
