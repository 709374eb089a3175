import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { answer } from '../../api/client.ts';
import { Ago } from '../../ui/display.tsx';
import { live } from '../../ui/live.ts';
import { api } from '../context.ts';
import { useMailWords } from '../customers/mail-words.ts';

/** What became of the last mail about a key, and how long ago; nothing if there was none in the last 90 days. */
export default function LastKeyMail({ id }: { readonly id: string }): ReactNode {
  const words = useMailWords();
  const last = useQuery({
    queryKey: ['mails', 'of key', id],
    ...live(),
    queryFn: () => answer(api.GET('/v1/mails/', { params: { query: { resource_id: [id], limit: 1 } } })),
  }).data?.items[0];
  if (!last) return null;
  return (
    <span className="faint small">
      {`${words.names[last.mail] ?? last.mail}: ${words.outcomes[last.outcome]}, `}
      <Ago at={last.attempted_at} />
    </span>
  );
}
