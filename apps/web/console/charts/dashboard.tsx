import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { Pencil, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { answer, type Schema } from '../../api/client.ts';
import { useFormats } from '../../i18n/languages.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Card, Loaded, PageHead, SkeletonCards } from '../../ui/surfaces.tsx';
import { toast } from '../../ui/toasts.tsx';
import { BackLink } from '../back-link.tsx';
import { api, useMay, useOrganization } from '../context.ts';
import { ExportLink } from '../export-link.tsx';
import { useListAddress } from '../list-address.ts';
import { ChartTime, useChartTime } from './chart-time.tsx';
import { DashboardDialog } from './dashboard-dialog.tsx';
import { MetricChart } from './metric-chart.tsx';
import { isChartMetric } from './metrics.ts';
import { useDashboardWords } from './words.ts';

const route = getRouteApi('/$slug/dashboards/$id');
type Dashboard = Schema<'MetricDashboardSchema'>;
type Metrics = Schema<'MetricsResponse'>;
type Metric = NonNullable<Schema<'MetricDashboardCreate'>['metrics']>[number];

/** The figures of a dashboard, over any time. */
export function DashboardPage(): ReactNode {
  const words = useDashboardWords();
  const { id } = route.useParams();
  const read = useQuery({
    queryKey: ['dashboards', 'one', id],
    queryFn: () => answer(api.GET('/v1/metrics/dashboards/{id}', { params: { path: { id } } })),
  });
  return (
    <>
      <BackLink to="/$slug/dashboards">{words.back}</BackLink>
      <Loaded of={read} waiting={<SkeletonCards count={3} height={370} />}>
        {(dashboard) => <Figures dashboard={dashboard} />}
      </Loaded>
    </>
  );
}

function Figures({ dashboard }: { readonly dashboard: Dashboard }): ReactNode {
  const words = useDashboardWords();
  const { search, change } = useListAddress('/$slug/dashboards/$id');
  const time = useChartTime(search);
  const query = { ...time, metrics: dashboard.metrics as Metric[] };
  const hasFigures = dashboard.metrics.length > 0;
  const read = useQuery({
    queryKey: ['charts', query],
    enabled: hasFigures,
    placeholderData: keepPreviousData,
    queryFn: () => answer(api.GET('/v1/metrics/', { params: { query } })),
  });
  return (
    <>
      <PageHead title={dashboard.name}>
        {hasFigures && <ExportLink path="metrics/export" file="metrics" parameters={query} />}
        <Actions dashboard={dashboard} />
      </PageHead>
      <div className="filters">
        <ChartTime search={search} onChange={change} />
      </div>
      {hasFigures ? (
        <Loaded of={read} waiting={<SkeletonCards count={3} height={370} />}>
          {(response) => (
            <div className="stack">
              {dashboard.metrics.map((metric) =>
                isChartMetric(metric) ? (
                  <MetricChart key={metric} metric={metric} response={response} interval={time.interval} />
                ) : (
                  <Total key={metric} metric={metric as Metric} response={response} />
                ),
              )}
            </div>
          )}
        </Loaded>
      ) : (
        <Card>
          <p className="faint">{words.empty}</p>
        </Card>
      )}
    </>
  );
}

/** A figure that only the API offers, some of which may be negative: its total. */
function Total({
  metric,
  response: { metrics, totals, currency },
}: {
  readonly metric: Metric;
  readonly response: Metrics;
}): ReactNode {
  const { number, money, percent } = useFormats();
  const described = metrics[metric];
  if (!described) return null;
  const total = totals[metric] ?? 0;
  const written =
    described.type === 'scalar' ? number(total) : described.type === 'percentage' ? percent(total) : money(total, currency);
  return (
    <Card title={described.display_name}>
      <p>{written}</p>
    </Card>
  );
}

function Actions({ dashboard }: { readonly dashboard: Dashboard }): ReactNode {
  const words = useDashboardWords();
  const { slug } = useOrganization();
  const mayWrite = useMay('metrics:write');
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [asked, setAsked] = useState<'edit' | 'delete' | null>(null);
  const close = (): void => setAsked(null);
  const remove = async (): Promise<void> => {
    await answer(api.DELETE('/v1/metrics/dashboards/{id}', { params: { path: { id: dashboard.id } } }));
    await navigate({ to: '/$slug/dashboards', params: { slug } });
    await queries.invalidateQueries({ queryKey: ['dashboards'] });
    toast(words.removed);
  };
  if (!mayWrite) return null;
  return (
    <>
      <Button icon={Pencil} onPress={() => setAsked('edit')}>
        {words.edit}
      </Button>
      <Button look="danger" icon={Trash2} onPress={() => setAsked('delete')}>
        {words.remove}
      </Button>
      {asked === 'edit' && <DashboardDialog dashboard={dashboard} onClose={close} />}
      <ConfirmDialog
        title={words.removeTitle(dashboard.name)}
        text={words.removeText}
        confirm={words.remove}
        isDestructive
        isOpen={asked === 'delete'}
        onClose={close}
        onConfirm={remove}
      />
    </>
  );
}
