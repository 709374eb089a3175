import type { LimitWindow } from '#kernel';

/** The headers that describe the state of a rate limit (draft-ietf-httpapi-ratelimit-headers). */
export const rateLimitHeaders = (windows: readonly LimitWindow[]): Record<string, string> => ({
  'ratelimit-policy': windows.map(({ name, max, seconds }) => `"${name}";q=${max};w=${seconds}`).join(', '),
  ratelimit: windows.map(({ name, remaining, resetSeconds }) => `"${name}";r=${remaining};t=${resetSeconds}`).join(', '),
});
