import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { answer, type Schema } from '../../api/client.ts';
import { useFormats } from '../../i18n/languages.tsx';
import { Ago, Status } from '../../ui/display.tsx';
import { live } from '../../ui/live.ts';
import { Card } from '../../ui/surfaces.tsx';
import { type Column, Pager, Table } from '../../ui/table.tsx';
import { api } from '../context.ts';
import { useMailWords } from './mail-words.ts';

const PER_PAGE = 10;
type Mail = Schema<'Mail'>;

const TONES = { queued: 'idle', sent: 'good', refused: 'bad', bounced: 'bad', caught: 'idle' } as const;

/** What became of a mail, with what the mail server said. */
function Outcome({ mail: { outcome, code, reason } }: { readonly mail: Mail }): ReactNode {
  const words = useMailWords();
  const said = [code, reason].filter((each) => each !== null).join(' ');
  return (
    <div>
      <Status tone={TONES[outcome]}>{words.outcomes[outcome]}</Status>
      {said && <p className="faint small">{said}</p>}
    </div>
  );
}

/** What was mailed to a customer. */
export default function MailsCard({ customer }: { readonly customer: string }): ReactNode {
  const words = useMailWords();
  const { number } = useFormats();
  const [page, setPage] = useState(1);
  const mails = useQuery({
    queryKey: ['mails', customer, page],
    placeholderData: keepPreviousData,
    ...live(),
    queryFn: () => answer(api.GET('/v1/mails/', { params: { query: { customer_id: [customer], page, limit: PER_PAGE } } })),
  }).data;
  const columns: readonly Column<Mail>[] = [
    { id: 'mail', title: words.mail, cell: ({ mail }) => words.names[mail] ?? mail },
    { id: 'to', title: words.to, cell: ({ recipient }) => recipient },
    { id: 'outcome', title: words.outcome, cell: (mail) => <Outcome mail={mail} /> },
    { id: 'when', title: words.when, cell: ({ attempted_at }) => <Ago at={attempted_at} /> },
  ];
  if (!mails) return null;
  const { items, pagination } = mails;
  return (
    <Card flush title={words.title} note={words.text}>
      {items.length === 0 ? (
        <p className="card-body faint">{words.none}</p>
      ) : (
        <Table label={words.title} columns={columns} rows={items} rowId={({ id }) => id} />
      )}
      {pagination.max_page > 1 && (
        <Pager summary={words.total(number(pagination.total_count))} page={page} pages={pagination.max_page} onPage={setPage} />
      )}
    </Card>
  );
}
