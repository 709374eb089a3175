import './audit-log.css';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { ScrollText } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { answer, type Schema } from '../../api/client.ts';
import { Card, Loaded, PageHead, SkeletonCards } from '../../ui/surfaces.tsx';
import { api, useOrganization } from '../context.ts';
import { ExportLink } from '../export-link.tsx';
import { isFiltered } from '../list-address.ts';
import { FURTHER_ROWS, MoreRows, NoRows } from '../paged-card.tsx';
import { useWords } from '../words/index.ts';
import { AuditFilters } from './audit-filters.tsx';
import { EntryDialog } from './entry-dialog.tsx';
import { EntryTable } from './entry-table.tsx';
import { auditFilter, type AuditSearch } from './filters.ts';

const PER_PAGE = 50;
const route = getRouteApi('/$slug/audit-log');
type Entry = Schema<'AuditLogEntry'>;

/** Who changed what. */
export function AuditLogPage(): ReactNode {
  const { auditLog: words } = useWords();
  const { organization_id: id } = useOrganization();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const filter = useMemo(() => auditFilter(search), [search]);
  const [shown, setShown] = useState<Entry | null>(null);
  const log = useInfiniteQuery({
    queryKey: ['audit-log', id, filter],
    placeholderData: keepPreviousData,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: cursor }) =>
      answer(
        api.GET('/v1/audit-log/', {
          params: { query: { ...filter, organization_id: [id], limit: cursor ? FURTHER_ROWS : PER_PAGE, cursor } },
        }),
      ),
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
  });
  const change = (changes: Partial<AuditSearch>): void => {
    setShown(null);
    void navigate({ search: (before) => ({ ...before, ...changes }) });
  };
  const exported = { organization_id: id, ...filter };
  return (
    <>
      <PageHead title={words.title} text={words.text}>
        <ExportLink path="audit-log/export" file="audit-log" parameters={exported} />
        <ExportLink path="audit-log/export" file="audit-log" format="ndjson" parameters={exported}>
          {words.exportJson}
        </ExportLink>
      </PageHead>
      <AuditFilters search={search} onChange={change} />
      <Loaded of={log} waiting={<SkeletonCards count={1} height={480} />}>
        {({ pages }) => {
          const entries = pages.flatMap(({ items }) => items);
          return (
            <Card flush>
              {entries.length > 0 ? (
                <EntryTable entries={entries} onShow={setShown} />
              ) : (
                <NoRows
                  icon={ScrollText}
                  words={words}
                  isFiltered={isFiltered(search)}
                  clear={words.clear}
                  onClear={() => void navigate({ search: {} })}
                />
              )}
              <MoreRows of={log} shown={entries.length} more={words.more} />
            </Card>
          );
        }}
      </Loaded>
      <EntryDialog entry={shown} onClose={() => setShown(null)} onFilter={change} />
    </>
  );
}
