import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Monitor, Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { answer, type Schema } from '../../api/client.ts';
import { useFormats } from '../../i18n/languages.tsx';
import { Button } from '../../ui/button.tsx';
import { Ago } from '../../ui/display.tsx';
import { Card, Empty, Loaded, PageHead, SkeletonCards } from '../../ui/surfaces.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { api, useMay, useOrganization } from '../context.ts';
import { DashboardDialog } from './dashboard-dialog.tsx';
import { useDashboardWords } from './words.ts';

type Dashboard = Schema<'MetricDashboardSchema'>;

/** The selections of figures that the organization has saved. */
export function DashboardsPage(): ReactNode {
  const words = useDashboardWords();
  const { number } = useFormats();
  const { organization_id, slug } = useOrganization();
  const mayWrite = useMay('metrics:write');
  const [isCreating, setCreating] = useState(false);
  const list = useQuery({
    queryKey: ['dashboards', organization_id],
    queryFn: () => answer(api.GET('/v1/metrics/dashboards', { params: { query: { organization_id: [organization_id] } } })),
  });
  const create = mayWrite && (
    <Button look="primary" icon={Plus} onPress={() => setCreating(true)}>
      {words.create}
    </Button>
  );
  const columns: readonly Column<Dashboard>[] = [
    {
      id: 'name',
      title: words.name,
      cell: ({ id, name }) => (
        <Link to="/$slug/dashboards/$id" params={{ slug, id }}>
          {name}
        </Link>
      ),
    },
    { id: 'figures', title: words.figures, isNumber: true, cell: ({ metrics }) => number(metrics.length) },
    { id: 'created', title: words.created, cell: ({ created_at }) => <Ago at={created_at} /> },
  ];
  return (
    <>
      <PageHead title={words.title} text={words.text}>
        {create}
      </PageHead>
      <Loaded of={list} waiting={<SkeletonCards count={1} height={320} />}>
        {(dashboards) => (
          <Card flush>
            {dashboards.length > 0 ? (
              <Table label={words.title} columns={columns} rows={dashboards} rowId={({ id }) => id} />
            ) : (
              <Empty icon={Monitor} title={words.none} text={words.noneText}>
                {create}
              </Empty>
            )}
          </Card>
        )}
      </Loaded>
      {isCreating && <DashboardDialog onClose={() => setCreating(false)} />}
    </>
  );
}
