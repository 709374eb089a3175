import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { answer } from '../../api/client.ts';
import { useFormats } from '../../i18n/languages.tsx';
import { ChartCard } from '../../ui/chart.tsx';
import { Loaded, PageHead, Skeleton, SkeletonCards } from '../../ui/surfaces.tsx';
import { api, useOrganization } from '../context.ts';
import { useWords } from '../words/index.ts';

const DAY_MS = 86_400_000;
const DAYS = 30;

export function OverviewPage(): ReactNode {
  const words = useWords();
  return (
    <>
      <PageHead title={words.nav.overview} />
      <div className="stack">
        <Figures />
        <Activity />
      </div>
    </>
  );
}

function Figures(): ReactNode {
  const words = useWords();
  const { organization_id: id } = useOrganization();
  const organization_id = [id];
  const keys = useQuery({
    queryKey: ['figures', id],
    queryFn: () => answer(api.GET('/v1/license-keys/figures', { params: { query: { organization_id } } })),
  });
  const customers = useQuery({
    queryKey: ['customers', id, 'total'],
    queryFn: () => answer(api.GET('/v1/customers/', { params: { query: { organization_id, limit: 1 } } })),
  });
  const subscriptions = useQuery({
    queryKey: ['subscriptions', id, 'total'],
    queryFn: () => answer(api.GET('/v1/subscriptions/', { params: { query: { organization_id, active: true, limit: 1 } } })),
  });
  const figures = keys.data;
  return (
    <dl className="figures">
      <Figure name={words.overview.activeKeys} value={figures?.active} />
      <Figure name={words.overview.customers} value={customers.data?.pagination.total_count} />
      <Figure name={words.overview.subscriptions} value={subscriptions.data?.pagination.total_count} />
      <Figure name={words.overview.unusable} value={figures && figures.disabled + figures.revoked + figures.expired} />
    </dl>
  );
}

function Figure({ name, value }: { readonly name: string; readonly value: number | undefined }): ReactNode {
  const { number } = useFormats();
  return (
    <div className="card figure">
      <dt>{name}</dt>
      <dd>{value === undefined ? <Skeleton width={72} height={30} /> : number(value)}</dd>
    </div>
  );
}

/** The last days in the reader's time zone, today included. */
function range(): { start_timestamp: string; end_timestamp: string; interval: 'day'; timezone: string } {
  const today = new Date();
  today.setHours(0, 0, 0, 0);
  const start = new Date(today);
  start.setDate(start.getDate() - DAYS + 1);
  return {
    start_timestamp: start.toISOString(),
    end_timestamp: new Date(today.getTime() + DAY_MS).toISOString(),
    interval: 'day',
    timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  };
}

function Activity(): ReactNode {
  const words = useWords();
  const { number, day, date } = useFormats();
  const { organization_id: id } = useOrganization();
  const activity = useQuery({
    queryKey: ['activity', id],
    queryFn: () => answer(api.GET('/v1/license-keys/activity', { params: { query: { organization_id: [id], ...range() } } })),
  });
  return (
    <Loaded of={activity} waiting={<SkeletonCards count={2} height={370} />}>
      {({ periods, ...totals }) =>
        (['validations', 'activations'] as const).map((use) => (
          <ChartCard
            key={use}
            title={words.overview[use]}
            label={words.overview[use]}
            note={words.overview.last30}
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
        ))
      }
    </Loaded>
  );
}
