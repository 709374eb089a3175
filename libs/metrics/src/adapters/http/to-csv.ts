import { csvLine } from '#support/csv';
import { METRIC_SLUGS } from '../../queries/metric-catalogue.ts';
import type { MetricsView } from '../../queries/metrics.view.ts';

/** A line for each interval. */
export function toCsv({ periods, metrics }: MetricsView): string {
  const slugs = METRIC_SLUGS.filter((slug) => metrics[slug]);
  const names = slugs.map((slug) => metrics[slug]!.display_name);
  const lines = periods.map(({ timestamp, ...values }) => [
    timestamp.toISOString(),
    ...slugs.map((slug) => values[slug] ?? null),
  ]);
  return [['Timestamp', ...names], ...lines].map(csvLine).join('');
}
