/** Somebody asked more often than they may, and is not answered for so many seconds. */
export class TooManyRequests extends Error {
  constructor(readonly retryAfter: number) {
    super(`Too many requests. Try again in ${retryAfter} seconds.`);
  }
}
