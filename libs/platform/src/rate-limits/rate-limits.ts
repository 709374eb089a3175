import { Injectable } from '@nestjs/common';
import { Config, type QuotaName } from '#platform/config';
import { CounterStore } from './counter-store.ts';
import { RateLimit } from './rate-limit.ts';

/** The rate limits of this process, by name. Limits of one quota have the same numbers and count independently. */
@Injectable()
export class RateLimits {
  private readonly limits = new Map<string, RateLimit>();

  constructor(
    private readonly config: Config,
    private readonly store: CounterStore,
  ) {}

  of(quota: QuotaName, name: string): RateLimit {
    const key = `${quota} ${name}`;
    const limit = this.limits.get(key) ?? new RateLimit(this.store, key, this.config.quotas[quota]);
    this.limits.set(key, limit);
    return limit;
  }
}
