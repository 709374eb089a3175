import type { Config } from '#platform/config';
import { openLog, processLog } from '#engine/logging';
import { type Collection, collectMetrics, type metricsOfProcesses, type MetricsServer, serveMetrics } from '#engine/metrics';
import { cannotListen, localAddress } from './process/index.ts';
import { startTracing } from '#engine/tracing';

export interface Observation extends AsyncDisposable {
  /** Undefined if no metrics are collected. */
  readonly metrics: Collection | undefined;
}

interface Options {
  /** The metrics of further processes that this one speaks for. */
  readonly others?: () => ReturnType<typeof metricsOfProcesses>;
  /** Where the log goes instead of the standard output. */
  readonly output?: Parameters<typeof openLog>[2];
}

/**
 * Opens the log of a process, and begins to collect metrics and to send traces if they are configured. Must be called before the
 * application is created.
 */
export async function observe(
  process: 'api' | 'worker' | 'start',
  { log, metrics: { host, apiPort, workerPort }, traces }: Pick<Config, 'log' | 'metrics' | 'traces'>,
  { others = async () => [], output }: Options = {},
): Promise<Observation> {
  openLog(log, { process }, output);
  const resources = new AsyncDisposableStack();
  resources.use(await startTracing(traces, process));
  const port = process === 'worker' ? workerPort : apiPort;
  if (port === undefined) return { metrics: undefined, [Symbol.asyncDispose]: () => resources.disposeAsync() };
  const metrics = await collectMetrics(process);
  const server = await serveMetrics({ port, host, read: async () => [await metrics.read(), ...(await others())] }).catch(
    (error: Error) => {
      throw cannotListen(error, { host, port }, [process === 'worker' ? 'WORKER_METRICS_PORT' : 'METRICS_PORT', 'METRICS_HOST']);
    },
  );
  resources.use<MetricsServer>(server);
  processLog().log(`Metrics are served at ${localAddress({ host, port: server.port })}/metrics`);
  return { metrics, [Symbol.asyncDispose]: () => resources.disposeAsync() };
}
