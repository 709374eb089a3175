export { type Span, startSpan, inSpan } from './spans.ts';
export { startTracing } from './start-tracing.ts';
