import { type Context, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, type SpanContext } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { loggableError } from '#engine/logging';
import type { Span, SpanOptions, StartSpan } from './spans.ts';

const KINDS = { server: SpanKind.SERVER, consumer: SpanKind.CONSUMER, internal: SpanKind.INTERNAL } as const;

/** How long the end of a process waits for the last spans. */
const SHUTDOWN_MS = 2_000;

interface Settings {
  readonly endpoint: string;
  readonly ratio: number;
  readonly process: string;
}

const formatted = ({ traceId, spanId, traceFlags }: SpanContext): string =>
  `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;

function parsed(traceparent: string): Context {
  const [, traceId = '', spanId = '', flags = '00'] = traceparent.split('-');
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true });
}

/**
 * Spans that are sent to an OTLP endpoint. A request is chosen before there is a span: for one that is not, there are none at all, because even
 * a span that records nothing takes microseconds.
 */
export function openTelemetry({ endpoint, ratio, process }: Settings): { start: StartSpan; shutdown: () => Promise<void> } {
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': `latchkey-${process}` }),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url: `${endpoint}/v1/traces` }) })],
  });
  const tracer = provider.getTracer('latchkey');
  const start = (name: string | (() => string), { kind, parent }: SpanOptions): Span | undefined => {
    if (parent === undefined && Math.random() >= ratio) return undefined;
    const span = tracer.startSpan(
      typeof name === 'string' ? name : name(),
      { kind: KINDS[kind] },
      parent === undefined ? ROOT_CONTEXT : parsed(parent),
    );
    return {
      traceparent: formatted(span.spanContext()),
      set: (attributes) => void span.setAttributes(attributes),
      end: (error) => {
        if (error !== undefined) span.setStatus({ code: SpanStatusCode.ERROR, message: loggableError(error).message });
        span.end();
      },
    };
  };
  const timeout = () => new Promise<void>((resolve) => void setTimeout(resolve, SHUTDOWN_MS).unref());
  return { start, shutdown: () => Promise.race([provider.shutdown().catch(() => undefined), timeout()]) };
}
