import { Injectable, Logger } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Config, type QuotaName } from '#platform/config';
import { RateLimit } from './rate-limit.ts';

interface QuotaCounters {
  readonly clients: RateLimit;
  /** Subjects of requests. Separate from the clients, so that many subjects do not evict clients. */
  readonly subjects: RateLimit;
}

/** The rate limit counters of this process, by quota. */
@Injectable()
export class RateLimits {
  private readonly log = new Logger('Http');
  private readonly counters = new Map<QuotaName, QuotaCounters>();
  private hasWarned = false;

  constructor(private readonly config: Config) {}

  of(name: QuotaName): QuotaCounters {
    const quota = this.config.quotas[name];
    const counters = this.counters.get(name) ?? { clients: new RateLimit(quota), subjects: new RateLimit(quota) };
    this.counters.set(name, counters);
    return counters;
  }

  /** Warns once if requests come through a proxy that is not trusted: all its clients are counted as one. */
  warnAboutUntrustedProxy({ headers, ip, socket }: FastifyRequest): void {
    if (this.hasWarned || headers['x-forwarded-for'] === undefined || ip !== socket.remoteAddress) return;
    this.hasWarned = true;
    this.log.warn(
      `${ip} sends X-Forwarded-For but is not in TRUSTED_PROXIES: all requests through it are counted as one client.`,
    );
  }
}
