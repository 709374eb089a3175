import type { ReactNode } from 'react';
import { ComboInput, SelectInput } from '../../ui/choices.tsx';
import { useOrganization } from '../context.ts';
import { CURRENCIES } from '../currencies.ts';
import { DayFilter } from '../list-filters.tsx';
import { daysOf } from '../overview/period.ts';
import { useWords } from '../words/index.ts';
import { CHART_INTERVALS, type ChartInterval, type TimeSearch } from './filters.ts';
import { useChartWords } from './words.ts';

const DAY_MS = 86_400_000;
/** The most days that are shown as one column each, and as one for each week. */
const DAYS = 62;
const WEEKS = 366;

const intervalFor = (from: string, to: string): ChartInterval => {
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS;
  if (days <= DAYS) return 'day';
  return days <= WEEKS ? 'week' : 'month';
};

/** What metrics are asked for: the time that the address says, by default the last thirty days. */
export function useChartTime({ from, to, interval, currency }: TimeSearch) {
  const { organization_id, time_zone: timezone } = useOrganization();
  const { current } = daysOf('month', timezone);
  const [start_date, end_date] = [from ?? current.from, to ?? current.to];
  return {
    organization_id: [organization_id],
    start_date,
    end_date,
    interval: interval ?? intervalFor(start_date, end_date),
    timezone,
    currency,
  };
}

/** Chooses the time of charts, its intervals, and the currency of amounts if there are any. */
export function ChartTime({
  search,
  hasAmounts = true,
  onChange,
}: {
  readonly search: TimeSearch;
  readonly hasAmounts?: boolean;
  readonly onChange: (changes: Partial<TimeSearch>) => void;
}): ReactNode {
  const words = useChartWords();
  const { overview } = useWords();
  const { start_date, end_date, interval } = useChartTime(search);
  return (
    <>
      <SelectInput
        bare
        label={words.interval}
        value={interval}
        choices={CHART_INTERVALS.map((each) => ({ id: each, label: words.intervals[each] }))}
        onChange={(chosen) => onChange({ interval: chosen })}
      />
      {hasAmounts && (
        <ComboInput
          bare
          label={overview.currency}
          showAll={words.everyCurrency}
          placeholder={overview.currency}
          value={search.currency ?? null}
          choices={CURRENCIES.map((each) => ({ id: each, label: each.toUpperCase() }))}
          onChange={(chosen) => onChange({ currency: chosen ?? undefined })}
        />
      )}
      <div className="days">
        <DayFilter label={words.from} value={start_date} onChange={(day) => onChange({ from: day, interval: undefined })} />
        <DayFilter label={words.to} value={end_date} onChange={(day) => onChange({ to: day, interval: undefined })} />
      </div>
    </>
  );
}
