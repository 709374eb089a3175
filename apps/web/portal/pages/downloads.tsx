import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Download, FolderDown } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { answer, type Schema } from '../../api/client.ts';
import { useFormats } from '../../i18n/languages.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Card, Empty, Loaded, PageHead } from '../../ui/surfaces.tsx';
import { type Column, Pager, Table } from '../../ui/table.tsx';
import { api } from '../context.ts';
import { keysWithReleases, type Release } from '../releases/keys-with-releases.ts';
import { ReleasesOfKey } from '../releases/releases-of-key.tsx';
import { useWords } from '../words/index.ts';

const PER_PAGE = 50;
/** The links in the list work for some minutes. */
const FRESH_MS = 60_000;

/** The versions that license keys of the customer include, and the files of other purchases. */
export function DownloadsPage(): ReactNode {
  const words = useWords().downloads;
  const keys = useQuery(keysWithReleases);
  const shown = keys.data?.map(({ licenseKey }) => licenseKey) ?? [];
  return (
    <>
      <PageHead title={words.title} text={words.text} />
      <Loaded of={keys}>
        {(all) => (
          <div className="stack">
            {all.flatMap(({ licenseKey, releases }) =>
              [...Map.groupBy(releases, ({ product_id }) => product_id).entries()].map(([product, ofProduct]) => (
                <ReleasesOfKey
                  key={`${licenseKey.id} ${product}`}
                  licenseKey={licenseKey}
                  releases={ofProduct as [Release, ...Release[]]}
                  keys={shown}
                />
              )),
            )}
            <Files isAlone={all.length === 0} />
          </div>
        )}
      </Loaded>
    </>
  );
}

/** The files of benefits. `isAlone`: nothing else is to download. */
function Files({ isAlone }: { readonly isAlone: boolean }): ReactNode {
  const words = useWords().downloads;
  const { bytes, number } = useFormats();
  const [page, setPage] = useState(1);
  const files = useQuery({
    queryKey: ['downloads', page],
    queryFn: () => answer(api.GET('/v1/customer-portal/downloadables/', { params: { query: { page, limit: PER_PAGE } } })),
    placeholderData: keepPreviousData,
    refetchInterval: FRESH_MS,
  });
  const columns: readonly Column<Schema<'DownloadableRead'>>[] = [
    { id: 'file', title: words.file, cell: ({ file }) => <bdi>{file.name}</bdi> },
    { id: 'version', title: words.version, cell: ({ file }) => <bdi>{file.version ?? '–'}</bdi> },
    { id: 'size', title: words.size, isNumber: true, cell: ({ file }) => bytes(file.size) },
    {
      id: 'download',
      title: words.download,
      isTitleHidden: true,
      cell: ({ file }) => (
        <div className="row end">
          <ButtonLink small href={file.download.url} icon={Download} download={file.name}>
            {words.download} <span className="visually-hidden">{file.name}</span>
          </ButtonLink>
        </div>
      ),
    },
  ];
  return (
    <Loaded of={files}>
      {({ items, pagination }) =>
        items.length === 0 && !isAlone ? null : (
          <Card flush>
            {items.length === 0 ? (
              <Empty icon={FolderDown} title={words.empty} text={words.emptyText} />
            ) : (
              <>
                <Table label={words.title} columns={columns} rows={items} rowId={({ id }) => id} />
                {pagination.max_page > 1 && (
                  <Pager summary={number(pagination.total_count)} page={page} pages={pagination.max_page} onPage={setPage} />
                )}
              </>
            )}
          </Card>
        )
      }
    </Loaded>
  );
}
