import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { answer, type Schema } from '../../api/client.ts';
import { useFormats } from '../../i18n/languages.tsx';
import { Ago } from '../../ui/display.tsx';
import { Card, Loaded, SkeletonCards } from '../../ui/surfaces.tsx';
import { type Column, Pager, Table } from '../../ui/table.tsx';
import { api, useOrganization } from '../context.ts';
import { useListAddress } from '../list-address.ts';
import { useReleaseWords } from './words.ts';

const PER_PAGE = 25;

/** Which license keys downloaded a release, the last downloads first. */
export function ReleaseDownloads({ releaseId }: { readonly releaseId: string }): ReactNode {
  const words = useReleaseWords();
  const { number } = useFormats();
  const { slug } = useOrganization();
  const { page, toPage } = useListAddress('/$slug/releases/$id');
  const list = useQuery({
    queryKey: ['releases', 'downloads', releaseId, page],
    placeholderData: keepPreviousData,
    queryFn: () =>
      answer(api.GET('/v1/releases/downloads', { params: { query: { release_id: [releaseId], page, limit: PER_PAGE } } })),
  });
  const columns: readonly Column<Schema<'ReleaseDownload'>>[] = [
    {
      id: 'key',
      title: words.key,
      cell: ({ license_key_id, display_key }) =>
        display_key === null ? (
          <span className="faint">{words.deletedKey}</span>
        ) : (
          <Link to="/$slug/keys/$id" params={{ slug, id: license_key_id }}>
            <code>{display_key}</code>
          </Link>
        ),
    },
    { id: 'downloads', title: words.downloads, isNumber: true, cell: ({ downloads }) => number(downloads) },
    { id: 'last', title: words.last, cell: ({ last_downloaded_at }) => <Ago at={last_downloaded_at} /> },
  ];
  return (
    <Loaded of={list} waiting={<SkeletonCards count={1} height={240} />}>
      {({ items, pagination }) => (
        <Card flush title={words.downloadsTitle}>
          {items.length === 0 ? (
            <p className="card-body faint">{words.noDownloads}</p>
          ) : (
            <>
              <Table label={words.downloadsTitle} columns={columns} rows={items} rowId={(row) => row.license_key_id} />
              <Pager
                summary={words.downloadsTotal(number(pagination.total_count))}
                page={page}
                pages={pagination.max_page}
                onPage={toPage}
              />
            </>
          )}
        </Card>
      )}
    </Loaded>
  );
}
