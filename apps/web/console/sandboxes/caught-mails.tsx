import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { answer, type Schema } from '../../api/client.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Ago } from '../../ui/display.tsx';
import { live } from '../../ui/live.ts';
import { Card, Empty, Loaded, SkeletonCards } from '../../ui/surfaces.tsx';
import { type Column, Pager, Table } from '../../ui/table.tsx';
import { useFormats } from '../../i18n/languages.tsx';
import { api, useOrganization } from '../context.ts';
import { useSandboxWords } from './words.ts';

const PER_PAGE = 25;
type CaughtMail = Schema<'CaughtMail'>;

/** The mails that the sandbox of the page would have sent. */
export function CaughtMails(): ReactNode {
  const words = useSandboxWords();
  const { number } = useFormats();
  const { organization_id: id } = useOrganization();
  const [page, setPage] = useState(1);
  const [shown, setShown] = useState<CaughtMail | null>(null);
  const mails = useQuery({
    queryKey: ['caught-mails', id, page],
    placeholderData: keepPreviousData,
    ...live(),
    queryFn: () =>
      answer(api.GET('/v1/organizations/{id}/caught-mails', { params: { path: { id }, query: { page, limit: PER_PAGE } } })),
  });
  const columns: readonly Column<CaughtMail>[] = [
    { id: 'to', title: words.to, cell: ({ to }) => to },
    {
      id: 'subject',
      title: words.subject,
      cell: (mail) => (
        <Button small look="quiet" onPress={() => setShown(mail)}>
          {mail.subject}
        </Button>
      ),
    },
    { id: 'caught', title: words.caught, cell: ({ created_at }) => <Ago at={created_at} /> },
  ];
  return (
    <Loaded of={mails} waiting={<SkeletonCards count={1} height={320} />}>
      {({ items, pagination }) => (
        <Card flush title={words.mails} note={words.mailsText}>
          {items.length === 0 ? (
            <Empty title={words.noMails} />
          ) : (
            <Table label={words.mails} columns={columns} rows={items} rowId={({ id: mail }) => mail} />
          )}
          {pagination.max_page > 1 && (
            <Pager
              summary={words.total(number(pagination.total_count))}
              page={page}
              pages={pagination.max_page}
              onPage={setPage}
            />
          )}
          {shown && (
            <Dialog title={shown.subject} isOpen wide onClose={() => setShown(null)}>
              <p className="soft">{`${words.to}: ${shown.to}`}</p>
              <pre className="mail-text">{shown.text}</pre>
            </Dialog>
          )}
        </Card>
      )}
    </Loaded>
  );
}
