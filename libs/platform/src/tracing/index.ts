export { type Span, startSpan, useTracer, inSpan } from './spans.ts';
export { startTracing, type TraceSettings } from './start-tracing.ts';
