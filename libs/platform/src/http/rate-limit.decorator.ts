import { applyDecorators, type CanActivate, type ExecutionContext, Injectable, SetMetadata, UseGuards } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { ApiResponse } from '@nestjs/swagger';
import { TooManyRequests } from '#kernel';
import { type ClientLimit, ClientLimits } from './client-limits.ts';
import { errorView } from './error.views.ts';
import { LimitedRoute } from './limited-route.ts';
import { openApi } from './open-api-schema.ts';
import { rateLimitHeaders } from './rate-limit-headers.ts';
import { replyIn, requestIn } from './request.ts';

const LIMIT = 'latchkey:limit';

@Injectable()
class RateLimitGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly limits: ClientLimits,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const limit = this.reflector.get<ClientLimit>(LIMIT, context.getHandler());
    const { windows, retryAfter } = await this.limits.count(requestIn(context), limit);
    if (retryAfter !== null) throw new TooManyRequests(retryAfter, windows);
    void replyIn(context).headers(rateLimitHeaders(windows));
    return true;
  }
}

/** Limits the rate of requests to the operation: 429 beyond the quota, before the operation runs. */
export const RateLimited = (limit: ClientLimit): MethodDecorator =>
  applyDecorators(
    SetMetadata(LIMIT, limit),
    UseGuards(RateLimitGuard),
    LimitedRoute(limit.name),
    ApiResponse({
      status: 429,
      description: 'More requests than `RateLimit-Policy` allows. Further requests get this response for `Retry-After` seconds.',
      schema: openApi(errorView('TooManyRequests').schema),
      /** Every response of the operation has the headers, not only this one. */
      headers: { RateLimit: { $ref: '#/components/headers/RateLimit' } },
    }),
  );
