/** A tenant asks for more than its share: the request may be repeated after `retryAfter` seconds. */
export class TenantOverloaded extends Error {
  constructor(
    message: string,
    readonly retryAfter = 1,
  ) {
    super(message);
  }
}

/** The client that the work was for has gone. */
export class WorkCancelled extends Error {
  constructor() {
    super('The request was cancelled');
  }
}
