import type { LoggerService } from '@nestjs/common';
import { type DestinationStream, destination, type Logger, pino, stdTimeFunctions } from 'pino';
import { currentContext } from '#engine/tenancy';
import { loggableError } from './loggable-error.ts';
import { RequestLines } from './request-lines.ts';

interface Line {
  readonly time: string;
  readonly level: string;
  readonly context?: string;
  readonly msg?: string;
  readonly err?: { readonly message: string; readonly stack?: string };
}

/** Fields that are shown elsewhere in the line, or that only matter where lines of several processes are collected. */
const HIDDEN = new Set(['time', 'level', 'pid', 'process', 'context', 'msg', 'err']);

/** A line of the log for people: `12:04:31.120 WARN  Http: … status=429`. */
export function readable(json: string): string {
  const line = JSON.parse(json) as Line;
  const others = Object.entries(line).filter(([name]) => !HIDDEN.has(name));
  const fields = others.map(([name, value]) => ` ${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`);
  const context = line.context === undefined ? '' : `${line.context}: `;
  const error = line.err ? `\n  ${line.err.stack ?? line.err.message}` : '';
  return `${line.time.slice(11, 23)} ${line.level.toUpperCase().padEnd(5)} ${context}${line.msg ?? ''}${fields.join('')}${error}\n`;
}

/** Passes on the lines of the log in readable form. */
const readableLines = (output: { write(text: string): unknown }): DestinationStream => ({
  write: (json) => void output.write(readable(json)),
});

/** The levels of `LOG_LEVEL`, from the quietest to the loudest. */
export const LOG_LEVELS = ['silent', 'fatal', 'error', 'warn', 'info', 'debug'] as const;

export type LogLevel = (typeof LOG_LEVELS)[number];

export interface LogSettings {
  readonly level: LogLevel;
  /** Whether there is a line for each request. */
  readonly requests: boolean;
}

/** What the process is, such as `api`. */
interface Origin {
  readonly process: string;
}

/** Lines are written together, or after this time at the latest. */
const WRITE_AT_BYTES = 8_192;
const WRITE_AFTER_MS = 100;
/** If whoever reads the log does not keep up, further lines are dropped instead of filling the memory. */
const MAX_BUFFERED_BYTES = 16 * 1024 * 1024;

/** Nest says at each start what it has found; that is nothing for operators. */
const FRAMEWORK = new Set(['InstanceLoader', 'RoutesResolver', 'RouterExplorer', 'NestFactory', 'NestApplication']);

/**
 * The log of a process, for Nest and everything that uses Nest's `Logger`. Lines that belong to a request, or to an event that a request
 * has caused, have the id of that request.
 */
export class ProcessLog implements LoggerService {
  constructor(
    private readonly lines: Logger,
    /** Undefined if requests are not logged. */
    readonly requests: RequestLines | undefined,
  ) {}

  log(message: unknown, ...others: unknown[]): void {
    const { context, fields } = detailsOf(others);
    if (context !== undefined && FRAMEWORK.has(context)) this.lines.debug({ context }, String(message));
    else this.lines.info({ context, ...fields, ...originOfWork() }, String(message));
  }

  warn(message: unknown, ...others: unknown[]): void {
    const { context, fields, error } = detailsOf(others);
    this.lines.warn({ context, ...fields, ...originOfWork(), ...error }, textOf(message));
  }

  error(message: unknown, ...others: unknown[]): void {
    const { context, fields, error } = detailsOf(others);
    const own = message instanceof Error ? { err: loggableError(message) } : {};
    this.lines.error({ context, ...fields, ...originOfWork(), ...own, ...error }, textOf(message));
  }

  fatal(message: unknown, ...others: unknown[]): void {
    const { context, fields, error } = detailsOf(others);
    this.lines.fatal({ context, ...fields, ...originOfWork(), ...error }, textOf(message));
  }

  debug(message: unknown, ...others: unknown[]): void {
    if (!this.lines.isLevelEnabled('debug')) return;
    const { context, fields } = detailsOf(others);
    this.lines.debug({ context, ...fields, ...originOfWork() }, textOf(message));
  }

  verbose(message: unknown, ...others: unknown[]): void {
    this.debug(message, ...others);
  }
}

const textOf = (message: unknown): string => (message instanceof Error ? message.message : String(message));

/** What Nest's `Logger` passes on: errors or fields, a stack for `error`, and the name of the logger at the end. */
function detailsOf(others: readonly unknown[]): { context?: string; fields?: object; error?: object } {
  const context = typeof others.at(-1) === 'string' ? (others.at(-1) as string) : undefined;
  const details = context === undefined ? others : others.slice(0, -1);
  const failure = details.find((each) => each instanceof Error);
  const stack = details.find((each) => typeof each === 'string');
  const fields = details.find((each) => typeof each === 'object' && each !== null && !(each instanceof Error));
  const cause = failure ?? stack;
  return {
    context,
    fields: fields as object | undefined,
    ...(cause === undefined ? {} : { error: { err: loggableError(cause) } }),
  };
}

/** The request or event that the line belongs to. */
function originOfWork(): object {
  const context = currentContext();
  if (context === undefined) return {};
  const { requestId, organization, traceId } = context;
  return { request_id: requestId, organization, trace_id: traceId };
}

export function createLog({ level, requests }: LogSettings, { process: name }: Origin, output: DestinationStream): ProcessLog {
  const base = { process: name, pid: process.pid };
  const options = {
    level,
    base,
    timestamp: stdTimeFunctions.isoTime,
    // The errors of lines are loggable already.
    serializers: { err: (error: unknown) => error },
    formatters: { level: (label: string) => ({ level: label }) },
  };
  const lines = pino(options, output);
  return new ProcessLog(lines, requests && lines.isLevelEnabled('info') ? new RequestLines(base, output) : undefined);
}

/** Before a process has opened its log, and in commands that end: problems only, for the person at the terminal. */
const QUIET: LogSettings = { level: 'warn', requests: false };

let current: ProcessLog | undefined;

/** The log of this process. */
export const processLog = (): ProcessLog => (current ??= createLog(QUIET, { process: 'cli' }, readableLines(process.stderr)));

/** Opens the log of a process that serves: lines for people in a terminal, otherwise JSON, one object a line. */
export function openLog(settings: LogSettings, origin: Origin, output: DestinationStream = standardOutput()): ProcessLog {
  current = createLog(settings, origin, output);
  return current;
}

/** Lines are gathered and written in the background; the end of the process writes what is left. */
export const bufferedOutput = (dest: number | string): DestinationStream =>
  destination({ dest, sync: false, minLength: WRITE_AT_BYTES, periodicFlush: WRITE_AFTER_MS, maxLength: MAX_BUFFERED_BYTES });

const standardOutput = (): DestinationStream =>
  process.stdout.isTTY ? readableLines(process.stdout) : bufferedOutput(process.stdout.fd);
