const MAX_MESSAGE = 2_000;
const MAX_STACK = 6_000;
const MAX_CAUSES = 3;

/** Tokens of this service, and credentials in URLs. Errors of libraries may repeat what they were given. */
const SECRETS: readonly (readonly [RegExp, string])[] = [
  [/\b(latchkey|polar)_[a-z]+_[\w-]{8,}/g, '$1_…'],
  [/\bwhsec_[\w+/=-]+/g, 'whsec_…'],
  [/(\b[a-z][a-z+.-]*:\/\/)[^\s/@]*@/gi, '$1…@'],
];

const withoutSecrets = (text: string): string =>
  SECRETS.reduce((cleaned, [pattern, replacement]) => cleaned.replace(pattern, replacement), text);

interface LoggableError {
  readonly type: string;
  readonly message: string;
  readonly code?: string;
  readonly stack?: string;
  readonly cause?: LoggableError;
}

/**
 * What is logged of an error: its type, message, code and stack, and what caused it. Other properties are left out: those of database
 * errors contain values of rows and parameters, and so does what follows the statement in the messages of the ORM.
 */
export function loggableError(error: unknown, depth = 0): LoggableError {
  if (!(error instanceof Error)) return { type: typeof error, message: withoutSecrets(String(error)).slice(0, MAX_MESSAGE) };
  const { code, cause } = error as NodeJS.ErrnoException;
  const message = messageOf(error);
  return {
    type: error.constructor.name,
    message,
    ...(typeof code === 'string' ? { code } : {}),
    ...(error.stack === undefined ? {} : { stack: `${message}\n${framesOf(error)}`.slice(0, MAX_STACK) }),
    ...(cause === undefined || depth === MAX_CAUSES ? {} : { cause: loggableError(cause, depth + 1) }),
  };
}

/** The ORM writes the statement, with its parameters, before the message of the database. */
function messageOf({ message }: Error): string {
  const ofDatabase = /^(?:select|insert|update|delete|with|begin|commit)\b[^]* - (?<own>[^\n]*)/i.exec(message)?.groups?.['own'];
  return withoutSecrets(ofDatabase ?? message).slice(0, MAX_MESSAGE);
}

/** The stack without the message that it begins with. */
const framesOf = ({ stack }: Error): string =>
  (stack ?? '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n');
