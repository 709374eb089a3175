import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Activity, Pencil } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { answer } from '../../api/client.ts';
import { useFormats } from '../../i18n/languages.tsx';
import { IconButton } from '../../ui/button.tsx';
import { Ago } from '../../ui/display.tsx';
import { PageHead } from '../../ui/surfaces.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { BackLink } from '../back-link.tsx';
import { api, useMay, useOrganization } from '../context.ts';
import { useListAddress } from '../list-address.ts';
import { SearchInput, Segments } from '../list-filters.tsx';
import { ListFilters } from '../saved-views/saved-views.tsx';
import { sortHead } from '../sort-head.tsx';
import { NoRows, PagedCard } from '../paged-card.tsx';
import { useWords } from '../words/index.ts';
import { NAME_SORTS, SOURCES } from './filters.ts';
import { type EventType, LabelDialog } from './label-dialog.tsx';

const PER_PAGE = 25;

export function EventNamesPage(): ReactNode {
  const { eventNames: words, events, event } = useWords();
  const { search, page, isFiltered, change, clear, toPage } = useListAddress('/$slug/events/names');
  const { query, source, sort = '-last_seen' } = search;
  const { organization_id: id } = useOrganization();
  const list = useQuery({
    queryKey: ['events', 'types', id, search],
    placeholderData: keepPreviousData,
    queryFn: () =>
      answer(
        api.GET('/v1/event-types/', {
          params: { query: { organization_id: [id], query, source, sorting: [sort], page, limit: PER_PAGE } },
        }),
      ),
  });
  return (
    <>
      <BackLink to="/$slug/events">{event.back}</BackLink>
      <PageHead title={words.title} text={words.text} />
      <ListFilters list="event_names">
        <Segments
          label={events.source}
          all={events.every}
          value={source}
          choices={SOURCES.map((each) => ({ id: each, label: events.sources[each] }))}
          onChange={(chosen) => change({ source: chosen })}
        />
        <SearchInput
          label={words.searchLabel}
          placeholder={words.search}
          value={query ?? ''}
          onSearch={(text) => change({ query: text || undefined })}
        />
      </ListFilters>
      <PagedCard
        of={list}
        height={320}
        none={
          <NoRows
            icon={Activity}
            words={{ ...words, noneText: events.noneText }}
            isFiltered={isFiltered}
            clear={words.clear}
            onClear={clear}
          />
        }
        total={words.total}
        page={page}
        onPage={toPage}
      >
        {(items) => (
          <NameTable rows={items} sort={sort} onSort={(chosen) => change({ sort: NAME_SORTS.find((each) => each === chosen) })} />
        )}
      </PagedCard>
    </>
  );
}

function NameTable({
  rows,
  sort,
  onSort,
}: {
  readonly rows: readonly EventType[];
  readonly sort: string;
  readonly onSort: (sort: string) => void;
}): ReactNode {
  const { eventNames: words, events } = useWords();
  const { number } = useFormats();
  const { slug } = useOrganization();
  const mayWrite = useMay('events:write');
  const [edited, setEdited] = useState<EventType | null>(null);
  const headOf = (title: string, field: string, first: string) => ({ title, ...sortHead({ title, field, sort, first, onSort }) });
  const columns: readonly Column<EventType>[] = [
    {
      id: 'name',
      ...headOf(events.name, 'name', 'name'),
      cell: ({ name }) => (
        <Link to="/$slug/events" params={{ slug }} search={{ name }} className="mono">
          {name}
        </Link>
      ),
    },
    { id: 'label', title: words.label, cell: ({ label }) => label },
    { id: 'source', title: events.source, cell: ({ source }) => events.sources[source] },
    {
      id: 'occurrences',
      isNumber: true,
      ...headOf(words.occurrences, 'occurrences', '-occurrences'),
      cell: ({ occurrences }) => number(occurrences),
    },
    { id: 'first', ...headOf(words.first, 'first_seen', '-first_seen'), cell: ({ first_seen }) => <Ago at={first_seen} /> },
    { id: 'last', ...headOf(words.last, 'last_seen', '-last_seen'), cell: ({ last_seen }) => <Ago at={last_seen} /> },
    {
      id: 'edit',
      title: words.edit,
      isTitleHidden: true,
      cell: (row) =>
        mayWrite &&
        row.source === 'user' && <IconButton small label={words.editOf(row.name)} icon={Pencil} onPress={() => setEdited(row)} />,
    },
  ];
  return (
    <>
      <Table label={words.title} columns={columns} rows={rows} rowId={({ name, source }) => `${source} ${name}`} />
      {edited && <LabelDialog type={edited} onClose={() => setEdited(null)} />}
    </>
  );
}
