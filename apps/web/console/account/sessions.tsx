import { useQuery } from '@tanstack/react-query';
import { Monitor } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { answer, type Schema } from '../../api/client.ts';
import { useUiWords } from '../../i18n/languages.tsx';
import { Button } from '../../ui/button.tsx';
import { CheckboxInput } from '../../ui/checkbox.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Ago, Status } from '../../ui/display.tsx';
import { useProblemText } from '../../ui/problem-text.ts';
import { Card, Loaded, SkeletonCards } from '../../ui/surfaces.tsx';
import { type Column, Pager, Table } from '../../ui/table.tsx';
import { badToast, toast } from '../../ui/toasts.tsx';
import { api } from '../context.ts';
import { useWords } from '../words/index.ts';
import { clientName } from './client-name.ts';
import { useReadUser } from './user.ts';

type Session = Schema<'UserSession'>;
const PER_PAGE = 20;

const listSessions = (page: number) => answer(api.GET('/v1/user-sessions/', { params: { query: { page, limit: PER_PAGE } } }));
const endSession = ({ id }: Session): Promise<unknown> =>
  answer(api.DELETE('/v1/user-sessions/{id}', { params: { path: { id } } }));

/** Where the user is signed in. */
export function Sessions(): ReactNode {
  const { account } = useWords();
  const { sessions: words } = account;
  const { actions } = useUiWords();
  const textOf = useProblemText();
  const readUser = useReadUser();
  const [page, setPage] = useState(1);
  const [isEnding, setEnding] = useState(false);
  const sessions = useQuery({ queryKey: ['user-sessions', page], queryFn: () => listSessions(page) });
  const end = async (session: Session): Promise<void> => {
    try {
      await endSession(session);
      await readUser();
      toast(words.ended);
    } catch (error) {
      badToast(textOf(error));
    }
  };
  const columns: readonly Column<Session>[] = [
    {
      id: 'client',
      title: words.client,
      cell: ({ user_agent, methods }) => (
        <div className="person">
          <Monitor aria-hidden className="device-icon" />
          <div>
            {(user_agent && clientName(user_agent)) ?? words.unknown}
            <p className="faint small">{methods.map((method) => words.methods[method]).join(', ')}</p>
          </div>
        </div>
      ),
    },
    { id: 'address', title: words.address, cell: ({ address }) => <span className="mono">{address ?? '–'}</span> },
    { id: 'began', title: words.began, cell: ({ authenticated_at }) => <Ago at={authenticated_at} /> },
    { id: 'used', title: words.used, cell: ({ last_used_at }) => <Ago at={last_used_at} /> },
    {
      id: 'actions',
      title: actions,
      isTitleHidden: true,
      cell: (session) => (
        <div className="row end">
          {session.is_current ? (
            <Status tone="good">{words.current}</Status>
          ) : (
            <Button small look="quiet-danger" onPress={() => void end(session)}>
              {words.end}
            </Button>
          )}
        </div>
      ),
    },
  ];
  return (
    <Loaded of={sessions} waiting={<SkeletonCards count={1} height={260} />}>
      {({ items, pagination }) => (
        <Card
          flush
          title={words.title}
          end={
            <Button small look="quiet-danger" onPress={() => setEnding(true)}>
              {words.endOthers}
            </Button>
          }
        >
          <Table label={words.title} columns={columns} rows={items} rowId={({ id }) => id} />
          {pagination.max_page > 1 && <Pager summary="" page={page} pages={pagination.max_page} onPage={setPage} />}
          {isEnding && <SignOutEverywhere onClose={() => setEnding(false)} onDone={() => setPage(1)} />}
        </Card>
      )}
    </Loaded>
  );
}

/** Ends all other sessions, and what else acts for the user if they want it. */
function SignOutEverywhere({ onClose, onDone }: { readonly onClose: () => void; readonly onDone: () => void }): ReactNode {
  const { account } = useWords();
  const { sessions: words } = account;
  const readUser = useReadUser();
  const [tokens, setTokens] = useState(false);
  const [applications, setApplications] = useState(false);
  const end = async (): Promise<void> => {
    const query = { personal_access_tokens: tokens, authorizations: applications };
    await answer(api.DELETE('/v1/user-sessions/', { params: { query } }));
    onDone();
    await readUser();
    toast(words.othersEnded);
  };
  return (
    <ConfirmDialog
      title={words.endOthersTitle}
      text={words.endOthersText}
      confirm={words.endOthers}
      isDestructive
      isOpen
      onClose={onClose}
      onConfirm={end}
    >
      <CheckboxInput label={words.alsoTokens} isSelected={tokens} onChange={setTokens} />
      <CheckboxInput label={words.alsoApplications} isSelected={applications} onChange={setApplications} />
    </ConfirmDialog>
  );
}
