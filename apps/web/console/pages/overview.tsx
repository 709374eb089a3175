import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { answer, type Schema } from '../../api/client.ts';
import { useFormats } from '../../i18n/languages.tsx';
import { ChartCard } from '../../ui/chart.tsx';
import { Ago } from '../../ui/display.tsx';
import { rangeOf } from '../../ui/period.ts';
import { Card, Loaded, PageHead, Skeleton, SkeletonCards } from '../../ui/surfaces.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { api, useOrganization } from '../context.ts';
import { Person } from '../customers/person.tsx';
import { MeterChart } from '../meters/meter-chart.tsx';
import { useWords } from '../words/index.ts';

/** Charts of usage: those of the first meters. */
const FEW_METERS = 2;
const FEW = 5;
type Order = Schema<'Order'>;

export function OverviewPage(): ReactNode {
  const words = useWords();
  return (
    <>
      <PageHead title={words.nav.overview} />
      <div className="stack">
        <Figures />
        <Activity />
        <Usage />
        <RecentOrders />
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

function Activity(): ReactNode {
  const words = useWords();
  const { number, day, date } = useFormats();
  const { organization_id: id } = useOrganization();
  const activity = useQuery({
    queryKey: ['activity', id],
    queryFn: () =>
      answer(
        api.GET('/v1/license-keys/activity', {
          params: { query: { organization_id: [id], ...rangeOf('month', new Date()), interval: 'day' as const } },
        }),
      ),
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

/** What the first meters measured. */
function Usage(): ReactNode {
  const { organization_id: id } = useOrganization();
  const meters = useQuery({
    queryKey: ['meters', id, 'first'],
    queryFn: () =>
      answer(api.GET('/v1/meters/', { params: { query: { organization_id: [id], is_archived: false, limit: FEW_METERS } } })),
  });
  return meters.data?.items.map((meter) => <MeterChart key={meter.id} meter={meter} period="month" title={meter.name} />);
}

function RecentOrders(): ReactNode {
  const { overview: words, customers } = useWords();
  const { money } = useFormats();
  const { organization_id: id } = useOrganization();
  const orders = useQuery({
    queryKey: ['orders', id, 'recent'],
    queryFn: () =>
      answer(api.GET('/v1/orders/', { params: { query: { organization_id: [id], sorting: ['-created_at'], limit: FEW } } })),
  });
  const columns: readonly Column<Order>[] = [
    { id: 'product', title: words.product, cell: ({ product }) => product?.name ?? '–' },
    {
      id: 'customer',
      title: customers.customer,
      cell: ({ customer: { id: customerId, name, email } }) => <Person id={customerId} name={name} email={email ?? null} />,
    },
    {
      id: 'amount',
      title: words.amount,
      isNumber: true,
      cell: ({ total_amount, currency }) => money(total_amount, currency),
    },
    { id: 'time', title: words.time, cell: ({ created_at }) => <Ago at={created_at} /> },
  ];
  return (
    <Loaded of={orders} waiting={<SkeletonCards count={1} />}>
      {({ items }) =>
        items.length > 0 && (
          <Card flush title={words.recentOrders}>
            <Table label={words.recentOrders} columns={columns} rows={items} rowId={(row) => row.id} />
          </Card>
        )
      }
    </Loaded>
  );
}
