import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { answer } from '../../api/client.ts';
import { useFormats } from '../../i18n/languages.tsx';
import { endOfDay, startOfDay } from '../../../../libs/support/src/days/days.ts';
import { ChartCard } from '../../ui/chart.tsx';
import { SelectInput } from '../../ui/choices.tsx';
import { labelsOf } from '../../ui/period.ts';
import { Loaded, PageHead, SkeletonCards } from '../../ui/surfaces.tsx';
import { api, benefitsQuery, useOrganization } from '../context.ts';
import { ExportLink } from '../export-link.tsx';
import { useWords } from '../words/index.ts';
import { useListAddress } from '../list-address.ts';
import { ChartTime, useChartTime } from './chart-time.tsx';
import { USES_BY, type UseGroup, type UsesBy } from './filters.ts';
import { GroupChoice } from './group-choice.tsx';
import { useChartWords } from './words.ts';

/** So many of the groups have a chart. */
const MOST_CHARTS = 6;

/** How often license keys were used, or refused: all of it, and by version, reason or benefit. */
export function UseCharts({ kind }: { readonly kind: UseGroup }): ReactNode {
  const words = useChartWords();
  const formats = useFormats();
  const { search, change } = useListAddress('/$slug/charts');
  const { organization_id, start_date, end_date, interval, timezone } = useChartTime(search);
  const ways = USES_BY.filter((way) => way !== (kind === 'refusals' ? 'version' : 'code'));
  const by = ways.find((way) => way === search.by) ?? ways[0]!;
  const query = {
    organization_id,
    kind,
    group_by: by,
    start_timestamp: startOfDay(start_date, timezone),
    end_timestamp: endOfDay(end_date, timezone),
    interval,
    timezone,
  };
  const read = useQuery({
    queryKey: ['charts', query],
    queryFn: () => answer(api.GET('/v1/license-keys/uses', { params: { query } })),
  });
  const nameOf = useGroupName(by);
  const { name, definition } = words.uses[kind];
  return (
    <>
      <PageHead title={words.title} text={read.data && words.usesText(formats.date(read.data.known_since), MOST_CHARTS)}>
        <ExportLink path="license-keys/uses/export" file={kind} parameters={query} />
      </PageHead>
      <div className="filters">
        <GroupChoice value={kind} />
        <ChartTime search={search} hasAmounts={false} onChange={change} />
        <SelectInput
          bare
          label={words.by}
          value={by}
          choices={ways.map((way) => ({ id: way, label: words.usesBy[way] }))}
          onChange={(chosen) => change({ by: chosen })}
        />
      </div>
      <Loaded of={read} waiting={<SkeletonCards count={3} height={370} />}>
        {({ periods, groups, count }) => {
          const all = { id: 'all', title: name, count, counts: periods.map((period) => period.count), definition };
          const shown = groups.slice(0, MOST_CHARTS).map((group) => ({
            ...group,
            id: `${by} ${group.value}`,
            title: nameOf(group.value),
            definition: null,
          }));
          return (
            <div className="stack">
              {[all, ...shown].map((each) => (
                <ChartCard
                  key={each.id}
                  title={each.title}
                  label={each.title}
                  note={words.intervals[interval]}
                  lead={
                    each.definition && (
                      <details className="small faint">
                        <summary>{words.definition}</summary>
                        {each.definition}
                      </details>
                    )
                  }
                  total={formats.number(each.count)}
                  nameTitle={words.time}
                  valueTitle={words.value}
                  points={periods.map(({ timestamp }, index) => ({
                    id: timestamp,
                    ...labelsOf(interval, formats, timestamp),
                    value: each.counts[index] ?? 0,
                  }))}
                />
              ))}
            </div>
          );
        }}
      </Loaded>
    </>
  );
}

/** Names a group: the version itself, a sentence for a reason, or the benefit. */
function useGroupName(by: UsesBy): (value: string | null) => string {
  const words = useChartWords();
  const { reasons } = useWords().history;
  const { organization_id: id, scopes } = useOrganization();
  const benefits = useQuery({ ...benefitsQuery(id), enabled: by === 'benefit' && scopes.includes('benefits:read') });
  return (value) => {
    if (value === null) return words.noVersion;
    if (by === 'version') return value;
    if (by === 'benefit') return benefits.data?.items.find((benefit) => benefit.id === value)?.description ?? value;
    return (reasons as Readonly<Record<string, string>>)[value] ?? value;
  };
}
