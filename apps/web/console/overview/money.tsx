import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { endOfDay, startOfDay } from '../../../../libs/support/src/days/days.ts';
import { answer } from '../../api/client.ts';
import { useFormats } from '../../i18n/languages.tsx';
import { api, useOrganization } from '../context.ts';
import type { Currency } from '../currencies.ts';
import { useWords } from '../words/index.ts';
import { ORDER_STATUSES, orderFilter } from '../orders/filters.ts';
import { OrderStatusBadge } from '../orders/order-table.tsx';
import { type Compared, Figure } from './figure.tsx';
import { type Days, daysOf, type OverviewPeriod } from './period.ts';

const METRICS = ['revenue', 'net_revenue', 'monthly_recurring_revenue'] as const;
type Metric = (typeof METRICS)[number];

/** What was earned in a period and in the one before, in one currency, and who came and left. */
export function Money({
  period,
  currency,
}: {
  readonly period: OverviewPeriod;
  readonly currency: Currency | undefined;
}): ReactNode {
  const { overview: words } = useWords();
  const { money } = useFormats();
  const { organization_id: id, slug, time_zone: timezone } = useOrganization();
  const { current, previous } = daysOf(period, timezone);
  const read = ({ from, to }: Days) =>
    answer(
      api.GET('/v1/metrics/', {
        params: {
          query: {
            organization_id: [id],
            start_date: from,
            end_date: to,
            interval: 'day',
            timezone,
            metrics: [...METRICS],
            currency,
          },
        },
      }),
    );
  const { data } = useQuery({
    queryKey: ['overview', id, current, timezone, currency],
    placeholderData: keepPreviousData,
    queryFn: () => Promise.all([read(current), read(previous)]),
  });
  const compared = (metric: Metric): Compared | undefined =>
    data && { now: data[0].totals[metric] ?? 0, before: data[1].totals[metric] ?? 0 };
  const amount = (value: number): string => money(value, data![0].currency);
  const params = { slug };
  const orders = (name: string): ReactNode => (
    <Link to="/$slug/orders" params={params} search={{ ...current, status: 'earned' }}>
      {name}
    </Link>
  );
  return (
    <>
      <dl className="figures">
        <Figure title={orders(words.revenue)} value={compared('revenue')} format={amount} />
        <Figure title={orders(words.netRevenue)} value={compared('net_revenue')} format={amount} />
        <Figure
          title={
            <Link to="/$slug/subscriptions" params={params} search={{ status: 'active' }}>
              {words.recurring}
            </Link>
          }
          value={compared('monthly_recurring_revenue')}
          format={amount}
        />
        <CustomerFigures period={period} />
      </dl>
      {data && <p className="faint small">{words.currencyNote(data[0].currency.toUpperCase())}</p>}
      <OrdersByStatus days={current} />
    </>
  );
}

/** How many customers came and left: as many as the lists have that the numbers lead to. */
function CustomerFigures({ period }: { readonly period: OverviewPeriod }): ReactNode {
  const { overview: words } = useWords();
  const { organization_id: id, slug, time_zone: timezone } = useOrganization();
  const { current, previous } = daysOf(period, timezone);
  const read = ({ from, to }: Days) => {
    const range = { start_timestamp: startOfDay(from, timezone), end_timestamp: endOfDay(to, timezone) };
    return answer(api.GET('/v1/customers/figures', { params: { query: { organization_id: [id], ...range } } }));
  };
  const { data } = useQuery({
    queryKey: ['customers', id, 'figures', current, timezone],
    placeholderData: keepPreviousData,
    queryFn: () => Promise.all([read(current), read(previous)]),
  });
  const figure = (change: 'new' | 'lost', title: string): ReactNode => (
    <Figure
      title={
        <Link to="/$slug/customers" params={{ slug }} search={{ change, ...current }}>
          {title}
        </Link>
      }
      value={data && { now: data[0][change], before: data[1][change] }}
      isBad={change === 'lost'}
    />
  );
  return (
    <>
      {figure('new', words.newCustomers)}
      {figure('lost', words.lostCustomers)}
    </>
  );
}

/** How many orders of each status the period has, of which only some are revenue. */
function OrdersByStatus({ days }: { readonly days: Days }): ReactNode {
  const { overview: words } = useWords();
  const { number } = useFormats();
  const { organization_id: id, slug, time_zone: timezone } = useOrganization();
  const { data } = useQuery({
    queryKey: ['orders', id, 'by status', days, timezone],
    placeholderData: keepPreviousData,
    queryFn: () => {
      const { purchased_after, purchased_before } = orderFilter(days, timezone);
      const query = { organization_id: [id], purchased_after, purchased_before };
      return answer(api.GET('/v1/orders/figures', { params: { query } }));
    },
  });
  const shown = ORDER_STATUSES.map((status) => ({ status, orders: data?.[status] ?? 0 })).filter(({ orders }) => orders > 0);
  if (shown.length === 0) return null;
  return (
    <div className="row small">
      <span className="faint">{words.orders}</span>
      <ul className="row" aria-label={words.orders}>
        {shown.map(({ status, orders }) => (
          <li key={status}>
            <Link to="/$slug/orders" params={{ slug }} search={{ ...days, status }} className="row">
              <OrderStatusBadge status={status} /> {number(orders)}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
