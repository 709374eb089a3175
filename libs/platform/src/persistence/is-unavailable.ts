const NETWORK = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOENT', 'EAI_AGAIN', 'ENOTFOUND']);
/** PostgreSQL: connection exceptions, too many connections, statements that take too long, shutting down, starting up. */
const SQLSTATE = /^(08...|53300|57014|57P0[1-3])$/;
const LOST =
  /Connection terminated|connection error and is not queryable|timeout exceeded when trying to connect|Query read timeout|Client was closed/;

interface Failure {
  readonly code?: unknown;
  readonly message?: unknown;
  readonly cause?: unknown;
}

const isFailure = (error: unknown): error is Failure => typeof error === 'object' && error !== null;

/** True when the database could not be reached, or has no time: the request may be tried again and nothing is known to be wrong with it. */
export function isDatabaseUnavailable(error: unknown): boolean {
  for (let failure = error; isFailure(failure); failure = failure.cause) {
    const { code, message } = failure;
    if (typeof code === 'string' && (NETWORK.has(code) || SQLSTATE.test(code))) return true;
    if (typeof message === 'string' && LOST.test(message)) return true;
  }
  return false;
}
