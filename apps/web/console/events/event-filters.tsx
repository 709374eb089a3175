import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { answer } from '../../api/client.ts';
import { useFormats } from '../../i18n/languages.tsx';
import { Button } from '../../ui/button.tsx';
import { ComboInput, SelectInput } from '../../ui/choices.tsx';
import { api, useOrganization } from '../context.ts';
import { CustomerChoice } from '../customer-choice.tsx';
import { DayFilter, SearchInput, Segments } from '../list-filters.tsx';
import { ListFilters } from '../saved-views/saved-views.tsx';
import { useWords } from '../words/index.ts';
import { EVENT_SORTS, type EventsSearch, SOURCES } from './filters.ts';

const MOST_FREQUENT = 100;

/** What is shown of the events. All of it is in the address. */
export function EventFilters({
  search,
  onChange,
}: {
  readonly search: EventsSearch;
  readonly onChange: (changes: Partial<EventsSearch>) => void;
}): ReactNode {
  const { events: words } = useWords();
  const { source, customer, meter, from, until, metadata, query, sort = '-timestamp' } = search;
  return (
    <ListFilters list="events">
      <Segments
        label={words.source}
        all={words.every}
        value={source}
        choices={SOURCES.map((id) => ({ id, label: words.sources[id] }))}
        onChange={(chosen) => onChange({ source: chosen })}
      />
      <NameFilter value={search.name} onChange={(name) => onChange({ name })} />
      <CustomerChoice
        label={words.customer}
        placeholder={words.findCustomer}
        value={customer}
        onChange={(id) => onChange({ customer: id })}
      />
      {meter && <MeterFilter id={meter} onClear={() => onChange({ meter: undefined })} />}
      <SelectInput
        bare
        label={words.sort}
        value={sort}
        choices={EVENT_SORTS.map((id) => ({ id, label: words.sorts[id] }))}
        onChange={(id) => onChange({ sort: id })}
      />
      <div className="days">
        <DayFilter label={words.from} value={from} onChange={(day) => onChange({ from: day })} />
        <DayFilter label={words.until} value={until} onChange={(day) => onChange({ until: day })} />
      </div>
      <SearchInput
        label={words.metadataLabel}
        placeholder={words.metadata}
        value={metadata ?? ''}
        onSearch={(text) => onChange({ metadata: text || undefined })}
      />
      <SearchInput
        label={words.searchLabel}
        placeholder={words.search}
        value={query ?? ''}
        onSearch={(text) => onChange({ query: text || undefined })}
      />
    </ListFilters>
  );
}

/** The most frequent names, with how often they occur. */
function NameFilter({
  value,
  onChange,
}: {
  readonly value: string | undefined;
  readonly onChange: (name: string | undefined) => void;
}): ReactNode {
  const { events: words } = useWords();
  const { number } = useFormats();
  const { organization_id } = useOrganization();
  const names = useQuery({
    queryKey: ['events', 'names', organization_id],
    queryFn: () =>
      answer(
        api.GET('/v1/events/names', {
          params: { query: { organization_id: [organization_id], sorting: ['-occurrences'], limit: MOST_FREQUENT } },
        }),
      ),
    staleTime: 60_000,
  });
  if (!names.data) return null;
  const known = names.data.items.map(({ name, occurrences }) => ({ id: name, label: `${name} (${number(occurrences)})` }));
  const choices = value === undefined || known.some(({ id }) => id === value) ? known : [{ id: value, label: value }, ...known];
  return (
    <ComboInput
      key={value ?? ''}
      bare
      label={words.name}
      placeholder={words.everyName}
      showAll={words.showNames}
      value={value ?? null}
      choices={choices}
      onChange={(name) => onChange(name ?? undefined)}
    />
  );
}

function MeterFilter({ id, onClear }: { readonly id: string; readonly onClear: () => void }): ReactNode {
  const { events: words } = useWords();
  const { data } = useQuery({
    queryKey: ['meters', 'one', id],
    queryFn: () => answer(api.GET('/v1/meters/{id}', { params: { path: { id } } })),
  });
  return (
    <Button icon={X} onPress={onClear}>
      {words.ofMeter(data?.name ?? id)}
    </Button>
  );
}
