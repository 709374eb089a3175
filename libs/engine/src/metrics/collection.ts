import { readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import type { MetricObjectWithValues, MetricValue } from 'prom-client';
import type { BacklogReads } from './instruments.ts';
import { measureWith } from './measurements.ts';

/** The metrics of a process, as it passes them on to another one. */
export type Metrics = MetricObjectWithValues<MetricValue<string>>[];

/** The metrics of this process. */
export interface Collection {
  read(): Promise<Metrics>;
  watchBacklog(reads: BacklogReads): void;
  watchEventSink(readLagSeconds: () => Promise<number>): void;
}

const version = (): string =>
  (JSON.parse(readFileSync(findPackageJSON(import.meta.url)!, 'utf8')) as { readonly version: string }).version;

/** Collects metrics from now on. A process calls it once, before it opens its connections. */
export async function collectMetrics(process: string): Promise<Collection> {
  const { Instruments } = await import('./instruments.ts');
  const instruments = new Instruments(process, version());
  measureWith(instruments);
  return {
    read: () => instruments.registry.getMetricsAsJSON(),
    watchBacklog: (reads) => instruments.watchBacklog(reads),
    watchEventSink: (read) => instruments.watchEventSink(read),
  };
}
