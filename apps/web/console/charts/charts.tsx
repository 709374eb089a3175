import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { answer, type Schema } from '../../api/client.ts';
import { useFormats } from '../../i18n/languages.tsx';
import { fractionDigits } from '../../../../libs/support/src/currencies/currencies.ts';
import { ChartCard } from '../../ui/chart.tsx';
import { ComboInput } from '../../ui/choices.tsx';
import { labelsOf } from '../../ui/period.ts';
import { Loaded, PageHead, SkeletonCards } from '../../ui/surfaces.tsx';
import { api, useOrganization } from '../context.ts';
import { CURRENCIES } from '../currencies.ts';
import { ExportLink } from '../export-link.tsx';
import { useListAddress } from '../list-address.ts';
import { daysOf } from '../overview/period.ts';
import { oneIn } from '../search-parameters.ts';
import { useWords } from '../words/index.ts';
import { ChartFilters } from './chart-filters.tsx';
import { type ChartInterval, type ChartRange, METRIC_GROUPS, type MetricGroup, USE_GROUPS } from './filters.ts';
import { type ChartMetric, LAST_COUNTS, METRICS } from './metrics.ts';
import { UseCharts } from './use-charts.tsx';
import { useChartWords } from './words.ts';

type Metrics = Schema<'MetricsResponse'>;

const DAY_MS = 86_400_000;
/** The most days that are shown as one column each, and as one for each week. */
const DAYS = 62;
const WEEKS = 366;

const intervalFor = (from: string, to: string): ChartInterval => {
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS;
  if (days <= DAYS) return 'day';
  return days <= WEEKS ? 'week' : 'month';
};

/** What orders, subscriptions, seats, events and license keys add up to, over any time. */
export function ChartsPage(): ReactNode {
  const { search } = useListAddress('/$slug/charts');
  const { time_zone: timezone } = useOrganization();
  const { current } = daysOf('month', timezone);
  const { from = current.from, to = current.to } = search;
  const { interval = intervalFor(from, to) } = search;
  const range = { from, to, interval };
  const kind = oneIn(USE_GROUPS, search.group);
  return kind ? (
    <UseCharts kind={kind} range={range} />
  ) : (
    <MetricCharts group={oneIn(METRIC_GROUPS, search.group) ?? 'revenue'} range={range} />
  );
}

function MetricCharts({ group, range }: { readonly group: MetricGroup; readonly range: ChartRange }): ReactNode {
  const words = useChartWords();
  const { overview } = useWords();
  const { search, change } = useListAddress('/$slug/charts');
  const { organization_id: id, time_zone: timezone } = useOrganization();
  const { from, to, interval } = range;
  const { currency } = search;
  const metrics: readonly ChartMetric[] = METRICS[group];
  const query = { organization_id: [id], start_date: from, end_date: to, interval, timezone, metrics: [...metrics], currency };
  const read = useQuery({
    queryKey: ['charts', query],
    placeholderData: keepPreviousData,
    queryFn: () => answer(api.GET('/v1/metrics/', { params: { query } })),
  });
  const choice = (
    <ComboInput
      bare
      label={overview.currency}
      showAll={words.everyCurrency}
      placeholder={overview.currency}
      value={currency ?? null}
      choices={CURRENCIES.map((each) => ({ id: each, label: each.toUpperCase() }))}
      onChange={(chosen) => change({ currency: chosen ?? undefined })}
    />
  );
  return (
    <>
      <PageHead title={words.title} text={read.data && words.text(read.data.currency.toUpperCase())}>
        <ExportLink path="metrics/export" file="metrics" parameters={query} />
      </PageHead>
      <ChartFilters group={group} range={range}>
        {choice}
      </ChartFilters>
      <Loaded of={read} waiting={<SkeletonCards count={3} height={370} />}>
        {(response) => (
          <div className="stack">
            {metrics.map((metric) => (
              <MetricChart key={metric} metric={metric} response={response} interval={interval} />
            ))}
          </div>
        )}
      </Loaded>
    </>
  );
}

function MetricChart({
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
