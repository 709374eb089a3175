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
  /** Operations with the same quota are counted together. */
  readonly quota: QuotaName;
  /** The subject of a request, which is limited in addition to the client. An error that it throws is the response. */
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

/** Reports the remaining requests and throws if none are left. */
function setRateLimitHeaders(reply: FastifyReply, { left, retryAfter }: RateLimitResult): void {
  const windows = left.map(({ window, remaining, seconds }) => `"${window}";r=${remaining};t=${seconds}`);
  void reply.header('ratelimit', windows.join(', '));
  if (retryAfter !== null) throw new TooManyRequests(retryAfter);
}

/** For each window the result with fewer requests left. */
const stricter = (some: RateLimitResult, other: RateLimitResult): RateLimitResult => ({
  left: other.left.map((one, index) => (some.left[index]!.remaining < one.remaining ? some.left[index]! : one)),
  retryAfter: other.retryAfter,
});

/** Limits how often a client can call an operation; beyond that it responds with 429 before anything is looked up. */
export const RateLimited = (limit: Limit): MethodDecorator =>
  applyDecorators(
    SetMetadata(LIMIT, limit),
    UseGuards(LimitGuard),
    ApiResponse({
      status: 429,
      description: 'More requests than `RateLimit-Policy` allows. Requests are rejected until the time in `Retry-After` is over.',
      schema: openApi(refusalView('TooManyRequests').schema),
    }),
  );
