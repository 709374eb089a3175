import { databaseSettingOf } from '#engine/connections';

export const NOT_MIGRATED = 'The database is not migrated to this version. Run `latchkey migrate`.';

const CODES: { readonly [sqlState: string]: (message: string) => string } = {
  '28P01': (message) =>
    `PostgreSQL does not accept the role and the password of DATABASE_URL: ${message}. Correct them there, or use \`alter role\`.`,
  '28000': (message) =>
    `PostgreSQL does not let the role of DATABASE_URL in: ${message}. Create the role, or correct DATABASE_URL.`,
  '3D000': (message) =>
    `The database of DATABASE_URL does not exist: ${message}. Correct DATABASE_URL, or create it with \`latchkey migrate --create-database\`.`,
  '42501': (message) => `The role of DATABASE_URL has not enough rights: ${message}. Make it the owner of the database.`,
  '08001': (message) => `The database at DATABASE_URL cannot be connected to: ${message}. Correct DATABASE_URL.`,
  '25006': () =>
    'The database is read-only. DATABASE_URL must name the primary server, not a standby, and `default_transaction_read_only` must be off.',
  '53100': () =>
    'The disk of the database is full. Free some space: what was answered is stored, and requests succeed again as soon as there is room.',
  '53200': () => 'The database server has no memory left. Give it more, or lower DATABASE_CONNECTIONS.',
  '53300': () => 'PostgreSQL has no connection left. Raise its `max_connections`, or lower DATABASE_CONNECTIONS.',
  '08P01': (message) =>
    `DATABASE_URL does not lead to PostgreSQL itself: ${message}. A pooler belongs to DATABASE_POOLER_URL, beside the address of PostgreSQL.`,
  '55P03': () =>
    'A session holds a lock for too long, for example one of an operator or of a backup. `pg_blocking_pids` in `pg_stat_activity` shows which.',
  '57014': () => 'The database takes too long for a statement, or a session holds a lock that it waits for.',
  '57P03': () => 'PostgreSQL is starting up or shutting down.',
  '3F000': () => NOT_MIGRATED,
  '42P01': (message) => `${NOT_MIGRATED} PostgreSQL says: ${message}.`,
  '42703': (message) => `${NOT_MIGRATED} PostgreSQL says: ${message}.`,
};

const UNREACHABLE = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOENT', 'EACCES', 'EAI_AGAIN', 'ENOTFOUND']);
const UNREACHABLE_MESSAGE = /Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout/;

interface Failure {
  readonly code?: unknown;
  readonly message?: unknown;
  readonly cause?: unknown;
  readonly errors?: readonly unknown[];
}

/** The sentence for an error that an operator has to deal with; undefined for any other error. */
export function databaseProblem(error: unknown): string | undefined {
  // What a code says about the address of the database is about the address that the connection leads to.
  return sentenceOf(error)?.replaceAll(/\bDATABASE_URL\b/g, databaseSettingOf(error));
}

function sentenceOf(error: unknown): string | undefined {
  for (let failure = error; typeof failure === 'object' && failure !== null; failure = (failure as Failure).cause) {
    const { code, message, errors } = failure as Failure;
    const text = String(message ?? '')
      .split(' - ')
      .at(-1)!;
    if (typeof code === 'string' && Object.hasOwn(CODES, code)) return CODES[code]!(text);
    if ((typeof code === 'string' && UNREACHABLE.has(code)) || UNREACHABLE_MESSAGE.test(text)) {
      const [first] = errors ?? [];
      return `The database at DATABASE_URL cannot be reached: ${text || String((first as Failure | undefined)?.message ?? code)}.`;
    }
  }
  return undefined;
}
