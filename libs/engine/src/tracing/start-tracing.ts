import { useTracer } from './spans.ts';

export interface TraceSettings {
  readonly endpoint: string | undefined;
  /** The share of requests that are traced, from 0 to 1. */
  readonly ratio: number;
}

/** Sends traces until disposed of. Without an endpoint, the packages of OpenTelemetry are not loaded. */
export async function startTracing({ endpoint, ratio }: TraceSettings, process: string): Promise<AsyncDisposable> {
  if (endpoint === undefined) return { [Symbol.asyncDispose]: async () => undefined };
  const { openTelemetry } = await import('./open-telemetry.ts');
  const { start, shutdown } = openTelemetry({ endpoint, ratio, process });
  useTracer(start);
  return {
    [Symbol.asyncDispose]: async () => {
      useTracer(undefined);
      await shutdown();
    },
  };
}
