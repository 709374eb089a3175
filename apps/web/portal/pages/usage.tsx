import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Gauge } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { answer, type Schema } from '../../api/client.ts';
import { useFormats, useTimeZone } from '../../i18n/languages.tsx';
import { CHART_HEIGHT, ChartCard } from '../../ui/chart.tsx';
import { Ago, Bar } from '../../ui/display.tsx';
import { SelectInput } from '../../ui/choices.tsx';
import { PageNotFound } from '../../ui/page-states.tsx';
import { intervalOf, labelsOf, type Period, PERIODS, rangeOf } from '../../ui/period.ts';
import { Card, Empty, Loaded, PageHead, Skeleton, SkeletonCards } from '../../ui/surfaces.tsx';
import { api, sellerQuery } from '../context.ts';
import { useWords } from '../words/index.ts';

type Meter = Schema<'CustomerCustomerMeter'>;

/** Sellers may hide the page. */
export function UsagePage(): ReactNode {
  const settings = useQuery(sellerQuery).data?.customer_portal_settings;
  if (!settings) return <SkeletonCards />;
  return settings.usage.show ? <Usage /> : <PageNotFound />;
}

function Usage(): ReactNode {
  const words = useWords().usage;
  const [period, setPeriod] = useState<Period>('month');
  const meters = useQuery({
    queryKey: ['meters'],
    queryFn: () => answer(api.GET('/v1/customer-portal/meters/', { params: { query: { limit: 100 } } })),
  });
  const keys = useQuery({
    queryKey: ['keys-with-usage'],
    queryFn: () => answer(api.GET('/v1/customer-portal/license-keys/', { params: { query: { limit: 100 } } })),
  });
  const used = keys.data?.items.filter(({ usage }) => usage > 0) ?? [];
  return (
    <>
      <PageHead title={words.title} text={words.text}>
        {(meters.data?.items.length ?? 0) > 0 && (
          <SelectInput
            bare
            label={words.period}
            value={period}
            choices={PERIODS.map((id) => ({ id, label: words.periods[id] }))}
            onChange={setPeriod}
          />
        )}
      </PageHead>
      <Loaded of={meters}>
        {({ items }) => (
          <div className="stack">
            {items.map((each) => (
              <MeterCard key={each.id} meter={each} period={period} />
            ))}
            {items.length === 0 && used.length === 0 && (
              <Card>
                <Empty icon={Gauge} title={words.empty} text={words.emptyText} />
              </Card>
            )}
            {used.length > 0 && (
              <ChartCard
                title={words.keys}
                label={words.keys}
                nameTitle={words.key}
                valueTitle={words.used}
                points={used.map(({ id, display_key, usage }) => ({ id, label: display_key, value: usage }))}
              />
            )}
          </div>
        )}
      </Loaded>
    </>
  );
}

/** What was used of a meter: now, and over a time. What is read stays while another period is read. */
function MeterCard({ meter, period }: { readonly meter: Meter; readonly period: Period }): ReactNode {
  const words = useWords().usage;
  const formats = useFormats();
  const timeZone = useTimeZone();
  const quantities = useQuery({
    queryKey: ['meters', 'quantities', meter.id, period, timeZone],
    placeholderData: keepPreviousData,
    queryFn: () =>
      answer(
        api.GET('/v1/customer-portal/meters/{id}/quantities', {
          params: { path: { id: meter.id }, query: rangeOf(period, new Date(), timeZone) },
        }),
      ),
  });
  const { name } = meter.meter;
  const updated = (
    <>
      {words.updated} <Ago at={meter.modified_at ?? meter.created_at} />
    </>
  );
  const figures = <Figures meter={meter} />;
  const waiting = (
    <Card title={name} note={updated}>
      {figures}
      <Skeleton height={CHART_HEIGHT} />
    </Card>
  );
  return (
    <Loaded of={quantities} waiting={waiting}>
      {(measured) => (
        <ChartCard
          title={name}
          note={updated}
          lead={figures}
          label={words.overTime(name, words.periods[period])}
          nameTitle={words.time}
          valueTitle={words.used}
          points={measured.quantities.map(({ timestamp, quantity }) => ({
            id: timestamp,
            ...labelsOf(intervalOf(period), formats, timestamp),
            value: quantity,
          }))}
        />
      )}
    </Loaded>
  );
}

function Figures({
  meter: { id, consumed_units: used, credited_units: included, balance, meter },
}: {
  readonly meter: Meter;
}): ReactNode {
  const words = useWords().usage;
  const { number } = useFormats();
  return (
    <div className="meter-figure">
      <p>
        <span className="figure">{number(used)}</span>
        <span className="faint">{included > 0 ? words.ofIncluded(number(included)) : words.used}</span>
        {included > 0 && <span className="left">{(balance >= 0 ? words.left : words.over)(number(Math.abs(balance)))}</span>}
      </p>
      {included > 0 && <Bar value={used} limit={included} label={meter.name} />}
      {included > 0 && <Ends id={id} />}
    </div>
  );
}

/** Units that end before the customer has used them. */
function Ends({ id }: { readonly id: string }): ReactNode {
  const words = useWords().usage;
  const { number, date } = useFormats();
  const credits = useQuery({
    queryKey: ['meters', 'credits', id],
    queryFn: () =>
      answer(api.GET('/v1/customer-portal/meters/{id}/credits', { params: { path: { id }, query: { limit: 100 } } })),
  }).data?.items;
  return credits?.map(({ id: credit, units_left, expires_at }) =>
    expires_at && units_left > 0 ? (
      <p key={credit} className="faint">
        {words.ends(number(units_left), date(expires_at))}
      </p>
    ) : null,
  );
}
