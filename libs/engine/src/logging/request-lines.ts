import type { DestinationStream } from 'pino';

/** What is logged of a request. */
export interface RequestLine {
  readonly requestId: string;
  readonly operation: string;
  readonly organization: string | undefined;
  readonly status: number;
  readonly durationMs: number;
  /** Why it was refused. */
  readonly code: string | undefined;
  readonly traceId: string | undefined;
}

const field = (name: string, value: string | undefined): string =>
  value === undefined ? '' : `,"${name}":${JSON.stringify(value)}`;

/**
 * The lines of requests, in the format of all others. There is one for every request, so they are put together here, at a third of the
 * time that serializing objects takes.
 */
export class RequestLines {
  private readonly base: string;
  private second = 0;
  private prefix = '';

  constructor(
    base: object,
    private readonly output: DestinationStream,
  ) {
    this.base = JSON.stringify(base).slice(1, -1);
  }

  write({ requestId, operation, organization, status, durationMs, code, traceId }: RequestLine): void {
    const duration = Math.round(durationMs * 1_000) / 1_000;
    this.output.write(
      `{"level":"info","time":"${this.time()}",${this.base},"context":"Http"${field('request_id', requestId)}${field('operation', operation)}` +
        `${field('organization', organization)},"status":${status},"duration_ms":${duration}${field('code', code)}` +
        `${field('trace_id', traceId)},"msg":"request"}\n`,
    );
  }

  /** The time as ISO 8601. Only its milliseconds differ from line to line. */
  private time(): string {
    const now = Date.now();
    const milliseconds = now % 1_000;
    if (now - milliseconds !== this.second) {
      this.second = now - milliseconds;
      this.prefix = new Date(now).toISOString().slice(0, -4);
    }
    return `${this.prefix}${String(milliseconds).padStart(3, '0')}Z`;
  }
}
