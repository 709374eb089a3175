import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { answer, type Schema } from '../../api/client.ts';
import { useFormats } from '../../i18n/languages.tsx';
import { IconButton } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Day, Status } from '../../ui/display.tsx';
import { Loaded, SkeletonCards } from '../../ui/surfaces.tsx';
import { type Column, Pager, Table } from '../../ui/table.tsx';
import { toast } from '../../ui/toasts.tsx';
import { api, useMay, useOrganization } from '../context.ts';
import { choicesOf } from '../form-fields.tsx';
import { Segments } from '../list-filters.tsx';
import type { Pool } from './pool-query.ts';
import { useKeyPoolWords } from './words.ts';

const PER_PAGE = 10;
type Entry = Schema<'LicenseKeyPoolEntry'>;

/** The keys of a pool, without most of their characters. */
export function PoolEntries({ pool }: { readonly pool: Pool }): ReactNode {
  const { id, benefit_id } = pool;
  const words = useKeyPoolWords();
  const { number } = useFormats();
  const [{ status, page }, show] = useState<{ readonly status?: Entry['status']; readonly page: number }>({ page: 1 });
  const list = useQuery({
    queryKey: ['pools', benefit_id, id, 'entries', status, page],
    placeholderData: keepPreviousData,
    queryFn: () => {
      const query = { page, limit: PER_PAGE, ...(status ? { status } : {}) };
      return answer(api.GET('/v1/license-key-pools/{id}/entries', { params: { path: { id }, query } }));
    },
  });
  return (
    <>
      <div className="filters card-body">
        <Segments
          label={words.status}
          all={words.every}
          value={status}
          choices={choicesOf(words.statuses)}
          onChange={(chosen) => show({ page: 1, ...(chosen ? { status: chosen } : {}) })}
        />
      </div>
      <Loaded of={list} waiting={<SkeletonCards count={1} />}>
        {({ items, pagination }) => (
          <>
            {items.length > 0 ? <EntryTable rows={items} pool={pool} /> : <p className="card-body faint">{words.noEntries}</p>}
            <Pager
              summary={words.total(number(pagination.total_count))}
              page={page}
              pages={pagination.max_page}
              onPage={(to) => show((before) => ({ ...before, page: to }))}
            />
          </>
        )}
      </Loaded>
    </>
  );
}

function EntryTable({ rows, pool }: { readonly rows: readonly Entry[]; readonly pool: Pool }): ReactNode {
  const words = useKeyPoolWords();
  const { slug } = useOrganization();
  const mayWrite = useMay('license_keys:write');
  const queries = useQueryClient();
  const [removed, setRemoved] = useState<Entry | null>(null);
  const remove = async ({ id: entry_id }: Entry): Promise<void> => {
    const path = { id: pool.id, entry_id };
    await answer(api.DELETE('/v1/license-key-pools/{id}/entries/{entry_id}', { params: { path } }));
    await queries.invalidateQueries({ queryKey: ['pools', pool.benefit_id] });
    toast(words.removed);
  };
  const columns: readonly Column<Entry>[] = [
    {
      id: 'key',
      title: words.key,
      cell: ({ display_key: key, license_key_id: id }) =>
        id ? (
          <Link to="/$slug/keys/$id" params={{ slug, id }} className="mono">
            {key}
          </Link>
        ) : (
          <span className="mono">{key}</span>
        ),
    },
    {
      id: 'status',
      title: words.status,
      cell: ({ status }) => <Status tone={status === 'claimed' ? 'idle' : 'good'}>{words.statuses[status]}</Status>,
    },
    { id: 'added', title: words.addedAt, cell: ({ created_at }) => <Day at={created_at} /> },
    { id: 'claimed', title: words.claimedAt, cell: ({ claimed_at }) => (claimed_at ? <Day at={claimed_at} /> : '–') },
    {
      id: 'actions',
      title: words.actions,
      isTitleHidden: true,
      cell: (entry) =>
        entry.status === 'available' && (
          <IconButton small label={words.remove(entry.display_key)} icon={Trash2} onPress={() => setRemoved(entry)} />
        ),
    },
  ];
  return (
    <>
      <Table
        label={words.entries}
        columns={mayWrite ? columns : columns.filter(({ id }) => id !== 'actions')}
        rows={rows}
        rowId={({ id }) => id}
      />
      {removed && (
        <ConfirmDialog
          title={words.removeTitle(removed.display_key)}
          text={words.removeText}
          confirm={words.removeIt}
          isDestructive
          isOpen
          onClose={() => setRemoved(null)}
          onConfirm={() => remove(removed)}
        />
      )}
    </>
  );
}
