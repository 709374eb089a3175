import { Injectable } from '@nestjs/common';
import { Config } from '#platform/config';
import type { QuotaName } from '#platform/config/composition';
import { CounterStore } from './counter-store.ts';
import { RateLimit } from './rate-limit.ts';

/** The rate limits of this process, by name. Limits of one quota have the same numbers and count independently. */
@Injectable()
export class RateLimits {
  private readonly limits = new Map<QuotaName, Map<string, RateLimit>>();

  constructor(
    private readonly config: Config,
    private readonly store: CounterStore,
  ) {}

  of(quota: QuotaName, name: string): RateLimit {
    return this.limits.get(quota)?.get(name) ?? this.add(quota, name);
  }

  private add(quota: QuotaName, name: string): RateLimit {
    const limit = new RateLimit(this.store, `${quota} ${name}`, this.config.quotas[quota]);
    const named = this.limits.get(quota) ?? new Map<string, RateLimit>();
    this.limits.set(quota, named.set(name, limit));
    return limit;
  }
}
