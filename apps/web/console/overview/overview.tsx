import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { answer, type Schema } from '../../api/client.ts';
import { useFormats } from '../../i18n/languages.tsx';
import { Ago } from '../../ui/display.tsx';
import { ChoiceButton } from '../../ui/menu.tsx';
import { Card, Loaded, PageHead, SkeletonCards } from '../../ui/surfaces.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { WhenInView } from '../../ui/when-in-view.tsx';
import { api, useOrganization } from '../context.ts';
import { CURRENCIES } from '../currencies.ts';
import { Person } from '../customers/person.tsx';
import { MeterChart } from '../meters/meter-chart.tsx';
import { RecordSaleLink } from '../sales/record-sale-link.tsx';
import { useWords } from '../words/index.ts';
import { Activity } from './activity.tsx';
import { Money } from './money.tsx';
import { OVERVIEW_PERIODS, type OverviewPeriod } from './period.ts';
import { State } from './state.tsx';

/** Charts of usage: those of the first meters. */
const FEW_METERS = 2;
const FEW = 5;
/** Stands for the currency of the organization. */
const OWN = 'own';
type Order = Schema<'Order'>;

const route = getRouteApi('/$slug/');

export function OverviewPage(): ReactNode {
  const words = useWords();
  const { period = 'month', currency } = route.useSearch();
  const navigate = route.useNavigate();
  const { scopes } = useOrganization();
  const readsMoney = (['metrics:read', 'orders:read'] as const).every((scope) => scopes.includes(scope));
  return (
    <>
      <PageHead title={words.nav.overview}>
        <ChoiceButton
          label={words.overview.period}
          chosen={period}
          options={OVERVIEW_PERIODS.map((id) => ({ id, label: words.overview.periods[id] }))}
          onChoose={(chosen) => void navigate({ search: (before) => ({ ...before, period: chosen }), replace: true })}
        />
        {readsMoney && (
          <ChoiceButton
            label={words.overview.currency}
            chosen={currency ?? OWN}
            options={[
              { id: OWN, label: words.overview.ownCurrency },
              ...CURRENCIES.map((id) => ({ id, label: id.toUpperCase() })),
            ]}
            onChoose={(chosen) =>
              void navigate({ search: (before) => ({ ...before, currency: chosen === OWN ? undefined : chosen }), replace: true })
            }
          />
        )}
        <RecordSaleLink />
      </PageHead>
      <div className="stack">
        {readsMoney && <Money period={period} currency={currency} />}
        <State period={period} />
        <Activity period={period} />
        <WhenInView height={370}>
          <Usage period={period} />
          {readsMoney && <RecentOrders />}
        </WhenInView>
      </div>
    </>
  );
}

/** What the first meters measured. */
function Usage({ period }: { readonly period: OverviewPeriod }): ReactNode {
  const { organization_id: id } = useOrganization();
  const meters = useQuery({
    queryKey: ['meters', id, 'first'],
    queryFn: () =>
      answer(api.GET('/v1/meters/', { params: { query: { organization_id: [id], is_archived: false, limit: FEW_METERS } } })),
  });
  return meters.data?.items.map((meter) => <MeterChart key={meter.id} meter={meter} period={period} title={meter.name} />);
}

function RecentOrders(): ReactNode {
  const { overview: words, customers } = useWords();
  const { money } = useFormats();
  const { organization_id: id, slug } = useOrganization();
  const orders = useQuery({
    queryKey: ['orders', id, 'recent'],
    queryFn: () =>
      answer(api.GET('/v1/orders/', { params: { query: { organization_id: [id], sorting: ['-purchased_at'], limit: FEW } } })),
  });
  const columns: readonly Column<Order>[] = [
    {
      id: 'product',
      title: words.product,
      cell: ({ id: order, description }) => (
        <Link to="/$slug/orders/$id" params={{ slug, id: order }}>
          {description}
        </Link>
      ),
    },
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
    { id: 'time', title: words.time, cell: ({ purchased_at }) => <Ago at={purchased_at} /> },
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
