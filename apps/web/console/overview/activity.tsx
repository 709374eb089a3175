import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { answer } from '../../api/client.ts';
import { endOfDay, startOfDay } from '../../../../libs/support/src/days/days.ts';
import { useFormats } from '../../i18n/languages.tsx';
import { ChartCard } from '../../ui/chart.tsx';
import { Loaded, SkeletonCards } from '../../ui/surfaces.tsx';
import { api, useOrganization } from '../context.ts';
import { useWords } from '../words/index.ts';
import { type Days, daysOf, type OverviewPeriod } from './period.ts';

/** How often license keys were used on each of some days. */
export const activityQuery = (organizationId: string, { from, to }: Days, timezone: string) =>
  queryOptions({
    queryKey: ['overview', organizationId, 'activity', from, to, timezone],
    queryFn: () => {
      const range = { start_timestamp: startOfDay(from, timezone), end_timestamp: endOfDay(to, timezone) };
      const query = { organization_id: [organizationId], ...range, timezone, interval: 'day' as const };
      return answer(api.GET('/v1/license-keys/activity', { params: { query } }));
    },
  });

/** The charts, each with the name of what it counts as its place in the page. */
export function Activity({ period }: { readonly period: OverviewPeriod }): ReactNode {
  const words = useWords();
  const { number, day, date } = useFormats();
  const { organization_id: id, time_zone: timezone } = useOrganization();
  const activity = useQuery(activityQuery(id, daysOf(period, timezone).current, timezone));
  return (
    <Loaded of={activity} waiting={<SkeletonCards count={2} height={370} />}>
      {({ periods, ...totals }) =>
        (['validations', 'activations'] as const).map((use) => (
          <div key={use} id={use}>
            <ChartCard
              title={words.overview[use]}
              label={words.overview[use]}
              note={words.overview.periods[period]}
              total={number(totals[use])}
              nameTitle={words.overview.day}
              valueTitle={words.overview.count}
              points={periods.map(({ timestamp, [use]: value }) => ({
                id: timestamp,
                label: day(timestamp),
                name: date(timestamp),
                value,
              }))}
            />
          </div>
        ))
      }
    </Loaded>
  );
}
