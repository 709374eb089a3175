const NETWORK = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOENT', 'EAI_AGAIN', 'ENOTFOUND']);
/** PostgreSQL: connection exceptions, too many connections, shutting down, starting up. */
const SQLSTATE = /^(08...|53300|57P0[1-3])$/;
const LOST =
  /Connection terminated|connection error and is not queryable|timeout exceeded when trying to connect|Client was closed/;

/** True when the database could not be reached: the request may be tried again and nothing is known to be wrong with it. */
export function isOutage(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const code = (cause as { code?: unknown }).code;
    if (typeof code === 'string' && (NETWORK.has(code) || SQLSTATE.test(code))) return true;
    if (LOST.test(cause.message)) return true;
  }
  return false;
}
