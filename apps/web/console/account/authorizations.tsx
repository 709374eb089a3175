import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { AppWindow } from 'lucide-react';
import { type ReactNode, Suspense, useState } from 'react';
import { answer, type Schema } from '../../api/client.ts';
import { usePartWords, useUiWords, type WordsOf } from '../../i18n/languages.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Ago, Day } from '../../ui/display.tsx';
import { Card, Loaded, SkeletonCards } from '../../ui/surfaces.tsx';
import { type Column, Pager, Table } from '../../ui/table.tsx';
import { toast } from '../../ui/toasts.tsx';
import { api, userQuery } from '../context.ts';
import { OFFERED, type OfferedScope, reads, resourceOf } from '../tokens/scopes.ts';
import { useWords } from '../words/index.ts';
import type { AuthorizationWords } from './authorization-words.en.ts';
import { useReadUser } from './user.ts';

type Authorization = Schema<'Authorization'>;
const PER_PAGE = 20;

const WORDS: WordsOf<AuthorizationWords> = {
  en: async () => (await import('./authorization-words.en.ts')).authorizationsEn,
  de: async () => (await import('./authorization-words.de.ts')).authorizationsDe,
};

/** The applications that act for the user. */
export function Authorizations(): ReactNode {
  const [page, setPage] = useState(1);
  const allowed = useQuery({
    queryKey: ['authorizations', page],
    placeholderData: keepPreviousData,
    queryFn: () => answer(api.GET('/v1/users/me/authorizations', { params: { query: { page, limit: PER_PAGE } } })),
  });
  const waiting = <SkeletonCards count={1} />;
  return (
    <Suspense fallback={waiting}>
      <Loaded of={allowed} waiting={waiting}>
        {({ items, pagination }) => (
          <AllowedCard items={items}>
            {pagination.max_page > 1 && <Pager summary="" page={page} pages={pagination.max_page} onPage={setPage} />}
          </AllowedCard>
        )}
      </Loaded>
    </Suspense>
  );
}

function AllowedCard({ items, children }: { readonly items: readonly Authorization[]; readonly children: ReactNode }): ReactNode {
  const words = usePartWords(WORDS);
  const { actions } = useUiWords();
  const [ended, setEnded] = useState<Authorization | null>(null);
  const columns: readonly Column<Authorization>[] = [
    {
      id: 'application',
      title: words.application,
      cell: ({ client_name, client_uri }) => (
        <div className="person">
          <AppWindow aria-hidden className="device-icon" />
          <div>
            {client_name}
            {client_uri && <p className="faint small">{client_uri}</p>}
          </div>
        </div>
      ),
    },
    { id: 'may', title: words.may, cell: (authorization) => <Permitted authorization={authorization} /> },
    { id: 'since', title: words.since, cell: ({ created_at }) => <Ago at={created_at} /> },
    { id: 'until', title: words.until, cell: ({ expires_at }) => <Day at={expires_at} /> },
    {
      id: 'actions',
      title: actions,
      isTitleHidden: true,
      cell: (authorization) => (
        <div className="row end">
          <Button small look="quiet-danger" onPress={() => setEnded(authorization)}>
            {words.end}
            <span className="visually-hidden"> {authorization.client_name}</span>
          </Button>
        </div>
      ),
    },
  ];
  return (
    <Card flush title={words.title}>
      {items.length === 0 ? (
        <p className="card-body soft">{words.none}</p>
      ) : (
        <Table label={words.title} columns={columns} rows={items} rowId={({ id }) => id} />
      )}
      {children}
      {ended && <EndDialog authorization={ended} onClose={() => setEnded(null)} />}
    </Card>
  );
}

const isOffered = (scope: string): scope is OfferedScope => (OFFERED as readonly string[]).includes(scope);

/** What an application may do, and where. */
function Permitted({ authorization: { scopes, organization_ids } }: { readonly authorization: Authorization }): ReactNode {
  const words = usePartWords(WORDS);
  const { tokens } = useWords();
  const memberships = useQuery(userQuery).data?.memberships ?? [];
  const about: Readonly<Record<string, string>> = words.about;
  const offered = scopes.filter(isOffered);
  const namesOf = (some: readonly OfferedScope[]): string[] => some.map((scope) => tokens.resources[resourceOf(scope)]);
  const lines = [
    [words.knows, scopes.filter((scope) => !isOffered(scope)).map((scope) => about[scope] ?? scope)],
    [words.reads, namesOf(offered.filter(reads))],
    [words.changes, namesOf(offered.filter((scope) => !reads(scope)))],
  ] as const;
  const nameOf = (id: string): string =>
    memberships.find(({ organization_id }) => organization_id === id)?.name ?? words.otherOrganization;
  return (
    <>
      {lines
        .filter(([, names]) => names.length > 0)
        .map(([verb, names]) => (
          <p key={verb}>
            {verb}: {names.join(', ')}
          </p>
        ))}
      <p className="faint small">
        {organization_ids === null ? words.everywhere : words.only(organization_ids.map(nameOf).join(', '))}
      </p>
    </>
  );
}

function EndDialog({
  authorization: { id, client_name },
  onClose,
}: {
  readonly authorization: Authorization;
  readonly onClose: () => void;
}): ReactNode {
  const words = usePartWords(WORDS);
  const readUser = useReadUser();
  const end = async (): Promise<void> => {
    await answer(api.DELETE('/v1/users/me/authorizations/{id}', { params: { path: { id } } }));
    await readUser();
    toast(words.ended(client_name));
  };
  return (
    <ConfirmDialog
      title={words.endTitle(client_name)}
      text={words.endText}
      confirm={words.end}
      isDestructive
      isOpen
      onClose={onClose}
      onConfirm={end}
    />
  );
}
