import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { Plus, Trash2 } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { answer, type Schema } from '../../api/client.ts';
import { useFormats, useUiWords } from '../../i18n/languages.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Day } from '../../ui/display.tsx';
import { CopyButton } from '../../ui/secret.tsx';
import { Card, Empty, Loaded, SkeletonCards } from '../../ui/surfaces.tsx';
import { type Column, Pager, Table } from '../../ui/table.tsx';
import { toast } from '../../ui/toasts.tsx';
import { api, benefitsQuery, useMay, useOrganization } from '../context.ts';
import { useSignInClientWords } from './words.ts';

const CreateClientDialog = lazy(async () => ({ default: (await import('./create-client.tsx')).CreateClientDialog }));

const PER_PAGE = 25;
type Client = Schema<'SignInClient'>;

/** The applications in which customers may sign in. */
export function SignInClientsPage(): ReactNode {
  const words = useSignInClientWords();
  const { number } = useFormats();
  const { organization_id: id } = useOrganization();
  const mayCreate = useMay('license_keys:write');
  const [page, setPage] = useState(1);
  const [isCreating, setCreating] = useState(false);
  const list = useQuery({
    queryKey: ['sign-in-clients', id, page],
    placeholderData: keepPreviousData,
    queryFn: () =>
      answer(api.GET('/v1/sign-in-clients/', { params: { query: { organization_id: [id], page, limit: PER_PAGE } } })),
  });
  const create = mayCreate && (
    <Button small look="primary" icon={Plus} onPress={() => setCreating(true)}>
      {words.create}
    </Button>
  );
  return (
    <Loaded of={list} waiting={<SkeletonCards count={1} height={260} />}>
      {({ items, pagination: { total_count, max_page } }) => (
        <Card flush title={words.title} note={words.text} end={create}>
          {items.length === 0 ? (
            <Empty title={words.none} />
          ) : (
            <>
              <ClientTable clients={items} />
              <Pager summary={words.total(number(total_count))} page={page} pages={max_page} onPage={setPage} />
            </>
          )}
          <Suspense>{isCreating && <CreateClientDialog onClose={() => setCreating(false)} />}</Suspense>
        </Card>
      )}
    </Loaded>
  );
}

function ClientTable({ clients }: { readonly clients: readonly Client[] }): ReactNode {
  const words = useSignInClientWords();
  const { actions } = useUiWords();
  const { organization_id } = useOrganization();
  const mayRemove = useMay('benefits:write');
  const queries = useQueryClient();
  const benefits = useQuery(benefitsQuery(organization_id)).data?.items ?? [];
  const [leaving, setLeaving] = useState<Client | null>(null);
  const nameOf = (benefitId: string): string => benefits.find(({ id }) => id === benefitId)?.description ?? benefitId;
  const remove = async ({ id }: Client): Promise<void> => {
    await answer(api.DELETE('/v1/sign-in-clients/{id}', { params: { path: { id } } }));
    await queries.invalidateQueries({ queryKey: ['sign-in-clients'] });
    toast(words.removed);
  };
  const columns: readonly Column<Client>[] = [
    { id: 'name', title: words.name, cell: ({ name }) => <strong>{name}</strong> },
    {
      id: 'id',
      title: words.id,
      cell: ({ id }) => (
        <span className="row">
          <code>{id}</code>
          <CopyButton small text={id} what={words.id} />
        </span>
      ),
    },
    { id: 'benefits', title: words.benefits, cell: ({ benefit_ids }) => benefit_ids.map(nameOf).join(', ') },
    { id: 'created', title: words.created, cell: ({ created_at }) => <Day at={created_at} /> },
    ...(mayRemove
      ? [
          {
            id: 'actions',
            title: actions,
            isTitleHidden: true,
            cell: (client: Client) => (
              <Button small look="quiet-danger" icon={Trash2} onPress={() => setLeaving(client)}>
                {words.remove} <span className="visually-hidden">{client.name}</span>
              </Button>
            ),
          },
        ]
      : []),
  ];
  return (
    <>
      <Table label={words.title} columns={columns} rows={clients} rowId={({ id }) => id} />
      <ConfirmDialog
        title={words.removeTitle(leaving?.name ?? '')}
        text={words.removeText}
        confirm={words.remove}
        isDestructive
        isOpen={leaving !== null}
        onClose={() => setLeaving(null)}
        onConfirm={() => remove(leaving!)}
      />
    </>
  );
}
