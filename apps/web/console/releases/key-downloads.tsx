import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, Suspense } from 'react';
import { answer, type Schema } from '../../api/client.ts';
import { useFormats } from '../../i18n/languages.tsx';
import { Ago } from '../../ui/display.tsx';
import { Card } from '../../ui/surfaces.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { api, useOrganization } from '../context.ts';
import { useReleaseWords } from './words.ts';

const MOST = 10;

/** Which versions a license key downloaded last; nothing if it downloaded none. */
export function KeyDownloads({ licenseKeyId }: { readonly licenseKeyId: string }): ReactNode {
  const list = useQuery({
    queryKey: ['releases', 'downloads of key', licenseKeyId],
    queryFn: () =>
      answer(api.GET('/v1/releases/downloads', { params: { query: { license_key_id: [licenseKeyId], limit: MOST } } })),
  });
  if (!list.data || list.data.items.length === 0) return null;
  return (
    <Suspense>
      <Versions items={list.data.items} total={list.data.pagination.total_count} />
    </Suspense>
  );
}

function Versions({ items, total }: { readonly items: readonly Schema<'ReleaseDownload'>[]; readonly total: number }): ReactNode {
  const words = useReleaseWords();
  const { number } = useFormats();
  const { slug } = useOrganization();
  const columns: readonly Column<Schema<'ReleaseDownload'>>[] = [
    {
      id: 'version',
      title: words.version,
      cell: ({ release_id, version }) => (
        <Link to="/$slug/releases/$id" params={{ slug, id: release_id }}>
          {version}
        </Link>
      ),
    },
    { id: 'downloads', title: words.downloads, isNumber: true, cell: ({ downloads }) => number(downloads) },
    { id: 'last', title: words.last, cell: ({ last_downloaded_at }) => <Ago at={last_downloaded_at} /> },
  ];
  return (
    <Card flush title={words.versionsTitle} note={words.versionsTotal(number(total))}>
      <Table label={words.versionsTitle} columns={columns} rows={items} rowId={({ release_id }) => release_id} />
    </Card>
  );
}
