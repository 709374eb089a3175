export {
  batchCommitted,
  connectionGranted,
  deliveryFinished,
  isCollecting,
  jobFinished,
  limitHit,
  mailSent,
  requestFinished,
  watchConnections,
  webhookAttempted,
} from './measurements.ts';
export { collectMetrics, type Collection } from './collection.ts';
export { collectFromPrimary, metricsOfProcesses } from './processes.ts';
export { type MetricsServer, serveMetrics } from './serve-metrics.ts';
export type { BacklogReads, LaneBacklog } from './instruments.ts';
