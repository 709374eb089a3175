/** A tenant asks for more than its share: the request may be repeated after `retryAfter` seconds. */
export class TenantOverloaded extends Error {
  constructor(
    message: string,
    readonly retryAfter = 1,
  ) {
    super(message);
  }
}

/** Nobody waits for the work any more: the client has gone, or its request was answered without it. */
export class WorkCancelled extends Error {
  constructor() {
    super('The request was cancelled');
  }
}
