import { createParamDecorator, type ExecutionContext, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { WallClock, TooManyRequests } from '#kernel';
import type { QuotaName } from '#platform/config';
import { type RateLimit, RateLimits } from '#platform/rate-limits';
import { networkOf } from './client-network.ts';
import { Clients } from './clients.ts';
import { rateLimitHeaders } from './rate-limit-headers.ts';
import { replyIn, requestIn } from './execution-context.ts';

/** A request and its response, for `FailureLimits`. */
export interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** Passes the request and its response to a controller method. */
export const CurrentExchange = createParamDecorator((_data: unknown, context: ExecutionContext): Exchange => ({
  request: requestIn(context),
  reply: replyIn(context),
}));

/** Where a request comes from, and whether its network has failed too often. */
export interface Origin {
  readonly network: string;
  readonly isBlocked: boolean;
}

interface FailureLimit {
  readonly quota: QuotaName;
  readonly name: string;
  /** Networks are counted for each of these, such as organizations. */
  readonly within: string;
  readonly isFailure: (error: unknown) => boolean;
  /** What was guessed, if the same guess counts once. Every failure counts if it is left out. */
  readonly guess?: () => string;
}

interface Failure {
  readonly subject: string;
  readonly guess: string | undefined;
}

/**
 * Counts the requests of a network that fail. Beyond the limit, failures get 429 for a time, and the operation learns from
 * `isBlocked` that it may accept only what it trusts. Requests that succeed are never counted.
 */
@Injectable()
export class FailureLimits {
  constructor(
    private readonly limits: RateLimits,
    private readonly clients: Clients,
    private readonly clock: WallClock,
  ) {}

  /** Where requests from this address come from, as far as this process knows. Nothing is counted. */
  originOf(address: string, limit: FailureLimit): Origin {
    const network = networkOf(address);
    return { network, isBlocked: this.stateOf(network, limit).block !== null };
  }

  async run<T>({ request, reply }: Exchange, limit: FailureLimit, operation: (origin: Origin) => Promise<T>): Promise<T> {
    const network = this.clients.networkOf(request);
    const { failures, subject, block } = this.stateOf(network, limit);
    try {
      return await operation({ network, isBlocked: block !== null });
    } catch (error) {
      if (!limit.isFailure(error)) throw error;
      if (block) throw block;
      await this.count(failures, { subject, guess: limit.guess?.() }, reply);
      throw error;
    }
  }

  private stateOf(network: string, limit: FailureLimit) {
    const failures = this.limits.of(limit.quota, limit.name);
    const subject = `${limit.within} ${network}`;
    return { failures, subject, block: failures.knownBlock(subject, this.clock.now()) };
  }

  private async count(failures: RateLimit, { subject, guess }: Failure, reply: FastifyReply): Promise<void> {
    const { windows, retryAfter } = await failures.count(subject, this.clock.now(), guess);
    if (retryAfter !== null) throw new TooManyRequests(retryAfter, windows);
    void reply.headers(rateLimitHeaders(windows));
  }
}
