import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { answer } from '../../api/client.ts';
import { Loaded, PageHead, SkeletonCards } from '../../ui/surfaces.tsx';
import { api } from '../context.ts';
import { ExportLink } from '../export-link.tsx';
import { useListAddress } from '../list-address.ts';
import { oneIn } from '../search-parameters.ts';
import { ChartTime, useChartTime } from './chart-time.tsx';
import { METRIC_GROUPS, type MetricGroup, USE_GROUPS } from './filters.ts';
import { GroupChoice } from './group-choice.tsx';
import { MetricChart } from './metric-chart.tsx';
import { type ChartMetric, METRICS } from './metrics.ts';
import { UseCharts } from './use-charts.tsx';
import { useChartWords } from './words.ts';

/** What orders, subscriptions, seats, events and license keys add up to, over any time. */
export function ChartsPage(): ReactNode {
  const { group } = useListAddress('/$slug/charts').search;
  const kind = oneIn(USE_GROUPS, group);
  return kind ? <UseCharts kind={kind} /> : <MetricCharts group={oneIn(METRIC_GROUPS, group) ?? 'revenue'} />;
}

function MetricCharts({ group }: { readonly group: MetricGroup }): ReactNode {
  const words = useChartWords();
  const { search, change } = useListAddress('/$slug/charts');
  const metrics: readonly ChartMetric[] = METRICS[group];
  const time = useChartTime(search);
  const { interval } = time;
  const query = { ...time, metrics: [...metrics] };
  const read = useQuery({
    queryKey: ['charts', query],
    placeholderData: keepPreviousData,
    queryFn: () => answer(api.GET('/v1/metrics/', { params: { query } })),
  });
  return (
    <>
      <PageHead title={words.title} text={read.data && words.text(read.data.currency.toUpperCase())}>
        <ExportLink path="metrics/export" file="metrics" parameters={query} />
      </PageHead>
      <div className="filters">
        <GroupChoice value={group} />
        <ChartTime search={search} onChange={change} />
      </div>
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
