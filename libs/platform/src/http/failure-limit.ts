import { createParamDecorator, type ExecutionContext, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { WallClock, TooManyRequests } from '#kernel';
import type { QuotaName } from '#platform/config';
import { type RateLimit, RateLimits } from '#platform/rate-limits';
import { Clients, networkOf } from './clients.ts';
import { rateLimitHeaders } from './rate-limit-headers.ts';
import { replyIn, requestIn } from './request.ts';

/** A request and its response, for `FailureLimit`. */
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

interface CountedFailures {
  readonly quota: QuotaName;
  readonly name: string;
  readonly isFailure: (error: unknown) => boolean;
}

/** What a request may fail at. */
interface Attempt {
  /** Networks are counted for each of these, such as organizations. */
  readonly within: string;
  /** What was guessed, if the same guess counts once. Every failure counts if it is left out. */
  readonly guess?: () => string;
}

/** The limits of failures of this process. */
@Injectable()
export class FailureLimits {
  constructor(
    private readonly limits: RateLimits,
    private readonly clients: Clients,
    private readonly clock: WallClock,
  ) {}

  of({ quota, name, isFailure }: CountedFailures): FailureLimit {
    return new FailureLimit(this.limits.of(quota, name), isFailure, this.clients, this.clock);
  }
}

/**
 * Counts the requests of a network that fail. Beyond the limit, failures get 429 for a time, and the operation learns from
 * `isBlocked` that it may accept only what it trusts. Requests that succeed are never counted: their responses have the state that this
 * process knows, so that nothing is asked for them.
 */
export class FailureLimit {
  /** Most networks have never failed: their headers are made once. */
  private readonly untouched: Record<string, string>;

  constructor(
    private readonly failures: RateLimit,
    private readonly isFailure: CountedFailures['isFailure'],
    private readonly clients: Clients,
    private readonly clock: WallClock,
  ) {
    this.untouched = rateLimitHeaders(failures.untouched);
  }

  /** Where requests from this address come from, as far as this process knows. Nothing is counted. */
  originOf(address: string, within: string): Origin {
    const network = networkOf(address);
    return { network, isBlocked: this.failures.knownBlock(`${within} ${network}`, this.clock.now()) !== null };
  }

  async run<T>({ request, reply }: Exchange, { within, guess }: Attempt, operation: (origin: Origin) => Promise<T>): Promise<T> {
    const network = this.clients.networkOf(request);
    const subject = `${within} ${network}`;
    const now = this.clock.now();
    const block = this.failures.knownBlock(subject, now);
    const known = this.failures.knownState(subject, now);
    void reply.headers(known ? rateLimitHeaders(known) : this.untouched);
    try {
      return await operation({ network, isBlocked: block !== null });
    } catch (error) {
      if (!this.isFailure(error)) throw error;
      if (block) throw block;
      await this.count(subject, guess?.(), reply);
      throw error;
    }
  }

  private async count(subject: string, guess: string | undefined, reply: FastifyReply): Promise<void> {
    const { windows, retryAfter } = await this.failures.count(subject, this.clock.now(), guess);
    if (retryAfter !== null) throw new TooManyRequests(retryAfter, windows);
    void reply.headers(rateLimitHeaders(windows));
  }
}
