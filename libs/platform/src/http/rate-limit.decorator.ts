import { applyDecorators, type CanActivate, type ExecutionContext, Injectable, SetMetadata, UseGuards } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { ApiResponse } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { WallClock, TooManyRequests } from '#kernel';
import type { QuotaName } from '#platform/config';
import { type RateLimitResult, RateLimits } from '#platform/rate-limits';
import { Clients } from './clients.ts';
import { errorView } from './error.views.ts';
import { KnownDevices } from './known-devices.ts';
import { openApi } from './open-api-schema.ts';
import { rateLimitHeaders } from './rate-limit-headers.ts';
import { replyIn, requestIn } from './execution-context.ts';

interface Limit {
  readonly quota: QuotaName;
  /** What is counted. Every name has counters of its own. */
  readonly name: string;
  /** A second key to count by, beside the client: the subject of the request. If it throws, that error is the response. */
  readonly subject?: (request: FastifyRequest) => string;
}

const LIMIT = 'latchkey:limit';

/**
 * Counts a request by the network of the client, and by its subject. A device that has succeeded for the subject before is counted
 * by itself: strangers, whether in its network or with its subject, do not use up its requests.
 */
@Injectable()
class RateLimitGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly limits: RateLimits,
    private readonly clients: Clients,
    private readonly devices: KnownDevices,
    private readonly clock: WallClock,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const limit = this.reflector.get<Limit>(LIMIT, context.getHandler());
    const [request, reply] = [requestIn(context), replyIn(context)];
    const subject = limit.subject && resultOf(() => limit.subject!(request));
    const device = this.deviceOf(request, subject);
    const network = this.clients.networkOf(request);
    const client = await (device === null ? this.count(limit, 'clients', network) : this.count(limit, 'known devices', device));
    respond(reply, client);
    request.isFromKnownDevice = device !== null;
    if (!subject || device !== null) return true;
    respond(reply, stricter(client, await this.count(limit, 'subjects', subject.get())));
    return true;
  }

  /** Null if the client has not succeeded before or, if the request has a subject, not for this one. */
  private deviceOf(request: FastifyRequest, subject: Result<string> | undefined): string | null {
    const device = this.devices.read(request);
    if (device === null || !subject) return device;
    return subject.isGiven && this.devices.isDeviceOf(device, subject.get()) ? device : null;
  }

  private count({ quota, name }: Limit, by: string, key: string): Promise<RateLimitResult> {
    return this.limits.of(quota, `${name} by ${by}`).count(key, this.clock.now());
  }
}

interface Result<T> {
  readonly isGiven: boolean;
  /** Throws the error of the function. */
  get(): T;
}

function resultOf<T>(compute: () => T): Result<T> {
  try {
    const value = compute();
    return { isGiven: true, get: () => value };
  } catch (error) {
    return {
      isGiven: false,
      get: () => {
        throw error;
      },
    };
  }
}

/** Sets the headers; throws `TooManyRequests` if the limit is exceeded. */
function respond(reply: FastifyReply, { windows, retryAfter }: RateLimitResult): void {
  if (retryAfter !== null) throw new TooManyRequests(retryAfter, windows);
  void reply.headers(rateLimitHeaders(windows));
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
      /** Every response of the operation has the headers, not only this one. */
      headers: { RateLimit: { $ref: '#/components/headers/RateLimit' } },
    }),
  );
