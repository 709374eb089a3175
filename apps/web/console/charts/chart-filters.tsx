import type { ReactNode } from 'react';
import { SelectInput } from '../../ui/choices.tsx';
import { useOrganization } from '../context.ts';
import { useListAddress } from '../list-address.ts';
import { DayFilter } from '../list-filters.tsx';
import { CHART_INTERVALS, type ChartRange, METRIC_GROUPS, type MetricGroup, USE_GROUPS, type UseGroup } from './filters.ts';
import { useChartWords } from './words.ts';

/** What is shown, over which time, and what only the shown charts have. */
export function ChartFilters({
  group,
  range: { from, to, interval },
  children,
}: {
  readonly group: MetricGroup | UseGroup;
  readonly range: ChartRange;
  readonly children: ReactNode;
}): ReactNode {
  const words = useChartWords();
  const { change } = useListAddress('/$slug/charts');
  const { scopes } = useOrganization();
  const groups = [...METRIC_GROUPS, ...(scopes.includes('license_keys:read') ? USE_GROUPS : [])];
  return (
    <div className="filters">
      <SelectInput
        bare
        label={words.group}
        value={group}
        choices={groups.map((each) => ({ id: each, label: words.groups[each] }))}
        onChange={(chosen) => change({ group: chosen, by: undefined })}
      />
      <SelectInput
        bare
        label={words.interval}
        value={interval}
        choices={CHART_INTERVALS.map((each) => ({ id: each, label: words.intervals[each] }))}
        onChange={(chosen) => change({ interval: chosen })}
      />
      {children}
      <div className="days">
        <DayFilter label={words.from} value={from} onChange={(day) => change({ from: day, interval: undefined })} />
        <DayFilter label={words.to} value={to} onChange={(day) => change({ to: day, interval: undefined })} />
      </div>
    </div>
  );
}
