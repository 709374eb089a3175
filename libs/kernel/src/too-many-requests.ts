import { DomainError } from './domain-error.ts';

/** A window of a rate limit, after a request was counted. */
export interface LimitWindow {
  readonly name: string;
  readonly max: number;
  readonly seconds: number;
  readonly remaining: number;
  /** The seconds until the window is reset. */
  readonly resetSeconds: number;
}

/** A rate limit is exceeded. The request changed nothing, and can be repeated after `retryAfter` seconds. */
export class TooManyRequests extends DomainError {
  readonly kind = 'too-many-requests';

  constructor(
    readonly retryAfter: number,
    readonly windows: readonly LimitWindow[] = [],
  ) {
    super(`Too many requests. Try again in ${retryAfter} seconds.`);
  }
}
