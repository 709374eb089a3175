import { Injectable, Logger } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Config, type QuotaName } from '#platform/config';
import { RateLimit } from './rate-limit.ts';

interface Counters {
  readonly clients: RateLimit;
  /** The subjects of requests, counted separately so that they do not displace clients. */
  readonly subjects: RateLimit;
}

/** The rate limits of this process. */
@Injectable()
export class RateLimits {
  private readonly log = new Logger('Http');
  private readonly counters = new Map<QuotaName, Counters>();
  private hasWarned = false;

  constructor(private readonly config: Config) {}

  of(name: QuotaName): Counters {
    const quota = this.config.quotas[name];
    const counters = this.counters.get(name) ?? { clients: new RateLimit(quota), subjects: new RateLimit(quota) };
    this.counters.set(name, counters);
    return counters;
  }

  /** Warns once if requests come through a proxy that is not trusted, because all its clients are then counted as one. */
  noticeProxy({ headers, ip, socket }: FastifyRequest): void {
    if (this.hasWarned || headers['x-forwarded-for'] === undefined || ip !== socket.remoteAddress) return;
    this.hasWarned = true;
    this.log.warn(
      `${ip} says for whom it asks, and is none of TRUSTED_PROXIES: all who come through it are counted as one client.`,
    );
  }
}
