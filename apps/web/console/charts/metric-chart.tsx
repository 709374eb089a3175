import type { ReactNode } from 'react';
import type { Schema } from '../../api/client.ts';
import { useFormats } from '../../i18n/languages.tsx';
import { fractionDigits } from '../../../../libs/support/src/currencies/currencies.ts';
import { ChartCard } from '../../ui/chart.tsx';
import { labelsOf } from '../../ui/period.ts';
import type { ChartInterval } from './filters.ts';
import { type ChartMetric, LAST_COUNTS } from './metrics.ts';
import { useChartWords } from './words.ts';

type Metrics = Schema<'MetricsResponse'>;

/** One metric over the time that was asked for. */
export function MetricChart({
  metric,
  response: { periods, totals, metrics, currency },
  interval,
}: {
  readonly metric: ChartMetric;
  readonly response: Metrics;
  readonly interval: ChartInterval;
}): ReactNode {
  const words = useChartWords();
  const formats = useFormats();
  const { number, money, percent } = formats;
  // While another group is read, the figures of the last one are there.
  const type = metrics[metric]?.type;
  if (type === undefined) return null;
  const { name, definition } = words.metrics[metric];
  // Axes show whole units of money, and hundredths.
  const factor = type === 'scalar' ? 1 : type === 'percentage' ? 100 : 1 / 10 ** fractionDigits(currency);
  const format = (value: number): string => {
    if (type === 'scalar') return number(value);
    return type === 'percentage' ? percent(value / factor) : money(value / factor, currency);
  };
  return (
    <ChartCard
      title={name}
      label={name}
      note={words.intervals[interval]}
      lead={
        <details className="small faint">
          <summary>{words.definition}</summary>
          {definition}
        </details>
      }
      total={format((totals[metric] ?? 0) * factor)}
      totalTitle={LAST_COUNTS.includes(metric) ? words.last : undefined}
      nameTitle={words.time}
      valueTitle={words.value}
      format={format}
      points={periods.map(({ timestamp, [metric]: value }) => ({
        id: timestamp,
        ...labelsOf(interval, formats, timestamp),
        value: (value ?? 0) * factor,
      }))}
    />
  );
}
