type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** A part of a trace. */
export interface Span {
  /** The context for what continues the trace, in the format of the W3C. */
  readonly traceparent: string;
  set(attributes: Attributes): void;
  /** Ends it; with an error, as failed. */
  end(error?: unknown): void;
}

export interface SpanOptions {
  readonly kind: 'server' | 'consumer' | 'internal';
  /** The traceparent of the span that this one is part of; undefined for the beginning of a trace. */
  readonly parent: string | undefined;
}

/** Undefined if the trace was not chosen. */
export type StartSpan = (name: string | (() => string), options: SpanOptions) => Span | undefined;

let tracer: StartSpan | undefined;

/** Sets what starts spans, for the whole process; undefined for no traces. */
export function useTracer(start: StartSpan | undefined): void {
  tracer = start;
}

/** Undefined if there are no traces, or this one was not chosen. */
export const startSpan: (...span: Parameters<StartSpan>) => Span | undefined = (name, options) => tracer?.(name, options);

/** Runs `work` as a part of the span with this traceparent; only `work` if there is none. */
export async function inSpan<T>(name: string, parent: string | undefined, work: () => Promise<T>): Promise<T> {
  const span = parent === undefined ? undefined : startSpan(name, { kind: 'internal', parent });
  if (!span) return work();
  try {
    const result = await work();
    span.end();
    return result;
  } catch (error) {
    span.end(error);
    throw error;
  }
}
