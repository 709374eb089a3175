import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { answer, type Schema } from '../../api/client.ts';
import { useUiWords } from '../../i18n/languages.tsx';
import { ComboInput } from '../../ui/choices.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextInput } from '../../ui/fields.tsx';
import { ApiForm } from '../../ui/form.tsx';
import { OrderedList } from '../../ui/ordered-list.tsx';
import { toast } from '../../ui/toasts.tsx';
import { api, useOrganization } from '../context.ts';
import { useIdempotencyKey } from '../idempotency-key.ts';
import { ALL_METRICS, isChartMetric } from './metrics.ts';
import { useChartWords, useDashboardWords } from './words.ts';

type Dashboard = Schema<'MetricDashboardSchema'>;
type Metric = NonNullable<Schema<'MetricDashboardCreate'>['metrics']>[number];

/** Creates a dashboard, or changes its name and which figures it shows in which order. */
export function DashboardDialog({
  dashboard,
  onClose,
}: {
  readonly dashboard?: Dashboard;
  readonly onClose: () => void;
}): ReactNode {
  const words = useDashboardWords();
  const { metrics: named } = useChartWords();
  const { show, save, saved } = useUiWords();
  const { organization_id, slug } = useOrganization();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const keyOf = useIdempotencyKey();
  const [metrics, setMetrics] = useState((dashboard?.metrics ?? []) as readonly Metric[]);
  const nameOf = (metric: Metric): string => (isChartMetric(metric) ? named[metric].name : metric);
  const send = async (form: FormData): Promise<void> => {
    const body = { name: String(form.get('name')).trim(), metrics: [...metrics] };
    if (dashboard) {
      await answer(api.PATCH('/v1/metrics/dashboards/{id}', { params: { path: { id: dashboard.id } }, body }));
    } else {
      const headers = { 'Idempotency-Key': keyOf(body) };
      const { id } = await answer(api.POST('/v1/metrics/dashboards', { headers, body: { ...body, organization_id } }));
      await navigate({ to: '/$slug/dashboards/$id', params: { slug, id } });
    }
    await queries.invalidateQueries({ queryKey: ['dashboards'] });
    toast(dashboard ? saved : words.isCreated);
    onClose();
  };
  const others = ALL_METRICS.filter((each) => !metrics.includes(each));
  return (
    <Dialog title={dashboard ? words.editTitle : words.create} isOpen onClose={onClose}>
      <ApiForm submitLabel={dashboard ? save : words.submit} onSubmit={send} onCancel={onClose}>
        <TextInput name="name" label={words.name} maxLength={255} defaultValue={dashboard?.name ?? ''} autoFocus isRequired />
        <OrderedList label={words.figures} items={metrics} itemId={(each) => each} nameOf={nameOf} onChange={setMetrics}>
          {nameOf}
        </OrderedList>
        {others.length > 0 && (
          <ComboInput
            key={metrics.length}
            label={words.addFigure}
            placeholder={words.findFigure}
            showAll={show}
            value={null}
            choices={others.map((each) => ({ id: each, label: nameOf(each) }))}
            onChange={(chosen) => chosen && setMetrics([...metrics, chosen])}
          />
        )}
      </ApiForm>
    </Dialog>
  );
}
