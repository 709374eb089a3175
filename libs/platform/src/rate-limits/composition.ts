export { CountedMailLimits } from './counted-mail-limits.ts';
export { CounterStore } from './counter-store.ts';
export { openCounterStore } from './open-counter-store.ts';
export type { RateLimit, RateLimitResult } from './rate-limit.ts';
export { RateLimits } from './rate-limits.ts';
