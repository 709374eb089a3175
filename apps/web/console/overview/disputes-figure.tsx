import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { answer } from '../../api/client.ts';
import { api, useOrganization } from '../context.ts';
import { disputeFilter } from '../disputes/filters.ts';
import { useWords } from '../words/index.ts';
import { Figure } from './figure.tsx';

/** How many disputes are open. */
export function DisputesFigure(): ReactNode {
  const { overview: words } = useWords();
  const { organization_id: id, slug, scopes } = useOrganization();
  const mayRead = scopes.includes('disputes:read');
  const { data } = useQuery({
    queryKey: ['disputes', id, 'open'],
    enabled: mayRead,
    queryFn: () => {
      const query = { ...disputeFilter({ status: 'open' }), organization_id: [id], limit: 1 };
      return answer(api.GET('/v1/disputes/', { params: { query } }));
    },
  });
  if (!mayRead) return null;
  return (
    <Figure
      title={
        <Link to="/$slug/disputes" params={{ slug }} search={{ status: 'open' }}>
          {words.openDisputes}
        </Link>
      }
      value={data?.pagination.total_count}
    />
  );
}
