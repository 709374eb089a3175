/** The rate limit is exceeded; requests are rejected for `retryAfter` seconds. */
export class TooManyRequests extends Error {
  constructor(readonly retryAfter: number) {
    super(`Too many requests. Try again in ${retryAfter} seconds.`);
  }
}
