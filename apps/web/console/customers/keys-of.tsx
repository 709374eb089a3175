import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { answer } from '../../api/client.ts';
import { live } from '../../ui/live.ts';
import { Card, Loaded, SkeletonCards } from '../../ui/surfaces.tsx';
import { api, useOrganization } from '../context.ts';
import { KeyTable } from '../keys/key-table.tsx';
import { useWords } from '../words/index.ts';

const FEW = 10;

export const keysOfQuery = (organizationId: string, customer: string) =>
  queryOptions({
    queryKey: ['keys', 'customer', customer],
    ...live(),
    queryFn: () => {
      const query = { organization_id: [organizationId], customer_id: customer, limit: FEW };
      return answer(api.GET('/v1/license-keys/search', { params: { query } }));
    },
  });

/** The newest keys of a customer, with the way to all of them. */
export function KeysOf({ customer }: { readonly customer: string }): ReactNode {
  const { customer: words } = useWords();
  const { organization_id, slug } = useOrganization();
  const keys = useQuery(keysOfQuery(organization_id, customer));
  const all = (
    <Link to="/$slug/keys" params={{ slug }} search={{ customer }}>
      {words.allKeys}
    </Link>
  );
  return (
    <Loaded of={keys} waiting={<SkeletonCards count={1} />}>
      {({ items, next_cursor }) => (
        <Card flush title={words.keys} end={next_cursor && all}>
          {items.length === 0 ? <p className="card-body faint">{words.noKeys}</p> : <KeyTable rows={items} isOfOne />}
        </Card>
      )}
    </Loaded>
  );
}
