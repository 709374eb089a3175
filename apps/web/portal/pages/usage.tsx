import { useQuery } from '@tanstack/react-query';
import { Gauge } from 'lucide-react';
import type { ReactNode } from 'react';
import { answer, type Schema } from '../../api/client.ts';
import { useFormats } from '../../i18n/languages.tsx';
import { ChartCard } from '../../ui/chart.tsx';
import { Ago, Bar } from '../../ui/display.tsx';
import { Card, Empty, Loaded, PageHead } from '../../ui/surfaces.tsx';
import { api } from '../context.ts';
import { useWords } from '../words/index.ts';

type Meter = Schema<'CustomerCustomerMeter'>;

export function UsagePage(): ReactNode {
  const words = useWords().usage;
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
      <PageHead title={words.title} text={words.text} />
      <Loaded of={meters}>
        {({ items }) => (
          <div className="stack">
            {items.map((each) => (
              <MeterCard key={each.id} meter={each} />
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

function MeterCard({ meter }: { readonly meter: Meter }): ReactNode {
  const words = useWords().usage;
  const { number } = useFormats();
  const { consumed_units: used, credited_units: included, balance, modified_at, created_at } = meter;
  const updated = (
    <span className="faint small">
      {words.updated} <Ago at={modified_at ?? created_at} />
    </span>
  );
  return (
    <Card title={meter.meter.name} end={updated}>
      <div className="meter-figure">
        <p>
          <span className="figure">{number(used)}</span>
          <span className="faint">{included > 0 ? words.ofIncluded(number(included)) : words.used}</span>
          {included > 0 && <span className="left">{(balance >= 0 ? words.left : words.over)(number(Math.abs(balance)))}</span>}
        </p>
        {included > 0 && <Bar value={used} limit={included} label={meter.meter.name} />}
      </div>
    </Card>
  );
}
