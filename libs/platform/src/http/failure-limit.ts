import { createParamDecorator, type ExecutionContext, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { WallClock, TooManyRequests } from '#kernel';
import type { QuotaName } from '#platform/config/composition';
import { type RateLimit, RateLimits } from '#platform/rate-limits/composition';
import { Clients, networkOf } from './clients.ts';
import { rateLimitHeaders } from './rate-limit-headers.ts';
import { replyIn, requestIn } from './request.ts';

declare module 'fastify' {
  interface FastifyInstance {
    readonly failureLimits: FailureLimits;
  }
}

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

/** Failures of requests that are counted together. */
export interface CountedFailures {
  readonly quota: QuotaName;
  readonly name: string;
  readonly isFailure: (error: unknown) => boolean;
  /** What a request may fail at, from its validated input. */
  readonly attemptOf: (input: never) => Guess;
}

/** What a request may fail at. */
interface Guess {
  /** Networks are counted for each of these, such as organizations. */
  readonly within: string;
  /** What was guessed, if the same guess counts once. Every failure counts if it is left out. */
  readonly guess?: () => string;
}

/** A request whose failure may be counted. */
interface GuessAttempt extends Guess {
  readonly origin: Origin;
  readonly subject: string;
  readonly block: TooManyRequests | null;
  readonly reply: FastifyReply;
}

/** The limits of failures of this process. */
@Injectable()
export class FailureLimits {
  private readonly byName = new Map<string, FailureLimit>();

  constructor(
    private readonly limits: RateLimits,
    private readonly clients: Clients,
    private readonly clock: WallClock,
  ) {}

  of({ quota, name, isFailure }: CountedFailures): FailureLimit {
    const known = this.byName.get(name);
    if (known) return known;
    const limit = new FailureLimit(this.limits.of(quota, name), isFailure, this.clients, this.clock);
    this.byName.set(name, limit);
    return limit;
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

  /** Sets the headers of the limit. */
  begin({ request, reply }: Exchange, { within, guess }: Guess): GuessAttempt {
    const network = this.clients.networkOf(request);
    const subject = `${within} ${network}`;
    const now = this.clock.now();
    const block = this.failures.knownBlock(subject, now);
    const known = this.failures.knownState(subject, now);
    void reply.headers(known ? rateLimitHeaders(known) : this.untouched);
    return { within, guess, origin: { network, isBlocked: block !== null }, subject, block, reply };
  }

  /** What a request is refused with that ended with the error. */
  async countIfFailure(error: unknown, { subject, guess, block, reply }: GuessAttempt): Promise<unknown> {
    if (!this.isFailure(error)) return error;
    if (block) return block;
    const { windows, retryAfter } = await this.failures.count(subject, this.clock.now(), guess?.());
    if (retryAfter !== null) return new TooManyRequests(retryAfter, windows);
    void reply.headers(rateLimitHeaders(windows));
    return error;
  }
}
