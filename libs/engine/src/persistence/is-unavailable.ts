const NETWORK_CODES = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOENT', 'EAI_AGAIN', 'ENOTFOUND']);
/**
 * PostgreSQL: connection exceptions, too many connections, sessions, statements and waits for a lock that were ended by a timeout, shutdown and
 * startup.
 */
const SQLSTATE = /^(08...|25P03|53300|55P03|57014|57P0[1-3]|57P05)$/;
const CONNECTION_MESSAGE =
  /failure on connection marked as essential|Connection terminated|connection error and is not queryable|timeout exceeded when trying to connect|Query read timeout|Client was closed/;

interface Failure {
  readonly code?: unknown;
  readonly message?: unknown;
  readonly cause?: unknown;
}

const isFailure = (error: unknown): error is Failure => typeof error === 'object' && error !== null;

/** Whether the database was unreachable or too slow. The request itself may be valid and can be retried. */
export function isDatabaseUnavailable(error: unknown): boolean {
  for (let failure = error; isFailure(failure); failure = failure.cause) {
    const { code, message } = failure;
    if (typeof code === 'string' && (NETWORK_CODES.has(code) || SQLSTATE.test(code))) return true;
    if (typeof message === 'string' && CONNECTION_MESSAGE.test(message)) return true;
  }
  return false;
}

/** A statement on behalf of several tenants failed. It says nothing about any of their requests. */
export class SharedStatementFailed extends Error {
  constructor(cause: unknown) {
    super('A statement that several requests share has failed', { cause });
  }
}

/** Whether the database cancelled a statement of the caller itself because it took too long. */
export function isStatementTimeout(error: unknown): boolean {
  for (let failure = error; isFailure(failure) && !(failure instanceof SharedStatementFailed); failure = failure.cause) {
    if (failure.code === '57014') return true;
  }
  return false;
}

/** The error for the callers of a shared statement. */
export const sharedFailure = (error: unknown): unknown => (isStatementTimeout(error) ? new SharedStatementFailed(error) : error);
