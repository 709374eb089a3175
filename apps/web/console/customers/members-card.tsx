import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { UserPlus } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { answer, type Schema } from '../../api/client.ts';
import { useFormats, useUiWords } from '../../i18n/languages.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { useLast } from '../../ui/last.ts';
import { live } from '../../ui/live.ts';
import { Card, Loaded, SkeletonCards } from '../../ui/surfaces.tsx';
import { type Column, Pager, Table } from '../../ui/table.tsx';
import { toast } from '../../ui/toasts.tsx';
import { api, useMay } from '../context.ts';
import { useWords } from '../words/index.ts';

const AddMember = lazy(async () => ({ default: (await import('./add-member.tsx')).AddMember }));

const PER_PAGE = 10;
type Member = Schema<'Member'>;

/** The members of a team. */
export function MembersCard({ customer }: { readonly customer: string }): ReactNode {
  const { customer: words } = useWords();
  const { actions } = useUiWords();
  const { number } = useFormats();
  const queries = useQueryClient();
  const mayChange = useMay('members:write');
  const [page, setPage] = useState(1);
  const [isAdding, setAdding] = useState(false);
  const [removed, setRemoved] = useState<Member | null>(null);
  const last = useLast(removed);
  const members = useQuery({
    queryKey: ['members', customer, page],
    ...live(),
    placeholderData: keepPreviousData,
    queryFn: () =>
      answer(api.GET('/v1/customers/{id}/members', { params: { path: { id: customer }, query: { page, limit: PER_PAGE } } })),
  });
  const remove = async (): Promise<void> => {
    const path = { id: customer, member_id: last!.id };
    await answer(api.DELETE('/v1/customers/{id}/members/{member_id}', { params: { path } }));
    await Promise.all(['members', 'seats', 'grants', 'keys'].map((name) => queries.invalidateQueries({ queryKey: [name] })));
    toast(words.memberRemoved);
  };
  const buttons: Column<Member> = {
    id: 'actions',
    title: actions,
    isTitleHidden: true,
    cell: (member) =>
      member.role !== 'owner' && (
        <div className="row end">
          <Button small look="quiet-danger" aria-label={words.removeOf(member.email)} onPress={() => setRemoved(member)}>
            {words.remove}
          </Button>
        </div>
      ),
  };
  const columns: readonly Column<Member>[] = [
    {
      id: 'member',
      title: words.member,
      cell: ({ name, email }) => (
        <div>
          {name ?? email}
          {name && <p className="faint small">{email}</p>}
        </div>
      ),
    },
    { id: 'role', title: words.role, cell: ({ role }) => words.roles[role] },
    ...(mayChange ? [buttons] : []),
  ];
  const add = mayChange && (
    <Button small icon={UserPlus} onPress={() => setAdding(true)}>
      {words.addMember}
    </Button>
  );
  return (
    <Loaded of={members} waiting={<SkeletonCards count={1} />}>
      {({ items, pagination }) => (
        <Card flush title={words.members} note={number(pagination.total_count)} end={add}>
          {items.length === 0 ? (
            <p className="card-body faint">{words.noMembers}</p>
          ) : (
            <Table label={words.members} columns={columns} rows={items} rowId={({ id }) => id} />
          )}
          {pagination.max_page > 1 && (
            <Pager summary={number(pagination.total_count)} page={page} pages={pagination.max_page} onPage={setPage} />
          )}
          <Suspense>{isAdding && <AddMember customer={customer} onClose={() => setAdding(false)} />}</Suspense>
          <ConfirmDialog
            title={words.removeTitle(last?.email ?? '')}
            text={words.removeText}
            confirm={words.remove}
            isDestructive
            isOpen={removed !== null}
            onClose={() => setRemoved(null)}
            onConfirm={remove}
          />
        </Card>
      )}
    </Loaded>
  );
}
