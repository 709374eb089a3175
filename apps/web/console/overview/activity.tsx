import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { answer } from '../../api/client.ts';
import { endOfDay, startOfDay } from '../../../../libs/support/src/days/days.ts';
import { useFormats } from '../../i18n/languages.tsx';
import { ChartCard } from '../../ui/chart.tsx';
import { Loaded, SkeletonCards } from '../../ui/surfaces.tsx';
import { api, useOrganization } from '../context.ts';
import { useWords } from '../words/index.ts';
import { daysOf, type OverviewPeriod } from './period.ts';

/** How often license keys were used on each day of a period, and how often they were activated in the one before. */
export function activityQuery(organizationId: string, period: OverviewPeriod, timezone: string) {
  const { current, previous } = daysOf(period, timezone);
  return queryOptions({
    queryKey: ['overview', organizationId, 'activity', current, timezone],
    queryFn: async () => {
      const range = { start_timestamp: startOfDay(previous.from, timezone), end_timestamp: endOfDay(current.to, timezone) };
      const query = { organization_id: [organizationId], ...range, timezone, interval: 'day' as const };
      const { periods, activations } = await answer(api.GET('/v1/license-keys/activity', { params: { query } }));
      const start = Date.parse(startOfDay(current.from, timezone));
      const days = periods.filter(({ timestamp }) => Date.parse(timestamp) >= start);
      const now = sumOf(days, 'activations');
      return { days, activations: { now, before: activations - now } };
    },
  });
}

type Use = 'validations' | 'activations';

const sumOf = (days: readonly Readonly<Record<Use, number>>[], use: Use): number =>
  days.reduce((sum, { [use]: times }) => sum + times, 0);

/** The charts, each with the name of what it counts as its place in the page. */
export function Activity({ period }: { readonly period: OverviewPeriod }): ReactNode {
  const words = useWords();
  const { number, day, date } = useFormats();
  const { organization_id: id, time_zone: timezone } = useOrganization();
  const activity = useQuery(activityQuery(id, period, timezone));
  return (
    <Loaded of={activity} waiting={<SkeletonCards count={2} height={370} />}>
      {({ days }) =>
        (['validations', 'activations'] as const).map((use) => (
          <div key={use} id={use}>
            <ChartCard
              title={words.overview[use]}
              label={words.overview[use]}
              note={words.overview.periods[period]}
              total={number(sumOf(days, use))}
              nameTitle={words.overview.day}
              valueTitle={words.overview.count}
              points={days.map(({ timestamp, [use]: value }) => ({
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
