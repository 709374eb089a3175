import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { answer } from '../../api/client.ts';
import { useFormats, useTimeZone } from '../../i18n/languages.tsx';
import { ChartCard } from '../../ui/chart.tsx';
import { intervalOf, labelsOf, type Period, rangeOf } from '../../ui/period.ts';
import { Loaded, SkeletonCards } from '../../ui/surfaces.tsx';
import { api } from '../context.ts';
import { useWords } from '../words/index.ts';
import type { Meter } from './filters.ts';
import { useQuantityText } from './meter-texts.ts';

/** What a meter measured over time. `title`: its name, where more than one meter is shown. */
export function MeterChart({
  meter: { id, aggregation },
  period,
  title,
}: {
  readonly meter: Meter;
  readonly period: Period;
  readonly title?: string;
}): ReactNode {
  const { meter: words, chartPeriods } = useWords();
  const formats = useFormats();
  const timeZone = useTimeZone();
  const quantityOf = useQuantityText();
  const quantities = useQuery({
    queryKey: ['meters', 'quantities', id, period, timeZone],
    placeholderData: keepPreviousData,
    queryFn: () =>
      answer(api.GET('/v1/meters/{id}/quantities', { params: { path: { id }, query: rangeOf(period, new Date(), timeZone) } })),
  });
  return (
    <Loaded of={quantities} waiting={<SkeletonCards count={1} height={370} />}>
      {(measured) => (
        <ChartCard
          title={title ?? words.chart}
          label={title ?? words.chart}
          note={title ? `${quantityOf(aggregation)}, ${chartPeriods[period]}` : quantityOf(aggregation)}
          total={formats.number(measured.total)}
          nameTitle={words.time}
          valueTitle={words.quantity}
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
