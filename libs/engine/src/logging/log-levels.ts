/** The levels of `LOG_LEVEL`, from the quietest to the loudest. */
export const LOG_LEVELS = ['silent', 'fatal', 'error', 'warn', 'info', 'debug'] as const;

export type LogLevel = (typeof LOG_LEVELS)[number];
