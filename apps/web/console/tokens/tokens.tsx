import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { Ellipsis, KeySquare, Pencil, Plus, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { answer } from '../../api/client.ts';
import { useUiWords } from '../../i18n/languages.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Ago, Day, Status } from '../../ui/display.tsx';
import { ActionMenu } from '../../ui/menu.tsx';
import { Empty, PageHead } from '../../ui/surfaces.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { toast } from '../../ui/toasts.tsx';
import { api, useMay, useOrganization } from '../context.ts';
import { useListAddress } from '../list-address.ts';
import { PagedCard } from '../paged-card.tsx';
import { useWords } from '../words/index.ts';
import { OFFERED, type OfferedScope, resourceOf } from './scopes.ts';
import { CreateTokenDialog, EditTokenDialog, type Token } from './token-forms.tsx';
import './tokens.css';

const PER_PAGE = 25;

/** Changes of tokens are possible while an organization is blocked, in case one has leaked. */
const useMayChange = (): boolean => useOrganization().scopes.includes('organization_access_tokens:write');

type Open = { readonly action: 'create' } | { readonly action: 'edit' | 'revoke'; readonly token: Token };

export function TokensPage(): ReactNode {
  const { tokens: words } = useWords();
  const { page, toPage } = useListAddress('/$slug/tokens');
  const { organization_id: id } = useOrganization();
  const mayCreate = useMay('organization_access_tokens:write');
  const [open, setOpen] = useState<Open | null>(null);
  const close = (): void => setOpen(null);
  const list = useQuery({
    queryKey: ['tokens', id, page],
    placeholderData: keepPreviousData,
    queryFn: () =>
      answer(api.GET('/v1/organization-access-tokens/', { params: { query: { organization_id: [id], page, limit: PER_PAGE } } })),
  });
  const creation = mayCreate && (
    <Button look="primary" icon={Plus} onPress={() => setOpen({ action: 'create' })}>
      {words.create}
    </Button>
  );
  return (
    <>
      <PageHead title={words.title} text={words.text}>
        {creation}
      </PageHead>
      <PagedCard
        of={list}
        height={320}
        none={<Empty icon={KeySquare} title={words.none} text={words.noneText} />}
        total={words.total}
        page={page}
        onPage={toPage}
      >
        {(items) => <TokenTable tokens={items} onOpen={setOpen} />}
      </PagedCard>
      {open?.action === 'create' && <CreateTokenDialog onClose={close} />}
      {open?.action === 'edit' && <EditTokenDialog token={open.token} onClose={close} />}
      {open?.action === 'revoke' && <RevokeToken token={open.token} onClose={close} />}
    </>
  );
}

function RevokeToken({ token, onClose }: { readonly token: Token; readonly onClose: () => void }): ReactNode {
  const { tokens: words } = useWords();
  const queries = useQueryClient();
  const revoke = async (): Promise<void> => {
    await answer(api.DELETE('/v1/organization-access-tokens/{id}', { params: { path: { id: token.id } } }));
    await queries.invalidateQueries({ queryKey: ['tokens'] });
    toast(words.revoked);
  };
  return (
    <ConfirmDialog
      title={words.revokeTitle(token.comment)}
      text={words.revokeText}
      confirm={words.revoke}
      isDestructive
      isOpen
      onClose={onClose}
      onConfirm={revoke}
    />
  );
}

function TokenTable({ tokens, onOpen }: { readonly tokens: readonly Token[]; readonly onOpen: (open: Open) => void }): ReactNode {
  const { tokens: words } = useWords();
  const { actions } = useUiWords();
  const mayChange = useMayChange();
  const columns: readonly Column<Token>[] = [
    { id: 'name', title: words.name, cell: ({ comment }) => <strong>{comment}</strong> },
    { id: 'scopes', title: words.scopes, cell: (token) => <Scopes token={token} /> },
    {
      id: 'used',
      title: words.lastUsed,
      cell: ({ last_used_at: at }) => (at ? <Ago at={at} /> : <span className="faint">{words.never}</span>),
    },
    { id: 'expires', title: words.expires, cell: ({ expires_at }) => <Expiry at={expires_at} /> },
    { id: 'created', title: words.created, cell: ({ created_at }) => <Day at={created_at} /> },
  ];
  const menu: Column<Token> = {
    id: 'actions',
    title: actions,
    isTitleHidden: true,
    cell: (token) => (
      <ActionMenu
        label={actions}
        actions={[
          { id: 'edit', label: words.edit, icon: Pencil, onAction: () => onOpen({ action: 'edit', token }) },
          { id: 'revoke', label: words.revoke, icon: Trash2, isBad: true, onAction: () => onOpen({ action: 'revoke', token }) },
        ]}
      >
        <IconButton small label={words.actionsOf(token.comment)} icon={Ellipsis} />
      </ActionMenu>
    ),
  };
  return <Table label={words.title} columns={mayChange ? [...columns, menu] : columns} rows={tokens} rowId={({ id }) => id} />;
}

function Expiry({ at }: { readonly at: string | null }): ReactNode {
  const { tokens: words } = useWords();
  const [now] = useState(() => new Date());
  if (at === null) return <span className="faint">{words.never}</span>;
  return new Date(at) <= now ? <Status tone="bad">{words.expired}</Status> : <Day at={at} />;
}

const MOST_NAMES = 3;

/** What it is about, in words; all of it on demand. */
function Scopes({ token: { scopes } }: { readonly token: Token }): ReactNode {
  const { tokens: words } = useWords();
  const known = OFFERED.filter((scope: OfferedScope) => scopes.includes(scope));
  if (known.length === OFFERED.length) return words.everything;
  const names = [...new Set(known.map((scope) => words.resources[resourceOf(scope)]))];
  const more = names.length - MOST_NAMES;
  return (
    <span className="scope-names" title={scopes.join(', ')}>
      {names.slice(0, MOST_NAMES).join(', ') || '–'}
      {more > 0 && ` ${words.andMore(more)}`}
    </span>
  );
}
