import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { answer } from '../../api/client.ts';
import { useFormats } from '../../i18n/languages.tsx';
import { api, type Membership } from '../context.ts';
import { useWords } from '../words/index.ts';

const REFRESH_MS = 60_000;

/** How much was paid and not delivered; nothing if that is none. */
export function UndeliveredBadge({ organization: { organization_id: id } }: { readonly organization: Membership }): ReactNode {
  const { undelivered: words } = useWords();
  const { number } = useFormats();
  const count = useQuery({
    queryKey: ['undelivered', id, 'count'],
    refetchInterval: REFRESH_MS,
    queryFn: () => answer(api.GET('/v1/undelivered-purchases/', { params: { query: { organization_id: [id], limit: 1 } } })),
  }).data?.pagination.total_count;
  if (!count) return null;
  return (
    <span className="nav-badge">
      {number(count)}
      <span className="visually-hidden"> {words.open}</span>
    </span>
  );
}
