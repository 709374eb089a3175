import './events.css';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Activity } from 'lucide-react';
import type { ReactNode } from 'react';
import { answer } from '../../api/client.ts';
import { useFormats } from '../../i18n/languages.tsx';
import { PageHead } from '../../ui/surfaces.tsx';
import { api, useOrganization } from '../context.ts';
import { byCursor, ExportRows } from '../export-rows.tsx';
import { useListAddress } from '../list-address.ts';
import { NoRows, PagedCard } from '../paged-card.tsx';
import { useWords } from '../words/index.ts';
import { EventFilters } from './event-filters.tsx';
import { EventTable } from './event-table.tsx';
import { eventFilter, MIN_QUERY_LENGTH, pairIn } from './filters.ts';

const PER_PAGE = 25;

export function EventsPage(): ReactNode {
  const { events: words } = useWords();
  const { number } = useFormats();
  const { search, page, isFiltered, change, clear, toPage } = useListAddress('/$slug/events');
  const { sort = '-timestamp', query, metadata } = search;
  const { organization_id: id, slug, time_zone: timeZone } = useOrganization();
  const filter = eventFilter(search, timeZone);
  const readLatest = (cursor: string | undefined, limit: number) => {
    const latest = { ...filter, organization_id: id, customer_id: filter.customer_id?.[0], cursor, limit };
    return answer(api.GET('/v1/events/search', { params: { query: latest } }));
  };
  const list = useQuery({
    queryKey: ['events', id, search, timeZone],
    placeholderData: keepPreviousData,
    queryFn: () =>
      answer(
        api.GET('/v1/events/', {
          params: { query: { ...filter, organization_id: [id], sorting: [sort], page, limit: PER_PAGE } },
        }),
      ),
  });
  const total = list.data?.pagination.total_count;
  const isIncomplete = (query && query.length < MIN_QUERY_LENGTH) || (metadata && !pairIn(metadata));
  return (
    <>
      <PageHead title={words.title} text={total !== undefined && words.total(number(total))}>
        <ExportRows file="events" read={byCursor(readLatest)} />
        <Link to="/$slug/events/names" params={{ slug }} className="button secondary">
          {words.names}
        </Link>
      </PageHead>
      <EventFilters search={search} onChange={change} />
      {isIncomplete && (
        <p className="notice warn" role="status">
          {metadata && !pairIn(metadata) ? words.metadata : words.searchHint}
        </p>
      )}
      <PagedCard
        of={list}
        none={<NoRows icon={Activity} words={words} isFiltered={isFiltered} clear={words.clear} onClear={clear} />}
        total={words.total}
        page={page}
        onPage={toPage}
      >
        {(items) => <EventTable rows={items} label={words.title} />}
      </PagedCard>
    </>
  );
}
