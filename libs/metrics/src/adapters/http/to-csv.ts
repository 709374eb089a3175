import { METRIC_SLUGS } from '../../queries/metric-catalogue.ts';
import type { MetricsView } from '../../queries/metrics.view.ts';

/** RFC 4180. Names of metrics have no commas and no quotes. */
export function toCsv({ periods, metrics }: MetricsView): string {
  const slugs = METRIC_SLUGS.filter((slug) => metrics[slug]);
  const names = slugs.map((slug) => metrics[slug]!.display_name);
  const lines = periods.map(({ timestamp, ...values }) => [timestamp.toISOString(), ...slugs.map((slug) => values[slug])]);
  return [['Timestamp', ...names], ...lines].map((line) => `${line.join()}\r\n`).join('');
}
