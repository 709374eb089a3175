import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Boxes, FileUp, KeyRound, Plus } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react';
import { answer } from '../../api/client.ts';
import { useFormats } from '../../i18n/languages.tsx';
import { Button } from '../../ui/button.tsx';
import { live } from '../../ui/live.ts';
import { Card, Loaded, PageHead, SkeletonCards } from '../../ui/surfaces.tsx';
import { api, benefitsQuery, useMay, useOrganization } from '../context.ts';
import { ExportLink } from '../export-link.tsx';
import { useListAddress } from '../list-address.ts';
import { keyFilter } from './filters.ts';
import { IssueKeyDialog } from './issue-key.tsx';
import { KeyFilters } from './key-filters.tsx';
import { KeyTable } from './key-table.tsx';
import { FURTHER_ROWS, MoreRows, NoRows } from '../paged-card.tsx';
import { useWords } from '../words/index.ts';

const BulkBar = lazy(async () => ({ default: (await import('./bulk/bulk-bar.tsx')).BulkBar }));

const PER_PAGE = 25;

export function KeysPage(): ReactNode {
  const words = useWords();
  const { number } = useFormats();
  const { search, isFiltered, change, clear } = useListAddress('/$slug/keys');
  const { organization_id: id, slug } = useOrganization();
  const mayIssue = useMay('license_keys:write');
  const mayImport = useMay('orders:write');
  const [isIssuing, setIssuing] = useState(false);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [now] = useState(() => new Date());
  const { filter, sorting } = useMemo(() => keyFilter(search, now), [search, now]);
  const benefits = useQuery(benefitsQuery(id)).data?.items ?? [];
  const list = useInfiniteQuery({
    queryKey: ['keys', id, search],
    ...live(),
    placeholderData: keepPreviousData,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: cursor }) =>
      answer(
        api.GET('/v1/license-keys/search', {
          params: {
            query: { ...filter, organization_id: [id], sorting: [sorting], limit: cursor ? FURTHER_ROWS : PER_PAGE, cursor },
          },
        }),
      ),
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
  });
  const total = list.data?.pages[0]?.total;
  return (
    <>
      <PageHead title={words.keys.title} text={total && words.keys.total(number(total.count), total.is_exact)}>
        {(!filter.query || total?.is_exact) && (
          <ExportLink path="license-keys/export" file="license-keys" parameters={{ organization_id: id, ...filter }} />
        )}
        <Link to="/$slug/keys/batches" params={{ slug }} className="button secondary">
          <Boxes aria-hidden />
          {words.keys.batches}
        </Link>
        {mayImport && (
          <Link to="/$slug/keys/import" params={{ slug }} className="button secondary">
            <FileUp aria-hidden />
            {words.keys.importKeys}
          </Link>
        )}
        {mayIssue && (
          <Button look="primary" icon={Plus} onPress={() => setIssuing(true)}>
            {words.keys.issue}
          </Button>
        )}
      </PageHead>
      <KeyFilters search={search} benefits={benefits} onChange={change} />
      <Loaded of={list} waiting={<SkeletonCards count={1} height={480} />}>
        {({ pages }) => {
          const rows = pages.flatMap(({ items }) => items);
          return (
            <Card flush>
              {chosen.length > 0 && (
                <Suspense>
                  <BulkBar
                    organizationId={id}
                    chosen={chosen}
                    filter={filter}
                    shown={rows.map((row) => row.id)}
                    onChoose={setChosen}
                  />
                </Suspense>
              )}
              {rows.length === 0 ? (
                <NoRows
                  icon={KeyRound}
                  words={words.keys}
                  isFiltered={isFiltered}
                  noMatchText={words.keys.noMatchText}
                  clear={words.keys.clear}
                  onClear={clear}
                />
              ) : (
                <KeyTable
                  rows={rows}
                  selection={
                    mayIssue
                      ? {
                          has: (key) => chosen.includes(key),
                          choose: (key, isChosen) =>
                            setChosen(isChosen ? [...chosen, key] : chosen.filter((each) => each !== key)),
                        }
                      : undefined
                  }
                />
              )}
              <MoreRows of={list} shown={rows.length} more={words.keys.more} />
            </Card>
          );
        }}
      </Loaded>
      {isIssuing && <IssueKeyDialog benefits={benefits} onClose={() => setIssuing(false)} />}
    </>
  );
}
