import type { DestinationStream } from 'pino';

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
export const readableLines = (output: { write(text: string): unknown }): DestinationStream => ({
  write: (json) => void output.write(readable(json)),
});
